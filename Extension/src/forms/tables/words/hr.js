/** Croatian, Bosnian and Serbian in Latin letters. */
export const hr = {
    email: "e pošta|e mail adresa|email adresa|adresa e pošte|imejl|imejl adresa|mejl|mejl adresa|e mail|" +
        "e mail ili telefon|vaša e pošta|vaš e mail|imejl ili telefon|email ili korisničko ime",
    username: "korisničko ime|korisnik|korisnički račun|korisničko ime ili e mail|e mail ili korisničko ime|" +
        "prijavno ime|korisnički id|korisnička oznaka|login ime|ime za prijavu",
    accountNumber: "broj kupca|članski broj|broj klijenta|broj ugovora|broj člana|broj indeksa|broj računa|" +
        "matični broj|broj korisnika|šifra kupca",
    nickname: "nadimak|ime za prikaz",
    password: "lozinka|lozinku|zaporka|šifra|vaša lozinka|lozinke|pristupna lozinka|šifru|prijavna lozinka",
    newPassword: "nova lozinka|nova zaporka|nova šifra|odaberite lozinku|unesite novu lozinku|" +
        "kreirajte lozinku|izaberite lozinku|postavite lozinku|napravite lozinku|novu lozinku|izaberi lozinku|" +
        "smislite lozinku",
    currentPassword: "trenutna lozinka|stara lozinka|trenutna šifra|postojeća lozinka|dosadašnja lozinka|" +
        "sadašnja lozinka|stara šifra|trenutnu lozinku",
    repeat: "ponovi lozinku|ponovite lozinku|potvrdite lozinku|potvrda lozinke|potvrdi lozinku|ponovi šifru|" +
        "ponovite šifru|potvrdite šifru|potvrda šifre|ponovljena lozinka|ponovljena šifra|lozinka ponovno|" +
        "lozinka ponovo|ponovno unesite lozinku|potvrda nove lozinke|ponovite novu lozinku|" +
        "potvrdite novu lozinku|ponovo unesite lozinku|ponoviti lozinku",
    code: "kontrolni kod|kod za potvrdu|verifikacijski kod|jednokratni kod|jednokratna lozinka|" +
        "kod za verifikaciju|sms kod|kod iz poruke|autentifikacioni kod|sigurnosni kod|kod iz sms|" +
        "kod za provjeru|šestoznamenkasti kod|6 znamenki|šestocifreni kod|kod iz aplikacije|verifikacioni kod|" +
        "poslani kod|otp kod",
    bareCode: "kod|pin|unesite kod|aktivacijski kod|aktivacioni kod",
    phone: "telefon|mobitel|broj telefona|mobilni telefon|mobilni|broj mobitela|broj mobilnog|kontakt telefon|" +
        "mobilni broj",
    personName: "ime|prezime|ime i prezime|puno ime|naziv tvrtke|ime tvrtke|naziv firme|ime na kartici|vaše ime",
    address: "adresa|ulica|grad|država|kućni broj|mjesto|grad i država|zemlja|adresa dostave|opština|općina|" +
        "mesto",
    postal: "poštanski broj",
    cardNumber: "broj kartice|kreditna kartica|datum isteka|iban|važi do|poklon kartica",
    cardCode: "cvv|cvc|sigurnosni kod kartice",
    birth: "datum rođenja|dan|mjesec|godina|datum|mesec",
    coupon: "promo kod|kod za popust|broj narudžbe|kod kupona|kupon|poklon bon|broj rezervacije|broj pošiljke|" +
        "broj porudžbine|promotivni kod|broj računa za uplatu|poklon vaučer|vaučer",
    captcha: "prepišite kod|znakovi sa slike|kod sa slike|nisam robot|koliko je",
    answer: "sigurnosno pitanje|odgovor|pitanje",
    search: "pretraga|pretraži|traži|što tražite|šta tražite|pretraživanje|pojam za pretragu|pretražite|" +
        "traženi pojam",
    company: "tvrtka|firma|zanimanje|spol|pol|naziv|kompanija|jezik",
    website: "web stranica|internetska stranica",
    machine: "poslužitelj|baza podataka|naziv mreže|" +
        "server|port|ip adresa|domaćin|pristupnik",
    amount: "iznos|količina|cijena|cena|broj osoba",
    message: "poruka|komentar|napomena|predmet|naslov poruke|opis|upit|tekst poruke",
    nationalId: "jmbg|oib|broj osobne iskaznice|broj lične karte|broj putovnice|broj pasoša|pib|" +
        "osobna iskaznica",
    key: "api ključ|lozinka za wi fi|wifi lozinka|pristupni token|" +
        "wi fi lozinka|lozinka mreže|mrežni ključ|tajni ključ|licencni ključ|lozinka datoteke|rezervni kod|" +
        "kod za oporavak",
    decoy: "ne popunjavati|ostavite prazno",
    login: "prijava|prijavi se|prijavite se|uloguj se|ulaz|ulogujte se|prijava na sistem|uđi|prijavi se na|" +
        "prijava korisnika|moj račun|moj nalog|prijavi me|dobrodošli natrag|dobro došli nazad|već sam kupac|" +
        "logirajte se|ulogujte|logovanje",
    signUp: "registracija|registriraj se|registruj se|izradi račun|napravi nalog|registrirajte se|" +
        "kreiraj nalog|napravite nalog|otvori račun|kreiraj račun|registriraj me|kreirajte račun|otvorite račun|" +
        "otvori nalog|novi korisnik|novi kupac|registrujte se|kreiraj korisnički račun|novi račun|" +
        "otvaranje računa|učlani se|pridruži se|kreirajte nalog",
    changePassword: "promijeni lozinku|promjena lozinke|promeni lozinku|promena lozinke|promijenite lozinku|" +
        "promenite lozinku|spremi lozinku|sačuvaj lozinku|promjena zaporke|izmjena lozinke",
    resetPassword: "resetuj lozinku|resetiraj lozinku|resetiranje lozinke|obnova lozinke|resetovanje lozinke|" +
        "oporavak lozinke|postavi novu lozinku|obnovi lozinku|zatraži novu lozinku",
    forgot: "zaboravljena lozinka|zaboravili ste lozinku|zaboravio sam lozinku|zaboravili lozinku|" +
        "zaboravili ste|zaboravljeno korisničko ime|zaboravljena šifra|zaboravili ste šifru|zaboravio si lozinku",
    remember: "zapamti me|ostani prijavljen|zapamti prijavu|ostanite prijavljeni|upamti me|" +
        "ostani prijavljen na|ostani ulogovan",
    terms: "prihvaćam|slažem se|uvjeti korištenja|prihvatam|uslovi korišćenja|opći uvjeti|prihvaćam uvjete",
    haveAccount: "već imate račun|imate račun|već imaš račun|već imate nalog|imaš nalog|već ste registrirani|" +
        "već registrirani|već ste registrovani|imaš račun|imate nalog",
    noAccount: "nemate račun|nemaš račun|nemate nalog|nemaš nalog|još nemate račun|još niste registrirani|" +
        "niste registrirani|nemate korisnički račun|novi ste",
    subscribe: "pretplatite se|bilten|newsletter|pretplata|prijava na newsletter|prijavite se na newsletter|" +
        "pretplati se|novosti",
    contact: "kontakt|pošalji poruku|pošaljite upit|javite nam se|kontaktirajte nas|pošalji upit|" +
        "ostavi komentar",
    checkout: "narudžba|plaćanje|dostava|košarica|blagajna|porudžbina|naruči|korpa|naručivanje",
    settings: "mrežne postavke|postavke mreže|postavke pošte|postavke e pošte|testiraj vezu|provjeri vezu|postavke wi fi|" +
        "šifriranje|enkripcija",
    verify: "potvrdi|verifikacija|poslali smo|pošalji kod|ponovo pošalji kod|potvrdite|poslali kod|unesite kod|" +
        "pošalji ponovno|pošalji ponovo|provjera identiteta|dvofaktorska|potvrda|verifikuj|poslan je kod|" +
        "provjeri|kod je poslan|zatraži kod|niste primili kod",
    updateEmail: "promijeni e mail|promjena e maila|nova e mail adresa|promena email adrese|novi e mail",
    deleteAccount: "obriši račun|izbriši račun|zatvori račun|obriši nalog|obrisati račun|trajno obriši|" +
        "brisanje računa|brisanjem|obrisati nalog",
    unlock: "otključaj|" +
        "potvrdite lozinkom",
    connect: "poveži|spoji se",
    save: "spremi|dodaj|primijeni|pohrani|snimi",
};
