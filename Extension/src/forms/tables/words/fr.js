/** French. */
export const fr = {
    email: "e mail|email|courriel|adresse e mail|adresse email|adresse mail|mail|adresse électronique|mél|" +
        "adresse de messagerie|adresse courriel",
    username: "identifiant|nom d utilisateur|nom utilisateur|utilisateur|pseudo|pseudonyme|id utilisateur|" +
        "nom de compte|login|identifiant client|nom d usager|code utilisateur|code d utilisateur|" +
        "nom de connexion|identifiant de connexion|adresse e mail ou identifiant|e mail ou identifiant|" +
        "identifiant ou e mail|nom d utilisateur ou e mail|e mail ou nom d utilisateur|" +
        "identifiant ou adresse e mail|pseudo ou e mail",
    accountNumber: "numéro client|numéro de client|numéro d adhérent|code client|numéro de compte|n client|" +
        "numéro abonné|numéro fiscal|matricule|numéro de contrat|numéro de carte lecteur|numéro allocataire|" +
        "numéro d allocataire|numéro de lecteur|numéro étudiant|numéro d abonné|numéro adhérent|" +
        "numéro de sociétaire|numéro d assuré",
    nickname: "surnom|nom affiché",
    loginWord: "connexion|compte",
    password: "mot de passe|mdp|motdepasse|code secret|code confidentiel|code personnel|phrase de passe|" +
        "mot passe",
    newPassword: "nouveau mot de passe|nouveau mdp|choisir un mot de passe|créer un mot de passe|" +
        "choisissez un mot de passe|créez un mot de passe|choisissez votre mot de passe|créez votre mot de passe|" +
        "définir un mot de passe|définissez un mot de passe|votre nouveau mot de passe|mot de passe souhaité",
    currentPassword: "mot de passe actuel|ancien mot de passe|mot de passe courant|mot de passe existant|" +
        "ancien mdp|votre mot de passe actuel",
    repeat: "confirmer|confirmation|confirmez|répéter|répétez|retapez|ressaisir|saisir à nouveau|ressaisissez|" +
        "à nouveau|encore une fois|vérification du mot de passe|confirmation du mot de passe|" +
        "confirmez le mot de passe|confirmer le mot de passe|confirmez votre mot de passe|retaper",
    code: "code de vérification|code de sécurité|code à usage unique|code de confirmation|code sms|code reçu|" +
        "mot de passe à usage unique|code d authentification|code d accès temporaire|code à 6 chiffres|code 2fa|" +
        "code unique|code de connexion|code temporaire|code otp|code de validation|code envoyé|6 chiffres|" +
        "code reçu par sms|code reçu par e mail|code à quatre chiffres|code de double authentification",
    bareCode: "code|chiffres|saisissez le code|entrez le code|saisir le code|entrer le code|code d activation",
    phone: "téléphone|portable|numéro de téléphone|mobile|tél|numéro de portable|indicatif|numéro mobile",
    personName: "prénom|nom|nom de famille|nom complet|votre nom|nom et prénom|prénom et nom|raison sociale|" +
        "titulaire de la carte|nom de naissance|titulaire|nom de jeune fille",
    address: "adresse|rue|ville|pays|région|complément d adresse|numéro de rue|province|département|commune|" +
        "adresse de livraison|adresse de facturation|lieu|voie",
    postal: "code postal|cp",
    cardNumber: "numéro de carte|carte bancaire|carte de crédit|date d expiration|expiration|iban|carte cadeau|" +
        "numéro de la carte|date de validité|expire",
    cardCode: "cryptogramme|cryptogramme visuel|code de sécurité de la carte|cvv|cvc|" +
        "code de vérification de la carte",
    birth: "date de naissance|naissance|jour|mois|année|anniversaire|âge|jj mm aaaa|date|lieu de naissance|" +
        "arrivée|départ",
    coupon: "code promo|code promotionnel|bon de réduction|code de réduction|code parrain|code avantage|coupon|" +
        "numéro de commande|numéro de réservation|référence|parrainage|code cadeau|chèque cadeau|numéro de suivi|" +
        "numéro de dossier|code privilège|bon d achat|numéro de facture|code d invitation|carte cadeau|" +
        "code carte cadeau|code de retrait|numéro de colis|code affiché sur votre|numéro de billet|" +
        "numéro de sinistre|numéro de retour|code dossier|numéro de bon",
    captcha: "recopier|recopiez|caractères affichés|code de l image|code image|anti robot|" +
        "caractères de l image|texte de l image|code visuel|combien font|antispam|question anti spam|" +
        "êtes vous un robot|saisissez les caractères|recopiez le texte|caractères ci dessous|résultat du calcul",
    answer: "question secrète|question de sécurité|réponse secrète|réponse|question|indice|aide mémoire",
    search: "recherche|rechercher|chercher|mots clés|mot clé|trouver|que cherchez vous|recherchez|filtrer",
    company: "entreprise|société|fonction|civilité|profession|organisme|titre|sexe|genre|établissement|langue|" +
        "service|métier",
    machine: "serveur|hôte|nom d hôte|base de données|passerelle|adresse ip|" +
        "port|nom du réseau|serveur mandataire|serveur de messagerie|" +
        "identifiant fai|mot de passe fai|fournisseur d accès|chemin réseau",
    amount: "montant|quantité|prix|somme|don|nombre de|voyageurs|adultes|enfants|personnes",
    message: "message|commentaire|objet|sujet|description|votre message|avis|remarques|note|contenu",
    website: "site web|site internet|lien|url|site",
    nationalId: "numéro de sécurité sociale|sécurité sociale|numéro de passeport|siret|siren|tva|" +
        "numéro fiscal de référence|carte d identité|plaque d immatriculation|immatriculation|permis de conduire|" +
        "n de sécurité sociale",
    key: "clé api|clé d api|clé secrète|clé wifi|jeton d accès|clé d accès|clé de licence|mot de passe wifi|" +
        "clé wi fi|clé de sécurité du réseau|mot de passe du wifi|mot de passe wi fi|clé réseau|" +
        "code de récupération|code de secours|" +
        "clé de sécurité|mot de passe du fichier|mot de passe de l archive|phrase de chiffrement|" +
        "mot de passe de chiffrement|phrase de récupération|mot de passe du lien",
    decoy: "laisser vide|ne pas remplir|laissez vide|laissez ce champ vide",
    login: "connexion|se connecter|connectez vous|s identifier|identifiez vous|me connecter|identification|" +
        "espace client|mon compte|déjà client|login|accéder à mon compte|authentification|ouvrir une session|" +
        "ouvrir session|bon retour|espace membre|déjà inscrit|je me connecte|je m identifie|entrer|franceconnect",
    signUp: "inscription|s inscrire|créer un compte|créer mon compte|inscrivez vous|nouveau client|m inscrire|" +
        "créez votre compte|créer votre compte|ouvrir un compte|devenir membre|création de compte|nouveau compte|" +
        "rejoindre|je crée mon compte|je m inscris|créez un compte|enregistrez vous|s enregistrer|" +
        "inscription gratuite|" +
        "ajouter un utilisateur|créer un utilisateur|nouvel utilisateur",
    changePassword: "changer le mot de passe|modifier le mot de passe|modifier mon mot de passe|" +
        "changer mon mot de passe|changement de mot de passe|modification du mot de passe|" +
        "changer de mot de passe|mettre à jour le mot de passe|modifier votre mot de passe|" +
        "enregistrer le mot de passe",
    resetPassword: "réinitialiser le mot de passe|réinitialiser mon mot de passe|" +
        "réinitialisation du mot de passe|récupérer mon mot de passe|réinitialiser|récupérer mon compte|" +
        "récupération de compte|récupération du mot de passe",
    forgot: "mot de passe oublié|mot de passe perdu|oublié|identifiant oublié|vous avez oublié|j ai oublié|" +
        "oubliée|problème de connexion|identifiants oubliés|code oublié",
    remember: "se souvenir de moi|rester connecté|mémoriser|se rappeler de moi|garder ma session|souvenir|" +
        "maintenir la connexion|rester identifié|connexion automatique|faire confiance à cet appareil|retenir",
    terms: "conditions générales|conditions d utilisation|j accepte|politique de confidentialité|cgu|cgv|" +
        "données personnelles",
    haveAccount: "déjà un compte|déjà inscrit|déjà membre|vous avez déjà un compte|déjà client|" +
        "j ai déjà un compte|vous avez un compte",
    noAccount: "pas de compte|pas encore de compte|pas encore inscrit|pas encore membre|nouveau sur|" +
        "première visite|nouveau client|vous n avez pas de compte|pas encore client|pas encore adhérent",
    subscribe: "newsletter|infolettre|s abonner|abonnez vous|lettre d information|je m abonne|" +
        "recevoir nos offres|inscription à la newsletter|restez informé|recevez|bons plans|actualités par email|" +
        "abonnement",
    contact: "contact|contactez nous|envoyer un message|laisser un commentaire|formulaire de contact|" +
        "nous contacter|demande de devis|demande d information|déposer un commentaire|envoyer le message|" +
        "publier le commentaire|rendez vous|donner votre avis|poser une question|livre d or",
    checkout: "commande|paiement|livraison|payer|passer la commande|panier|facturation|valider la commande|" +
        "continuer en tant qu invité|commander|faire un don|sans compte|en tant qu invité|coordonnées|expédition",
    verify: "vérifier|valider le code|vérification en deux étapes|authentification à deux facteurs|" +
        "renvoyer le code|vérification|double authentification|nous avons envoyé un code|saisissez le code|" +
        "vérifiez votre identité|nouveau code|code a été envoyé|valider|vous recevrez un code|" +
        "un code vous a été envoyé|entrez le code|saisir le code|recevoir un code|code par sms|a été envoyé|" +
        "avons envoyé",
    updateEmail: "changer d adresse e mail|modifier l adresse e mail|modifier mon email|" +
        "nouvelle adresse e mail|nouvelle adresse email|changer d adresse|modifier mon adresse|nouvel e mail|" +
        "nouvel email|nouveau courriel|modifier l adresse email|modifier l email|" +
        "changer de nom d utilisateur|modifier le nom d utilisateur",
    deleteAccount: "supprimer le compte|supprimer mon compte|fermer mon compte|désactiver|clôturer mon compte",
    unlock: "confirmez avec votre mot de passe|saisissez votre mot de passe pour|déverrouiller|verrouillé|" +
        "confirmez votre mot de passe",
    connect: "connecter|" +
        "se connecter au réseau",
    settings: "chiffrement|variables d environnement|tester la connexion|paramètres wi fi|paramètres réseau|" +
        "test de connexion|serveur smtp|" +
        "paramètres de messagerie|paramètres du serveur|serveur de messagerie|configuration du réseau|chiffrer|" +
        "chiffrer un fichier|protéger le fichier|réseau sans fil",
    save: "enregistrer|enregistrer les modifications|appliquer|ajouter|sauvegarder",
};
