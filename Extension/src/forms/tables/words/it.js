/** Italian. */
export const it = {
    email: "e mail|email|posta elettronica|indirizzo e mail|indirizzo email|mail|indirizzo di posta|" +
        "indirizzo di posta elettronica|indirizzo mail|pec|indirizzo pec|posta certificata",
    username: "utente|nome utente|nome utenza|id utente|codice utente|userid|user id|identificativo|utenza|" +
        "nome account|codice identificativo|codice fiscale o email|numero di telefono o email|email o username|" +
        "username o email|nome utente o email|email o nome utente|nome utente o indirizzo email|" +
        "codice utente o email",
    accountNumber: "codice cliente|numero cliente|numero tessera|codice persona|codice di adesione|" +
        "codice titolare|matricola|codice contratto|numero contratto|numero polizza|numero socio|" +
        "numero di tessera|codice abbonato|numero cliente o",
    nickname: "soprannome|nickname|nome visualizzato",
    loginWord: "accesso|account",
    password: "password|parola d ordine|codice segreto|parola chiave di accesso|codice di accesso personale|" +
        "passwd|chiave di accesso",
    newPassword: "nuova password|crea password|scegli una password|crea una password|scegli la password|" +
        "imposta password|password nuova|scegli password|inserisci nuova password|imposta una password|" +
        "inserisci una nuova password|crea la tua password",
    currentPassword: "password attuale|vecchia password|password corrente|password precedente|password vecchia",
    repeat: "conferma|ripeti|confermare|di nuovo|nuovamente|riscrivi|ridigita|reinserisci|conferma password|" +
        "ripeti password|ripetere|ancora una volta|verifica password|ripeti la password|conferma la password",
    code: "codice di verifica|codice di sicurezza|codice sms|codice otp|codice di conferma|codice monouso|" +
        "codice usa e getta|codice di autenticazione|codice temporaneo|codice a 6 cifre|password monouso|" +
        "codice ricevuto|codice di accesso temporaneo|codice inviato|6 cifre|password usa e getta|" +
        "codice di accesso",
    bareCode: "codice|pin|cifre|inserisci il codice|codice di attivazione",
    phone: "telefono|cellulare|numero di telefono|numero di cellulare|prefisso|recapito telefonico|" +
        "numero cellulare",
    personName: "nome|cognome|nome e cognome|nome completo|il tuo nome|ragione sociale|intestatario|titolare|" +
        "nome sulla carta|titolare della carta|nome di battesimo",
    address: "indirizzo|via|città|paese|provincia|comune|numero civico|civico|regione|località|stato|nazione|" +
        "indirizzo di spedizione|indirizzo di fatturazione|luogo",
    postal: "cap|codice postale|codice avviamento postale",
    cardNumber: "numero di carta|numero carta|carta di credito|scadenza|data di scadenza|iban|carta regalo|" +
        "numero della carta|carta di debito",
    cardCode: "codice di sicurezza della carta|cvv|cvc|codice della carta|codice di controllo",
    birth: "data di nascita|nascita|giorno|mese|anno|età|compleanno|gg mm aaaa|data|luogo di nascita|arrivo|" +
        "partenza",
    coupon: "codice promozionale|codice sconto|buono sconto|coupon|sconto|codice invito|codice amico|buono|" +
        "numero ordine|codice prenotazione|codice regalo|codice promo|numero di prenotazione|numero fattura|" +
        "buono regalo|codice referral|numero d ordine|carta regalo|codice carta regalo|codice ritiro|" +
        "codice visualizzato sul|codice mostrato sul|riscatta|riscatta buono|numero pratica|numero di spedizione|" +
        "codice biglietto|codice ordine",
    captcha: "caratteri dell immagine|testo dell immagine|codice di controllo immagine|caratteri visualizzati|" +
        "non sono un robot|quanto fa|codice visualizzato|copia il codice|lettere dell immagine|codice immagine|" +
        "digita i caratteri|scrivi i caratteri|risolvi",
    answer: "domanda segreta|domanda di sicurezza|risposta segreta|risposta|domanda|suggerimento",
    search: "cerca|ricerca|trova|parole chiave|parola chiave|cosa cerchi|filtra|cercare",
    company: "azienda|società|ruolo|titolo|sesso|genere|organizzazione|professione|ente|lingua|occupazione",
    machine: "server|indirizzo ip|nome host|base di dati|" +
        "porta|base dati|database|nome della rete|nome rete|server di posta|" +
        "percorso di rete|percorso cartella",
    amount: "importo|quantità|prezzo|totale|donazione|adulti|bambini|ospiti|persone",
    message: "messaggio|commento|oggetto|descrizione|il tuo messaggio|note|richiesta|motivo",
    website: "sito web|sito internet|sito|link|url",
    nationalId: "codice fiscale|partita iva|passaporto|carta d identità|numero documento|targa|patente|" +
        "tessera sanitaria",
    key: "chiave api|chiave segreta|token di accesso|password wifi|chiave wifi|chiave di licenza|" +
        "password della rete|password di rete|password del wi fi|password wi fi|codice di recupero|" +
        "codice di backup|" +
        "chiave di rete|password del file|password di cifratura|password archivio|frase di recupero|" +
        "codice di emergenza",
    decoy: "lasciare vuoto|non compilare|lascia vuoto",
    login: "accedi|entra|login|accesso|accedere|area clienti|area riservata|il mio account|autenticati|" +
        "collegati|sei già cliente|già registrato|effettua l accesso|accedi al tuo account|autenticazione|" +
        "esegui l accesso|effettua il login|bentornato|entra con spid|spid",
    signUp: "registrati|registrazione|iscriviti|crea account|crea un account|nuovo utente|crea il tuo account|" +
        "iscrizione|registra|crea profilo|apri un conto|diventa socio|nuovo account|unisciti|iscriviti gratis|" +
        "registrarsi|nuovo cliente|crea nuovo account|" +
        "aggiungi utente|crea utente",
    changePassword: "cambia password|modifica password|cambio password|aggiorna password|cambia la password|" +
        "modifica la password|salva password|cambiare password",
    resetPassword: "reimposta password|recupera password|recupero password|reimposta la password|" +
        "ripristina password|recupera account|recupera la password|reimpostazione password|resetta password",
    forgot: "password dimenticata|hai dimenticato la password|dimenticato|dimenticata|hai dimenticato|" +
        "problemi di accesso|non ricordi|recupera credenziali|ho dimenticato|credenziali dimenticate|" +
        "hai perso la password",
    remember: "ricordami|resta connesso|mantieni l accesso|ricorda|rimani connesso|resta collegato|memorizza|" +
        "mantienimi connesso|rimani collegato|considera attendibile",
    terms: "termini e condizioni|condizioni d uso|accetto|informativa sulla privacy|condizioni generali|" +
        "privacy policy|termini di servizio|trattamento dei dati|dichiaro di",
    haveAccount: "hai già un account|sei già registrato|già registrato|hai già un profilo|sei già iscritto|" +
        "già iscritto|possiedi già|ho già un account|sei già cliente|hai un account",
    noAccount: "non hai un account|non sei registrato|non sei ancora registrato|non hai ancora un account|" +
        "nuovo utente|nuovo cliente|non sei iscritto|prima volta|non hai un profilo|sei nuovo|" +
        "non sei ancora iscritto",
    subscribe: "newsletter|iscriviti alla newsletter|ricevi|rimani aggiornato|abbonati|resta aggiornato|novità|" +
        "offerte via email|iscrizione alla newsletter",
    contact: "contatti|contattaci|invia messaggio|lascia un commento|modulo di contatto|invia commento|" +
        "preventivo|richiedi informazioni|prenota|recensione|invia richiesta|sondaggio|scrivici|appuntamento",
    checkout: "pagamento|ordine|spedizione|acquista|carrello|fatturazione|paga|procedi all acquisto|" +
        "come ospite|completa l ordine|cassa|dona|consegna|prenotazione",
    verify: "verifica|convalida|verifica in due passaggi|autenticazione a due fattori|invia di nuovo|" +
        "rinvia codice|abbiamo inviato un codice|conferma codice|inserisci il codice|verifica la tua identità|" +
        "nuovo codice|non hai ricevuto|verifica identità|abbiamo inviato|invia codice|ricevi codice|" +
        "codice via sms|ti abbiamo inviato|inviato un sms",
    updateEmail: "cambia email|modifica email|nuova email|aggiorna email|nuovo indirizzo email|cambia e mail|" +
        "nuova e mail|modifica indirizzo email",
    deleteAccount: "elimina account|cancella account|chiudi account|elimina il mio account|disattiva account|" +
        "cancellazione|elimina definitivamente|eliminazione",
    unlock: "inserisci la password per|sblocca|bloccato|" +
        "conferma la password",
    connect: "connetti|" +
        "connettiti",
    settings: "crittografia|variabili d ambiente|impostazioni di rete|server di posta|prova connessione|" +
        "impostazioni di posta|impostazioni del server|test connessione|verifica connessione|impostazioni wi fi|" +
        "rete wireless|cifratura|impostazioni del router",
    save: "salva|salva modifiche|applica|aggiungi|memorizza",
};
