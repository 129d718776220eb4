/** Danish and Norwegian. */
export const da = {
    email: "e mail|e mailadresse|mailadresse|epost|e post|e postadresse|epostadresse",
    username: "brugernavn|brukernavn|bruger id|bruger|bruker|brugernavn eller e mail|brukernavn eller e post|" +
        "e mail eller brugernavn|cpr nummer eller bruger id",
    accountNumber: "kundenummer|medlemsnummer|kundenr",
    password: "adgangskode|kodeord|passord|passordet",
    newPassword: "ny adgangskode|nyt kodeord|nytt passord|vælg adgangskode|velg passord|opret adgangskode|" +
        "velg et passord|vælg et kodeord",
    currentPassword: "nuværende adgangskode|nuværende kodeord|nåværende passord|gammelt passord|" +
        "gammel adgangskode",
    repeat: "gentag adgangskode|gentag kodeord|bekræft adgangskode|bekreft passord|gjenta passord|gentag|gjenta|" +
        "bekræft|bekreft",
    code: "bekræftelseskode|engangskode|sikkerhedskode|bekreftelseskode|sikkerhetskode|sms kode|" +
        "verificeringskode|engangskoden|koden vi sendte|kode på sms",
    bareCode: "kode|pinkode",
    phone: "telefon|telefonnummer|mobilnummer|tlf",
    personName: "fornavn|efternavn|etternavn|navn|fulde navn|fullt navn",
    address: "adresse|gade|by|poststed",
    postal: "postnummer|postnr",
    cardNumber: "kortnummer|udløbsdato",
    birth: "fødselsdato|fødselsdag|måned",
    coupon: "rabatkode|gavekort|rabattkode|ordrenummer|kampagnekode",
    search: "søg|søk|søgeord",
    company: "firma|virksomhed|bedrift",
    message: "besked|kommentar|emne|melding",
    nationalId: "cpr nummer|personnummer|fødselsnummer|cvr nummer",
    login: "log ind|logg inn|log på|logg på|innlogging|bankid|mitid",
    signUp: "opret konto|opret bruger|registrer|opprett konto|opprett bruker|tilmeld dig|bli medlem|bliv medlem|" +
        "registrer deg",
    changePassword: "skift adgangskode|endre passord|skift kodeord|bytt passord",
    resetPassword: "nulstil adgangskode|tilbakestill passord|nulstil kodeord",
    forgot: "glemt adgangskode|glemt kodeord|glemt passord|glemt din adgangskode",
    remember: "husk mig|husk meg|forbliv logget ind|forbli innlogget|hold mig logget ind",
    terms: "betingelser|vilkår|jeg accepterer",
    haveAccount: "har du allerede en konto|allerede medlem|har du allerede",
    noAccount: "ingen konto|har du ikke en konto|ny bruger|ny kunde|har du ikke",
    subscribe: "nyhedsbrev|nyhetsbrev|abonner",
    contact: "kontakt os|kontakt oss|send besked",
    checkout: "betaling|levering|til kassen",
    verify: "bekræft|verificer|totrins|vi har sendt|indtast kode|skriv inn koden|indtast koden|send kode|" +
        "engangskode|vi sendte|koden vi|tast koden",
};
