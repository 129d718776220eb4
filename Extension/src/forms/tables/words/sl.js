/** Slovene. */
export const sl = {
    email: "e poštni naslov|elektronski naslov|e naslov|e pošta|epošta|email|e mail|vaš e naslov|" +
        "elektronska pošta|e naslov ali telefon",
    username: "uporabniško ime|uporabnik|uporabniško ime ali e pošta|prijavno ime|uporabniško ime ali e naslov|" +
        "uporabniški račun|vzdevek za prijavo",
    accountNumber: "številka stranke|številka kupca|članska številka|številka naročnika|matična številka|" +
        "vpisna številka",
    nickname: "vzdevek|prikazno ime",
    password: "geslo|vaše geslo|prijavno geslo|gesla",
    newPassword: "novo geslo|izberite geslo|ustvarite geslo|izberi geslo|določite geslo|ustvari geslo|" +
        "vnesite novo geslo",
    currentPassword: "trenutno geslo|staro geslo|obstoječe geslo|dosedanje geslo|sedanje geslo",
    repeat: "ponovite geslo|potrdite geslo|ponovi geslo|potrditev gesla|ponovno geslo|ponovno vnesite geslo|" +
        "potrdi geslo|ponovite novo geslo|geslo še enkrat|ponovno vpišite geslo|ponovitev gesla",
    code: "potrditvena koda|enkratna koda|enkratno geslo|varnostna koda|koda za preverjanje|sms koda|" +
        "enkratno geslo sms|koda iz sms|6 mestna koda|šestmestna koda|potrditveno kodo|avtentikacijska koda|" +
        "koda iz aplikacije",
    bareCode: "koda|kodo|vnesite kodo|pin|aktivacijska koda",
    phone: "telefon|telefonska številka|mobilni telefon|gsm|mobilna številka|telefonsko številko",
    personName: "ime|priimek|ime in priimek|polno ime|ime podjetja|ime na kartici|vaše ime",
    address: "naslov|ulica|mesto|kraj|država|hišna številka|naslov za dostavo",
    postal: "poštna številka",
    cardNumber: "številka kartice|veljavnost|kreditna kartica|trr|darilna kartica",
    cardCode: "cvv|cvc",
    birth: "datum rojstva|dan|mesec|leto|datum|starost",
    coupon: "koda za popust|promocijska koda|kupon|številka naročila|darilni bon|številka pošiljke|koda kupona|" +
        "številka rezervacije",
    captcha: "prepišite znake|znaki s slike|koda s slike|nisem robot|koliko je",
    answer: "varnostno vprašanje|odgovor",
    search: "iskanje|išči|poišči|iskalni niz|kaj iščete",
    company: "podjetje|poklic|spol|naziv|organizacija|jezik",
    website: "spletna stran",
    machine: "strežnik|podatkovna baza|ime omrežja|" +
        "vrata|gostitelj|naslov ip",
    amount: "znesek|količina|cena|število",
    message: "sporočilo|komentar|zadeva|opomba|opis|vprašanje",
    nationalId: "emšo|davčna številka|številka osebnega dokumenta|številka potnega lista|davčna",
    key: "api ključ|geslo za wi fi|dostopni žeton|" +
        "geslo wi fi|geslo omrežja|omrežni ključ|ključ api|skrivni ključ|licenčni ključ|geslo datoteke|rezervna koda|" +
        "obnovitvena koda",
    decoy: "pustite prazno",
    login: "prijava|prijavi se|vstop|prijavite se|prijava v|prijavi|prijava uporabnika|moj račun|" +
        "dobrodošli nazaj|vpis|vpišite se",
    signUp: "registracija|ustvari račun|registriraj se|registrirajte se|ustvarite račun|nov račun|" +
        "nov uporabnik|odpri račun|nova stranka|včlanite se|ustvari uporabniški račun",
    changePassword: "spremeni geslo|sprememba gesla|zamenjaj geslo|shrani geslo|menjava gesla",
    resetPassword: "ponastavi geslo|ponastavitev gesla|obnovitev gesla|obnovi geslo",
    forgot: "pozabljeno geslo|ste pozabili geslo|pozabili geslo|ste pozabili|pozabljeno uporabniško ime|" +
        "pozabil sem geslo|ste pozabili svoje geslo",
    remember: "zapomni si me|ostani prijavljen|zapomni si|ostanite prijavljeni|zapomni si prijavo",
    terms: "strinjam se|splošni pogoji|pogoji uporabe|varstvo podatkov",
    haveAccount: "že imate račun|imate račun|že registrirani|imate že račun|že imaš račun",
    noAccount: "nimate računa|še nimate računa|nimaš računa|še niste registrirani|nov kupec",
    subscribe: "e novice|naročite se|novice|naroči se",
    contact: "kontakt|pošlji sporočilo|pišite nam|kontaktirajte nas",
    checkout: "naročilo|blagajna|plačilo|dostava|košarica|oddaj naročilo|brez registracije",
    settings: "nastavitve omrežja|nastavitve pošte|nastavitve strežnika|preizkusi povezavo|nastavitve wi fi|šifriranje",
    verify: "potrdi|preveri|poslali smo|preverjanje|dvostopenjsko|pošlji kodo|kodo smo poslali|ponovno pošlji|" +
        "vnesite kodo|potrditev|niste prejeli",
    updateEmail: "spremeni e naslov|nov e naslov|sprememba e naslova|nova e pošta",
    deleteAccount: "izbriši račun|zapri račun",
    unlock: "odkleni|" +
        "potrdite z geslom",
    connect: "poveži",
    save: "shrani|dodaj|uporabi",
};
