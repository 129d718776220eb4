/** Swahili. */
export const sw = {
    email: "barua pepe",
    username: "jina la mtumiaji",
    password: "nenosiri|neno la siri|nywila",
    newPassword: "nenosiri jipya",
    currentPassword: "nenosiri la sasa|nenosiri la zamani",
    repeat: "thibitisha nenosiri|rudia nenosiri",
    code: "nambari ya uthibitishaji|msimbo wa uthibitishaji",
    phone: "nambari ya simu|namba ya simu",
    login: "ingia",
    signUp: "jisajili|fungua akaunti",
    forgot: "umesahau nenosiri|umesahau neno la siri",
};
