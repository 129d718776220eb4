/** Swedish. */
export const sv = {
    email: "e post|epost|e postadress|epostadress|mejladress|mejl|mailadress|mejladressen|din e post|" +
        "din e postadress|e mail|e post eller telefonnummer|telefonnummer eller e post|e post eller mobilnummer",
    username: "användarnamn|användare|användar id|inloggningsnamn|e post eller användarnamn|" +
        "användarnamn eller e post|användarnamn eller e postadress|e postadress eller användarnamn|användarid|" +
        "anställningsnamn|inloggnings id|användarkonto|kontonamn|personnummer eller användarnamn|" +
        "användaridentitet",
    accountNumber: "kundnummer|medlemsnummer|medlemsnr|kundnr|anställningsnummer|kund id|avtalsnummer|" +
        "studentnummer|lånekortsnummer|lånekort|kundnummer eller personnummer|abonnentnummer",
    nickname: "smeknamn|visningsnamn|alias",
    loginWord: "inloggning",
    password: "lösenord|lösenordet|ditt lösenord|lösen|säkerhetskod inloggning|personlig kod|pinkod lånekort|" +
        "lösenfras",
    newPassword: "nytt lösenord|välj lösenord|skapa lösenord|välj ett lösenord|skapa ett lösenord|" +
        "ange nytt lösenord|välj nytt lösenord|ditt nya lösenord|önskat lösenord|nya lösenordet|" +
        "ange ett lösenord|skapa nytt lösenord|ny pin|ny pinkod",
    currentPassword: "nuvarande lösenord|gammalt lösenord|befintligt lösenord|ditt nuvarande lösenord|" +
        "gamla lösenordet|tidigare lösenord|aktuellt lösenord|nuvarande|nuvarande pin",
    repeat: "bekräfta lösenord|upprepa lösenord|bekräfta|upprepa|lösenord igen|upprepa lösenordet|" +
        "bekräfta lösenordet|lösenord en gång till|bekräfta nytt lösenord|upprepa nytt lösenord|igen|" +
        "en gång till|verifiera lösenord|lösenordet igen|repetera lösenord|ange lösenordet igen|" +
        "bekräfta ditt lösenord",
    code: "verifieringskod|engångskod|säkerhetskod|sms kod|bekräftelsekod|autentiseringskod|engångslösenord|" +
        "verifieringskoden|sexsiffrig kod|6 siffrig kod|kod från appen|sms koden|svarskod|bekräftelsekoden|" +
        "inloggningskod|engångskoden|6 siffror|kod från dosan|säkerhetskoden vi",
    bareCode: "kod|pinkod|koden|ange kod|pin|aktiveringskod|fyll i koden",
    phone: "telefon|telefonnummer|mobilnummer|mobiltelefon|mobil|mobilnr|telefonnr|mobiltelefonnummer|" +
        "riktnummer",
    personName: "förnamn|efternamn|namn|fullständigt namn|för och efternamn|ditt namn|namn på kort|" +
        "företagsnamn|kortinnehavare|fullständiga namn|kontaktperson",
    address: "adress|gata|ort|land|stad|gatuadress|postort|kommun|län|leveransadress|fakturaadress|adressrad|" +
        "våning",
    postal: "postnummer",
    cardNumber: "kortnummer|giltigt till|kontokort|kreditkort|giltig till|utgångsdatum|kontonummer|" +
        "clearingnummer|iban|bankgiro|presentkortsnummer",
    cardCode: "cvv|cvc|kortets säkerhetskod",
    birth: "födelsedatum|dag|månad|år|födelseår|ålder|datum|födelsedag|ankomst|avresa",
    coupon: "rabattkod|presentkort|ordernummer|kampanjkod|rabattkupong|värdecheck|bokningsnummer|kollinummer|" +
        "presentkortskod|kampanjkoden|rabatt|fakturanummer|bokningskod|sändningsnummer|referensnummer|" +
        "inbjudningskod|värdekod|ocr nummer",
    captcha: "tecknen i bilden|texten i bilden|jag är inte en robot|hur mycket är|skriv tecknen|koden i bilden",
    answer: "säkerhetsfråga|svar|hemlig fråga|fråga",
    search: "sök|sökord|söka|sökfras|sök efter|vad letar du efter|sök på|sök här|fritext",
    company: "företag|yrke|kön|organisation|befattning|titel|språk|arbetsgivare",
    machine: "serveradress|databas|nätverksnamn|värdnamn|ip adress|" +
        "server|värd|port|gateway|proxyserver|e postserver",
    amount: "belopp|antal|pris|summa|antal personer",
    message: "meddelande|kommentar|ämne|beskrivning|ditt meddelande|rubrik|ärende|anteckning|övrigt|fritextfält",
    website: "webbplats|hemsida|länk",
    nationalId: "personnummer|organisationsnummer|samordningsnummer|passnummer|registreringsnummer|regnr|" +
        "org nr|momsregistreringsnummer|id nummer",
    key: "api nyckel|wifi lösenord|nätverkslösenord|åtkomsttoken|hemlig nyckel|licensnyckel|återställningskod|" +
        "wi fi lösenord|nätverksnyckel|fillösenord|krypteringslösenord|reservkod|arkivlösenord",
    decoy: "lämna tomt|fyll inte i",
    login: "logga in|inloggning|bankid|mobilt bankid|freja|mina sidor|logga in på|mitt konto|" +
        "välkommen tillbaka|inloggad|logga in med|redan kund|logga in här|kundinloggning|legitimera",
    signUp: "skapa konto|registrera|registrera dig|bli medlem|nytt konto|bli kund|registrera konto|" +
        "skapa ett konto|skapa ditt konto|skapa användare|ny användare|ny kund|registrera dig här|" +
        "bli medlem idag|öppna konto|registrering|skapa profil|gå med|" +
        "lägg till användare",
    changePassword: "ändra lösenord|byt lösenord|byta lösenord|spara lösenord|uppdatera lösenord|" +
        "ändra ditt lösenord|lösenordsbyte|spara nytt lösenord",
    resetPassword: "återställ lösenord|återställ ditt lösenord|begär nytt lösenord|lösenordsåterställning|" +
        "skicka nytt lösenord|återställa lösenord|återställning av lösenord",
    forgot: "glömt lösenord|glömt lösenordet|glömt ditt lösenord|har du glömt|glömt användarnamn|" +
        "glömt bort lösenordet|glömt|problem att logga in|glömt lösen|glömt dina uppgifter",
    remember: "kom ihåg mig|håll mig inloggad|förbli inloggad|kom ihåg|spara inloggning|" +
        "lita på den här enheten|kom ihåg mitt|håll mig inloggad på",
    terms: "jag godkänner|villkor|användarvillkor|jag har läst|integritetspolicy|köpvillkor|jag accepterar|" +
        "personuppgifter",
    haveAccount: "har du redan ett konto|redan medlem|har redan ett konto|har du ett konto|redan registrerad|" +
        "redan kund|har du redan|jag har redan ett konto|redan ett konto",
    noAccount: "har du inget konto|inget konto|ny kund|inte medlem|ny här|saknar du konto|har du inget|" +
        "inte registrerad|ny användare|inte kund|första gången",
    subscribe: "nyhetsbrev|prenumerera|nyhetsbrevet|anmäl dig till vårt nyhetsbrev|få nyheter|prenumeration|" +
        "erbjudanden via e post|ta del av erbjudanden",
    contact: "kontakta oss|skicka meddelande|kontakt|skicka|hör av dig|kontaktformulär|lämna en kommentar|" +
        "skriv en kommentar|offert|boka tid|skicka in",
    checkout: "kassa|till kassan|betalning|leverans|betala|slutför köp|varukorg|beställning|beställ|order|" +
        "slutför|orderbekräftelse",
    verify: "verifiera|tvåstegsverifiering|vi har skickat|ange koden|skriv in koden|skicka kod|koden vi|" +
        "skickade till|skicka ny kod|bekräfta|vi skickade|ange verifieringskod|skicka igen|skicka koden|" +
        "skicka koden igen|tvåfaktorsautentisering|bekräfta din identitet|tvåfaktor|fick du ingen kod|" +
        "begär ny kod|verifiering",
    updateEmail: "ändra e post|ny e postadress|ny e post|byt e postadress|ändra e postadress|uppdatera e post",
    deleteAccount: "ta bort konto|radera konto|avsluta konto|ta bort mitt konto|avsluta ditt konto",
    unlock: "lås upp|" +
        "bekräfta med lösenord|låst",
    connect: "anslut",
    settings: "kryptering|testa anslutning|nätverksinställningar|" +
        "e postinställningar|serverinställningar|testa anslutningen|wi fi inställningar|routerinställningar|kryptera|" +
        "e postserver",
    save: "spara|lägg till|verkställ|spara ändringar|tillämpa",
};
