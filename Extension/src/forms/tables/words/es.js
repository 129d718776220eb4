/** Spanish. */
export const es = {
    email: "correo|correo electrónico|email|e mail|mail|dirección de correo|dirección de correo electrónico|" +
        "tu correo|casilla de correo|dirección de email",
    username: "usuario|nombre de usuario|nombre usuario|identificador|id de usuario|alias|código de usuario|" +
        "cuenta de usuario|clave de usuario|nombre de cuenta|usuario o correo|nick|identificación de usuario|" +
        "correo o usuario|usuario o email|email o usuario|nombre de usuario o correo electrónico|" +
        "correo electrónico o nombre de usuario|usuario o dni|email o nombre de usuario|correo o teléfono",
    accountNumber: "número de cliente|número de usuario|número de socio|nº de cliente|código de cliente|" +
        "número de cuenta|matrícula de alumno|rut|número de contrato|número de carné|número de afiliado|" +
        "número de abonado|número de póliza|código de alumno|número de empleado|legajo|número de suministro",
    nickname: "apodo",
    loginWord: "acceso|cuenta|ingreso|identificación",
    password: "contraseña|clave|contrasenya|clave de acceso|clave personal|clave secreta|pasword|" +
        "palabra clave de acceso|clave de internet|código secreto",
    newPassword: "nueva contraseña|contraseña nueva|nueva clave|crear contraseña|crea una contraseña|" +
        "elige una contraseña|elija una contraseña|clave nueva|crea tu contraseña|cree una contraseña|" +
        "establecer contraseña|define una contraseña",
    currentPassword: "contraseña actual|contraseña anterior|clave actual|antigua contraseña|clave anterior|" +
        "contraseña antigua|vieja contraseña",
    repeat: "confirmar|confirmación|repetir|repite|repita|confirma|confirme|de nuevo|otra vez|" +
        "vuelve a escribir|nuevamente|repetir contraseña|confirmar contraseña|vuelva a escribir|reingresar|" +
        "reescribe|verificar contraseña",
    code: "código de verificación|código de seguridad|código de confirmación|código sms|código de un solo uso|" +
        "clave de un solo uso|código de acceso|código temporal|código de autenticación|token|clave dinámica|" +
        "código de 6 dígitos|contraseña de un solo uso|código recibido|código otp|código que te enviamos|" +
        "código único|clave sms|seis dígitos|6 dígitos",
    bareCode: "código|pin|dígitos|introduce el código|ingresa el código|ingrese el código|introduzca el código|" +
        "código de activación|clave",
    phone: "teléfono|móvil|celular|número de teléfono|número de móvil|número de celular|prefijo|tel|telf|" +
        "código de país",
    personName: "nombre|apellido|apellidos|nombre completo|primer nombre|nombres|nombre y apellidos|" +
        "primer apellido|segundo apellido|titular|titular de la tarjeta|razón social|tu nombre|nombre y apellido",
    address: "dirección|calle|ciudad|país|provincia|estado|localidad|número de calle|domicilio|población|" +
        "región|colonia|municipio|piso|dirección de envío|dirección de facturación|comuna|distrito|ubicación|" +
        "barrio",
    postal: "código postal|cp|cod postal",
    cardNumber: "número de tarjeta|tarjeta de crédito|tarjeta|fecha de caducidad|caducidad|vencimiento|iban|" +
        "fecha de vencimiento|tarjeta regalo|tarjeta de débito|fecha de expiración",
    cardCode: "código de seguridad de la tarjeta|cvv|cvc|código de la tarjeta|código cvv",
    birth: "fecha de nacimiento|nacimiento|día|mes|año|edad|cumpleaños|dd mm aaaa|fecha|fecha de entrada|" +
        "llegada|salida",
    coupon: "cupón|código promocional|código de descuento|descuento|código de invitación|vale|" +
        "código de referido|número de pedido|localizador|código de reserva|código de regalo|promoción|" +
        "número de seguimiento|número de reserva|número de factura|cupón de descuento|código de cupón|referido|" +
        "tarjeta regalo|código de la tarjeta regalo|código de recogida|código que aparece en tu|" +
        "código que se muestra en|canjear|código de pedido|número de guía|número de ticket|número de expediente",
    captcha: "caracteres de la imagen|texto de la imagen|código de la imagen|letras de la imagen|" +
        "no soy un robot|cuánto es|escriba los caracteres|código de imagen|caracteres que ve|código captcha|" +
        "código que aparece|resultado|escribe los caracteres|ingrese el texto de la imagen|resuelve la suma|" +
        "letras que ves",
    answer: "pregunta secreta|pregunta de seguridad|respuesta secreta|respuesta|pregunta|pista",
    search: "buscar|búsqueda|busca|palabras clave|palabra clave|encuentra|encontrar|qué buscas|buscador|filtrar",
    company: "empresa|compañía|cargo|título|sexo|género|organización|profesión|ocupación|idioma|tratamiento|" +
        "institución",
    machine: "servidor|puerto|base de datos|puerta de enlace|dirección ip|" +
        "nombre de host|nombre de la red|nombre de red|servidor de correo|" +
        "ruta de red|carpeta de red",
    amount: "importe|ingreso mensual|ingresos mensuales|monto|cantidad|precio|total|donación|adultos|niños|personas|pasajeros",
    message: "mensaje|comentario|asunto|descripción|observaciones|tu mensaje|nota|motivo|consulta|contenido",
    website: "sitio web|página web|web|enlace|url",
    nationalId: "dni|nif|nie|cif|pasaporte|número de pasaporte|curp|rfc|cédula|número de documento|documento|" +
        "número de identificación|nro documento|seguridad social|matrícula|documento de identidad|cuit|cuil",
    key: "clave api|clave de api|clave secreta de api|token de acceso|clave wifi|contraseña wifi|" +
        "clave de licencia|clave del centro|clave de centro|clave de firma|contraseña de firma|clave de la red|" +
        "clave de rastreo|clave de producto|clave catastral|clave de elector|clave interbancaria|" +
        "contraseña de la red|contraseña de red|contraseña del wifi|clave de red|código de recuperación|" +
        "código de respaldo|" +
        "contraseña wi fi|clave wi fi|clave secreta|contraseña del archivo|contraseña de cifrado|" +
        "frase de recuperación|contraseña del enlace",
    decoy: "dejar en blanco|no rellenar|deje este campo vacío|dejar vacío|no completar",
    login: "iniciar sesión|inicia sesión|inicio de sesión|entrar|acceder|ingresar|iniciar|mi cuenta|login|" +
        "ya soy cliente|acceso clientes|identifícate|área de clientes|ingreso|acceso|inicie sesión|conectarse|" +
        "área privada|bienvenido de nuevo|ingresa|entra|autenticarse|área cliente",
    signUp: "registrarse|regístrate|registro|crear cuenta|crear una cuenta|crea tu cuenta|nuevo usuario|" +
        "registrar|registrarme|únete|darse de alta|crea una cuenta|crear mi cuenta|alta de usuario|nueva cuenta|" +
        "unirse|date de alta|quiero registrarme|abrir cuenta|inscripción|inscribirse|inscríbete|hazte socio|" +
        "crear perfil|nuevo cliente|regístrese|" +
        "añadir usuario|agregar usuario|crear usuario",
    changePassword: "cambiar contraseña|cambiar la contraseña|cambiar clave|modificar contraseña|" +
        "cambio de contraseña|actualizar contraseña|cambia tu contraseña|cambio de clave|guardar contraseña|" +
        "cambiar mi contraseña",
    resetPassword: "restablecer contraseña|recuperar contraseña|restablecer la contraseña|recuperar clave|" +
        "recuperar cuenta|recupera tu cuenta|recuperación de contraseña|reestablecer contraseña|" +
        "restablece tu contraseña|restablecimiento de contraseña",
    forgot: "olvidé mi contraseña|olvidaste tu contraseña|has olvidado|olvidó su contraseña|olvidé|olvidado|" +
        "olvidaste|olvidó|he olvidado|recordar contraseña|problemas para iniciar sesión|no recuerdo|" +
        "perdiste tu contraseña",
    remember: "recordarme|recuérdame|mantener sesión|no cerrar sesión|mantener la sesión iniciada|" +
        "recordar usuario|recordar|mantenerme conectado|mantener sesión iniciada|recordar mis datos|" +
        "guardar usuario|confiar en este dispositivo",
    terms: "términos y condiciones|condiciones de uso|acepto|política de privacidad|aviso legal|" +
        "condiciones generales|términos de servicio|términos",
    haveAccount: "ya tienes cuenta|ya tienes una cuenta|ya estás registrado|ya tengo cuenta|ya tiene cuenta|" +
        "ya soy|ya tengo una cuenta|tienes cuenta|ya eres miembro|ya tiene una cuenta|ya eres usuario",
    noAccount: "no tienes cuenta|no tienes una cuenta|no tengo cuenta|aún no tienes cuenta|eres nuevo|" +
        "no estás registrado|todavía no tienes|no tiene cuenta|nuevo usuario|aún no estás registrado|" +
        "no tiene una cuenta|nuevo en|primera vez|nuevo cliente|aún no tienes una cuenta",
    subscribe: "suscribirse|suscríbete|boletín|newsletter|novedades|suscribirme|recibir ofertas|suscripción|" +
        "boletín de noticias|recibe|mantente informado|suscribir|ofertas exclusivas",
    contact: "contacto|contáctanos|enviar mensaje|formulario de contacto|deja un comentario|" +
        "publicar comentario|contáctenos|solicitar información|solicita información|déjanos|escríbenos|cita|" +
        "cotización|reseña|encuesta|pedir cita|presupuesto",
    checkout: "pago|pedido|envío|comprar|finalizar compra|facturación|carrito|pagar|tramitar pedido|" +
        "como invitado|realizar pedido|donar|datos de envío|reserva|compra",
    verify: "verificar|validar|verificación en dos pasos|autenticación de dos factores|reenviar código|" +
        "verificación|te hemos enviado un código|confirmar código|verifica tu identidad|ingresa el código|" +
        "introduce el código|hemos enviado un código|no recibiste|enviamos un código|doble factor|" +
        "ingrese el código|introduzca el código|enviar código|recibir código|enviado un sms|te hemos enviado|" +
        "clave de 6|clave enviada|confirma|confirme",
    updateEmail: "cambiar correo|cambiar email|nuevo correo|nuevo correo electrónico|actualizar correo|" +
        "nuevo email|cambiar correo electrónico|modificar correo|cambiar dirección de correo|" +
        "cambiar nombre de usuario",
    deleteAccount: "eliminar cuenta|borrar cuenta|eliminar mi cuenta|cerrar cuenta|desactivar cuenta|" +
        "dar de baja|borrar mi cuenta",
    unlock: "introduce tu contraseña para|desbloquear|bloqueado|" +
        "confirma tu contraseña|confirme su contraseña",
    connect: "conectar|" +
        "conectarse",
    settings: "cifrado|variables de entorno|probar conexión|configuración de red|servidor de correo|" +
        "servidor smtp|" +
        "configuración de correo|configuración del servidor|configuración wi fi|red inalámbrica|cifrar archivo|" +
        "ajustes de red|ajustes del router",
    save: "guardar|guardar cambios|aplicar|añadir|agregar|grabar",
};
