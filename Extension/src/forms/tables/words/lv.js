/** Latvian. */
export const lv = {
    email: "e pasts|e pasta adrese|e pasta adresi|email|epasts|e pasts vai tālrunis|jūsu e pasts|" +
        "elektroniskais pasts|elektroniskā pasta",
    username: "lietotājvārds|lietotāja vārds|lietotājs|lietotājvārds vai e pasts|e pasts vai lietotājvārds|" +
        "lietotāja kods|lietotāja numurs|lietotāja id|pieteikšanās vārds|lietotāja konts",
    accountNumber: "klienta numurs|klienta kods|līguma numurs|biedra numurs|lasītāja numurs|" +
        "studenta apliecības|abonenta numurs",
    nickname: "segvārds|iesauka",
    password: "parole|paroli|jūsu parole|paroles|pieejas parole",
    newPassword: "jauna parole|izveidojiet paroli|izvēlieties paroli|ievadiet jauno paroli|jauno paroli|" +
        "izvēlies paroli",
    currentPassword: "pašreizējā parole|vecā parole|esošā parole|līdzšinējā parole",
    repeat: "atkārtojiet paroli|parole atkārtoti|apstipriniet paroli|parole vēlreiz|paroles apstiprinājums|" +
        "atkārtot paroli|apstiprināt paroli|jaunā parole atkārtoti|atkārtoti ievadiet paroli|atkārto paroli|" +
        "vēlreiz|atkārtojiet jauno paroli",
    code: "apstiprinājuma kods|vienreizējais kods|verifikācijas kods|sms kods|drošības kods|vienreizēja parole|" +
        "autentifikācijas kods|sešciparu kods|kods no sms|6 ciparu kods|kods no lietotnes",
    bareCode: "kods|ievadiet kodu|kodu|pin|aktivizācijas kods",
    phone: "tālrunis|tālruņa numurs|telefons|mobilais tālrunis|telefona numurs|mobilais|tālr",
    personName: "vārds|uzvārds|vārds uzvārds|pilns vārds|uzņēmuma nosaukums|jūsu vārds|vārds un uzvārds",
    address: "adrese|iela|pilsēta|valsts|novads|piegādes adrese|mājas numurs",
    postal: "pasta indekss|indekss",
    cardNumber: "kartes numurs|derīguma termiņš|konta numurs|dāvanu karte|derīga līdz",
    cardCode: "cvv|cvc",
    birth: "dzimšanas datums|diena|mēnesis|gads|datums|vecums",
    coupon: "atlaides kods|kupons|pasūtījuma numurs|dāvanu kartes kods|sūtījuma numurs|promo kods|" +
        "rezervācijas numurs|rēķina numurs",
    captcha: "attēlā redzamo|ievadiet simbolus|neesmu robots|cik ir",
    answer: "drošības jautājums|atbilde",
    search: "meklēt|meklēšana|ko meklējat|meklē",
    company: "uzņēmums|amats|dzimums|profesija|iestāde|valoda",
    website: "mājaslapa|tīmekļa vietne",
    machine: "serveris|datubāze|tīkla nosaukums|" +
        "ports|ip adrese|resursdators",
    amount: "summa|daudzums|cena|skaits",
    message: "ziņa|komentārs|temats|piezīmes|apraksts|ziņojums|jautājums",
    nationalId: "personas kods|reģistrācijas numurs|pases numurs|pvn numurs",
    key: "api atslēga|wi fi parole|piekļuves marķieris|" +
        "tīkla parole|tīkla atslēga|slepenā atslēga|licences atslēga|faila parole|rezerves kods|atkopšanas kods",
    login: "ieiet|pieslēgties|pieteikties|ienākt|pieslēdzies|ienāc|autorizēties|mans konts|autorizācija|" +
        "pieteikšanās|ieeja|pieslēgšanās|ielogoties|smart id|esat sveicināti atpakaļ",
    signUp: "reģistrēties|reģistrācija|izveidot kontu|reģistrējies|reģistrējieties|jauns lietotājs|" +
        "jauns klients|izveidojiet kontu|izveido kontu|jauns konts|pievienojies|kļūt par klientu",
    changePassword: "mainīt paroli|nomainīt paroli|paroles maiņa|saglabāt paroli",
    resetPassword: "atjaunot paroli|paroles atjaunošana|atiestatīt paroli|paroles atiestatīšana",
    forgot: "aizmirsi paroli|aizmirsāt paroli|aizmirsu paroli|aizmirsta parole|aizmirsāt savu paroli|aizmirsāt|" +
        "aizmirsi|aizmirsāt lietotājvārdu",
    remember: "atcerēties mani|atcerēties|palikt pieslēgtam|atceries mani|saglabāt pieteikšanos|neizrakstīties",
    terms: "piekrītu|lietošanas noteikumi|privātuma politika|noteikumiem",
    haveAccount: "jau ir konts|esat reģistrējies|vai jums jau ir konts|jau esi reģistrējies",
    noAccount: "nav konta|nav profila|vēl nav konta|jums nav konta|neesat reģistrējies",
    subscribe: "jaunumi|abonēt|jaunumu vēstkopa|pieteikties jaunumiem|saņemt jaunumus",
    contact: "kontakti|sūtīt ziņu|sazinieties|nosūtīt ziņu",
    checkout: "pasūtījums|apmaksa|piegāde|grozs|noformēt pasūtījumu|maksāt",
    settings: "tīkla iestatījumi|pasta iestatījumi|servera iestatījumi|pārbaudīt savienojumu|wi fi iestatījumi|šifrēšana",
    verify: "apstiprināt|nosūtījām|apstiprinājums|nosūtīt kodu|sūtīt vēlreiz|divpakāpju|divfaktoru|" +
        "apstipriniet|esam nosūtījuši|verifikācija|nesaņēmāt",
    updateEmail: "mainīt e pastu|jaunais e pasts|jauna e pasta adrese",
    deleteAccount: "dzēst kontu|slēgt kontu",
    unlock: "atbloķēt|apstipriniet ar paroli",
    connect: "savienot|pieslēgties tīklam",
    save: "saglabāt|pievienot|lietot",
};
