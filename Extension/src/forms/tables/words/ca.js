/** Catalan. */
export const ca = {
    email: "correu electrònic|correu|adreça electrònica|adreça de correu|el teu correu|" +
        "correu electrònic o telèfon|e mail|adreça de correu electrònic|email",
    username: "nom d usuari|usuari|usuària|usuari o correu|nom d usuari o correu electrònic|identificador|" +
        "codi d usuari|usuari o correu electrònic|correu electrònic o nom d usuari",
    accountNumber: "número de client|número de soci|codi de client|número de carnet",
    nickname: "sobrenom|àlies",
    password: "contrasenya|clau d accés|clau|paraula de pas|mot de pas|codi secret|la teva contrasenya|" +
        "contrasenyes",
    newPassword: "nova contrasenya|contrasenya nova|crea una contrasenya|crea la contrasenya|" +
        "tria una contrasenya|escull una contrasenya|defineix una contrasenya|clau nova",
    currentPassword: "contrasenya actual|contrasenya antiga|clau actual|contrasenya anterior",
    repeat: "repeteix la contrasenya|confirma la contrasenya|torna a escriure|repeteix|confirma|" +
        "repetiu la contrasenya|confirmeu la contrasenya|repetir contrasenya|confirmar contrasenya|" +
        "confirma la nova contrasenya|repeteix la nova contrasenya|una altra vegada",
    code: "codi de verificació|codi d un sol ús|codi de seguretat|codi sms|codi de confirmació|codi rebut|" +
        "codi temporal|contrasenya d un sol ús|codi de 6 dígits|codi d accés sms|codi d autenticació",
    bareCode: "codi|introdueix el codi|introduïu el codi|codi d activació|pin",
    phone: "telèfon|mòbil|número de telèfon|telèfon mòbil|telèfon de contacte",
    personName: "nom|cognom|cognoms|nom i cognoms|primer cognom|segon cognom|nom complet|raó social|el teu nom|" +
        "titular",
    address: "adreça|carrer|ciutat|població|província|país|municipi|localitat",
    postal: "codi postal",
    cardNumber: "número de targeta|targeta|caducitat|data de caducitat|targeta regal",
    cardCode: "codi de seguretat de la targeta|cvv|cvc",
    birth: "data de naixement|dia|mes|any|edat|data",
    coupon: "codi promocional|codi de descompte|cupó|número de comanda|val regal|localitzador|" +
        "número de reserva|codi de regal",
    captcha: "caràcters de la imatge|text de la imatge|codi de la imatge|no soc un robot|quant és",
    answer: "pregunta de seguretat|resposta|pregunta secreta",
    search: "cerca|cercar|buscar|què busques|cercador",
    company: "empresa|càrrec|professió|sexe|gènere|entitat",
    website: "lloc web|pàgina web",
    machine: "servidor|base de dades|nom de xarxa|" +
        "port|adreça ip|nom de la xarxa",
    amount: "quantitat|preu|nombre de|import total",
    message: "missatge|comentari|assumpte|observacions|descripció|comentaris",
    nationalId: "número de document|passaport|targeta sanitària|cip",
    key: "clau api|contrasenya wifi|" +
        "contrasenya wi fi|clau de xarxa|clau secreta|contrasenya del fitxer|codi de recuperació",
    login: "inicia sessió|inicia la sessió|entra|accedeix|iniciar sessió|entrar|accés|accedir|identifica t|" +
        "identifiqueu vos|el meu compte|accés clients|connecta t|ja sóc client|benvingut de nou|inici de sessió|" +
        "accés usuaris",
    signUp: "registra t|crea un compte|registre|registrar se|crear compte|registreu vos|crear un compte|" +
        "nou usuari|dona t d alta|alta d usuari|fes te soci|uneix te|inscriu te|nou client",
    changePassword: "canviar contrasenya|canvia la contrasenya|canvi de contrasenya|desa la contrasenya|" +
        "modificar contrasenya",
    resetPassword: "restablir la contrasenya|recuperar contrasenya|recupera la contrasenya|" +
        "restableix la contrasenya|recuperar clau",
    forgot: "has oblidat la contrasenya|he oblidat la contrasenya|heu oblidat la contrasenya|has oblidat|" +
        "no recordo la contrasenya|oblidat|no recordes|has oblidat la clau",
    remember: "recorda m|recordar|mantenir la sessió|mantén la sessió iniciada|recorda l usuari",
    terms: "accepto|condicions d ús|política de privacitat|avís legal|termes i condicions",
    haveAccount: "ja tens compte|ja tens un compte|ja estàs registrat|ja sóc usuari",
    noAccount: "no tens compte|encara no tens compte|no tens un compte|no estàs registrat|ets nou",
    subscribe: "subscriu te|butlletí|newsletter|subscriure s|subscripció",
    contact: "contacte|envia missatge|contacta|enviar missatge|cita prèvia|contacta amb nosaltres",
    checkout: "comanda|pagament|enviament|cistella|pagar|finalitzar compra|compra",
    settings: "configuració de xarxa|configuració del correu|servidor de correu|prova la connexió|xifratge",
    verify: "verifica|verificar|hem enviat|introdueix el codi|verificació|enviar codi|torna a enviar|" +
        "verificació en dos passos|validar|t hem enviat|us hem enviat|codi enviat",
    updateEmail: "canviar correu|nou correu|canvia el correu electrònic",
    deleteAccount: "eliminar compte|esborra el compte|donar de baixa|tancar el compte",
    unlock: "desbloqueja",
    connect: "connecta",
    save: "desa|afegeix|aplica",
};
