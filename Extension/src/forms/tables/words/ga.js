/** Irish. */
export const ga = {
    email: "ríomhphost|seoladh ríomhphoist",
    username: "ainm úsáideora",
    password: "pasfhocal|focal faire",
    newPassword: "pasfhocal nua",
    currentPassword: "pasfhocal reatha|sean phasfhocal",
    repeat: "deimhnigh pasfhocal|deimhnigh an pasfhocal|athchuir pasfhocal",
    code: "cód fíoraithe|cód deimhnithe|cód aonuaire",
    phone: "uimhir fóin|guthán|fón póca",
    personName: "ainm|sloinne|céadainm",
    search: "cuardaigh",
    login: "logáil isteach|sínigh isteach",
    signUp: "cláraigh|cruthaigh cuntas",
    forgot: "dearmad ar an bpasfhocal|pasfhocal dearmadta|an ndearna tú dearmad",
    remember: "cuimhnigh orm",
    verify: "fíoraigh|deimhnigh",
};
