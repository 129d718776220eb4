/** Estonian. */
export const et = {
    email: "e post|e posti aadress|meiliaadress|e posti|email|e mail|e posti aadress või telefon|sinu e post|" +
        "meil",
    username: "kasutajanimi|kasutajatunnus|kasutaja|kasutajatunnus või e post|kasutajanimi või e post|" +
        "e post või kasutajanimi|kasutajakonto|sisselogimisnimi",
    accountNumber: "kliendinumber|kliendikood|liikmenumber|lepingu number|kliendi number|viitenumber konto|" +
        "lugejapiletinumber",
    nickname: "hüüdnimi|kuvatav nimi",
    password: "parool|salasõna|teie parool|parooli|paroolid|sisesta parool",
    newPassword: "uus parool|vali parool|uut parooli|loo parool|määra parool|sisesta uus parool|valige parool",
    currentPassword: "praegune parool|vana parool|kehtiv parool|senine parool|olemasolev parool",
    repeat: "korda parooli|parool uuesti|kinnita parool|korda salasõna|parool veelkord|kinnita uus parool|" +
        "korda uut parooli|parooli kordus|korrake parooli|kinnitage parool|parool teist korda",
    code: "kinnituskood|ühekordne kood|kontrollkood|sms kood|turvakood|ühekordne parool|autentimiskood|" +
        "kuuekohaline kood|kood sms ist|6 kohaline kood|kinnituskoodi",
    bareCode: "kood|sisesta kood|koodi|pin|pin kood|aktiveerimiskood",
    phone: "telefon|telefoninumber|mobiil|mobiilinumber|telefoni number|mobiiltelefon|tel",
    personName: "eesnimi|perekonnanimi|nimi|täisnimi|ees ja perekonnanimi|ettevõtte nimi|kaardi omanik|" +
        "sinu nimi",
    address: "aadress|tänav|linn|maakond|riik|vald|maja number",
    postal: "postiindeks|sihtnumber",
    cardNumber: "kaardi number|kehtivusaeg|kehtib kuni|kontonumber|kinkekaart",
    cardCode: "cvv|cvc|turvakood kaardil",
    birth: "sünniaeg|sünnikuupäev|päev|kuu|aasta|kuupäev|vanus",
    coupon: "sooduskood|kupong|tellimuse number|kinkekaardi kood|saadetise number|broneeringu number|" +
        "arve number|kampaaniakood",
    captcha: "pildil olev|sisesta pildil|ma ei ole robot|kui palju on",
    answer: "turvaküsimus|vastus",
    search: "otsi|otsing|otsingusõna|mida otsid",
    company: "ettevõte|firma|amet|sugu|asutus|keel",
    website: "veebileht|koduleht",
    machine: "server|andmebaas|võrgu nimi|" +
        "pordi number|ip aadress",
    amount: "summa|kogus|hind|arv",
    message: "sõnum|kommentaar|teema|märkus|kirjeldus|küsimus",
    nationalId: "isikukood|registrikood|passi number|dokumendi number|kmkr",
    key: "api võti|wifi parool|ligipääsutõend|" +
        "wi fi parool|võrgu parool|võrguvõti|salajane võti|litsentsivõti|faili parool|varukood|taastekood",
    login: "logi sisse|sisselogimine|sisene|logige sisse|logi|minu konto|sisene kontole|sisselogimiseks|" +
        "mobiil id|smart id|id kaart|tere tulemast tagasi|sisenemine|kliendi sisenemine",
    signUp: "registreeru|loo konto|registreerimine|registreeri|registreeruge|uus konto|konto loomine|" +
        "loo uus konto|uus kasutaja|uus klient|liitu|hakka kliendiks|registreeri konto",
    changePassword: "muuda parooli|muuda parool|vaheta parool|parooli muutmine|salvesta parool|" +
        "parooli vahetamine",
    resetPassword: "taasta parool|parooli taastamine|lähtesta parool|uue parooli|parooli lähtestamine",
    forgot: "unustasid parooli|unustasin parooli|unustasite parooli|parool ununes|unustatud parool|unustasid|" +
        "unustasin|unustasid oma parooli",
    remember: "jäta mind meelde|pea mind meeles|mäleta mind|jää sisselogituks|hoia mind sisselogituna|" +
        "jäta meelde|püsi sisselogituna",
    terms: "nõustun|kasutustingimused|privaatsuspoliitika|tingimustega",
    haveAccount: "on juba konto|konto juba olemas|juba klient|juba registreeritud|kas sul on konto",
    noAccount: "pole kontot|ei ole kontot|sul pole kontot|uus klient|pole veel kontot",
    subscribe: "uudiskiri|liitu uudiskirjaga|telli uudiskiri|uudiskirja",
    contact: "kontakt|saada sõnum|võta ühendust|kirjuta meile",
    checkout: "tellimus|maksmine|tarne|ostukorv|kassa|maksa|vormista tellimus",
    settings: "võrgu seaded|võrguseaded|e posti seaded|serveri seaded|testi ühendust|wi fi seaded|krüpteerimine",
    verify: "kinnita|saatsime|kinnitamine|saada kood|saada uuesti|kinnitage|kaheastmeline|oleme saatnud|" +
        "tuvasta|koodi ei saanud|kahe sammuline",
    updateEmail: "muuda e posti|uus e post|uus e posti aadress",
    deleteAccount: "kustuta konto|sulge konto",
    unlock: "ava lukustus|kinnita parooliga",
    connect: "ühenda",
    save: "salvesta|lisa|rakenda",
};
