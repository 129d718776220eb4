/** Uzbek. */
export const uz = {
    email: "elektron pochta|e pochta",
    username: "foydalanuvchi nomi|login",
    password: "parol|maxfiy so z",
    newPassword: "yangi parol",
    currentPassword: "joriy parol|eski parol",
    repeat: "parolni takrorlang|parolni tasdiqlang",
    code: "tasdiqlash kodi|bir martalik kod|sms kod",
    phone: "telefon raqami|telefon",
    personName: "ism|familiya",
    login: "kirish|tizimga kirish",
    signUp: "ro yxatdan o tish",
    forgot: "parolni unutdingizmi",
};
