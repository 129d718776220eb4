/** Maltese. */
export const mt = {
    email: "indirizz elettroniku|indirizz tal posta elettronika|imejl",
    username: "isem tal utent",
    password: "il password tiegħek",
    newPassword: "password ġdida",
    currentPassword: "password attwali|password kurrenti",
    repeat: "ikkonferma l password|erġa ikteb il password",
    code: "kodiċi ta verifika|kodiċi ta konferma",
    bareCode: "kodiċi",
    phone: "numru tat telefon",
    personName: "isem|kunjom|isem u kunjom",
    search: "fittex",
    login: "idħol|illoggja",
    signUp: "irreġistra|oħloq kont",
    forgot: "insejt il password|insejt",
    verify: "ivverifika",
};
