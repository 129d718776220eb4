/** Albanian. */
export const sq = {
    email: "posta elektronike|adresa e emailit|e mail|adresa email|emaili|email i juaj|posta|adresa elektronike",
    username: "emri i përdoruesit|përdoruesi|emër përdoruesi|emri i perdoruesit ose email|përdoruesi ose email|" +
        "emri i përdoruesit ose emaili|emri i llogarisë|kodi i përdoruesit",
    accountNumber: "numri i klientit|numri i kontratës|kodi i klientit|numri i anëtarit",
    nickname: "nofka|pseudonimi",
    password: "fjalëkalimi|fjalëkalim|fjalëkalimin|fjalëkalimi juaj",
    newPassword: "fjalëkalimi i ri|fjalëkalim i ri|krijo fjalëkalim|fjalëkalimin e ri|zgjidh një fjalëkalim|" +
        "krijoni një fjalëkalim|vendos fjalëkalimin",
    currentPassword: "fjalëkalimi aktual|fjalëkalimi i vjetër|fjalëkalimi i tanishëm|fjalëkalimin aktual",
    repeat: "përsërit fjalëkalimin|konfirmo fjalëkalimin|përsëritni fjalëkalimin|konfirmoni fjalëkalimin|" +
        "përsërit|rishkruani fjalëkalimin|konfirmo fjalëkalimin e ri",
    code: "kodi i verifikimit|kodi i konfirmimit|kodi sms|kodi i sigurisë|kodi një përdorimësh|kod verifikimi",
    bareCode: "kodi|kod|vendosni kodin|shkruaj kodin",
    phone: "telefoni|numri i telefonit|celular|telefon|numri i celularit|nr i telefonit",
    personName: "emri|mbiemri|emri i plotë|emër|mbiemër|emri dhe mbiemri|emri i kompanisë",
    address: "adresa|qyteti|rruga|shteti|vendi",
    postal: "kodi postar",
    cardNumber: "numri i kartës|data e skadimit",
    birth: "datëlindja|dita|muaji|viti|data e lindjes",
    coupon: "kodi i zbritjes|kodi promocional|kupon|numri i porosisë|kodi i kuponit",
    captcha: "karakteret në figurë|nuk jam robot",
    search: "kërko|kërkim|kërkoni",
    company: "kompania|profesioni|gjinia",
    amount: "shuma|sasia|çmimi",
    message: "mesazhi|komenti|tema|shënime|mesazh",
    nationalId: "numri personal|nid|nipt",
    login: "hyr|hyrje|identifikohu|kyçu|kyçuni|hyni|identifikohuni|hyr në llogari|logohu|llogaria ime|" +
        "mirë se erdhe përsëri|kyçje",
    signUp: "regjistrohu|krijo llogari|regjistrim|regjistrohuni|krijoni llogari|regjistrim i ri|llogari e re|" +
        "hap llogari|krijo një llogari",
    changePassword: "ndrysho fjalëkalimin|ndryshoni fjalëkalimin|ndryshimi i fjalëkalimit|ruaj fjalëkalimin",
    resetPassword: "rivendos fjalëkalimin|rikthe fjalëkalimin|rivendosni fjalëkalimin",
    forgot: "harrove fjalëkalimin|keni harruar fjalëkalimin|harruat fjalëkalimin|ke harruar fjalëkalimin|" +
        "keni harruar|harrove",
    remember: "më mbaj mend|më kujto|mbaj mend|qëndro i kyçur|më mbaj të kyçur",
    terms: "pranoj|kushtet e përdorimit|kushtet",
    haveAccount: "keni llogari|ke llogari|ke tashmë llogari|keni tashmë një llogari|tashmë i regjistruar",
    noAccount: "nuk keni llogari|nuk ke llogari|s keni llogari|ende pa llogari",
    subscribe: "abonohu|buletini|regjistrohu në buletin",
    contact: "kontakt|dërgo mesazh|na kontaktoni",
    checkout: "porosia|pagesa|shporta|dërgesa",
    verify: "verifiko|dërgo kodin|konfirmo|kodin e dërguar|ridërgo|verifikim|kemi dërguar",
    updateEmail: "ndrysho emailin|email i ri",
    deleteAccount: "fshi llogarinë|mbyll llogarinë",
};
