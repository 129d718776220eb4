/** Catalan. */
export const ca = {
    email: "correu electrònic|correu|adreça electrònica",
    username: "nom d usuari|usuari|usuària",
    password: "contrasenya|clau d accés",
    newPassword: "nova contrasenya|contrasenya nova|crea una contrasenya",
    currentPassword: "contrasenya actual|contrasenya antiga",
    repeat: "repeteix la contrasenya|confirma la contrasenya|torna a escriure",
    code: "codi de verificació|codi d un sol ús|codi de seguretat",
    phone: "telèfon|mòbil",
    personName: "nom|cognom|cognoms",
    login: "inicia sessió|inicia la sessió|entra|accedeix",
    signUp: "registra t|crea un compte|registre",
    forgot: "has oblidat la contrasenya|he oblidat la contrasenya",
    remember: "recorda m",
};
