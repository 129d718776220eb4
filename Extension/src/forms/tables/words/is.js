/** Icelandic. */
export const is = {
    email: "netfang|tölvupóstur",
    username: "notandanafn|notandi",
    password: "lykilorð|aðgangsorð",
    newPassword: "nýtt lykilorð",
    currentPassword: "núverandi lykilorð|gamla lykilorðið",
    repeat: "staðfesta lykilorð|endurtaka lykilorð",
    code: "staðfestingarkóði|öryggiskóði",
    phone: "sími|símanúmer",
    personName: "nafn|fornafn|eftirnafn",
    nationalId: "kennitala",
    login: "innskráning|skrá inn|skrá mig inn",
    signUp: "nýskráning|stofna aðgang",
    forgot: "gleymt lykilorð|gleymdirðu lykilorðinu",
    remember: "muna mig",
};
