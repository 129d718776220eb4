/** Dutch. */
export const nl = {
    email: "e mail|email|e mailadres|emailadres|mailadres|e mail adres|mail",
    username: "gebruikersnaam|gebruiker|gebruikers id|inlognaam|loginnaam|accountnaam|gebruikersnaam of e mail|" +
        "klantnummer of e mail|e mail of gebruikersnaam|gebruikersnaam of e mailadres|" +
        "e mailadres of gebruikersnaam|e mailadres of klantnummer",
    accountNumber: "klantnummer|lidnummer|relatienummer|studentnummer|klant id|personeelsnummer|" +
        "gebruikersnummer|pasnummer bibliotheek|polisnummer|contractnummer|lidmaatschapsnummer|bibliotheekpas|" +
        "pasnummer|lenersnummer|nummer van je pas",
    nickname: "bijnaam|schermnaam|weergavenaam",
    loginWord: "account|inlog",
    password: "wachtwoord|toegangscode|paswoord|wachtzin|inlogcode|toegangswoord",
    newPassword: "nieuw wachtwoord|kies een wachtwoord|wachtwoord kiezen|maak een wachtwoord|" +
        "wachtwoord aanmaken|nieuwe wachtwoord|stel een wachtwoord in|wachtwoord instellen|je nieuwe wachtwoord",
    currentPassword: "huidig wachtwoord|oud wachtwoord|huidige wachtwoord|oude wachtwoord|bestaand wachtwoord",
    repeat: "bevestig|herhaal|herhalen|bevestigen|opnieuw|nogmaals|bevestiging|herhaal wachtwoord|" +
        "bevestig wachtwoord|wachtwoord herhalen|wachtwoord bevestigen|nog een keer",
    code: "verificatiecode|beveiligingscode|eenmalige code|sms code|bevestigingscode|inlogcode per sms|" +
        "authenticatiecode|toegangscode per sms|6 cijferige code|eenmalig wachtwoord|controlecode|tweestapscode|" +
        "zescijferige code|6 cijfers|identificatiecode|signeercode",
    bareCode: "code|pincode|cijfers|vul de code in|voer de code in|activatiecode",
    phone: "telefoon|telefoonnummer|mobiel|mobiele nummer|mobiel nummer|gsm|landcode|gsm nummer|06 nummer",
    personName: "voornaam|achternaam|naam|volledige naam|tussenvoegsel|familienaam|voorletters|uw naam|je naam|" +
        "bedrijfsnaam|kaarthouder|naam op kaart|naam rekeninghouder",
    address: "adres|straat|huisnummer|stad|woonplaats|plaats|land|provincie|toevoeging|gemeente|bezorgadres|" +
        "factuuradres|regio|straatnaam",
    postal: "postcode|postcode en huisnummer",
    cardNumber: "kaartnummer|creditcard|creditcardnummer|vervaldatum|geldig tot|iban|rekeningnummer|" +
        "cadeaukaart|bankrekening",
    cardCode: "cvc|cvv|kaartverificatiecode|beveiligingscode kaart|veiligheidscode",
    birth: "geboortedatum|geboorte|dag|maand|jaar|verjaardag|leeftijd|dd mm jjjj|datum|aankomst|vertrek",
    coupon: "kortingscode|actiecode|vouchercode|cadeaubon|couponcode|bestelnummer|boekingsnummer|" +
        "uitnodigingscode|korting|promotiecode|ordernummer|reserveringsnummer|tegoedbon|track en trace|" +
        "factuurnummer|cadeaukaart|afhaalcode",
    captcha: "tekens in de afbeelding|code uit de afbeelding|ik ben geen robot|hoeveel is|overtypen|" +
        "letters in de afbeelding|typ de tekens|neem de tekens over|code in het plaatje|neem over",
    answer: "geheime vraag|beveiligingsvraag|antwoord|vraag|geheim antwoord|hint",
    search: "zoeken|zoek|zoekterm|trefwoord|zoekopdracht|waar ben je naar op zoek|vind|filteren",
    company: "bedrijf|functie|aanhef|titel|geslacht|organisatie|beroep|taal|instelling|afdeling",
    machine: "serveradres|servernaam|poort|hostnaam|ip adres|netwerknaam|" +
        "server|databank|gegevensbron|proxyserver|mailserver",
    amount: "bedrag|aantal|prijs|totaal|hoeveelheid|donatie|volwassenen|kinderen|personen",
    message: "bericht|opmerking|onderwerp|omschrijving|opmerkingen|uw bericht|reactie|toelichting|beschrijving",
    website: "website|webadres|link|url",
    nationalId: "bsn|burgerservicenummer|paspoortnummer|btw nummer|kvk nummer|rijksregisternummer|kenteken|" +
        "rijbewijs|kvk",
    key: "api sleutel|geheime sleutel|toegangstoken|wifi wachtwoord|licentiesleutel|netwerksleutel|" +
        "wachtwoord voor wifi|netwerkwachtwoord|herstelcode|" +
        "bestandswachtwoord|wachtwoord voor het bestand|versleutelingswachtwoord|back upcode|herstelzin",
    decoy: "leeg laten|niet invullen|laat dit veld leeg",
    login: "inloggen|log in|aanmelden|login|mijn account|ik heb al een account|inlog|bestaande klant|log in op|" +
        "welkom terug|meld je aan|meld u aan|al klant",
    signUp: "registreren|registreer|account aanmaken|maak een account|inschrijven|nieuw account|account maken|" +
        "lid worden|word lid|schrijf je in|maak account|nieuwe klant|gratis registreren|registratie|" +
        "maak een profiel|aanmelding|" +
        "gebruiker toevoegen|nieuwe gebruiker",
    changePassword: "wachtwoord wijzigen|wijzig wachtwoord|wachtwoord veranderen|verander wachtwoord|" +
        "wachtwoord aanpassen|wachtwoord opslaan|wijzig je wachtwoord",
    resetPassword: "wachtwoord herstellen|wachtwoord opnieuw instellen|herstel wachtwoord|wachtwoord resetten|" +
        "nieuw wachtwoord aanvragen|account herstellen|reset wachtwoord|wachtwoord opvragen",
    forgot: "wachtwoord vergeten|vergeten|gebruikersnaam vergeten|wachtwoord kwijt|kun je niet inloggen|" +
        "inlogproblemen|hulp bij inloggen",
    remember: "onthoud mij|ingelogd blijven|aangemeld blijven|onthouden|blijf ingelogd|onthoud|" +
        "gegevens onthouden|houd me ingelogd|dit apparaat vertrouwen",
    terms: "algemene voorwaarden|gebruiksvoorwaarden|ik ga akkoord|privacybeleid|privacyverklaring|voorwaarden|" +
        "akkoord",
    haveAccount: "heb je al een account|al een account|al geregistreerd|al lid|heeft u al een account|" +
        "al ingeschreven|al klant|reeds een account",
    noAccount: "nog geen account|geen account|nog niet geregistreerd|nieuw hier|nog geen lid|nog geen klant|" +
        "nieuwe klant|heb je nog geen|nieuw bij",
    subscribe: "nieuwsbrief|abonneren|aanmelden voor de nieuwsbrief|blijf op de hoogte|ontvang|" +
        "inschrijven nieuwsbrief|abonneer|aanbiedingen per e mail",
    contact: "contact|neem contact op|bericht versturen|reactie plaatsen|contactformulier|verstuur bericht|" +
        "offerte|plaats reactie|stel een vraag|afspraak|offerte aanvragen|review schrijven|enquête",
    checkout: "afrekenen|bestelling|betaling|levering|bestellen|winkelwagen|betalen|als gast|bezorging|kassa|" +
        "doneren|winkelmandje|bestelling plaatsen",
    verify: "verifiëren|bevestigen|tweestapsverificatie|authenticatie in twee stappen|code opnieuw verzenden|" +
        "verificatie|we hebben een code gestuurd|verifieer|code verstuurd|nieuwe code|geen code ontvangen|" +
        "twee factor authenticatie|tweefactorauthenticatie|vul de code in|voer de code in|code ontvangen|" +
        "stuur code|per sms|we hebben je een",
    updateEmail: "e mail wijzigen|e mailadres wijzigen|nieuw e mailadres|wijzig e mailadres|nieuw emailadres|" +
        "wijzig email",
    deleteAccount: "account verwijderen|verwijder account|account sluiten|account opheffen",
    unlock: "voer je wachtwoord in om|ontgrendelen|vergrendeld|" +
        "bevestig met je wachtwoord",
    connect: "verbinden|" +
        "verbind",
    settings: "wifi instellingen|netwerkinstellingen|verbinding testen|versleuteling|" +
        "e mailinstellingen|mailinstellingen|serverinstellingen|test verbinding|routerinstellingen|versleutelen|" +
        "mailserver",
    save: "opslaan|toepassen|toevoegen|wijzigingen opslaan|bewaren",
};
