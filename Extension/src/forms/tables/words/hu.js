/** Hungarian. */
export const hu = {
    email: "e mail cím|email cím|email|e mail|emailcím|e mail címe|az ön e mail címe|email címed|" +
        "elektronikus levélcím|e mail cím vagy telefonszám|e mailcím",
    username: "felhasználónév|felhasználói név|felhasználó|azonosító|felhasználónév vagy e mail|" +
        "felhasználónév vagy email|belépési név|felhasználói azonosító|bejelentkezési név|" +
        "e mail cím vagy felhasználónév|login|belépési azonosító|felhasználói név vagy e mail",
    accountNumber: "ügyfélszám|ügyfélazonosító|netbank azonosító|azonosító|ügyfél azonosító|vevőkód|" +
        "tagsági szám|szerződésszám|törzsszám|neptun kód|vevőszám|felhasználó azonosító szám|" +
        "kártyaszám vagy azonosító",
    nickname: "becenév|megjelenítendő név",
    password: "jelszó|jelszava|jelszavam|jelszavad|jelszót|belépési jelszó|a jelszó",
    newPassword: "új jelszó|válasszon jelszót|új jelszava|jelszó létrehozása|adjon meg egy jelszót|" +
        "válassz jelszót|új jelszavad|jelszó megadása|jelszó beállítása",
    currentPassword: "jelenlegi jelszó|régi jelszó|mostani jelszó|korábbi jelszó|meglévő jelszó|" +
        "aktuális jelszó|jelenlegi jelszavad",
    repeat: "jelszó megerősítése|jelszó újra|jelszó ismét|ismét|újra|jelszó még egyszer|jelszó ismétlése|" +
        "új jelszó újra|új jelszó megerősítése|jelszó megismétlése|új jelszó ismét|ismétlés|jelszó mégegyszer|" +
        "jelszó ellenőrzése|erősítse meg",
    code: "ellenőrző kód|egyszer használatos kód|sms kód|hitelesítő kód|megerősítő kód|azonosító kód|" +
        "sms ben kapott kód|egyszeri kód|egyszer használatos jelszó|biztonsági kód|hatjegyű kód|6 jegyű kód|" +
        "hitelesítési kód|belépési kód|sms jelszó|visszaigazoló kód",
    bareCode: "kód|pin|pin kód|aktiváló kód|kódot|aktiváló kódot",
    phone: "telefonszám|mobil|telefon|mobiltelefon|mobilszám|telefonszáma",
    personName: "vezetéknév|keresztnév|név|teljes név|családi név|utónév|cégnév|kártyabirtokos neve|anyja neve|" +
        "az ön neve|név a kártyán|számlázási név",
    address: "cím|utca|város|ország|település|házszám|megye|szállítási cím|számlázási cím|lakcím|helység",
    postal: "irányítószám|ir szám|irsz",
    cardNumber: "kártyaszám|bankkártya|lejárat|lejárati dátum|bankszámlaszám|ajándékkártya|hitelkártya",
    cardCode: "cvv|cvc|kártya biztonsági kódja",
    birth: "születési dátum|születési idő|születésnap|születési év|nap|hónap|év|dátum|életkor",
    coupon: "kuponkód|kedvezménykód|kupon|promóciós kód|rendelésszám|utalvány|ajándékutalvány|csomagszám|" +
        "foglalási szám|számlaszám sorszám|meghívó kód|ajánlókód|foglalási kód",
    captcha: "képen látható|a képen látható kód|írja be a karaktereket|nem vagyok robot|mennyi|" +
        "ellenőrző karakterek",
    answer: "biztonsági kérdés|válasz|kérdés",
    search: "keresés|keres|mit keres|keresőszó|kereső|keressen|keresendő",
    company: "cég|foglalkozás|beosztás|nem|nyelv|vállalat",
    website: "weboldal|honlap",
    machine: "kiszolgáló|adatbázis|hálózat neve|szerver|" +
        "port|ip cím|gazdagép|átjáró",
    amount: "összeg|mennyiség|darab|ár|létszám",
    message: "üzenet|megjegyzés|tárgy|hozzászólás|üzenet szövege|leírás|üzenete|téma",
    nationalId: "személyi igazolvány|adószám|taj szám|adóazonosító|útlevélszám|személyi szám|okmányazonosító|" +
        "rendszám",
    key: "api kulcs|wi fi jelszó|hozzáférési token|titkos kulcs|tartalék kód|" +
        "wifi jelszó|hálózati jelszó|hálózati kulcs|licenckulcs|fájl jelszava|archívum jelszava|helyreállítási kód|" +
        "titkosítási jelszó|megosztás jelszava",
    decoy: "ne töltse ki|hagyja üresen",
    login: "bejelentkezés|belépés|belépek|bejelentkezem|belépés fiókba|jelentkezzen be|bejelentkezés a fiókba|" +
        "belép|ügyfélkapu|fiókom|lépjen be|üdvözöljük újra|jelentkezz be",
    signUp: "regisztráció|regisztrálok|fiók létrehozása|regisztráljon|regisztrálj|új fiók|fiók nyitása|" +
        "új vásárló|új ügyfél|regisztráció most|fiókot hozok létre|csatlakozom|" +
        "felhasználó hozzáadása|új felhasználó",
    changePassword: "jelszó módosítása|jelszó megváltoztatása|jelszóváltoztatás|jelszó módosítás|jelszó csere|" +
        "jelszócsere|jelszó mentése|jelszó megváltoztatás",
    resetPassword: "jelszó visszaállítása|új jelszó kérése|jelszóemlékeztető|jelszó helyreállítása|" +
        "jelszó visszaállítás|jelszó pótlása|új jelszó igénylése|jelszó helyreállítás|jelszó emlékeztető",
    forgot: "elfelejtett jelszó|elfelejtette jelszavát|elfelejtettem a jelszavam|elfelejtette a jelszavát|" +
        "elfelejtetted a jelszavad|elfelejtett|elfelejtettem|elfelejtettem a jelszavamat|elfelejtette",
    remember: "emlékezz rám|maradjak bejelentkezve|bejelentkezve maradok|jegyezzen meg|maradjon bejelentkezve|" +
        "maradj bejelentkezve|emlékezzen rám|megjegyzés|jelszó megjegyzése|adatok megjegyzése|bejelentkezve marad",
    terms: "elfogadom|felhasználási feltételek|általános szerződési feltételek|adatvédelmi",
    haveAccount: "van már fiókja|már van fiókom|van már fiókod|már regisztrált|már regisztráltam|" +
        "már van fiókja|már ügyfelünk",
    noAccount: "nincs fiókja|még nincs fiókja|nincs még fiókja|nincs fiókod|még nem regisztrált|" +
        "nincs még fiókod|új vásárló|még nincs fiókom",
    subscribe: "hírlevél|feliratkozás|hírlevél feliratkozás|feliratkozom|iratkozzon fel|iratkozz fel",
    contact: "kapcsolat|üzenet küldése|lépjen kapcsolatba|írjon nekünk|hozzászólás küldése|időpontfoglalás",
    checkout: "megrendelés|fizetés|szállítás|kosár|pénztár|rendelés|rendelés leadása",
    settings: "hálózati beállítások|levelezési beállítások|kiszolgáló beállításai|kapcsolat tesztelése|wi fi beállítások|" +
        "titkosítás|router beállítások|e mail fiók beállítása|levelezőszerver",
    verify: "ellenőrzés|kétlépcsős|kódot|sms ben kapott|elküldtük|megerősítés|kód újraküldése|adja meg a kódot|" +
        "írja be a kódot|azonosítás|kétfaktoros|kód küldése|küldtünk|elküldtünk|nem kapta meg|kód újra|" +
        "ellenőrizze|hitelesítés|megerősítése|kód igénylése|visszaigazolás",
    updateEmail: "e mail cím módosítása|új e mail cím|email cím módosítása|új email cím",
    deleteAccount: "fiók törlése|fiókom törlése",
    unlock: "feloldás|" +
        "erősítse meg jelszavával|zárolva",
    connect: "csatlakozás|kapcsolódás",
    save: "mentés|hozzáadás|alkalmaz|módosítások mentése",
};
