/** Galician. */
export const gl = {
    email: "correo electrónico|enderezo electrónico|enderezo de correo|correo|o teu correo|email|e mail",
    username: "nome de usuario|nome de usuaria|usuario|nome de usuario ou correo|identificador|" +
        "correo ou usuario",
    cardNumber: "número de tarxeta",
    captcha: "caracteres da imaxe|código da imaxe",
    accountNumber: "número de cliente|número de socio",
    password: "contrasinal|o contrasinal|clave|contrasinais",
    newPassword: "novo contrasinal|contrasinal novo|crea un contrasinal|escolle un contrasinal|nova clave",
    currentPassword: "contrasinal actual|contrasinal antigo|clave actual|contrasinal anterior",
    repeat: "repita o contrasinal|confirme o contrasinal|confirmar contrasinal|repetir contrasinal|" +
        "repite o contrasinal|confirma o contrasinal|confirmar|repetir",
    code: "código de verificación|código de confirmación|código de seguridade|código recibido|" +
        "código dun só uso|código sms",
    bareCode: "código|introduce o código|pin",
    phone: "teléfono|móbil",
    personName: "apelidos|nome e apelidos|nome|primeiro apelido|segundo apelido|nome completo",
    address: "enderezo|rúa|cidade|provincia|concello|país",
    postal: "código postal",
    birth: "data de nacemento|día|mes|ano",
    coupon: "código promocional|código de desconto|cupón|número de pedido|localizador|" +
        "número de seguimento",
    search: "buscar|procurar",
    company: "empresa|profesión",
    amount: "importe|cantidade",
    message: "mensaxe|comentario|asunto|observacións",
    nationalId: "nif|dni|número de identificación",
    machine: "servidor|porto|base de datos|enderezo ip|nome da rede",
    key: "contrasinal da wi fi|contrasinal wifi|clave da rede|chave api",
    login: "iniciar sesión|acceder|entrar|inicia sesión|a miña conta|entra|inicio de sesión|área privada",
    signUp: "rexistrarse|rexístrate|crear unha conta|crear conta|rexistro|rexistrar|crea a túa conta|" +
        "crea unha conta|novo usuario|alta",
    changePassword: "cambiar contrasinal|cambiar o contrasinal|modificar contrasinal",
    resetPassword: "restablecer contrasinal|recuperar contrasinal|restablecer o contrasinal",
    forgot: "esqueciches o contrasinal|esqueceu o contrasinal|esquecín o contrasinal|esqueciches|esquecín|" +
        "esqueciches a clave",
    remember: "lembrarme|lémbrame|recordarme|manter a sesión",
    terms: "acepto|condicións de uso|política de privacidade|" +
        "condicións",
    haveAccount: "xa tes conta|xa tes unha conta|xa estás rexistrado",
    noAccount: "non tes conta|aínda non tes conta|non estás rexistrado",
    subscribe: "subscribirse|boletín|subscríbete",
    contact: "contacto|enviar mensaxe",
    checkout: "pedido|pago|envío|cesta|finalizar compra",
    verify: "verificar|verificación|enviamos|reenviar código|introduce o código|enviar código",
    deleteAccount: "eliminar conta|eliminar a conta",
    save: "gardar|engadir",
};
