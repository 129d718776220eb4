/** Slovene. */
export const sl = {
    email: "e poštni naslov|elektronski naslov|e naslov",
    username: "uporabniško ime|uporabnik",
    password: "geslo",
    newPassword: "novo geslo|izberite geslo",
    currentPassword: "trenutno geslo|staro geslo",
    repeat: "ponovite geslo|potrdite geslo|ponovi geslo|potrditev gesla",
    code: "potrditvena koda|enkratna koda|enkratno geslo",
    bareCode: "koda",
    phone: "telefon|telefonska številka",
    personName: "ime|priimek",
    login: "prijava|prijavi se|vstop",
    signUp: "registracija|ustvari račun|registriraj se",
    forgot: "pozabljeno geslo|ste pozabili geslo",
    remember: "zapomni si me",
    noAccount: "nimate računa",
    verify: "potrdi|preveri|poslali smo",
};
