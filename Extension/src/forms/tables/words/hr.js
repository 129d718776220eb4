/** Croatian, Bosnian and Serbian in Latin letters. */
export const hr = {
    email: "e pošta|e mail adresa|email adresa|adresa e pošte|imejl|imejl adresa|mejl|mejl adresa|e mail",
    username: "korisničko ime|korisnik|korisnički račun",
    password: "lozinka|lozinku|zaporka|šifra",
    newPassword: "nova lozinka|nova zaporka|nova šifra|odaberite lozinku|unesite novu lozinku",
    currentPassword: "trenutna lozinka|stara lozinka|trenutna šifra",
    repeat: "ponovi lozinku|ponovite lozinku|potvrdite lozinku|potvrda lozinke|potvrdi lozinku|ponovi šifru|" +
        "ponovite šifru|potvrdite šifru|potvrda šifre|ponovljena lozinka",
    code: "kontrolni kod|kod za potvrdu|verifikacijski kod|jednokratni kod|jednokratna lozinka|" +
        "kod za verifikaciju|sms kod|kod iz poruke|autentifikacioni kod",
    bareCode: "kod|pin|unesite kod",
    phone: "telefon|mobitel|broj telefona|mobilni telefon",
    personName: "ime|prezime|ime i prezime",
    address: "adresa|ulica|grad|država",
    postal: "poštanski broj",
    cardNumber: "broj kartice",
    birth: "datum rođenja",
    coupon: "promo kod|kod za popust|broj narudžbe|kod kupona",
    search: "pretraga|pretraži|traži",
    message: "poruka|komentar",
    nationalId: "jmbg|oib",
    login: "prijava|prijavi se|prijavite se|uloguj se|ulaz|ulogujte se|prijava na sistem|uđi",
    signUp: "registracija|registriraj se|registruj se|izradi račun|napravi nalog|registrirajte se|kreiraj nalog|" +
        "napravite nalog|otvori račun|kreiraj račun",
    changePassword: "promijeni lozinku|promjena lozinke|promeni lozinku",
    resetPassword: "resetuj lozinku|resetiraj lozinku",
    forgot: "zaboravljena lozinka|zaboravili ste lozinku|zaboravio sam lozinku",
    remember: "zapamti me|ostani prijavljen",
    haveAccount: "već imate račun|imate račun|već imaš račun|već imate nalog|imaš nalog",
    noAccount: "nemate račun|nemaš račun|nemate nalog|nemaš nalog",
    subscribe: "pretplatite se|bilten",
    verify: "potvrdi|verifikacija|poslali smo|pošalji kod|ponovo pošalji kod",
};
