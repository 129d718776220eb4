/** Lithuanian. */
export const lt = {
    email: "el paštas|elektroninis paštas|el pašto adresas",
    username: "vartotojo vardas|naudotojo vardas|vartotojas|prisijungimo vardas",
    password: "slaptažodis|slaptažodį",
    newPassword: "naujas slaptažodis|sukurkite slaptažodį",
    currentPassword: "dabartinis slaptažodis|senas slaptažodis",
    repeat: "pakartokite slaptažodį|slaptažodis dar kartą|patvirtinkite slaptažodį",
    code: "patvirtinimo kodas|vienkartinis kodas|vienkartinis slaptažodis",
    bareCode: "kodas",
    phone: "telefonas|telefono numeris",
    personName: "vardas|pavardė",
    login: "prisijungti|prisijungimas",
    signUp: "registracija|registruotis|sukurti paskyrą",
    forgot: "pamiršote slaptažodį|pamiršau slaptažodį",
    remember: "prisiminti mane|atsiminti mane",
    noAccount: "neturite paskyros",
    verify: "patvirtinti|patvirtinimas|išsiuntėme",
};
