/** Galician. */
export const gl = {
    email: "correo electrónico|enderezo electrónico|enderezo de correo",
    username: "nome de usuario|nome de usuaria|usuario",
    password: "contrasinal|o contrasinal",
    newPassword: "novo contrasinal|contrasinal novo",
    currentPassword: "contrasinal actual|contrasinal antigo",
    repeat: "repita o contrasinal|confirme o contrasinal|confirmar contrasinal|repetir contrasinal",
    code: "código de verificación|código de confirmación",
    phone: "teléfono|móbil",
    personName: "apelidos|nome e apelidos",
    search: "buscar|procurar",
    login: "iniciar sesión|acceder|entrar",
    signUp: "rexistrarse|rexístrate|crear unha conta|crear conta",
    forgot: "esqueciches o contrasinal|esqueceu o contrasinal|esquecín o contrasinal",
    remember: "lembrarme",
};
