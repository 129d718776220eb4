/** Lithuanian. */
export const lt = {
    email: "el paštas|elektroninis paštas|el pašto adresas|el pašto|e paštas|email|jūsu el paštas|" +
        "el paštas arba telefonas|el pašto adresą|elektroninio pašto adresas|elektroninio pašto",
    username: "vartotojo vardas|naudotojo vardas|vartotojas|prisijungimo vardas|" +
        "naudotojo vardas arba el paštas|vartotojo vardas arba el paštas|el paštas arba vartotojo vardas|" +
        "naudotojas|naudotojo id|vartotojo id|prisijungimo id|vartotojo kodas|naudotojo kodas|atpažinimo kodas",
    accountNumber: "kliento numeris|kliento kodas|sutarties numeris|nario numeris|mokėtojo kodas|" +
        "skaitytojo numeris|darbuotojo numeris",
    nickname: "slapyvardis|rodomas vardas",
    password: "slaptažodis|slaptažodį|slaptažodžio|jūsų slaptažodis|slaptažodžiai|prisijungimo slaptažodis",
    newPassword: "naujas slaptažodis|sukurkite slaptažodį|naują slaptažodį|susikurkite slaptažodį|" +
        "pasirinkite slaptažodį|įveskite naują slaptažodį|sukurti slaptažodį",
    currentPassword: "dabartinis slaptažodis|senas slaptažodis|esamas slaptažodis|ankstesnis slaptažodis|" +
        "dabartinį slaptažodį|galiojantis slaptažodis",
    repeat: "pakartokite slaptažodį|slaptažodis dar kartą|patvirtinkite slaptažodį|pakartoti slaptažodį|" +
        "pakartokite naują slaptažodį|slaptažodžio patvirtinimas|dar kartą|pakartokite|slaptažodžio pakartojimas|" +
        "patvirtinti slaptažodį|pakartotinai",
    code: "patvirtinimo kodas|vienkartinis kodas|vienkartinis slaptažodis|sms kodas|saugos kodas|" +
        "vienkartinį kodą|autentifikavimo kodas|šešiaženklis kodas|6 skaitmenų kodas|kodas iš sms|" +
        "patvirtinimo kodą|tapatybės patvirtinimo kodas|kodas iš programėlės",
    bareCode: "kodas|kodą|įveskite kodą|pin|pin kodas|aktyvavimo kodas",
    phone: "telefonas|telefono numeris|telefono nr|mobilusis telefonas|mobilus|tel nr|tel",
    personName: "vardas|pavardė|vardas ir pavardė|vardas pavardė|įmonės pavadinimas|pilnas vardas|jūsų vardas",
    address: "adresas|gatvė|miestas|šalis|savivaldybė|namo numeris|pristatymo adresas",
    postal: "pašto kodas|pašto indeksas",
    cardNumber: "kortelės numeris|galioja iki|galiojimo data|sąskaitos numeris|dovanų kortelė",
    cardCode: "cvv|cvc",
    birth: "gimimo data|diena|mėnuo|metai|data|amžius",
    coupon: "nuolaidos kodas|kuponas|užsakymo numeris|dovanų kupono kodas|siuntos numeris|nuolaidų kodas|" +
        "akcijos kodas|rezervacijos numeris|sąskaitos faktūros",
    captcha: "paveikslėlyje|įveskite simbolius|nesu robotas|kiek yra|apsaugos kodas|kodas iš paveikslėlio",
    answer: "slaptas klausimas|atsakymas|saugos klausimas",
    search: "paieška|ieškoti|ko ieškote|ieškokite",
    company: "įmonė|pareigos|lytis|profesija|įstaiga|kalba",
    website: "svetainė|tinklalapis",
    machine: "serveris|duomenų bazė|tinklo pavadinimas|" +
        "prievadas|ip adresas|pagrindinis kompiuteris",
    amount: "suma|kiekis|kaina|skaičius",
    message: "žinutė|komentaras|tema|pastabos|pranešimas|aprašymas|klausimas",
    nationalId: "asmens kodas|įmonės kodas|paso numeris|pvm kodas|asmens dokumento",
    key: "api raktas|wi fi slaptažodis|prieigos raktas|" +
        "tinklo slaptažodis|tinklo raktas|slaptas raktas|licencijos raktas|failo slaptažodis|atsarginis kodas|" +
        "atkūrimo kodas",
    login: "prisijungti|prisijungimas|prisijunkite|prisijunk|jungtis|mano paskyra|prisijungimas prie|savitarna|" +
        "sveiki sugrįžę|prisijungti prie|smart id",
    signUp: "registracija|registruotis|sukurti paskyrą|registruokitės|registruokis|susikurti paskyrą|" +
        "sukurkite paskyrą|naujas klientas|naujas vartotojas|kurti paskyrą|nauja paskyra|tapti nariu|" +
        "užsiregistruoti",
    changePassword: "keisti slaptažodį|pakeisti slaptažodį|slaptažodžio keitimas|išsaugoti slaptažodį|" +
        "slaptažodžio pakeitimas",
    resetPassword: "atkurti slaptažodį|slaptažodžio atkūrimas|priminti slaptažodį|slaptažodžio priminimas|" +
        "atstatyti slaptažodį",
    forgot: "pamiršote slaptažodį|pamiršau slaptažodį|pamiršau|pamiršote|pamirštas slaptažodis|" +
        "pamiršote savo slaptažodį|pamiršai slaptažodį",
    remember: "prisiminti mane|atsiminti mane|prisiminti|likti prisijungus|įsiminti mane|įsiminti|neatsijungti|" +
        "prisimink mane",
    terms: "sutinku|naudojimo sąlygos|privatumo politika|taisyklėmis|sąlygomis",
    haveAccount: "jau turite paskyrą|turite paskyrą|jau registruotas|jau esate klientas|jau turi paskyrą",
    noAccount: "neturite paskyros|dar neturite paskyros|neturi paskyros|nesate registruotas|naujas pirkėjas",
    subscribe: "naujienlaiškis|prenumeruoti|gauti naujienas|naujienlaiškio prenumerata|prenumeruokite",
    contact: "kontaktai|siųsti žinutę|susisiekite|rašyti mums|siųsti užklausą",
    checkout: "užsakymas|apmokėjimas|pristatymas|krepšelis|apmokėti|pateikti užsakymą",
    settings: "tinklo nustatymai|pašto nustatymai|serverio nustatymai|tikrinti ryšį|wi fi nustatymai|šifravimas",
    verify: "patvirtinti|patvirtinimas|išsiuntėme|patvirtinkite|siųsti kodą|siųsti dar kartą|kodas išsiųstas|" +
        "dviejų veiksnių|negavote kodo|tapatybės patvirtinimas|išsiųstas|gauti kodą",
    updateEmail: "keisti el paštą|naujas el paštas|pakeisti el pašto adresą",
    deleteAccount: "ištrinti paskyrą|panaikinti paskyrą|uždaryti paskyrą",
    unlock: "atrakinti|patvirtinkite slaptažodžiu",
    connect: "prisijungti prie tinklo|jungtis",
    save: "išsaugoti|pridėti|taikyti",
};
