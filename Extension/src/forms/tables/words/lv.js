/** Latvian. */
export const lv = {
    email: "e pasts|e pasta adrese",
    username: "lietotājvārds|lietotāja vārds|lietotājs",
    password: "parole|paroli",
    newPassword: "jauna parole|jaunā parole",
    currentPassword: "pašreizējā parole|vecā parole",
    repeat: "atkārtojiet paroli|parole atkārtoti|apstipriniet paroli|parole vēlreiz",
    code: "apstiprinājuma kods|vienreizējais kods|verifikācijas kods",
    bareCode: "kods",
    phone: "tālrunis|tālruņa numurs",
    personName: "vārds|uzvārds",
    login: "ieiet|pieslēgties|pieteikties|ienākt",
    signUp: "reģistrēties|reģistrācija|izveidot kontu",
    forgot: "aizmirsi paroli|aizmirsāt paroli|aizmirsu paroli",
    remember: "atcerēties mani",
    noAccount: "nav konta",
    verify: "apstiprināt|nosūtījām",
};
