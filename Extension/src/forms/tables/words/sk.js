/** Slovak. */
export const sk = {
    email: "emailová adresa|e mailová adresa|e mail|email|váš e mail|mailová adresa|e mail alebo telefón",
    username: "používateľské meno|prihlasovacie meno|používateľ|prihlasovacie id|užívateľské meno|login|" +
        "používateľské meno alebo e mail|e mail alebo používateľské meno|prihlasovací e mail|používateľské id",
    accountNumber: "klientske číslo|zákaznícke číslo|číslo klienta|členské číslo|osobné číslo|číslo zmluvy|" +
        "identifikačné číslo klienta|číslo zákazníka|pid",
    nickname: "prezývka|zobrazované meno",
    password: "heslo|vaše heslo|prístupové heslo|prihlasovacie heslo|hesla",
    newPassword: "nové heslo|zvoľte heslo|vytvorte si heslo|vytvorte heslo|zvoľte si heslo|nastavte si heslo|" +
        "zadajte nové heslo",
    currentPassword: "aktuálne heslo|súčasné heslo|staré heslo|pôvodné heslo|terajšie heslo|doterajšie heslo|" +
        "existujúce heslo",
    repeat: "zopakujte heslo|potvrďte heslo|heslo znova|potvrdenie hesla|zopakovať heslo|heslo ešte raz|" +
        "nové heslo znova|overenie hesla|potvrďte nové heslo|znova|potvrdiť heslo|zopakujte nové heslo|" +
        "kontrola hesla",
    code: "overovací kód|jednorazový kód|sms kód|kód z sms|potvrdzovací kód|bezpečnostný kód|jednorazové heslo|" +
        "autorizačný kód|šesťmiestny kód|6 miestny kód|autentifikačný kód|kód z aplikácie|sms kľúč",
    bareCode: "kód|pin|zadajte kód|aktivačný kód",
    phone: "telefón|telefónne číslo|mobil|mobilné číslo|číslo mobilu|predvoľba",
    personName: "meno|priezvisko|meno a priezvisko|celé meno|názov firmy|meno na karte|vaše meno|krstné meno|" +
        "titul",
    address: "adresa|ulica|mesto|krajina|obec|číslo domu|fakturačná adresa|doručovacia adresa|štát",
    postal: "psč",
    cardNumber: "číslo karty|platnosť|platobná karta|iban|číslo účtu|darčeková karta",
    cardCode: "cvv|cvc",
    birth: "dátum narodenia|deň|mesiac|rok|dátum|vek",
    coupon: "zľavový kód|kupón|číslo objednávky|zľavový kupón|promo kód|darčekový poukaz|číslo zásielky|" +
        "číslo rezervácie|číslo faktúry|kód kupónu|zľava",
    captcha: "opíšte kód|znaky z obrázka|text z obrázka|kód z obrázka|nie som robot|koľko je",
    answer: "bezpečnostná otázka|kontrolná otázka|odpoveď|otázka",
    search: "hľadať|vyhľadať|hľadanie|čo hľadáte|hľadaný výraz|vyhľadávanie|nájsť",
    company: "firma|spoločnosť|ičo|pozícia|povolanie|pohlavie|jazyk",
    website: "webová stránka",
    machine: "adresa servera|databáza|názov siete|ip adresa|" +
        "server|hostiteľ|port|poštový server|brána",
    amount: "suma|množstvo|počet|cena",
    message: "správa|komentár|predmet|poznámka|popis|text správy|otázka na predajcu",
    nationalId: "rodné číslo|číslo občianskeho preukazu|dič|číslo pasu|ev č vozidla|občiansky preukaz",
    key: "api kľúč|tajný kľúč|heslo wi fi|licenčný kľúč|záložný kód|" +
        "heslo k wi fi|heslo siete|kľúč siete|heslo k súboru|heslo archívu|šifrovacie heslo",
    decoy: "nevypĺňajte|nechajte prázdne",
    login: "prihlásiť|prihlásiť sa|prihlásenie|prihláste sa|vstúpiť|môj účet|vitajte späť|prihlásenie do účtu|" +
        "už som zákazník|klientska zóna",
    signUp: "registrácia|zaregistrovať|vytvoriť účet|registrovať|registrovať sa|zaregistrovať sa|" +
        "vytvorte si účet|nový účet|nová registrácia|nový zákazník|založiť účet|registrujte sa|vytvorenie účtu|" +
        "pridať používateľa|nový používateľ",
    changePassword: "zmeniť heslo|zmena hesla|uložiť heslo|zmeňte heslo|uložiť nové heslo|nastaviť heslo",
    resetPassword: "obnoviť heslo|obnova hesla|reset hesla|obnovenie hesla|resetovať heslo|nastaviť nové heslo|" +
        "zaslať nové heslo",
    forgot: "zabudnuté heslo|zabudli ste heslo|zabudli ste|zabudol som heslo|zabudnuté meno|" +
        "nepamätáte si heslo|zabudli ste svoje heslo",
    remember: "zapamätať|zostať prihlásený|zapamätať si ma|ostať prihlásený|trvalé prihlásenie|pamätať si ma|" +
        "zapamätať prihlásenie",
    terms: "súhlasím|obchodné podmienky|podmienky používania|ochrana osobných údajov",
    haveAccount: "už máte účet|máte už účet|ste už registrovaný|máte účet|mám účet",
    noAccount: "nemáte účet|ešte nemáte účet|nie ste registrovaný|nemám účet|ste tu prvýkrát",
    subscribe: "odber noviniek|newsletter|prihlásiť na odber|odoberať|novinky",
    contact: "kontakt|odoslať správu|kontaktujte nás|napíšte nám|pridať komentár",
    checkout: "objednávka|pokladňa|platba|doprava|košík|objednať|zaplatiť|bez registrácie",
    settings: "nastavenia siete|nastavenia pošty|nastavenie siete|poštový server|test pripojenia|nastavenia wi fi|" +
        "nastavenia smerovača|zašifrovať|šifrovanie",
    verify: "overiť|overenie|zadajte kód|poslali sme|potvrdiť|overte|dvojfaktorové overenie|odoslať kód|" +
        "znova odoslať|kód sme|zaslali sme|neprišiel kód|overenie totožnosti|poslať kód|potvrdenie",
    updateEmail: "zmeniť e mail|nový e mail|zmena e mailu",
    deleteAccount: "zrušiť účet|vymazať účet",
    unlock: "odomknúť|" +
        "potvrďte heslom",
    connect: "pripojiť|pripojiť sa",
    save: "uložiť|uložiť zmeny|pridať|použiť",
};
