/** Filipino. */
export const tl = {
    email: "email address mo|iyong email|email o numero ng telepono|email o mobile number|email mo|" +
        "iyong email address",
    username: "pangalan ng gumagamit|email o username|username o email|user name mo",
    accountNumber: "numero ng miyembro|member number mo",
    password: "iyong password|ang password|password mo",
    newPassword: "bagong password|gumawa ng password|bago mong password",
    currentPassword: "kasalukuyang password",
    repeat: "kumpirmahin ang password|ulitin ang password|ulitin ang bagong password|" +
        "kumpirmahin ang bagong password|i confirm ang password|i type muli",
    code: "verification code na|code ng kumpirmasyon|6 na digit na code|code na ipinadala|otp na ipinadala",
    phone: "numero ng telepono|numero ng cellphone|mobile number mo|numero ng mobile",
    personName: "pangalan|apelyido|buong pangalan",
    address: "tirahan|lungsod|lalawigan|barangay",
    birth: "petsa ng kapanganakan|kaarawan",
    search: "hanapin|maghanap",
    message: "mensahe|komento|paksa",
    login: "mag log in|mag login|mag sign in|mag log in sa|pumasok|mag login sa",
    signUp: "mag sign up|gumawa ng account|magrehistro|gumawa ng bagong account|sumali|magparehistro",
    changePassword: "palitan ang password|baguhin ang password",
    resetPassword: "i reset ang password",
    forgot: "nakalimutan ang password|nakalimutan mo ang password|nakalimutan|nakalimutan ang iyong password",
    remember: "tandaan ako",
    haveAccount: "may account na",
    noAccount: "wala pang account|wala ka pang account",
    verify: "ipinadala|i verify|ipadala ang code|ilagay ang code|ipadala muli",
};
