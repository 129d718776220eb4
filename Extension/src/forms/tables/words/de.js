/** German. */
export const de = {
    email: "e mail|email|e mail adresse|emailadresse|mailadresse|mail adresse|elektronische post|" +
        "handynummer oder e mail|e mail oder handynummer",
    username: "benutzername|benutzer|nutzername|nutzer|benutzerkennung|kennung|anmeldename|loginname|" +
        "nutzerkennung|zugangskennung|benutzer id|nutzer id|user kennung|legitimations id|mitgliedsname|" +
        "benutzerkonto|netkey|online banking nummer|kontoname|benutzername oder e mail|e mail oder benutzername|" +
        "kontoname oder e mail|kontoname oder e mail adresse|benutzername oder e mail adresse|" +
        "e mail adresse oder benutzername|e mail oder kundennummer|benutzername oder email|" +
        "email oder benutzername|nutzername oder e mail|zugangsnummer oder alias|anmeldekennung|nutzeraccount|" +
        "login name|login kennung|kartennummer oder benutzername",
    accountNumber: "kundennummer|kundennr|kunden nr|mitgliedsnummer|mitglieds nr|vertragsnummer|zugangsnummer|" +
        "teilnehmernummer|kontonummer|kunden id|personalnummer|matrikelnummer|depotnummer|kundenkennung|" +
        "leserausweisnummer|ausweisnummer bibliothek|lesernummer|mandantennummer|partnernummer|" +
        "zugangsdaten nummer|benutzernummer|kassenzeichen|versicherungsnummer|policennummer|zählpunkt",
    nickname: "spitzname|anzeigename",
    loginWord: "anmeldung|zugang|konto",
    password: "passwort|kennwort|passwörter|zugangscode|geheimzahl|persönliche pin|losungswort|pin nummer",
    newPassword: "neues passwort|neues kennwort|passwort wählen|passwort festlegen|passwort erstellen|" +
        "kennwort wählen|kennwort festlegen|wunschpasswort|passwort neu|passwort vergeben|passwortstärke|" +
        "wähle ein passwort|passwort ausdenken|erstelle ein passwort|neue passwort|das neue passwort|" +
        "neues passwort eingeben|passwort wählen sie|ein passwort wählen|passwort für das neue",
    currentPassword: "aktuelles passwort|altes passwort|aktuelles kennwort|altes kennwort|bisheriges passwort|" +
        "derzeitiges passwort|bisheriges kennwort|derzeitiges kennwort|jetziges passwort",
    repeat: "wiederholen|bestätigen|wiederholung|bestätigung|erneut|noch einmal|nochmal|nochmals|wiederhole|" +
        "passwort wiederholen|passwort bestätigen|kennwort wiederholen|kennwort bestätigen|bestätige",
    code: "bestätigungscode|sicherheitscode|einmalcode|einmalpasswort|einmalkennwort|authentifizierungscode|" +
        "verifizierungscode|verifikationscode|sms code|zwei faktor code|2fa code|tan|sms tan|mtan|anmeldecode|" +
        "prüfcode|authenticator code|bestätigungs code|6 stelliger code|6 stelligen code|sechsstelligen code|" +
        "einmal passwort|push tan|zugangscode per sms|einmal code|sechsstelliger code|bestätigungscode per|" +
        "tan nummer|chip tan|phototan|mobile tan|aktivierungscode per sms|smstan|zwei faktor|e mail code|" +
        "code per e mail",
    bareCode: "code|pin|ziffern|aktivierungscode|freischaltcode",
    phone: "telefon|telefonnummer|handynummer|handy|mobilnummer|mobiltelefon|rufnummer|mobil|vorwahl|festnetz|" +
        "ländervorwahl|landesvorwahl",
    personName: "vorname|nachname|familienname|name|vollständiger name|zuname|geburtsname|rufname|ihr name|" +
        "dein name|karteninhaber|kontoinhaber|ansprechpartner|firmenname|vor und nachname",
    address: "adresse|straße|hausnummer|ort|stadt|land|bundesland|anschrift|adresszusatz|wohnort|lieferadresse|" +
        "rechnungsadresse|standort|region|kanton|filiale",
    postal: "plz|postleitzahl",
    cardNumber: "kartennummer|kreditkarte|kreditkartennummer|iban|bankleitzahl|blz|gültig bis|ablaufdatum|" +
        "gültigkeit|gutscheinkarte|bankverbindung|ablaufmonat|ablaufjahr",
    cardCode: "prüfziffer|kartenprüfnummer|sicherheitscode der karte|kartenprüfziffer|prüfnummer|cvc|cvv",
    birth: "geburtsdatum|geburtstag|geburtsjahr|tag|monat|jahr|datum|alter|tt mm jjjj|anreise|abreise",
    coupon: "gutschein|gutscheincode|rabattcode|aktionscode|rabatt|promocode|empfehlungscode|einladungscode|" +
        "buchungsnummer|buchungscode|auftragsnummer|bestellnummer|rechnungsnummer|sendungsnummer|seriennummer|" +
        "vorteilscode|werbecode|artikelnummer|referenznummer|einlösen|gutscheinnummer|sendungsverfolgung|" +
        "geschenkkarte|geschenkkartencode|code der geschenkkarte|abholcode|pairing code|kopplungscode|" +
        "code auf dem fernseher|auf dem bildschirm angezeigt|auf ihrem gerät angezeigt|haben sie einen code|" +
        "rabattcode eingeben|vorgangsnummer|reservierungsnummer|paketnummer|ticketnummer|aktenzeichen|" +
        "schadennummer|bestellcode",
    captcha: "sicherheitsabfrage|zeichen im bild|zeichen eingeben|spamschutz|text im bild|" +
        "sicherheitsfrage rechnen|buchstaben im bild|visuelle bestätigung|code im bild|angezeigten code|" +
        "angezeigten zeichen|wie viel ist|geben sie die zeichen|sicherheitscode aus dem bild|bitte rechnen sie|" +
        "rechenaufgabe|zeichenfolge",
    answer: "sicherheitsfrage|geheime frage|geheimfrage|antwort|frage|sicherheitsantwort|passworthinweis|" +
        "mädchenname der mutter|hinweis",
    search: "suche|suchen|suchbegriff|stichwort|finden|suchwort|durchsuchen|wonach suchen|ich suche|filtern",
    company: "firma|unternehmen|beruf|abteilung|anrede|titel|geschlecht|organisation|branche|position|sprache|" +
        "mandant",
    machine: "beim anbieter|vom anbieter|servername|server adresse|serveradresse|hostname|datenbank|funknetz|" +
        "funkname|" +
        "port|host|server|gateway|proxyserver|mailserver|posteingangsserver|postausgangsserver|ip adresse|" +
        "netzwerkname|benutzer dn|bind dn|netzwerkpfad|datenquelle|" +
        "ordnerpfad",
    amount: "betrag|anzahl|menge|preis|summe|spende|gäste|erwachsene|kinder|personen",
    message: "nachricht|kommentar|betreff|beschreibung|anmerkung|mitteilung|ihre nachricht|bemerkung|thema|" +
        "notiz",
    website: "webseite|internetseite|internetadresse|homepage|link|" +
        "website|url|webadresse",
    nationalId: "steuernummer|steuer id|ausweisnummer|personalausweis|reisepassnummer|" +
        "sozialversicherungsnummer|versichertennummer|ust id|umsatzsteuer id|kennzeichen|führerscheinnummer",
    key: "api schlüssel|zugriffsschlüssel|geheimer schlüssel|wlan passwort|wlan schlüssel|netzwerkschlüssel|" +
        "lizenzschlüssel|wpa schlüssel|vorinstallierter schlüssel|verschlüsselungspasswort|" +
        "passwort für die datei|wlan kennwort|netzwerkpasswort|verschlüsselungskennwort|archivpasswort|" +
        "freigabepasswort|wiederherstellungscode|notfallcode|wiederherstellungsschlüssel|" +
        "api key|dateipasswort|passwort der datei|archiv passwort|puk|recovery code|seed phrase|" +
        "wiederherstellungsphrase|passwort für den link|link passwort|geheimer token|netzwerksicherheitsschlüssel|" +
        "datenbankpasswort",
    decoy: "nicht ausfüllen|leer lassen|bitte leer lassen|freilassen|dieses feld nicht",
    login: "anmelden|einloggen|login|anmeldung|zum login|jetzt anmelden|jetzt einloggen|kundenlogin|mein konto|" +
        "log in|willkommen zurück|einlogen|mitgliederbereich|kundenbereich|ich bin bereits kunde|bereits kunde",
    signUp: "registrieren|registrierung|konto erstellen|konto anlegen|neues konto|mitglied werden|" +
        "kostenlos registrieren|kundenkonto anlegen|jetzt registrieren|benutzerkonto erstellen|konto eröffnen|" +
        "neu anmelden|account erstellen|neu registrieren|kostenlos anmelden|profil erstellen|neuer kunde|" +
        "registriere dich|kundenkonto eröffnen|" +
        "benutzer anlegen|benutzer hinzufügen|neuer benutzer|benutzer erstellen|nutzer anlegen",
    changePassword: "passwort ändern|kennwort ändern|passwort aktualisieren|passwort speichern|" +
        "kennwort speichern|neues passwort setzen|passwort setzen",
    resetPassword: "passwort zurücksetzen|kennwort zurücksetzen|passwort anfordern|neues passwort anfordern|" +
        "passwort wiederherstellen|konto wiederherstellen|link anfordern|link zusenden",
    forgot: "passwort vergessen|kennwort vergessen|zugangsdaten vergessen|benutzername vergessen|vergessen|" +
        "probleme beim anmelden|probleme beim login|anmeldeprobleme",
    remember: "angemeldet bleiben|eingeloggt bleiben|merken|angemeldet|dauerhaft anmelden|login merken|" +
        "anmeldedaten speichern|an mich erinnern|zugangsdaten merken|diesem gerät vertrauen",
    terms: "nutzungsbedingungen|agb|datenschutz|datenschutzerklärung|ich akzeptiere|ich stimme|" +
        "geschäftsbedingungen|einverstanden",
    haveAccount: "bereits registriert|schon registriert|bereits ein konto|schon ein konto|schon mitglied|" +
        "bereits mitglied|schon kunde|hast du bereits|haben sie bereits|bereits angemeldet",
    noAccount: "noch kein konto|noch nicht registriert|kein konto|neu hier|noch kein mitglied|noch kein kunde|" +
        "neuer kunde|neukunde|noch kein kundenkonto|noch keinen account|neu bei",
    subscribe: "newsletter|abonnieren|newsletter anmelden|keine neuigkeiten verpassen|angebote per e mail|" +
        "auf dem laufenden|newsletter bestellen|news per mail|rundbrief|vorteile sichern",
    contact: "kontakt|kontaktformular|absenden|nachricht senden|anfrage|kommentar schreiben|" +
        "kommentar abschicken|kommentar hinterlassen|bewertung schreiben|termin|umfrage|gästebuch|" +
        "kontaktieren sie uns|angebot anfordern",
    checkout: "kasse|bestellung|zahlung|lieferung|versand|jetzt kaufen|zahlungspflichtig|bezahlen|als gast|" +
        "warenkorb|gastbestellung|rechnung|spenden|zur kasse",
    verify: "bestätigen|zwei faktor authentifizierung|identität bestätigen|code eingeben|code erneut senden|" +
        "code anfordern|zwei schritt|verifizieren|verifizierung|wir haben ihnen einen code|neuen code|" +
        "code gesendet|code an|2 faktor authentifizierung|authentifizierungs app|geben sie den code ein|" +
        "bestätigungscode eingeben|code per sms|zahlencode|wir haben ihnen eine sms|sms gesendet|per sms|" +
        "gesendet an",
    updateEmail: "e mail ändern|e mail adresse ändern|neue e mail|neue e mail adresse|" +
        "e mail adresse aktualisieren|benutzernamen ändern|benutzername ändern",
    deleteAccount: "konto löschen|konto schließen|account löschen",
    unlock: "passwort eingeben um|mit passwort bestätigen|entsperren|gesperrt",
    connect: "verbinden",
    settings: "verschlüsselung|verschlüsseln|umgebungsvariablen|wlan einstellungen|funknetz|verbindung testen|" +
        "verbindungseinstellungen|netzwerkeinstellungen|e mail server|ausgangsserver|" +
        "netzwerk einstellungen|mail einstellungen|e mail einstellungen|server einstellungen|mailserver|" +
        "verbindung prüfen|router einstellungen|datei verschlüsseln|datei schützen|e mail konto hinzufügen|" +
        "posteingangsserver|ldap einstellungen|datenbankverbindung|passwortgeschützt",
    save: "speichern|änderungen speichern|übernehmen|hinzufügen|anwenden|sichern",
};
