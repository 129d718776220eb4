/** Finnish. */
export const fi = {
    email: "sähköposti|sähköpostiosoite|s posti|sähköpostisi|sähköposti osoite|email|" +
        "sähköposti tai puhelinnumero|s postiosoite",
    username: "käyttäjätunnus|käyttäjänimi|tunnus|sähköposti tai käyttäjätunnus|käyttäjänimi tai sähköposti|" +
        "kirjautumistunnus|käyttäjä|käyttäjätunnus tai sähköposti|sähköposti tai käyttäjänimi|käyttäjätunnuksesi|" +
        "jäsentunnus|tunnuksesi",
    accountNumber: "asiakasnumero|jäsennumero|jäsennumero tai|asiakastunnus|opiskelijanumero|sopimusnumero|" +
        "henkilöstönumero|kirjastokortin numero|kortin numero tai käyttäjätunnus|asiakasnro",
    nickname: "nimimerkki|näyttönimi|lempinimi",
    password: "salasana|salasanasi|salasanat|pääsykoodi|pin koodi ja salasana",
    newPassword: "uusi salasana|valitse salasana|luo salasana|aseta salasana|määritä salasana|keksi salasana|" +
        "uuden salasanan|anna uusi salasana|luo uusi salasana",
    currentPassword: "nykyinen salasana|vanha salasana|nykyinen salasanasi|tämänhetkinen salasana|" +
        "entinen salasana",
    repeat: "vahvista salasana|toista salasana|salasana uudelleen|uudelleen|vahvista|toista uusi salasana|" +
        "vahvista uusi salasana|salasana toistamiseen|salasanan vahvistus|toista|syötä salasana uudelleen|" +
        "kirjoita salasana uudelleen|salasana uudestaan",
    code: "vahvistuskoodi|kertakäyttökoodi|turvakoodi|todennuskoodi|tekstiviestikoodi|kertakäyttöinen koodi|" +
        "kertakäyttösalasana|varmistuskoodi|tunnistuskoodi|kuusinumeroinen koodi|6 numeroinen koodi|" +
        "varmennuskoodi|avainlukulista|avainluku|sms koodi|tan",
    bareCode: "koodi|tunnusluku|anna koodi|syötä koodi|pin koodi|pin|aktivointikoodi",
    phone: "puhelin|puhelinnumero|matkapuhelin|matkapuhelinnumero|puh|kännykkä|gsm|matkapuhelimen numero",
    personName: "etunimi|sukunimi|nimi|koko nimi|nimesi|kortinhaltija|yrityksen nimi|nimi kortissa",
    address: "osoite|katuosoite|kaupunki|maa|postitoimipaikka|katu|kunta|paikkakunta|toimitusosoite|" +
        "laskutusosoite|lähiosoite",
    postal: "postinumero",
    cardNumber: "kortin numero|korttinumero|luottokortti|voimassa|iban|tilinumero|viimeinen voimassaolopäivä|" +
        "pankkikortti",
    cardCode: "cvv|cvc|turvaluku|kortin turvakoodi",
    birth: "syntymäaika|syntymäpäivä|päivä|kuukausi|vuosi|ikä|syntymävuosi|päivämäärä",
    coupon: "alennuskoodi|lahjakortti|tilausnumero|etukoodi|kampanjakoodi|lahjakortin koodi|kuponki|" +
        "lähetystunnus|varausnumero|varaustunnus|laskun numero|viitenumero|seurantakoodi|alennuskuponki|" +
        "kutsukoodi",
    captcha: "kuvan merkit|kuvassa näkyvä|en ole robotti|paljonko on|kirjoita kuvan",
    answer: "turvakysymys|vastaus|kysymys",
    search: "haku|hae|etsi|hakusana|hakusanat|etsi tuotteita|mitä etsit|hae sivustolta",
    company: "yritys|ammatti|sukupuoli|organisaatio|tehtävänimike|kieli",
    website: "verkkosivusto|kotisivu|verkkosivu",
    machine: "palvelin|tietokanta|verkon nimi|" +
        "portti|isäntä|ip osoite|yhdyskäytävä|välityspalvelin",
    amount: "summa|määrä|hinta|henkilömäärä",
    message: "viesti|kommentti|aihe|palaute|otsikko|kuvaus|viestisi|lisätiedot|lisätietoja",
    nationalId: "henkilötunnus|hetu|y tunnus|passin numero|rekisterinumero",
    key: "api avain|wifi salasana|wlan salasana|käyttöoikeustunnus|palautuskoodi|" +
        "wi fi salasana|verkon salasana|verkkoavain|verkon avain|salainen avain|lisenssiavain|tuotetunnus|" +
        "tiedoston salasana|salauksen salasana|varakoodi|salaussalasana",
    decoy: "jätä tyhjäksi",
    login: "kirjaudu|kirjaudu sisään|kirjautuminen|sisäänkirjautuminen|kirjaudu tilille|oma tili|" +
        "tervetuloa takaisin|kirjaudu palveluun|kirjaudu verkkopankkiin|kirjautua|olen jo asiakas",
    signUp: "rekisteröidy|luo tili|luo käyttäjätili|liity|uusi tili|luo uusi tili|rekisteröityminen|rekisteröi|" +
        "uusi asiakas|uusi käyttäjä|liity jäseneksi|luo tunnus|luo tunnukset|rekisteröidy käyttäjäksi|avaa tili|" +
        "lisää käyttäjä|luo käyttäjä",
    changePassword: "vaihda salasana|salasanan vaihto|tallenna salasana|vaihda salasanasi|muuta salasana",
    resetPassword: "palauta salasana|nollaa salasana|salasanan palautus|tilaa uusi salasana|palauta salasanasi|" +
        "nollaa salasanasi|vaihda unohtunut salasana|salasanan nollaus|palauta tili",
    forgot: "unohditko salasanasi|unohdin salasanani|unohtunut salasana|unohditko salasanan|unohditko|" +
        "unohtuiko salasana|salasana unohtunut|unohtunut|unohditko käyttäjätunnuksesi|unohdin salasanan|unohdin",
    remember: "muista minut|pysy kirjautuneena|pidä minut kirjautuneena|muista kirjautuminen|muista|" +
        "pysy sisäänkirjautuneena|luota tähän laitteeseen",
    terms: "hyväksyn|käyttöehdot|tietosuojaseloste|ehdot",
    haveAccount: "onko sinulla jo tili|minulla on jo tili|onko sinulla tili|oletko jo asiakas|" +
        "oletko jo rekisteröitynyt|minulla on tili|joko sinulla on tili",
    noAccount: "ei tiliä|eikö sinulla ole tiliä|ei vielä tiliä|eikö sinulla ole vielä tiliä|uusi asiakas|" +
        "ei tunnuksia|etkö ole vielä rekisteröitynyt",
    subscribe: "uutiskirje|tilaa|tilaa uutiskirje|uutiskirjeen tilaus|uutiskirjeemme",
    contact: "ota yhteyttä|lähetä viesti|yhteydenotto|anna palautetta|yhteystiedot|lähetä palaute",
    checkout: "kassa|kassalle|tilaus|maksu|toimitus|ostoskori|maksa",
    settings: "verkkoasetukset|sähköpostiasetukset|palvelimen asetukset|testaa yhteys|wi fi asetukset|wlan asetukset|salaus|" +
        "sähköpostipalvelin",
    verify: "vahvista|kaksivaiheinen|tunnistaudu|syötä koodi|anna koodi|lähetimme|lähetetty|vahvistus|" +
        "vahvista koodi|lähetä koodi|lähetä uudelleen|kaksivaiheinen tunnistautuminen|olemme lähettäneet|" +
        "tunnistautuminen|tarkista|etkö saanut koodia",
    updateEmail: "vaihda sähköposti|uusi sähköposti|uusi sähköpostiosoite|muuta sähköpostiosoite",
    deleteAccount: "poista tili|sulje tili",
    unlock: "avaa lukitus|" +
        "vahvista salasanalla|lukittu",
    connect: "yhdistä",
    save: "tallenna|lisää|käytä|tallenna muutokset",
};
