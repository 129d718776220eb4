/** Danish and Norwegian. */
export const da = {
    email: "e mail|e mailadresse|mailadresse|epost|e post|e postadresse|epostadresse|email|mail|din e mail|" +
        "e mail adresse|mailadressen|din e postadresse|e post eller mobilnummer|mobilnummer eller e post|" +
        "e mail eller mobilnummer|mobilnummer eller e mail|epost eller telefon",
    username: "brugernavn|brukernavn|bruger id|bruger|bruker|brugernavn eller e mail|brukernavn eller e post|" +
        "e mail eller brugernavn|cpr nummer eller bruger id|bruger id eller cpr|brugernavn eller email|" +
        "brukernavn eller epost|bruker id|brukeridentitet|brugeridentitet|brukerid|brugerid|login id|kontonavn|" +
        "e post eller brukernavn|brukernavn eller e postadresse|brugernavn eller e mailadresse|" +
        "medarbejdernummer login",
    accountNumber: "kundenummer|medlemsnummer|kundenr|medlemsnr|lånernummer|kunde id|aftalenummer|studienummer|" +
        "ansattnummer|lånekortnummer|avtalenummer|kundenummer eller|medarbejdernummer|elevnummer|målernummer",
    nickname: "kaldenavn|visningsnavn|kallenavn|alias",
    password: "adgangskode|kodeord|passord|passordet|adgangskoden|din adgangskode|ditt passord|dit kodeord|" +
        "pinkode lånerkort|pinkode eller adgangskode|personlig kode",
    newPassword: "ny adgangskode|nyt kodeord|nytt passord|vælg adgangskode|velg passord|opret adgangskode|" +
        "velg et passord|vælg et kodeord|ny kode|vælg en adgangskode|vælg kodeord|velg et nytt passord|" +
        "opret en adgangskode|lag et passord|ønsket passord|ønsket adgangskode|din nye adgangskode|" +
        "det nye passordet|angi nytt passord|indtast ny adgangskode|opprett passord|lag passord",
    currentPassword: "nuværende adgangskode|nuværende kodeord|nåværende passord|gammelt passord|" +
        "gammel adgangskode|nuværende kode|eksisterende adgangskode|gammelt kodeord|eksisterende passord|" +
        "tidligere adgangskode|gjeldende passord|din nuværende adgangskode|gamle passord",
    repeat: "gentag adgangskode|gentag kodeord|bekræft adgangskode|bekreft passord|gjenta passord|gentag|" +
        "gjenta|bekræft|bekreft|gentag ny adgangskode|gjenta nytt passord|bekræft ny adgangskode|" +
        "bekreft nytt passord|igjen|igen|adgangskode igen|passord igjen|bekræft kodeord|gentag kode|" +
        "gjenta passordet|bekræft din adgangskode|en gang til|gentag adgangskoden",
    code: "bekræftelseskode|engangskode|sikkerhedskode|bekreftelseskode|sikkerhetskode|sms kode|" +
        "verificeringskode|engangskoden|koden vi sendte|kode på sms|engangsadgangskode|engangspassord|" +
        "bekreftelseskoden|sms koden|kode fra app|kode fra sms|6 cifret kode|6 cifre|sekssifret kode|" +
        "6 sifret kode|6 siffer|verifiseringskode|godkendelseskode|godkjenningskode|autentificeringskode|" +
        "kode fra kodebrikke|kodebrikke|nøglekort|pinkode fra sms|valideringskode|totrinnskode|engangskode fra",
    bareCode: "kode|pinkode|koden|indtast kode|skriv inn kode|aktiveringskode|pin|pin kode",
    phone: "telefon|telefonnummer|mobilnummer|tlf|mobil|mobiltelefon|telefonnr|mobilnr|mobiltelefonnummer",
    personName: "fornavn|efternavn|etternavn|navn|fulde navn|fullt navn|for og efternavn|for og etternavn|" +
        "firmanavn|kortholder|navn på kort|ditt navn|dit navn|virksomhedsnavn|navn på kortet",
    address: "adresse|gade|by|poststed|vej|vejnavn|gateadresse|gate|husnummer|kommune|land|leveringsadresse|" +
        "faktureringsadresse|postby|sted|etage",
    postal: "postnummer|postnr",
    cardNumber: "kortnummer|udløbsdato|kreditkort|betalingskort|utløpsdato|kontonummer|" +
        "registreringsnummer konto|iban|gavekortnummer|gyldig til|gyldig til og med",
    cardCode: "cvv|cvc|kontrolcifre|kontrollsiffer|sikkerhedskode på kortet",
    birth: "fødselsdato|fødselsdag|måned|dag|år|alder|dato|fødselsår|ankomst|afrejse|avreise",
    coupon: "rabatkode|gavekort|rabattkode|ordrenummer|kampagnekode|kampanjekode|rabatt|rabat|bookingnummer|" +
        "bestillingsnummer|pakkenummer|sporingsnummer|fakturanummer|gavekortkode|referansenummer|sporingskode|" +
        "billetnummer|kupon|kupong|værdikode|kid nummer|sendingsnummer|invitasjonskode|rabatkupon|track and trace",
    captcha: "tegnene i billedet|tegnene i bildet|teksten i bildet|jeg er ikke en robot|hvor meget er|hvad er|" +
        "skriv tegnene|koden i billedet",
    answer: "sikkerhedsspørgsmål|sikkerhetsspørsmål|svar|spørsmål|spørgsmål|hemmelig spørgsmål",
    search: "søg|søk|søgeord|søg efter|hva leter du etter|hvad leder du efter|søk etter|søg her|fritekst|" +
        "søketekst",
    company: "firma|virksomhed|bedrift|stilling|yrke|køn|kjønn|organisasjon|organisation|titel|tittel|språk|" +
        "sprog|avdeling",
    machine: "serveradresse|vertsnavn|værtsnavn|netværksnavn|nettverksnavn|ip adresse|database|" +
        "server|vært|port|mailserver",
    amount: "beløp|beløb|antall|antal|pris|antal personer|mængde",
    message: "besked|kommentar|emne|melding|beskrivelse|din besked|overskrift|bemærkning|kommentarer|" +
        "tilbakemelding|din melding|merknad",
    website: "hjemmeside|nettside|lenke|nettsted",
    nationalId: "cpr nummer|personnummer|fødselsnummer|cvr nummer|cpr|personnr|pasnummer|passnummer|" +
        "organisasjonsnummer|registreringsnummer|fødselsnummer 11 siffer|d nummer|nummerplade|orgnr|cvr|" +
        "kørekortnummer",
    key: "api nøgle|api nøkkel|wifi adgangskode|wifi kode|wifi passord|netværksnøgle|adgangstoken|" +
        "tilgangstoken|trådløst passord|krypteringsnøgle|gjenopprettingskode|" +
        "wi fi adgangskode|netværkskode|hemmelig nøgle|licensnøgle|filadgangskode|wi fi passord|nettverksnøkkel|" +
        "nettverkspassord|lisensnøkkel|reservekode|gendannelseskode|krypteringspassord",
    decoy: "lad feltet være tomt|må ikke udfyldes|la feltet stå tomt|skal ikke udfyldes",
    login: "log ind|logg inn|log på|logg på|innlogging|bankid|mitid|log ind på|min konto|min side|mine sider|" +
        "logg inn på|velkommen tilbage|velkommen tilbake|login|innlogget|logind|logg inn med|log ind med|" +
        "eksisterende kunde|allerede kunde|feide|login for kunder",
    signUp: "opret konto|opret bruger|registrer|opprett konto|opprett bruker|tilmeld dig|bli medlem|" +
        "bliv medlem|registrer deg|opret en konto|opret profil|opprett profil|opprett en konto|registrering|" +
        "ny bruker|ny bruger|ny kunde|lag konto|lag bruker|bli kunde|bliv kunde|tilmelding|meld deg inn|" +
        "opret dig|opret login|opret ny konto|opprett ny konto|registrer ny|" +
        "tilføj bruger|legg til bruker",
    changePassword: "skift adgangskode|endre passord|skift kodeord|bytt passord|ændre adgangskode|" +
        "gem adgangskode|lagre passord|bytte passord|skifte adgangskode|endre passordet|ændr adgangskode|" +
        "ændr kodeord|skift din adgangskode|lagre nytt passord|gem ny adgangskode|oppdater passord",
    resetPassword: "nulstil adgangskode|tilbakestill passord|nulstil kodeord|nulstil din adgangskode|" +
        "tilbakestill passordet|bestil ny adgangskode|nytt passord på e post|få ny adgangskode|nulstilling|" +
        "tilbakestilling av passord|gendan adgangskode|gjenopprett passord|få nytt passord",
    forgot: "glemt adgangskode|glemt kodeord|glemt passord|glemt din adgangskode|glemt|har du glemt|" +
        "glemt brugernavn|glemt brukernavn|glemt passordet|glemt kode|problemer med at logge ind|glemt din kode|" +
        "problemer med innlogging|glemt passordet ditt|har du glemt din adgangskode",
    remember: "husk mig|husk meg|forbliv logget ind|forbli innlogget|hold mig logget ind|husk|husk mig på|" +
        "husk brugernavn|husk denne enhed|forbliv logget på|hold meg innlogget|hold meg pålogget|forbli pålogget|" +
        "husk brukernavn|husk denne enheten",
    terms: "betingelser|vilkår|jeg accepterer|jeg har læst|jeg godtar|privatlivspolitik|personvern|" +
        "handelsbetingelser|jeg aksepterer|vilkårene|personvernerklæring",
    haveAccount: "har du allerede en konto|allerede medlem|har du allerede|har du allerede en bruger|" +
        "har du en konto|allerede kunde|allerede registrert|allerede oprettet|har du allerede konto|" +
        "har du bruker|har du allerede en profil",
    noAccount: "ingen konto|har du ikke en konto|ny bruger|ny kunde|har du ikke|har du ikke konto|ikke medlem|" +
        "ikke bruger|ikke registrert|ny her|har du ingen konto|har ikke konto|ikke kunde|har du ikke en bruger|" +
        "har du ikke bruker",
    subscribe: "nyhedsbrev|nyhetsbrev|abonner|tilmeld nyhedsbrev|meld deg på nyhetsbrevet|få nyheder|" +
        "nyhedsbrevet|nyhetsbrevet|tilmeld dig vores nyhedsbrev|modtag|abonnement|få tilbud|motta nyhetsbrev",
    contact: "kontakt os|kontakt oss|send besked|kontakt|send melding|skriv til os|send inn|kontaktformular|" +
        "kontaktskjema|skriv en kommentar|book tid|bestil tid|bestill time|send foresporgsel",
    checkout: "betaling|levering|til kassen|bestilling|kasse|kurv|indkøbskurv|handlekurv|betal|ordre|" +
        "til betaling|gennemfør køb|fullfør|bestil|gå til kassen|fullfør kjøp",
    verify: "bekræft|verificer|totrins|vi har sendt|indtast kode|skriv inn koden|indtast koden|send kode|" +
        "engangskode|vi sendte|koden vi|tast koden|bekræft kode|bekreft kode|send igen|send på nytt|tofaktor|" +
        "to faktor|vi har sendt en|sendt en kode|ny kode|bekræft din identitet|bekreft identitet|ikke modtaget|" +
        "ikke mottatt|totrinnsbekreftelse|verifisering|sendt til|verifiser",
    updateEmail: "skift e mail|endre e post|ny e mail|ny e mailadresse|ny e postadresse|ændre e mail|" +
        "endre e postadresse|ændr e mail",
    deleteAccount: "slet konto|slett konto|luk konto|slet min konto|slett min konto|slet profil|deaktiver",
    unlock: "lås op|lås opp|" +
        "bekræft med adgangskode|bekreft med passord",
    connect: "forbind|koble til|" +
        "tilslut",
    settings: "kryptering|test forbindelse|test tilkobling|netværksindstillinger|nettverksinnstillinger|" +
        "mailindstillinger|serverindstillinger|wi fi indstillinger|e postinnstillinger|tilkoblingsinnstillinger",
    save: "gem|anvend|tilføj|gem ændringer|lagre|legg til|bruk",
};
