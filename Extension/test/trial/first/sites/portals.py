import re
from .core import Site, e, js
from .snippets import cookie_bar

# ---------------------------------------------------------------- 7 Listek (Polish web mail, identifier and password on two hosts, code)
P = Site("listek", ["poczta.listek.test", "konto.listek.test"], "Listek Poczta")


def listek(req, body, title="Poczta Listek"):
    return f"""<!doctype html><html lang="pl"><head><meta charset="utf-8"><title>{title}</title><style>body{{font:15px Roboto,Arial;margin:0;background:#eef5ee}}.karta{{background:#fff;width:380px;margin:60px auto;padding:28px;border-radius:14px;box-shadow:0 1px 6px #0002}}.pole{{display:flex;border:1px solid #9bb79b;border-radius:8px;margin:12px 0;align-items:center}}.pole input{{border:0;flex:1;padding:12px;font:inherit;outline:0;background:none;min-width:0}}.dalej{{background:#2b7a2b;color:#fff;border:0;border-radius:20px;padding:10px 26px;font:inherit}}.blad{{color:#c5221f;font-size:13px}}</style></head><body>{body}</body></html>"""


@P.get("/", 0)
def listek_home(req):
    a = req.account
    if a:
        return listek(req, f"""<div style="padding:20px"><b>Listek</b> <input type="search" placeholder="Szukaj w poczcie" name="szukaj"> {e(a.user)}@listek.test <a id="wyloguj" href="/wyloguj">Wyloguj się</a><h2>Odebrane (3)</h2><p>Babcia – Przepis na pierogi</p><p>Biblioteka – Przypomnienie o zwrocie</p></div>""")
    return listek(req, f"""<div class="karta"><h2>Zaloguj się do poczty</h2><form method="get" action="{req.url('/haslo', 1)}"><div class="pole"><input type="text" name="login" id="login" placeholder="Login" autocapitalize="off" autocomplete="username"><span style="padding-right:12px;color:#777">@listek.test</span></div><button class="dalej">Dalej</button></form><p><a id="nowe" href="{req.url('/rejestracja', 1)}">Załóż nową skrzynkę</a></p></div>""")


@P.get("/haslo", 1)
def listek_pw(req, err=""):
    login = (req.query.get("login") or req["login"]).strip()
    login = login.removesuffix("@listek.test")
    return listek(req, f"""<div class="karta"><h2>Witaj!</h2><p>{e(login)}@listek.test</p><form method="post" action="/haslo"><input type="hidden" name="login" value="{e(login)}"><div class="pole"><input type="password" name="haslo" id="haslo" placeholder="Hasło"><button type="button" style="border:0;background:none" onclick="haslo.type=haslo.type=='password'?'text':'password'">Pokaż</button></div><p class="blad">{err}</p><label><input type="checkbox" name="zapamietaj" value="1"> Nie wylogowuj mnie</label><p><button class="dalej">Zaloguj się</button></p></form></div>""")


@P.post("/haslo", 1)
def listek_pw_post(req):
    a = P.check(req["login"], req["haslo"])
    if not a:
        return listek_pw(req, "Nieprawidłowy login lub hasło.")
    if a.totp:
        req.session.update(pending=a.user, remember=req["zapamietaj"])
        return req.go("/kod")
    P.sign_in(req, a, remember=req["zapamietaj"])
    return req.go("/", 0)


@P.get("/kod", 1)
def listek_code(req, err=""):
    if not req.pending:
        return req.go("/", 0)
    return listek(req, f"""<div class="karta"><h2>Weryfikacja dwuetapowa</h2><p>Wpisz 6-cyfrowy kod z aplikacji uwierzytelniającej.</p><form method="post" action="/kod"><div class="pole"><input type="text" id="kod" name="kod" inputmode="numeric" maxlength="6" pattern="[0-9]*" placeholder="Kod"></div><p class="blad">{err}</p><button class="dalej">Potwierdź</button></form></div>""")


@P.post("/kod", 1)
def listek_code_post(req):
    a = req.pending
    if not a:
        return req.go("/", 0)
    if not P.check_code(a, req["kod"]):
        return listek_code(req, "Kod jest nieprawidłowy.")
    P.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/", 0)


@P.get("/rejestracja", 1)
def listek_reg(req, err=""):
    return listek(req, f"""<div class="karta"><h2>Nowa skrzynka</h2><p class="blad">{err}</p><form method="post" action="/rejestracja" autocomplete="off"><div class="pole"><input name="imie" placeholder="Imię" value="{e(req['imie'])}"></div><div class="pole"><input name="nazwisko" placeholder="Nazwisko" value="{e(req['nazwisko'])}"></div><div class="pole"><input name="adres" id="adres" placeholder="Adres e-mail" value="{e(req['adres'])}"><span style="padding-right:12px">@listek.test</span></div>
<div class="pole"><input type="password" name="haslo1" id="haslo1" placeholder="Hasło"></div><meter id="sila" max="4" value="0"></meter> <small id="silaOpis">Co najmniej 9 znaków</small><div class="pole"><input type="password" name="haslo2" id="haslo2" placeholder="Powtórz hasło"></div><div class="pole"><input type="email" name="kontakt" placeholder="Zapasowy e-mail (opcjonalnie)"></div><label><input type="checkbox" name="zgoda" id="zgoda" value="1"> Akceptuję regulamin</label><p><button class="dalej" id="zaloz" disabled>Załóż konto</button></p></form></div>
<script>const z=document.getElementById('zaloz');function ok(){{const p=haslo1.value;let s=(p.length>8)+/\\d/.test(p)+/[A-Z]/.test(p)+/[^\\w]/.test(p);sila.value=s;silaOpis.textContent=p&&haslo2.value&&p!=haslo2.value?'Hasła nie są takie same':['Co najmniej 9 znaków','Słabe','Średnie','Dobre','Bardzo dobre'][s];z.disabled=!(p.length>8&&p==haslo2.value&&zgoda.checked&&adres.value.length>2);}}document.querySelector('form').addEventListener('input',ok);document.querySelector('form').addEventListener('change',ok);</script>""")


@P.post("/rejestracja", 1)
def listek_reg_post(req):
    u, p = req["adres"].strip().removesuffix("@listek.test"), req["haslo1"]
    err = "Podaj adres." if not re.fullmatch(r"[\w.]{3,30}", u) else "Ten adres jest zajęty." if P.find(u) else "Hasła nie są takie same." if p != req["haslo2"] else "Hasło jest za krótkie." if len(p) < 9 else ""
    if err:
        P.reject(err, user=u, password=p)
        return listek_reg(req, err)
    a = P.sign_up(u, p, email=u + "@listek.test")
    P.sign_in(req, a, how="sign-up")
    return req.go("/", 0)


@P.get("/wyloguj", 0)
def listek_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 13 HomeLink router (password only, fields without names, hidden encoded copy)
R = Site("homelink", ["router.homelink.test"], "HomeLink AX3000")


def router(req, body):
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>HomeLink AX3000</title><style>body{{font:13px Arial;background:#1d2733;color:#dde;margin:0}}.box{{width:520px;margin:60px auto;background:#2a3746;padding:24px}}input{{padding:6px}}.tip{{color:#ff8080}}.nav a{{color:#7cf;margin-right:14px}}.btn{{background:#1a9;padding:8px 22px;display:inline-block;cursor:pointer;color:#fff;border:0}}td{{padding:5px}}</style>
<script>function enc(s){{return btoa(unescape(encodeURIComponent(s)));}}</script></head><body>{body}<center>Firmware 1.1.8 Build 20240311 rel.4711(5553)</center></body></html>"""


def dec(s):
    import base64
    try:
        return base64.b64decode(s).decode()
    except Exception:
        return ""


@R.get("/")
def router_login(req, err=""):
    if req.account:
        return req.go("/cgi-bin/status.asp")
    return router(req, f"""<div class="box"><h2>HomeLink</h2><div id="local-login"><div><input type="text" id="pc-login-user" class="text-text" maxlength="32" value="" placeholder="Username"></div><div style="margin-top:8px"><input type="password" id="pc-login-password" class="text-text password-text password-hidden" maxlength="64" placeholder="Password" oncopy="return false" onkeydown="if(event.keyCode==13)pcSubWin()"></div><div class="tip" id="tip">{err}</div><br><div id="pc-login-btn" class="btn" onclick="pcSubWin()">Log In</div></div>
<form id="hid" method="post" action="/cgi-bin/login.cgi"><input type="hidden" name="u"><input type="hidden" name="p"></form></div><script>function pcSubWin(){{var f=document.getElementById('hid'),p=document.getElementById('pc-login-password');if(!p.value){{document.getElementById('tip').innerHTML='Password should not be empty.';return;}}f.u.value=document.getElementById('pc-login-user').value;f.p.value=enc(p.value);document.getElementById('pc-login-btn').innerHTML='…';f.submit();}}</script>""")


@R.post("/cgi-bin/login.cgi")
def router_login_post(req):
    a = R.check(req["u"], dec(req["p"]))
    if not a:
        return router_login(req, "Incorrect username or password. You have 9 attempts left.")
    R.sign_in(req, a)
    return req.go("/cgi-bin/status.asp")


def router_nav():
    return "<div class='nav'><a href='/cgi-bin/status.asp'>Status</a><a href='/cgi-bin/wifi.asp' id='m-wifi'>Wireless</a><a href='/cgi-bin/admin.asp' id='m-admin'>System Tools</a><a href='/cgi-bin/logout.cgi' id='m-logout'>Logout</a></div><hr>"


@R.get("/cgi-bin/status.asp")
def router_status(req):
    if not req.account:
        return req.go("/")
    return router(req, f"<div class='box'>{router_nav()}<h3>Internet: Connected</h3><p>WAN IP 203.0.113.17 · 6 clients online</p></div>")


@R.get("/cgi-bin/wifi.asp")
def router_wifi(req):
    if not req.account:
        return req.go("/")
    return router(req, f"<div class='box'>{router_nav()}<h3>Wireless settings</h3><table><tr><td>SSID<td><input id='ssid' value='HomeLink_2G'><tr><td>Wi-Fi password<td><input type='password' id='wpa' value='kitchen-table-42'></table><button class='btn'>Save</button></div>")


@R.get("/cgi-bin/admin.asp")
def router_admin(req, msg=""):
    if not req.account:
        return req.go("/")
    return router(req, f"""<div class="box">{router_nav()}<h3>Change administrator password</h3><form method="post" action="/cgi-bin/admin.cgi" onsubmit="return chk(this)"><table><tr><td>Old Password:<td><input type="password" id="old_pwd" maxlength="64"><tr><td>New Password:<td><input type="password" id="new_pwd" maxlength="64"><tr><td>Confirm New Password:<td><input type="password" id="new_pwd2" maxlength="64"></table><input type="hidden" name="o"><input type="hidden" name="n"><div class="tip" id="tip">{msg}</div><button class="btn" id="save">Save</button></form></div>
<script>function chk(f){{var $=function(i){{return document.getElementById(i).value}};if($('new_pwd')!=$('new_pwd2')){{document.getElementById('tip').innerHTML='The new passwords do not match.';return false;}}f.o.value=enc($('old_pwd'));f.n.value=enc($('new_pwd'));return true;}}</script>""")


@R.post("/cgi-bin/admin.cgi")
def router_admin_post(req):
    a = req.account
    if not a:
        return req.go("/")
    n = dec(req["n"])
    x = R.set_password(a, dec(req["o"]), n, n, lambda p: None if len(p) >= 6 else "At least 6 characters.")
    if x:
        return router_admin(req, "The old password is incorrect." if x == "old" else x)
    return router(req, f"<div class='box'>{router_nav()}<h3>Operation succeeded</h3><p>The administrator password was changed.</p></div>")


@R.get("/cgi-bin/logout.cgi")
def router_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 19 Stadtwerke Auental (German, Liferay portlet names, autocomplete off)
S = Site("stadtwerke-auental", ["service.stadtwerke-auental.test"], "Stadtwerke Auental Kundenportal")
NS = "_com_liferay_login_web_portlet_LoginPortlet_"


def werke(req, body):
    a = req.account
    return f"""<!DOCTYPE html><html class="aui ltr" lang="de-DE"><head><meta charset="utf-8"><title>Kundenportal – Stadtwerke Auental</title><style>body{{font:15px 'Open Sans',Arial;margin:0}}.banner{{background:#0a5aa0;color:#fff;padding:14px 30px}}.banner a{{color:#fff}}.portlet{{width:560px;margin:24px auto;border:1px solid #ccd;padding:20px;border-radius:4px}}.form-group{{margin:12px 0}}.form-control{{width:100%;padding:8px;box-sizing:border-box}}.help-block{{color:#a00}}.alert-success{{background:#dff0d8;padding:10px}}.btn-primary{{background:#0a5aa0;color:#fff;border:0;padding:10px 18px}}.req.ok{{color:green}}</style></head><body><div class="banner">Stadtwerke Auental · <a href="/web/portal/login">Kundenportal</a> {f'· <a id="abm" href="/c/portal/logout">Abmelden</a>' if a else ''} <input type="text" name="suche" placeholder="Suchen" class="search"></div><div class="portlet">{body}</div>
{cookie_bar('Diese Website setzt Cookies ein.', 'Einverstanden', 'Ablehnen')}</body></html>"""


@S.get("/")
def werke_home(req):
    return req.go("/web/portal/login")


@S.get("/web/portal/login")
def werke_login(req, err=""):
    if req.account:
        return req.go("/group/kunden/start")
    return werke(req, f"""<h2>Anmelden</h2><form action="/web/portal/login" class="form sign-in-form" id="{NS}loginForm" method="post" name="{NS}loginForm" autocomplete="off"><input name="{NS}formDate" type="hidden" value="1732772"><div class="help-block">{err}</div><div class="form-group"><label class="control-label" for="{NS}login">Benutzername oder Vertragskontonummer</label><input class="field form-control" id="{NS}login" name="{NS}login" type="text" value="" autocomplete="off"></div>
<div class="form-group"><label class="control-label" for="{NS}password">Kennwort</label><input class="field form-control" id="{NS}password" name="{NS}password" type="password" value="" autocomplete="off"></div><button class="btn btn-primary" type="submit"><span class="lfr-btn-label">Anmelden</span></button></form><p><a id="registrieren" href="/web/portal/registrieren">Jetzt registrieren</a></p>""")


@S.post("/web/portal/login")
def werke_login_post(req):
    a = S.check(req[NS + "login"], req[NS + "password"])
    if not a:
        return werke_login(req, "Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.")
    S.sign_in(req, a)
    return req.go("/group/kunden/start")


RULES_JS = """<script>(function(){var p=document.getElementById('neuesKennwort'),R={laenge:/^.{12,64}$/,gross:/[A-ZÄÖÜ]/,klein:/[a-zäöüß]/,ziffer:/\\d/,zeichen:/[^A-Za-z0-9]/};p.addEventListener('input',function(){for(var k in R)document.getElementById('r-'+k).classList.toggle('ok',R[k].test(p.value));});})();</script>"""
RULES = """<ul><li class="req" id="r-laenge">12 bis 64 Zeichen</li><li class="req" id="r-gross">ein Großbuchstabe</li><li class="req" id="r-klein">ein Kleinbuchstabe</li><li class="req" id="r-ziffer">eine Ziffer</li><li class="req" id="r-zeichen">ein Sonderzeichen</li></ul>"""


def werke_rule(p):
    if not 12 <= len(p) <= 64 or not all(re.search(r, p) for r in (r"[A-ZÄÖÜ]", r"[a-zäöüß]", r"\d", r"[^A-Za-z0-9]")):
        return "Das Kennwort erfüllt nicht alle Anforderungen."


@S.get("/web/portal/registrieren")
def werke_reg(req, err=""):
    return werke(req, f"""<h2>Registrierung</h2><form method="post" action="/web/portal/registrieren" autocomplete="off"><div class="help-block">{err}</div><div class="form-group"><label for="vk">Vertragskontonummer</label><input class="form-control" id="vk" name="vertragskonto" inputmode="numeric" maxlength="12" value="{e(req['vertragskonto'])}"></div><div class="form-group"><label for="znr">Zählernummer</label><input class="form-control" id="znr" name="zaehler" value="{e(req['zaehler'])}"></div><div class="form-group"><label for="bn">Gewünschter Benutzername</label><input class="form-control" id="bn" name="benutzer" value="{e(req['benutzer'])}"></div><div class="form-group"><label for="em">E-Mail</label><input class="form-control" type="email" id="em" name="mail" value="{e(req['mail'])}"></div>
<div class="form-group"><label for="neuesKennwort">Kennwort</label><input class="form-control" type="password" id="neuesKennwort" name="kennwort" autocomplete="off">{RULES}</div><div class="form-group"><label for="kennwort2">Kennwort wiederholen</label><input class="form-control" type="password" id="kennwort2" name="kennwort2" autocomplete="off"></div><div class="form-group"><label for="captchaText">Rechenaufgabe: Wie viel ist 4 + 3?</label><input class="form-control" id="captchaText" name="captchaText" size="3"></div><button class="btn btn-primary">Registrieren</button></form>{RULES_JS}""")


@S.post("/web/portal/registrieren")
def werke_reg_post(req):
    u, p = req["benutzer"].strip(), req["kennwort"]
    err = "Die Rechenaufgabe ist falsch gelöst." if req["captchaText"].strip() != "7" else "Benutzername fehlt." if len(u) < 3 else "Benutzername vergeben." if S.find(u) else werke_rule(p) or ("Die Kennwörter sind nicht gleich." if p != req["kennwort2"] else "")
    if err:
        S.reject(err, user=u, password=p)
        return werke_reg(req, err)
    S.sign_up(u, p, email=req["mail"])
    return req.go("/web/portal/danke")


@S.get("/web/portal/danke")
def werke_danke(req):
    return werke(req, "<h2>Vielen Dank</h2><p>Ihre Registrierung war erfolgreich. Sie können sich jetzt <a href='/web/portal/login'>anmelden</a>.</p>")


@S.get("/group/kunden/start")
def werke_start(req, msg="", err=""):
    a = req.account
    if not a:
        return req.go("/web/portal/login")
    return werke(req, f"""<h2>Guten Tag, {e(a.user)}</h2>{msg}<p>Nächster Abschlag: 84,00 € am 1. des Monats</p><form action="/group/kunden/zaehlerstand" method="get"><label>Zählerstand melden <input name="stand" inputmode="numeric"></label></form><h3>Kennwort ändern</h3><form method="post" action="/group/kunden/kennwort" autocomplete="off"><div class="help-block">{err}</div>
<div class="form-group"><label for="akt">Derzeitiges Kennwort</label><input class="form-control" type="password" id="akt" name="_p_current"></div><div class="form-group"><label for="neuesKennwort">Kennwort neu</label><input class="form-control" type="password" id="neuesKennwort" name="_p_password1">{RULES}</div><div class="form-group"><label for="neu2">Nochmals eingeben</label><input class="form-control" type="password" id="neu2" name="_p_password2"></div><button class="btn btn-primary" id="kwSpeichern">Speichern</button></form>{RULES_JS}""")


@S.post("/group/kunden/kennwort")
def werke_kw(req):
    a = req.account
    if not a:
        return req.go("/web/portal/login")
    x = S.set_password(a, req["_p_current"], req["_p_password1"], req["_p_password2"], werke_rule)
    if x:
        return werke_start(req, err={"old": "Das derzeitige Kennwort ist falsch.", "again": "Die Kennwörter sind nicht gleich.", "same": "Bitte ein neues Kennwort wählen."}.get(x, x))
    return werke_start(req, "<div class='alert-success'>Ihr Kennwort wurde gespeichert.</div>")


@S.get("/c/portal/logout")
def werke_out(req):
    req.sign_out()
    return req.go("/web/portal/login")
