/** Estonian. */
export const et = {
    email: "e post|e posti aadress|meiliaadress",
    username: "kasutajanimi|kasutajatunnus|kasutaja",
    password: "parool|salasõna",
    newPassword: "uus parool|vali parool",
    currentPassword: "praegune parool|vana parool",
    repeat: "korda parooli|parool uuesti|kinnita parool",
    code: "kinnituskood|ühekordne kood|kontrollkood",
    bareCode: "kood",
    phone: "telefon|telefoninumber",
    personName: "eesnimi|perekonnanimi|nimi",
    login: "logi sisse|sisselogimine|sisene",
    signUp: "registreeru|loo konto|registreerimine",
    forgot: "unustasid parooli|unustasin parooli",
    remember: "jäta mind meelde|pea mind meeles",
    noAccount: "pole kontot",
    verify: "kinnita|saatsime",
};
