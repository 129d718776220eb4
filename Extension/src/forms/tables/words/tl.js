/** Filipino. */
export const tl = {
    email: "email address mo|iyong email|email o numero ng telepono",
    username: "pangalan ng gumagamit|email o username",
    password: "iyong password|ang password",
    newPassword: "bagong password",
    currentPassword: "kasalukuyang password",
    repeat: "kumpirmahin ang password|ulitin ang password",
    code: "verification code na|code ng kumpirmasyon",
    phone: "numero ng telepono|numero ng cellphone",
    login: "mag log in|mag login|mag sign in",
    signUp: "mag sign up|gumawa ng account|magrehistro",
    forgot: "nakalimutan ang password|nakalimutan mo ang password",
};
