/** Basque. */
export const eu = {
    email: "posta elektronikoa|helbide elektronikoa|eposta",
    username: "erabiltzaile izena|erabiltzailea|erabiltzaile",
    password: "pasahitza|pasahitz",
    newPassword: "pasahitz berria",
    currentPassword: "uneko pasahitza|oraingo pasahitza",
    repeat: "errepikatu pasahitza|berretsi pasahitza",
    code: "egiaztapen kodea|egiaztatze kodea",
    bareCode: "kodea",
    phone: "telefonoa|mugikorra",
    personName: "izena|abizena|abizenak",
    search: "bilatu",
    login: "hasi saioa|saioa hasi|sartu",
    signUp: "erregistratu|kontua sortu|eman izena",
    forgot: "pasahitza ahaztu duzu|ahaztu duzu pasahitza",
    remember: "gogoratu",
};
