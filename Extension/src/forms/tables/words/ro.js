/** Romanian. */
export const ro = {
    email: "adresa de email|e mail|email|mail|adresa ta de email|adresa e mail|poștă electronică|" +
        "email sau telefon|telefon sau email",
    username: "nume de utilizator|utilizator|nume utilizator|nume utilizator sau email|utilizator sau email|" +
        "email sau nume de utilizator|nume cont|id utilizator|cont utilizator|nume de utilizator sau email|" +
        "cod utilizator",
    accountNumber: "cod client|număr client|cod abonat|număr contract|număr matricol|cod de client|" +
        "număr de client|număr abonat|id client|număr cont|marcă angajat",
    nickname: "poreclă|pseudonim|nume afișat",
    password: "parola|parola ta|parola dvs|parole|cod secret|parola de acces",
    newPassword: "parola nouă|alege o parolă|creează parola|noua parolă|alegeți o parolă|setează parola|" +
        "creează o parolă|alege parola|setați o parolă|introdu noua parolă",
    currentPassword: "parola actuală|parola curentă|parola veche|parola existentă|parola anterioară|" +
        "parola dvs actuală|parola ta actuală",
    repeat: "confirmă parola|repetă parola|confirmare parolă|confirmați parola|confirmarea parolei|" +
        "reintroduceți parola|reintrodu parola|repetați parola|parola din nou|confirmă parola nouă|" +
        "rescrie parola|repetă|confirmă noua parolă",
    code: "cod de verificare|codul de verificare|cod sms|cod de securitate|cod de confirmare|cod unic|" +
        "cod de autentificare|codul primit|codul sms|cod din 6 cifre|cod de unică folosință|" +
        "parolă de unică folosință|cod otp|codul primit prin sms",
    bareCode: "cod|pin|introdu codul|introduceți codul|codul|cod de activare|cod pin",
    phone: "telefon|număr de telefon|număr de mobil|mobil|telefon mobil|nr telefon|număr telefon|" +
        "număr de contact",
    personName: "prenume|nume|nume și prenume|nume de familie|nume complet|prenumele|numele tău|nume companie|" +
        "nume pe card|numele|denumire firmă|titular card",
    address: "adresa|oraș|stradă|județ|țara|localitate|număr|localitatea|adresa de livrare|sector",
    postal: "cod poștal",
    cardNumber: "număr card|numărul cardului|card de credit|data expirării|iban|card cadou|valabil până",
    cardCode: "cod cvv|cvv|cvc|cod de securitate card",
    birth: "data nașterii|data de naștere|zi|lună|an|vârstă|data",
    coupon: "cod promoțional|cod de reducere|cod voucher|cod reducere|voucher|număr comandă|cod cupon|cupon|" +
        "număr de comandă|număr awb|awb|cod promo|tichet cadou|cod rezervare|număr factură|reducere|" +
        "cod de recomandare|cod invitație",
    captcha: "cod din imagine|textul din imagine|caracterele din imagine|nu sunt robot|cât face|" +
        "codul din imagine",
    answer: "întrebare de securitate|răspuns|întrebare",
    search: "caută|căutare|ce cauți|termen de căutare|căutați",
    company: "companie|firmă|ocupație|sex|funcție|denumire|organizație|limbă",
    website: "pagină web|site web",
    machine: "bază de date|nume rețea|adresă server|" +
        "server|gazdă|port|baza de date|adresă ip|adresa ip|numele rețelei",
    amount: "sumă|cantitate|preț|număr de persoane",
    message: "mesaj|comentariu|subiect|observații|mesajul tău|descriere|detalii",
    nationalId: "cnp|cui|serie și număr|serie buletin|carte de identitate|cod fiscal|număr pașaport|" +
        "număr înmatriculare",
    key: "cheie api|parolă wi fi|token de acces|cod de rezervă|" +
        "parola wi fi|parola wifi|parola rețelei|cheie de rețea|cheie secretă|cheie de licență|parola fișierului|" +
        "cod de recuperare|parolă de criptare",
    decoy: "nu completați|lăsați gol",
    login: "autentificare|conectare|intră în cont|conectează te|intră|loghează te|conectați vă|contul meu|" +
        "autentifică te|autentificați vă|login|intră în contul tău|bine ai revenit|ai revenit|sunt deja client|" +
        "logare",
    signUp: "înregistrare|creează cont|cont nou|înscrie te|creează un cont|înregistrează te|înregistrați vă|" +
        "cont client nou|creare cont|client nou|deschide cont|creați un cont|înscriere|utilizator nou|fă ți cont|" +
        "adaugă utilizator",
    changePassword: "schimbă parola|modifică parola|modificare parolă|salvează parola|schimbare parolă|" +
        "schimbați parola|actualizează parola",
    resetPassword: "resetează parola|resetare parolă|recuperare parolă|resetați parola|recuperează parola|" +
        "recuperare cont|setează o parolă nouă|recuperarea parolei",
    forgot: "ai uitat parola|am uitat parola|recuperare parolă|ați uitat parola|parolă uitată|ai uitat|" +
        "mi am uitat parola|ai uitat datele|nu mai știi parola",
    remember: "ține mă minte|rămâi conectat|păstrează mă conectat|rămâi autentificat|memorează|reține mă|" +
        "reține|ține minte",
    terms: "sunt de acord|termeni și condiții|politica de confidențialitate|accept",
    haveAccount: "ai deja cont|ai deja un cont|ai cont|aveți deja un cont|am deja cont|ești deja client",
    noAccount: "nu ai cont|nu ai încă un cont|nu aveți cont|cont nou|încă nu ai cont|client nou|" +
        "nu ești înregistrat",
    subscribe: "abonare|abonează te|newsletter|abonează te la newsletter|abonați vă|noutăți pe email|dezabonare",
    contact: "contact|contactează ne|trimite mesaj|lasă un comentariu|trimite mesajul|scrie ne|programare",
    checkout: "comandă|plată|livrare|coș|finalizează comanda|finalizare comandă|plasează comanda|plătește",
    settings: "setări rețea|setări e mail|setări server|server de e mail|testează conexiunea|testare conexiune|setări wi fi|" +
        "setări router|criptare",
    verify: "verificare|verifică|confirmă|introdu codul|introduceți codul|am trimis|retrimite|" +
        "autentificare în doi pași|trimite codul|codul a fost trimis|verificați|retrimite codul|nu ai primit|" +
        "ți am trimis|v am trimis|autentificare cu doi factori|cod trimis|solicită cod|confirmare|confirmați",
    updateEmail: "schimbă adresa de email|schimbă email|email nou|adresa nouă de email|modifică adresa de email",
    deleteAccount: "șterge contul|ștergere cont|închide contul",
    unlock: "deblochează|" +
        "confirmați parola pentru|deblocare",
    connect: "conectează|conectare la rețea",
    save: "salvează|salvare|aplică|adaugă|salvați",
};
