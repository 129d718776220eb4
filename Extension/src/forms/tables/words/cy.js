/** Welsh. */
export const cy = {
    email: "e bost|ebost|cyfeiriad e bost|cyfeiriad ebost",
    username: "enw defnyddiwr",
    password: "cyfrinair",
    newPassword: "cyfrinair newydd|creu cyfrinair",
    currentPassword: "cyfrinair presennol|hen gyfrinair",
    repeat: "cadarnhau cyfrinair|cadarnhau r cyfrinair|ail deipiwch|cadarnhewch eich cyfrinair",
    code: "cod dilysu|cod cadarnhau|cod diogelwch",
    bareCode: "cod",
    phone: "rhif ffôn|ffôn",
    personName: "enw|enw cyntaf|cyfenw|enw llawn",
    search: "chwilio",
    login: "mewngofnodi",
    signUp: "cofrestru|creu cyfrif",
    forgot: "wedi anghofio eich cyfrinair|anghofio cyfrinair|wedi anghofio",
    remember: "cofiwch fi|fy nghofio",
    verify: "dilysu|cadarnhau",
};
