/** Czech. */
export const cs = {
    email: "email|e mail|e mailová adresa|emailová adresa|e mailem|váš e mail|e mail nebo telefon|" +
        "telefon nebo e mail|váš email",
    username: "uživatelské jméno|přihlašovací jméno|uživatel|jméno uživatele|uživatelské id|" +
        "e mail nebo uživatelské jméno|přezdívka|uživatelské jméno nebo e mail|přihlašovací id|login|" +
        "přihlašovací e mail|jméno účtu|uživatelský účet|id uživatele|identifikační číslo uživatele",
    accountNumber: "zákaznické číslo|číslo klienta|klientské číslo|číslo zákazníka|osobní číslo|členské číslo|" +
        "číslo smlouvy|číslo pojištěnce|variabilní symbol|číslo účtu|klientské id|zákaznické id|číslo studenta",
    nickname: "zobrazované jméno",
    password: "heslo|hesla|přístupové heslo|vaše heslo|heslo k účtu|přihlašovací heslo",
    newPassword: "nové heslo|zvolte heslo|vytvořte heslo|zvolte si heslo|vytvořit heslo|nastavte si heslo|" +
        "nastavit heslo|zadejte nové heslo|vymyslete si heslo",
    currentPassword: "současné heslo|stávající heslo|aktuální heslo|staré heslo|původní heslo|dosavadní heslo",
    repeat: "heslo znovu|potvrzení hesla|potvrďte heslo|zopakujte heslo|znovu|potvrzení|ověření hesla|" +
        "heslo pro kontrolu|nové heslo znovu|zopakovat heslo|heslo ještě jednou|zopakujte|kontrola hesla|" +
        "potvrdit heslo|potvrzení nového hesla",
    code: "ověřovací kód|jednorázový kód|kód z sms|sms kód|bezpečnostní kód|kód z aplikace|potvrzovací kód|" +
        "kód z e mailu|jednorázové heslo|šestimístný kód|autentizační kód|autorizační kód|zaslaný kód|" +
        "6místný kód|kód z autentizační aplikace|autorizační sms kód",
    bareCode: "kód|pin|zadejte kód|aktivační kód|ověřovací kód",
    phone: "telefon|mobil|telefonní číslo|mobilní telefon|tel číslo|číslo mobilu|předvolba|mobilní číslo",
    personName: "jméno|příjmení|jméno a příjmení|celé jméno|vaše jméno|jméno na kartě|název firmy|" +
        "jméno držitele|křestní jméno|jméno a příjmení držitele",
    address: "adresa|ulice|město|země|obec|ulice a číslo|číslo popisné|stát|kraj|fakturační adresa|" +
        "doručovací adresa|město obec",
    postal: "psč|poštovní směrovací číslo",
    cardNumber: "číslo karty|platnost|platební karta|konec platnosti|iban|dárková karta|číslo platební karty",
    cardCode: "cvv|cvc|bezpečnostní kód karty",
    birth: "datum narození|den|měsíc|rok|datum|rok narození|věk|příjezd|odjezd",
    coupon: "slevový kód|kupón|dárkový poukaz|číslo objednávky|slevový kupón|promo kód|poukaz|číslo zásilky|" +
        "číslo rezervace|číslo faktury|kód poukazu|sleva|doporučující|kód kupónu|registrační kód",
    captcha: "opište kód|text z obrázku|kód z obrázku|opište znaky|znaky z obrázku|nejsem robot|kolik je|" +
        "antispam|kontrolní otázka proti spamu",
    answer: "kontrolní otázka|odpověď|bezpečnostní otázka|otázka|nápověda",
    search: "hledat|vyhledat|hledání|vyhledávání|co hledáte|hledaný výraz|najít|napište co hledáte|filtrovat",
    company: "firma|společnost|ičo|pozice|povolání|pohlaví|titul|oslovení|jazyk|organizace",
    machine: "adresa serveru|název serveru|databáze|poštovní server|název sítě|brána|ip adresa|" +
        "server|hostitel|port|proxy server",
    amount: "částka|množství|počet|cena|počet osob|dospělí|děti",
    message: "zpráva|komentář|předmět|poznámka|dotaz|text zprávy|popis|vzkaz|text|důvod",
    website: "webová stránka|odkaz|web|" +
        "webové stránky",
    nationalId: "rodné číslo|číslo občanského průkazu|číslo pasu|dič|občanský průkaz|spz",
    key: "api klíč|tajný klíč|heslo wi fi|heslo k wifi|licenční klíč|přístupový token|heslo archivu|záložní kód|" +
        "heslo k wi fi|heslo sítě|heslo k síti|klíč sítě|heslo k souboru|obnovovací kód|šifrovací heslo|heslo odkazu",
    decoy: "nevyplňujte|nechte prázdné|ponechte prázdné",
    login: "přihlásit|přihlásit se|přihlášení|vstoupit|přihlásit do|přihlaste se|přihlášení do účtu|můj účet|" +
        "vstup|klientská zóna|vítejte zpět|už jsem zákazník|přihlášení uživatele|přihlášení zákazníka",
    signUp: "registrace|registrovat|vytvořit účet|zaregistrovat se|založit účet|nový účet|zaregistrujte se|" +
        "registrujte se|vytvořte si účet|nová registrace|vytvoření účtu|nový zákazník|nový uživatel|" +
        "chci se registrovat|založte si účet|" +
        "přidat uživatele|vytvořit uživatele",
    changePassword: "změnit heslo|změna hesla|změňte heslo|uložit heslo|uložit nové heslo|nastavení hesla",
    resetPassword: "obnovit heslo|obnova hesla|reset hesla|obnovení hesla|zaslat nové heslo|obnovit přístup|" +
        "resetovat heslo|nastavit nové heslo",
    forgot: "zapomenuté heslo|zapomněli jste heslo|zapomněl jsem heslo|zapomenuté přihlašovací údaje|" +
        "zapomněli jste|nepamatujete si heslo|zapomněli jste své heslo|zapomenuté jméno|neznáte heslo|" +
        "nemůžu se přihlásit",
    remember: "zapamatovat|zůstat přihlášen|pamatovat si mě|zůstat přihlášený|pamatovat přihlášení|" +
        "neodhlašovat|trvale přihlásit|zapamatovat si mě|důvěřovat tomuto zařízení|zapamatuj si mě",
    terms: "souhlasím|obchodní podmínky|podmínkami používání",
    haveAccount: "už máte účet|máte už účet|již máte účet|máte účet|jste již registrováni|už jste zákazník|" +
        "mám účet|už účet máte",
    noAccount: "nemáte účet|ještě nemáte účet|nejste registrováni|nemám účet|jste zde poprvé|nový zákazník|" +
        "nejste zaregistrovaný",
    subscribe: "odebírat|newsletter|přihlásit k odběru|novinky|odběr novinek|odběr newsletteru|" +
        "zasílání novinek|přihlaste se k odběru",
    contact: "kontakt|odeslat zprávu|kontaktujte nás|odeslat dotaz|napište nám|kontaktní formulář|" +
        "přidat komentář|objednat se|poptávka",
    checkout: "objednávka|pokladna|platba|doprava|košík|objednat|zaplatit|dokončit objednávku|platba kartou|" +
        "dodací údaje|fakturační údaje|rezervace|bez registrace",
    verify: "ověřit|dvoufázové ověření|poslali jsme|zadejte kód|kód jsme|odeslat kód|ověření|ověřte|potvrdit|" +
        "nepřišel kód|znovu zaslat|dvoufaktorové ověření|zaslali jsme|kód jsme poslali|znovu odeslat|" +
        "odeslat znovu|ověření totožnosti|poslat kód|potvrďte kód|ověřit kód|vám přijde sms|kód byl odeslán",
    updateEmail: "změnit e mail|nový e mail|změna e mailu|změna e mailové adresy|změnit email",
    deleteAccount: "smazat účet|zrušit účet|odstranit účet|zrušení účtu",
    unlock: "odemknout|" +
        "potvrďte heslem|pro pokračování zadejte heslo",
    connect: "připojit|" +
        "připojit se",
    settings: "šifrování|nastavení wi fi|otestovat připojení|" +
        "nastavení sítě|nastavení pošty|nastavení e mailu|poštovní server|test připojení|nastavení routeru|zašifrovat",
    save: "uložit|uložit změny|přidat|použít",
};
