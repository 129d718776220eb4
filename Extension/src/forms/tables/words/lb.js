/** Luxembourgish. */
export const lb = {
    email: "e mail adress|är e mail adress",
    username: "benotzernumm",
    password: "passwuert",
    newPassword: "neit passwuert",
    currentPassword: "aktuellt passwuert|aalt passwuert",
    repeat: "passwuert widderhuelen|passwuert bestätegen",
    code: "verifikatiounscode|bestätegungscode",
    phone: "telefonsnummer|gsm nummer",
    personName: "virnumm|familljennumm|numm",
    search: "sichen",
    login: "aloggen|umellen",
    signUp: "registréieren|kont uleeën|kont opmaachen",
    forgot: "passwuert vergiess",
    verify: "bestätegen",
};
