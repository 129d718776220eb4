import re
from .core import Site, e, js, passkeys
from .snippets import PK_MANUAL, cookie_bar

# ---------------------------------------------------------------- 4 Sede electrónica Trámites Sur (Spanish, JSF names)
T = Site("tramites-sur", ["sede.tramites-sur.test"], "Sede electrónica – Trámites Sur")


def sede(req, body):
    a = req.account
    out = f"<span>{e(a.more.get('name') or a.user)}</span> <form id='j_idt12' method='post' action='/salir.xhtml' style='display:inline'><input type='hidden' name='javax.faces.ViewState' value='-42:7'><input type='submit' id='j_idt12:salir' value='Cerrar sesión'></form>" if a else "<a href='/acceso.xhtml'>Acceder</a>"
    return f"""<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="es"><head><meta charset="utf-8"/><title>Sede electrónica</title><style>body{{font:15px Arial;margin:0}}.cab{{background:#7b1e1e;color:#fff;padding:12px 24px}}.cab a{{color:#fff}}.ui-panel{{border:1px solid #a8a8a8;margin:20px auto;width:620px;padding:16px}}.ui-inputfield{{padding:5px;width:240px}}.ui-message-error{{color:#c00;display:block}}.ui-messages-info{{background:#dfd;padding:10px}}label{{display:inline-block;width:210px}}.fila{{margin:10px 0}}</style></head><body>
<div class="cab"><b>Gobierno Regional del Sur</b> — Sede electrónica <form id="formBuscar" action="/buscar.xhtml" style="display:inline"><input name="formBuscar:texto" placeholder="Buscar trámite"/></form> {out}</div><div class="ui-panel">{body}</div><p style="text-align:center">Accesibilidad | Aviso legal | Fecha y hora oficial</p></body></html>"""


@T.get("/")
def sede_home(req):
    return sede(req, "<h2>Trámites más consultados</h2><ul><li>Certificado de empadronamiento</li><li>Ayudas al alquiler</li></ul><a href='/acceso.xhtml' id='entrar'>Acceso con usuario y contraseña</a><br/><a href='#'>Acceso con certificado digital</a>")


def sede_form(req, err="", aviso=""):
    return sede(req, f"""<h2>Identificación</h2>{aviso}<form id="loginForm" name="loginForm" method="post" action="/acceso.xhtml" enctype="application/x-www-form-urlencoded"><input type="hidden" name="loginForm" value="loginForm"/><span class="ui-message-error">{err}</span>
<div class="fila"><label for="loginForm:nif">NIF / NIE</label><input id="loginForm:nif" type="text" name="loginForm:nif" maxlength="9" class="ui-inputfield" style="text-transform:uppercase" title="8 cifras y letra"/></div>
<div class="fila"><label for="loginForm:clave">Contraseña</label><input id="loginForm:clave" type="password" name="loginForm:clave" autocomplete="off" class="ui-inputfield"/></div>
<input type="hidden" name="javax.faces.ViewState" value="-771:12"/><button id="loginForm:j_idt41" name="loginForm:j_idt41" type="submit" class="ui-button">Entrar</button></form>""")


@T.get("/acceso.xhtml")
def sede_login(req):
    return sede_form(req, aviso="<div class='ui-messages-info'>Ha cerrado la sesión.</div>" if "fin" in req.query else "")


@T.post("/acceso.xhtml")
def sede_login_post(req):
    a = T.check(req["loginForm:nif"], req["loginForm:clave"])
    if not a:
        return sede_form(req, "Usuario o contraseña incorrectos.")
    T.sign_in(req, a)
    return req.go("/privado/carpeta.xhtml")


@T.post("/salir.xhtml")
def sede_out(req):
    req.sign_out()
    return req.go("/acceso.xhtml", fin=1)


@T.get("/privado/carpeta.xhtml")
def sede_carpeta(req, msg="", err=""):
    a = req.account
    if not a:
        return req.go("/acceso.xhtml")
    return sede(req, f"""<h2>Mi carpeta ciudadana</h2>{msg}<p>No tiene notificaciones pendientes.</p><h3>Cambio de contraseña</h3><form id="frmClave" method="post" action="/privado/clave.xhtml"><span class="ui-message-error">{err}</span>
<div class="fila"><label for="frmClave:actual">Contraseña actual</label><input type="password" id="frmClave:actual" name="frmClave:actual" class="ui-inputfield" autocomplete="off"/></div><div class="fila"><label for="frmClave:nueva">Nueva contraseña</label><input type="password" id="frmClave:nueva" name="frmClave:nueva" class="ui-inputfield" autocomplete="off" maxlength="24"/></div>
<div class="fila"><label for="frmClave:repite">Repita la nueva contraseña</label><input type="password" id="frmClave:repite" name="frmClave:repite" class="ui-inputfield" autocomplete="off" maxlength="24"/></div><small>Entre 8 y 24 caracteres, con letras y números.</small><input type="hidden" name="javax.faces.ViewState" value="-771:13"/><br/><button id="frmClave:ok" type="submit">Guardar cambios</button></form>""")


@T.post("/privado/clave.xhtml")
def sede_clave(req):
    a = req.account
    if not a:
        return req.go("/acceso.xhtml")
    x = T.set_password(a, req["frmClave:actual"], req["frmClave:nueva"], req["frmClave:repite"],
                       lambda p: None if 8 <= len(p) <= 24 and re.search(r"\d", p) and re.search(r"[A-Za-z]", p) else "Entre 8 y 24 caracteres, con letras y números.")
    if x:
        return sede_carpeta(req, err={"old": "La contraseña actual no es correcta.", "again": "Las contraseñas no coinciden.", "same": "Debe ser distinta de la actual."}.get(x, x))
    return req.go("/privado/hecho.xhtml")


@T.get("/privado/hecho.xhtml")
def sede_hecho(req):
    return sede_carpeta(req, "<div class='ui-messages-info'>Contraseña modificada correctamente.</div>")


# ---------------------------------------------------------------- 5 Hartwell Clinic (ASP.NET WebForms patient portal)
H = Site("clinic-hartwell", ["patients.clinic-hartwell.test"], "Hartwell Clinic Patient Portal")


def clinic(req, body, action):
    a = req.account
    return f"""<!DOCTYPE html><html><head><title>Hartwell Clinic Patient Portal</title><meta charset="utf-8"><style>body{{font:14px Verdana;background:#eef4f8}}#wrap{{width:820px;margin:auto;background:#fff;padding:16px}}.failureNotification{{color:red}}fieldset{{width:480px}}.textEntry,.passwordEntry{{width:320px;padding:4px}}label{{display:block;margin-top:8px}}</style></head><body>
<form method="post" action="{action}" id="aspnetForm" onsubmit="return WebForm_OnSubmit();"><input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value=""><input type="hidden" name="__EVENTARGUMENT" id="__EVENTARGUMENT" value=""><input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUKMTY1NDU2MTA1MmRkP4s1">
<script>function __doPostBack(t,a){{var f=document.getElementById('aspnetForm');f.__EVENTTARGET.value=t;f.__EVENTARGUMENT.value=a;f.submit();}}function WebForm_OnSubmit(){{return true;}}</script>
<div id="wrap"><h1>Hartwell Clinic</h1><div><input type="text" name="ctl00$SearchBox" id="ctl00_SearchBox" placeholder="Find a doctor"> <input type="submit" name="ctl00$SearchBtn" value="Go"> {f'<a id="ctl00_LoginStatus" href="javascript:__doPostBack(&#39;ctl00$LoginStatus&#39;,&#39;&#39;)">Log out</a>' if a else '<a href="/Account/Login.aspx">Log in</a>'}</div>{body}</div></form></body></html>"""


@H.get("/")
def clinic_home(req):
    return req.go("/Account/Login.aspx")


def clinic_common(req):
    if req["__EVENTTARGET"] == "ctl00$LoginStatus":
        req.sign_out()
        return req.go("/Account/Login.aspx")
    if "ctl00$SearchBtn" in req.form:
        return req.go("/Account/Login.aspx")


def clinic_login_page(req, err=""):
    return clinic(req, f"""<h2>Log in</h2><p>Please enter your username and password. <a href="/Account/Register.aspx">Register</a> if you don't have an account.</p><span class="failureNotification">{err}</span><fieldset class="login"><legend>Account Information</legend>
<label for="ctl00_MainContent_LoginUser_UserName" id="ctl00_MainContent_LoginUser_UserNameLabel">Username:</label><input name="ctl00$MainContent$LoginUser$UserName" type="text" id="ctl00_MainContent_LoginUser_UserName" class="textEntry"><label for="ctl00_MainContent_LoginUser_Password">Password:</label><input name="ctl00$MainContent$LoginUser$Password" type="password" id="ctl00_MainContent_LoginUser_Password" class="passwordEntry">
<p><input id="ctl00_MainContent_LoginUser_RememberMe" type="checkbox" name="ctl00$MainContent$LoginUser$RememberMe"> Keep me logged in</p></fieldset><input type="submit" name="ctl00$MainContent$LoginUser$LoginButton" value="Log In" id="ctl00_MainContent_LoginUser_LoginButton">""", "/Account/Login.aspx")


@H.get("/Account/Login.aspx")
def clinic_login(req):
    return clinic_login_page(req)


@H.post("/Account/Login.aspx")
def clinic_login_post(req):
    if x := clinic_common(req):
        return x
    a = H.check(req["ctl00$MainContent$LoginUser$UserName"], req["ctl00$MainContent$LoginUser$Password"])
    if not a:
        return clinic_login_page(req, "Your login attempt was not successful. Please try again.")
    H.sign_in(req, a, remember=req["ctl00$MainContent$LoginUser$RememberMe"])
    return req.go("/Default.aspx")


def clinic_reg_page(req, err=""):
    pre, idp = "ctl00$MainContent$RegisterUser$CreateUserStepContainer$", "ctl00_MainContent_RegisterUser_CreateUserStepContainer_"
    f = lambda n, label, kind="text": f'<label for="{idp}{n}">{label}</label><input name="{pre}{n}" type="{kind}" id="{idp}{n}" class="{"passwordEntry" if kind == "password" else "textEntry"}" value="{"" if kind == "password" else e(req[pre + n])}">'
    return clinic(req, f"""<h2>Create a New Account</h2><p>Passwords are required to be a minimum of 8 characters in length and must contain a symbol.</p><span class="failureNotification">{err}</span><fieldset class="register"><legend>Account Information</legend>{f('PatientNo', 'Patient number (on your letter):')}{f('DOB', 'Date of birth (dd/mm/yyyy):')}{f('UserName', 'Username:')}{f('Email', 'E-mail:')}{f('Password', 'Password:', 'password')}{f('ConfirmPassword', 'Confirm Password:', 'password')}{f('Question', 'Security question:')}{f('Answer', 'Security answer:')}</fieldset>
<input type="submit" name="{pre}CreateUserButton" value="Create User" id="{idp}CreateUserButton">""", "/Account/Register.aspx")


@H.get("/Account/Register.aspx")
def clinic_reg(req):
    return clinic_reg_page(req)


@H.post("/Account/Register.aspx")
def clinic_reg_post(req):
    if x := clinic_common(req):
        return x
    g = lambda n: req["ctl00$MainContent$RegisterUser$CreateUserStepContainer$" + n]
    p = g("Password")
    err = ("User Name is required." if not g("UserName") else "Please enter a different user name." if H.find(g("UserName")) else "The Password and Confirmation Password must match." if p != g("ConfirmPassword") else
           "Password must be at least 8 characters with a symbol." if len(p) < 8 or not re.search(r"[^A-Za-z0-9]", p) else "E-mail is required." if "@" not in g("Email") else "")
    if err:
        H.reject(err, user=g("UserName"), password=p)
        return clinic_reg_page(req, err)
    H.sign_in(req, H.sign_up(g("UserName"), p, email=g("Email")), how="sign-up")
    return req.go("/Default.aspx")


@H.get("/Default.aspx")
def clinic_default(req, msg="", err=""):
    a = req.account
    if not a:
        return req.go("/Account/Login.aspx")
    return clinic(req, f"""<h2>Welcome, {e(a.user)}</h2><p>{msg}</p><p>Next appointment: none booked.</p><span class="failureNotification">{err}</span><fieldset><legend>Change e-mail for notifications</legend><p>Current: <span id="ctl00_MainContent_CurrentEmail">{e(a.email)}</span></p><label for="ctl00_MainContent_NewEmail">New e-mail:</label><input name="ctl00$MainContent$NewEmail" type="text" id="ctl00_MainContent_NewEmail" class="textEntry">
<label for="ctl00_MainContent_ConfirmPwd">Confirm with your password:</label><input name="ctl00$MainContent$ConfirmPwd" type="password" id="ctl00_MainContent_ConfirmPwd" class="passwordEntry"></fieldset><input type="submit" name="ctl00$MainContent$SaveEmail" id="ctl00_MainContent_SaveEmail" value="Save e-mail">""", "/Default.aspx")


@H.post("/Default.aspx")
def clinic_default_post(req):
    if x := clinic_common(req):
        return x
    a = req.account
    if not a:
        return req.go("/Account/Login.aspx")
    x = H.set_email(a, req["ctl00$MainContent$NewEmail"], req["ctl00$MainContent$ConfirmPwd"])
    return clinic_default(req, err="The password is not correct." if x == "password" else "Not an address.") if x else clinic_default(req, "Your e-mail address has been updated.")


# ---------------------------------------------------------------- 11 Bike Workshop forum (phpBB-like)
B = Site("bike-forum", ["forum.bikeworkshop.test"], "Bike Workshop Forum")


def forum(req, body):
    a = req.account
    nav = f"Logged in as <b>{e(a.user)}</b> [ <a href='/ucp.php?mode=logout'>Logout</a> ] · <a href='/ucp.php?i=profile'>User Control Panel</a>" if a else "<a href='/ucp.php?mode=login'>Login</a> · <a href='/ucp.php?mode=register'>Register</a>"
    quick = "" if a else """<form method="post" action="/ucp.php?mode=login" class="headerspace"><h3><a href="/ucp.php?mode=login">Login</a></h3><fieldset class="quick-login"><label for="username"><span>Username:</span> <input type="text" tabindex="1" name="username" id="username" size="10" class="inputbox" title="Username"></label>
<label for="password"><span>Password:</span> <input type="password" tabindex="2" name="password" id="password" size="10" class="inputbox" title="Password" autocomplete="off"></label><label for="autologin">Remember me <input type="checkbox" tabindex="4" name="autologin" id="autologin"></label><input type="submit" tabindex="5" name="login" value="Login" class="button2"></fieldset></form>"""
    return f"""<!DOCTYPE html><html lang="en-gb"><head><meta charset="utf-8"><title>Bike Workshop Forum</title><style>body{{font:12px Verdana;background:#f5f7fa}}#wrap{{max-width:900px;margin:auto;background:#fff;border:1px solid #e6e9ed;padding:15px}}dl{{margin:8px 0}}dt{{float:left;width:240px}}dd{{margin-left:250px}}.error{{color:#bc2a4d}}.panel{{background:#ecf1f3;padding:10px;margin:8px 0}}</style></head><body><div id="wrap"><h1><a href="/">Bike Workshop Forum</a></h1>
<form method="get" action="/search.php"><input name="keywords" type="search" maxlength="128" placeholder="Search…" size="20"></form><p>{nav}</p>{body}{quick if '<form method="post"' not in body else ''}<p>Powered by an imaginary board · It is currently some time</p></div></body></html>"""


@B.get("/")
def forum_home(req):
    return forum(req, "<div class=panel><b>Wheels &amp; hubs</b><br>Truing stands, spokes, lacing – 1432 topics</div><div class=panel><b>Drivetrain</b><br>Chains and cassettes – 2011 topics</div>")


def forum_login_page(req, err=""):
    return forum(req, f"""<form method="post" action="/ucp.php?mode=login" id="login"><div class="panel"><h2>Login</h2><div class="error">{err}</div><dl><dt><label for="username">Username:</label></dt><dd><input type="text" name="username" id="username" class="inputbox autowidth" value="{e(req['username'])}"></dd></dl><dl><dt><label for="password">Password:</label></dt><dd><input type="password" id="password" name="password" class="inputbox" autocomplete="off"></dd><dd><a href="#">I forgot my password</a></dd></dl>
<dl><dd><label><input type="checkbox" name="autologin"> Remember me</label></dd><dd><label><input type="checkbox" name="viewonline"> Hide my online status this session</label></dd></dl><input type="hidden" name="sid" value="0"><input type="submit" name="login" value="Login" class="button1"></div></form>""")


def forum_reg_page(req, err=""):
    return forum(req, f"""<form method="post" action="/ucp.php?mode=register" id="register"><div class="panel"><h2>Bike Workshop Forum - Registration</h2><div class="error">{err}</div><dl><dt><label for="username">Username:</label><br><span>3 to 20 characters</span></dt><dd><input type="text" name="username" id="username" size="25" value="{e(req['username'])}"></dd></dl>
<dl><dt><label for="email">Email address:</label></dt><dd><input type="email" name="email" id="email" size="25" maxlength="100" value="{e(req['email'])}" autocomplete="off"></dd></dl><dl><dt><label for="new_password">Password:</label><br><span>Between 6 and 30 characters</span></dt><dd><input type="password" name="new_password" id="new_password" size="25" maxlength="30" autocomplete="off"></dd></dl>
<dl><dt><label for="password_confirm">Confirm password:</label></dt><dd><input type="password" name="password_confirm" id="password_confirm" size="25" maxlength="30" autocomplete="off"></dd></dl><h3>Confirmation of registration</h3><dl><dt><label for="answer">How many wheels does a bicycle have (as a word)?</label></dt><dd><input type="text" name="qa_answer" id="answer" size="45"></dd></dl><input type="submit" name="submit" id="submit" value="Submit" class="button1"></div></form>""")


@B.get("/ucp.php")
def forum_ucp(req):
    mode = req.query.get("mode")
    if mode == "logout":
        req.sign_out()
        return req.go("/")
    if mode == "register":
        return forum_reg_page(req)
    if req.account:
        return forum_profile(req)
    return forum_login_page(req)


def forum_profile(req, msg="", err=""):
    a = req.account
    return forum(req, f"""<form method="post" action="/ucp.php?i=profile" id="ucp"><div class="panel"><h2>Edit account settings</h2><p>{msg}</p><div class="error">{err}</div><dl><dt><label>Username:</label></dt><dd><strong>{e(a.user)}</strong></dd></dl><dl><dt><label for="email">Email address:</label></dt><dd><input type="email" name="email" id="email" maxlength="100" value="{e(a.email)}" class="inputbox"></dd></dl>
<dl><dt><label for="new_password">New password:</label><br><span>Leave empty to keep it</span></dt><dd><input type="password" name="new_password" id="new_password" maxlength="30" autocomplete="off"></dd></dl><dl><dt><label for="password_confirm">Confirm password:</label><br><span>Only if you change it above</span></dt><dd><input type="password" name="password_confirm" id="password_confirm" maxlength="30" autocomplete="off"></dd></dl></div>
<div class="panel"><dl><dt><label for="cur_password">Current password:</label><br><span>You must enter your current password if you wish to change your email or password.</span></dt><dd><input type="password" name="cur_password" id="cur_password" autocomplete="off"></dd></dl></div><input type="reset" value="Reset"> <input type="submit" name="submit" value="Submit" class="button1"></form>""")


@B.post("/ucp.php")
def forum_post(req):
    mode = req.query.get("mode")
    if mode == "register":
        u, p = req["username"], req["new_password"]
        err = ("Please solve the question." if req["qa_answer"].strip().lower() != "two" else "Username length." if not 3 <= len(u) <= 20 else "The username is in use." if B.find(u) else "Email invalid." if "@" not in req["email"] else "Passwords do not match." if p != req["password_confirm"] else "Password length." if not 6 <= len(p) <= 30 else "")
        if err:
            B.reject(err, user=u, password=p)
            return forum_reg_page(req, err)
        B.sign_up(u, p, email=req["email"])
        return forum(req, "<div class='panel'><h2>Information</h2><p>Thank you for registering, your account has been created. You may now login with your username and password.</p></div>")
    if mode == "login":
        a = B.check(req["username"], req["password"])
        if not a:
            return forum_login_page(req, "You have specified an incorrect password. Please check your password and try again.")
        B.sign_in(req, a, remember=req["autologin"])
        return req.go("/")
    a = req.account
    if not a:
        return req.go("/ucp.php", mode="login")
    if req["new_password"]:
        x = B.set_password(a, req["cur_password"], req["new_password"], req["password_confirm"])
        if x:
            return forum_profile(req, err="The password was not changed.")
    if req["email"] != a.email:
        if B.set_email(a, req["email"], a.password if req["new_password"] else req["cur_password"]):
            return forum_profile(req, err="The current password you entered is incorrect.")
    return forum_profile(req, "Your profile has been updated.")


# ---------------------------------------------------------------- 12 Greenfield School (Moodle-like, sign-in in an iframe of the same site)
G = Site("greenfield-school", ["www.greenfield-school.test", "auth.greenfield-school.test"], "Greenfield School")


def school(req, body):
    a = req.account
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Greenfield School | Learning</title><style>body{{font:16px 'Segoe UI',sans-serif;margin:0}}nav{{background:#2d6a3e;color:#fff;padding:14px}}nav a{{color:#fff}}main{{padding:20px;max-width:900px;margin:auto}}iframe{{border:1px solid #ccc;width:420px;height:340px}}</style></head><body><nav>Greenfield School <a href="/">Home</a> <input type="text" placeholder="Search courses" name="q"> {f'<a href="/my/">{e(a.more.get("name") or a.user)}</a> <a id="logout" href="/logout">Log out</a>' if a else ''}</nav><main>{body}</main></body></html>"""


@G.get("/", 0)
def school_home(req):
    if req.account:
        return req.go("/my/")
    return school(req, f"""<h1>Welcome to Greenfield Learning</h1><div style="display:flex;gap:30px"><div><p>Parents: the autumn newsletter is out.</p><p>Year 9 trip forms are due on Friday.</p></div><iframe id="signin-frame" title="Sign in" src="{req.url('/embed/login', 1)}"></iframe></div><script>addEventListener('message',ev=>{{if(ev.origin=='{req.url('', 1)}'&&ev.data=='signed in')location='/my/'}})</script>""")


EMBED = """<!DOCTYPE html><html><head><meta charset="utf-8"><style>body{font:15px 'Segoe UI',sans-serif;padding:14px}input{display:block;width:95%;padding:8px;margin:4px 0 12px}.loginerrors{color:#a00}</style></head><body>"""


@G.get("/embed/login", 1)
def school_embed(req, err=""):
    return EMBED + f"""<h3>Sign in</h3><div class="loginerrors" role="alert">{err}</div><form action="/embed/login" method="post" id="login" class="loginform"><input type="hidden" name="logintoken" value="Zq81"><label for="username" class="sr-only">School username</label><input type="text" name="username" id="username" class="form-control" placeholder="School username" value="{e(req['username'])}" autocomplete="username"><label for="password" class="sr-only">Password</label><input type="password" name="password" id="password" class="form-control" placeholder="Password" autocomplete="current-password"><button type="submit" id="loginbtn">Log in</button></form><a href="#">Lost password?</a></body></html>"""


@G.post("/embed/login", 1)
def school_embed_post(req):
    a = G.check(req["username"], req["password"])
    if not a:
        return school_embed(req, "Invalid login, please try again")
    G.sign_in(req, a)
    # Firefox lets no frame of another origin set top.location in a document without a click of the user.
    return EMBED + f"<p>Signing you in…</p><script>setTimeout(()=>parent.postMessage('signed in','{req.url('', 0)}'),300)</script></body></html>"


@G.get("/my/", 0)
def school_my(req):
    a = req.account
    if not a:
        return req.go("/")
    return school(req, "<h1>Dashboard</h1><p>Biology 9B – photosynthesis quiz due Monday</p><a href='/login/change_password.php'>Change password</a>")


@G.get("/login/change_password.php", 0)
def school_change(req, errs={}):
    a = req.account
    if not a:
        return req.go("/")
    f = lambda n, label: f"""<div class="fitem"><label for="id_{n}">{label} <span title="Required">❗</span></label> <input type="password" name="{n}" id="id_{n}" autocomplete="{'current-password' if n == 'password' else 'new-password'}"> <span id="id_error_{n}" style="color:#a00">{errs.get(n, '')}</span></div>"""
    return school(req, f"""<h1>Change password</h1><form method="post" action="/login/change_password.php" class="mform"><fieldset><div class="fitem"><span>Username</span> <span>{e(a.user)}</span></div><div class="fitem">The password must have at least 8 characters, at least 1 digit, 1 lower case letter, 1 upper case letter and 1 special character such as *, -, or #</div>{f('password', 'Current password')}{f('newpassword1', 'New password')}{f('newpassword2', 'New password (again)')}</fieldset><input type="submit" name="submitbutton" value="Save changes"> <input type="submit" name="cancel" value="Cancel"></form>""")


def school_rule(p):
    if len(p) < 8 or not all(re.search(r, p) for r in (r"\d", r"[a-z]", r"[A-Z]", r"[^A-Za-z0-9]")):
        return "Passwords must have a digit, lower and upper case and a special character."


@G.post("/login/change_password.php", 0)
def school_change_post(req):
    a = req.account
    if not a:
        return req.go("/")
    x = G.set_password(a, req["password"], req["newpassword1"], req["newpassword2"], school_rule)
    if x:
        return school_change(req, {"old": {"password": "Invalid login, please try again"}, "again": {"newpassword2": "These passwords do not match"}}.get(x, {"newpassword1": "Choose another password" if x == "same" else x}))
    return school(req, "<h1>Change password</h1><div class='notifysuccess'>Password has been changed</div><a href='/my/'>Continue</a>")


@G.get("/logout", 0)
def school_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 18 El Faro Diario (Spanish newspaper, account on a second host, two steps, passkeys)
F = Site("el-faro", ["www.elfaro-diario.test", "cuenta.elfaro-diario.test"], "El Faro Diario")
passkeys(F, "/api/llaves", after="/perfil")


def faro(req, body, small=False):
    a = req.account
    head = (f"<a href='{req.url('/perfil', 1)}'>{e(a.more.get('name') or a.user)}</a>" if a else f"<a id='entrar' href='{req.url('/entrar', 1)}'>Iniciar sesión</a>")
    return f"""<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>El Faro Diario</title><style>body{{font:17px/1.5 'Times New Roman',serif;margin:0}}header{{border-bottom:1px solid #000;padding:12px;text-align:center}}main{{max-width:{420 if small else 760}px;margin:20px auto;padding:0 14px}}.campo{{margin:14px 0}}.campo input{{width:100%;padding:10px;box-sizing:border-box}}.btn-faro{{background:#003b5c;color:#fff;border:0;padding:12px;width:100%;font:inherit}}.msg-error{{color:#b00}}</style></head><body><header><h1 style="margin:0">El Faro Diario</h1>{head}</header><main>{body}</main>
<footer style="padding:20px 20px 100px;text-align:center"><form><label>Boletín matinal <input type="email" name="boletin" placeholder="Tu correo"></label><button type="button">Apúntate</button></form></footer>{cookie_bar('Nosotros y nuestros 842 socios almacenamos cookies.', 'Aceptar y continuar', 'Rechazar y suscribirse')}</body></html>"""


@F.get("/", 0)
def faro_home(req):
    return faro(req, "<h2>La lonja reabre tras el temporal</h2><p>Los pescadores vuelven a faenar…</p>" + (f"<p><b>Eres suscriptor.</b> Lee sin límites.</p>" if req.account else "<p><b>Contenido exclusivo para suscriptores.</b></p>"))


@F.get("/entrar", 1)
def faro_login(req, err=""):
    return faro(req, f"""<h2>Inicia sesión o regístrate</h2><form action="/entrar" method="post"><p class="msg-error">{err}</p><div class="campo"><label for="correo">Correo electrónico</label><input type="email" id="correo" name="correo" autocomplete="username webauthn" required autofocus></div><button class="btn-faro">Continuar</button></form><p style="text-align:center">o</p><button type="button" class="btn-faro" id="llave" style="background:#fff;color:#003b5c;border:1px solid">Entrar con llave de acceso</button><p class="msg-error" id="llaveError"></p><script>{PK_MANUAL}
document.getElementById('llave').onclick=async()=>{{try{{const r=await pkLogin('/api/llaves');if(!r.ok)throw new Error(r.error);location.assign(r.next);}}catch(x){{llaveError.textContent='No se pudo usar la llave de acceso.';}}}};</script>""", True)


@F.post("/entrar", 1)
def faro_login_post(req):
    a = F.find(req["correo"])
    if not a:
        F.reject("unknown user", user=req["correo"])
        return faro_login(req, "No hay ninguna cuenta con ese correo.")
    req.session["pending"] = a.user
    return req.go("/entrar/clave")


@F.get("/entrar/clave", 1)
def faro_pw(req, err=""):
    a = req.pending
    if not a:
        return req.go("/entrar")
    return faro(req, f"""<h2>Hola de nuevo</h2><p>{e(a.user)} <a href="/entrar">Cambiar</a></p><form action="/entrar/clave" method="post"><p class="msg-error">{err}</p><div class="campo"><label for="clave">Contraseña</label><input type="password" id="clave" name="clave" required></div><button class="btn-faro">Entrar</button></form>""", True)


@F.post("/entrar/clave", 1)
def faro_pw_post(req):
    a = req.pending
    if not a:
        return req.go("/entrar")
    if not F.check(a.user, req["clave"]):
        return faro_pw(req, "La contraseña no es correcta.")
    F.sign_in(req, a)
    return req.go("/", 0)


@F.get("/perfil", 1)
def faro_profile(req, msg="", err=""):
    a = req.account
    if not a:
        return req.go("/entrar")
    return faro(req, f"""<h2>Mi perfil</h2><p>{msg}</p><p>Correo: <b>{e(a.email)}</b></p><form action="/perfil/correo" method="post" id="formCorreo"><h3>Cambiar correo</h3><p class="msg-error">{err}</p><div class="campo"><label for="nuevo">Nuevo correo</label><input type="email" id="nuevo" name="nuevo" autocomplete="email"></div><div class="campo"><label for="confirma">Confirma con tu contraseña</label><input type="password" id="confirma" name="confirma" autocomplete="current-password"></div><button class="btn-faro">Guardar</button></form>
<h3>Llaves de acceso</h3><p id="llaveMsg">{len(a.passkeys)} guardadas</p><button type="button" id="crearLlave">Crear llave de acceso</button><form action="/salir" method="post"><button id="salir">Cerrar sesión</button></form><script>{PK_MANUAL}
crearLlave.onclick=async()=>{{try{{const r=await pkRegister('/api/llaves');llaveMsg.textContent=r.ok?'Llave de acceso creada.':'Error';}}catch(x){{llaveMsg.textContent='No se pudo crear: '+x.name;}}}};</script>""", True)


@F.post("/perfil/correo", 1)
def faro_email(req):
    a = req.account
    if not a:
        return req.go("/entrar")
    x = F.set_email(a, req["nuevo"], req["confirma"], rename=True)
    if x:
        return faro_profile(req, err="La contraseña no es correcta." if x == "password" else "Correo no válido.")
    req.session["user"] = a.user
    return req.go("/perfil/ok")


@F.get("/perfil/ok", 1)
def faro_ok(req):
    return faro_profile(req, "Hemos actualizado tu correo.")


@F.post("/salir", 1)
def faro_out(req):
    req.sign_out()
    return req.go("/entrar")
