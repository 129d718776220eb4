"""5 a Polish school register, 6 a German town, 7 a French health insurer."""
import re
from .core import Site, e, js, mould, slow
from .kit import consent, needs

# ---------------------------------------------------------------- 5 Dziennik Iskra (three login forms, one for each role, two of them hidden)
D = Site("dziennik-iskra", ["dziennik.iskra-szkola.test"], "Dziennik Iskra")
ROLES = {"u": "Uczeń", "r": "Rodzic", "n": "Nauczyciel"}


def dz(req, inner, head=""):
    toast = req.session.pop("toast", "")
    return f"""<!DOCTYPE html><html lang="pl"><head><meta charset="UTF-8"><title>Dziennik Iskra</title><style>body{{margin:0;background:linear-gradient(160deg,#e8f0ff,#fff);font:15px Lato,Arial}}#belka{{background:#1f3f8f;color:#fff;padding:10px 24px;display:flex;justify-content:space-between}}#belka a{{color:#fff}}.kafle{{display:flex;gap:20px;justify-content:center;margin:40px}}.kafel{{width:150px;height:110px;border:2px solid #1f3f8f;border-radius:16px;background:#fff;font:inherit;font-size:18px;cursor:pointer}}.panel{{width:360px;margin:20px auto;background:#fff;padding:24px;border-radius:16px;box-shadow:0 2px 10px #0002}}.panel input{{display:block;width:100%;box-sizing:border-box;margin:4px 0 14px;padding:10px;border:1px solid #bbb;border-radius:6px;font:inherit}}.ok{{background:#1f3f8f;color:#fff;border:0;padding:11px 24px;border-radius:6px;font:inherit}}
.dymek{{position:fixed;right:20px;top:60px;background:#b00020;color:#fff;padding:14px 18px;border-radius:8px}}.dymek.dobry{{background:#14733c}}</style>{head}</head><body><div id="belka"><b>Dziennik Iskra</b>{f'<span>{e(req.account.more.get("name", req.account.user))} · <a id="wyloguj" href="/wyloguj">Wyloguj</a></span>' if req.account else '<a href="/pomoc">Pomoc</a>'}</div>{inner}
{f'<div class="dymek {"dobry" if toast[0] == "+" else ""}" role="alert">{toast[1:]}</div>' if toast else ''}</body></html>"""


@D.get("/")
def dz_home(req):
    if req.account:
        return req.go("/pulpit")
    forms = "".join(f"""<form class="panel" id="form_{k}" method="post" action="/logowanie" style="display:none"><h2>{v}</h2><input type="hidden" name="rola" value="{k}"><label>Login<input type="text" name="Login" id="{k}_login"></label><label>Hasło<input type="password" name="Haslo" id="{k}_haslo"></label><button class="ok">Zaloguj się</button> <a href="/odzyskaj">Nie pamiętam hasła</a></form>""" for k, v in ROLES.items())
    role = req.session.get("rola", "")
    return dz(req, f"""<h1 style="text-align:center">Zespół Szkół nr 3 „Iskra”</h1><div class="kafle">{''.join(f'<button type="button" class="kafel" data-r="{k}">{v}</button>' for k, v in ROLES.items())}</div>{forms}
<script>function pokaz(r){{document.querySelectorAll('.panel').forEach(f=>f.style.display=f.id==='form_'+r?'':'none');}}document.querySelectorAll('.kafel').forEach(k=>k.onclick=()=>{{pokaz(k.dataset.r);document.getElementById(k.dataset.r+'_login').focus();}});{f"pokaz('{role}');" if role else ''}</script>""")


@D.post("/logowanie")
def dz_login(req):
    slow(0.6)
    req.session["rola"] = req["rola"] if req["rola"] in ROLES else "u"
    a = D.check(req["Login"], req["Haslo"])
    if not a:
        req.session["toast"] = "-Nieprawidłowy login lub hasło"
        return req.go("/")
    D.sign_in(req, a)
    return req.go("/nowe-haslo" if a.more.get("first") else "/pulpit")


@D.get("/pulpit")
def dz_desk(req):
    a = req.account
    if not a:
        return req.go("/")
    if a.more.get("first"):
        return req.go("/nowe-haslo")
    return dz(req, """<div class="panel" style="width:700px"><h2>Pulpit</h2><p>Oceny: matematyka 4+, historia 5</p><p>Plan lekcji na poniedziałek: 8:00 fizyka</p></div>""")


@D.get("/nowe-haslo")
def dz_new(req, err=""):
    if not req.account:
        return req.go("/")
    return dz(req, f"""<form class="panel" method="post" action="/nowe-haslo"><h2>Ustaw nowe hasło</h2><p>To Twoje pierwsze logowanie. Hasło startowe trzeba zmienić.</p><p style="color:#b00020">{err}</p><label>Nowe hasło<input type="password" name="NoweHaslo" id="nowe"></label><label>Powtórz nowe hasło<input type="password" name="NoweHaslo2" id="nowe2"></label><ul><li>co najmniej 10 znaków<li>wielka i mała litera<li>cyfra i znak specjalny</ul><button class="ok" id="ustaw">Zapisz hasło</button></form>""")


@D.post("/nowe-haslo")
def dz_new_post(req):
    a = req.account
    if not a:
        return req.go("/")
    slow(0.5)
    x = D.set_password(a, a.password, req["NoweHaslo"], req["NoweHaslo2"], lambda p: None if needs(p, 10, upper=True, lower=True, digit=True, symbol=True) else "Hasło jest za słabe.")
    if x:
        return dz_new(req, {"again": "Hasła się różnią.", "same": "Nowe hasło musi być inne."}.get(x, x))
    a.more.pop("first", None)
    req.session["toast"] = "+Hasło zostało zmienione"
    return req.go("/pulpit")


@D.get("/wyloguj")
def dz_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 6 Stadt Rottenfels (service: the town; konto: the identity server)
S = Site("stadt-rottenfels", ["service.stadt-rottenfels.test", "konto.stadt-rottenfels.test"], "Servicekonto Stadt Rottenfels")


def sr(req, title, inner):
    return f"""<!DOCTYPE html><html lang="de" class="login-pf"><head><meta charset="utf-8"><title>{title} – Stadt Rottenfels</title><style>body{{margin:0;font:18px/1.6 "Open Sans",Arial;color:#111}}a{{color:#00497a}}.skip{{position:absolute;left:-999px}}.skip:focus{{left:8px}}header{{border-bottom:6px solid #00497a;padding:18px 36px;display:flex;gap:30px;align-items:center}}main{{max-width:680px;margin:30px auto;padding:0 16px}}.form-group{{margin:18px 0}}.form-group label{{display:block;font-weight:700}}.pf-c-form-control{{width:100%;box-sizing:border-box;font:inherit;padding:10px;border:2px solid #333}}.pf-c-form-control:focus{{outline:4px solid #ffbf47}}.pf-c-button{{font:inherit;background:#00497a;color:#fff;border:2px solid #00497a;padding:10px 26px}}.pf-c-button[disabled]{{background:#999;border-color:#999}}.alert-error{{border-left:8px solid #b00;background:#fee;padding:10px 16px}}.alert-ok{{border-left:8px solid #070;background:#efe;padding:10px 16px}}.regel.erfuellt{{color:#070}}.regel::before{{content:"○ "}}.regel.erfuellt::before{{content:"● "}}</style></head><body><a class="skip" href="#inhalt">Zum Inhalt springen</a><header><b>Stadt Rottenfels</b><span>Bürgerservice</span>{f'<a href="{req.url("/meinkonto", 0)}">Mein Konto</a><a id="abmelden" href="{req.url("/realms/stadt/logout", 1)}">Abmelden</a>' if req.account else ''}</header><main id="inhalt">{inner}</main></body></html>"""


@S.get("/", 0)
def sr_home(req):
    return sr(req, "Dienstleistungen", f"""<h1>Was möchten Sie erledigen?</h1><form action="/suche"><label for="suche">Suche nach Dienstleistungen</label><input id="suche" name="q" class="pf-c-form-control"></form><ul><li>Wohnsitz ummelden<li>Bewohnerparkausweis<li>Hund anmelden</ul><p><a class="pf-c-button" id="anmelden" href="{req.url('/realms/stadt/login', 1)}">Im Servicekonto anmelden</a></p>""")


@S.get("/realms/stadt/login", 1)
def sr_login(req, err=""):
    return sr(req, "Anmelden", f"""<h1 id="kc-page-title">Anmeldung am Servicekonto</h1>{f'<div class="alert-error" role="alert">{err}</div>' if err else ''}<div id="kc-form"><form id="kc-form-login" onsubmit="this.login.disabled=true;return true" action="/realms/stadt/login-actions/authenticate" method="post"><div class="form-group"><label for="username">Benutzername</label><input tabindex="1" id="username" class="pf-c-form-control" name="username" value="{e(req['username'])}" type="text" autocomplete="off"></div><div class="form-group"><label for="kc-pw">Kennwort</label><input tabindex="2" id="kc-pw" class="pf-c-form-control" name="password" type="password" autocomplete="off"></div><input type="hidden" name="credentialId"><input tabindex="4" class="pf-c-button" name="login" id="kc-login" type="submit" value="Anmelden"></form></div><p><a id="zur-registrierung" href="/realms/stadt/registrierung">Neues Servicekonto anlegen</a></p>""")


@S.post("/realms/stadt/login-actions/authenticate", 1)
def sr_login_post(req):
    slow(0.5)
    a = S.check(req["username"], req["password"])
    if not a:
        return sr_login(req, "Benutzername oder Kennwort ist nicht richtig.")
    if a.totp:
        req.session["pending"] = a.user
        return req.go("/realms/stadt/einmalkennwort")
    S.sign_in(req, a)
    return req.go("/meinkonto", 0)


@S.get("/realms/stadt/einmalkennwort", 1)
def sr_otp(req, err=""):
    if not req.pending:
        return req.go("/realms/stadt/login")
    return sr(req, "Einmalkennwort", f"""<h1>Zweiter Faktor</h1>{f'<div class="alert-error">{err}</div>' if err else ''}<form id="kc-otp-login-form" action="/realms/stadt/einmalkennwort" method="post"><div class="form-group"><label for="otp">Einmalkennwort aus Ihrer App</label><input id="otp" name="otp" autocomplete="off" type="text" class="pf-c-form-control" autofocus></div><input class="pf-c-button" name="login" id="kc-login" type="submit" value="Weiter"></form>""")


@S.post("/realms/stadt/einmalkennwort", 1)
def sr_otp_post(req):
    a = req.pending
    if not a:
        return req.go("/realms/stadt/login")
    if not S.check_code(a, req["otp"]):
        return sr_otp(req, "Das Einmalkennwort ist ungültig.")
    S.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/meinkonto", 0)


RULES = """<ul id="regeln" aria-live="polite"><li class="regel" data-p=".{12,}">mindestens 12, höchstens 30 Zeichen<li class="regel" data-p="[A-Z]">ein Großbuchstabe<li class="regel" data-p="[a-z]">ein Kleinbuchstabe<li class="regel" data-p="[0-9]">eine Ziffer<li class="regel" data-p="[^A-Za-z0-9]">ein Sonderzeichen</ul>"""
LIVE = """<script>(function(){var f=document.getElementById('kw-formular'),p=f.querySelector('[data-neu]'),q=f.querySelector('[data-wdh]'),b=f.querySelector('[type=submit]');function pruefe(){var gut=true;f.querySelectorAll('.regel').forEach(function(r){var ok=new RegExp(r.dataset.p).test(p.value);r.classList.toggle('erfuellt',ok);gut=gut&&ok;});b.disabled=!(gut&&p.value.length<=30&&p.value===q.value);}
f.addEventListener('input',pruefe);pruefe();})();</script>"""
strong = lambda p: None if needs(p, 12, 30, upper=True, lower=True, digit=True, symbol=True) else "Das Kennwort entspricht nicht den Regeln."


@S.get("/realms/stadt/registrierung", 1)
def sr_reg(req, err=""):
    v = lambda n: e(req[n])
    return sr(req, "Registrierung", f"""<h1>Servicekonto anlegen</h1>{f'<div class="alert-error" role="alert">{err}</div>' if err else ''}<form id="kw-formular" action="/realms/stadt/registrierung" method="post"><div class="form-group"><label for="anrede">Anrede</label><select id="anrede" name="anrede" class="pf-c-form-control"><option>keine Angabe<option>Frau<option>Herr</select></div>
<div class="form-group"><label for="firstName">Vorname</label><input id="firstName" name="firstName" class="pf-c-form-control" value="{v('firstName')}"></div><div class="form-group"><label for="lastName">Nachname</label><input id="lastName" name="lastName" class="pf-c-form-control" value="{v('lastName')}"></div><div class="form-group"><label for="email">E-Mail-Adresse</label><input id="email" name="email" class="pf-c-form-control" autocomplete="email" value="{v('email')}"></div><div class="form-group"><label for="username">Benutzername</label><input id="username" name="username" class="pf-c-form-control" autocomplete="username" value="{v('username')}"></div>
<div class="form-group"><label for="password">Kennwort</label><input id="password" data-neu name="password" type="password" class="pf-c-form-control" autocomplete="new-password">{RULES}</div><div class="form-group"><label for="password-confirm">Kennwort bestätigen</label><input id="password-confirm" data-wdh name="password-confirm" type="password" class="pf-c-form-control"></div><input class="pf-c-button" type="submit" value="Konto anlegen"></form>{LIVE}""")


@S.post("/realms/stadt/registrierung", 1)
def sr_reg_post(req):
    slow(0.8)
    u, p = req["username"].strip(), req["password"]
    bad = ("Bitte füllen Sie alle Felder aus." if not (u and req["lastName"] and "@" in req["email"]) else "Der Benutzername ist vergeben." if S.find(u) else "Die Kennwörter stimmen nicht überein." if p != req["password-confirm"] else strong(p))
    if bad:
        S.reject(bad, user=u, password=p)
        return sr_reg(req, bad)
    S.sign_in(req, S.sign_up(u, p, req["email"], name=req["firstName"] + " " + req["lastName"]), how="sign-up", password=p)
    return req.go("/meinkonto", 0)


@S.get("/meinkonto", 0)
def sr_account(req):
    a = req.account
    if not a:
        return req.go("/realms/stadt/login", 1)
    return sr(req, "Mein Konto", f"""<h1>Mein Servicekonto</h1><p>Angemeldet als <b>{e(a.user)}</b></p><p>Sie haben keine offenen Anträge.</p><p><a id="kennwort" href="{req.url('/realms/stadt/account/password', 1)}">Kennwort ändern</a></p>""")


@S.get("/realms/stadt/account/password", 1)
def sr_pw(req, note=""):
    a = req.account
    if not a:
        return req.go("/realms/stadt/login")
    return sr(req, "Kennwort ändern", f"""<h1>Kennwort ändern</h1>{note}<form id="kw-formular" action="/realms/stadt/account/password" method="post"><input type="text" id="username" name="username" value="{e(a.user)}" autocomplete="username" readonly style="display:none"><div class="form-group"><label for="password">Derzeitiges Kennwort</label><input type="password" class="pf-c-form-control" id="password" name="password" autocomplete="current-password"></div><div class="form-group"><label for="password-new">Neues Kennwort</label><input type="password" data-neu class="pf-c-form-control" id="password-new" name="password-new" autocomplete="new-password">{RULES}</div><div class="form-group"><label for="password-confirm">Neues Kennwort bestätigen</label><input type="password" data-wdh class="pf-c-form-control" id="password-confirm" name="password-confirm" autocomplete="new-password"></div><button type="submit" class="pf-c-button" name="submitAction" value="Save">Speichern</button></form>{LIVE}""")


@S.post("/realms/stadt/account/password", 1)
def sr_pw_post(req):
    a = req.account
    if not a:
        return req.go("/realms/stadt/login")
    slow(0.6)
    x = S.set_password(a, req["password"], req["password-new"], req["password-confirm"], strong)
    if x:
        return sr_pw(req, f"""<div class="alert-error" role="alert">{ {'old': 'Das derzeitige Kennwort ist falsch.', 'again': 'Die Kennwörter stimmen nicht überein.', 'same': 'Bitte wählen Sie ein anderes Kennwort.'}.get(x, x)}</div>""")
    return sr_pw(req, '<div class="alert-ok" role="status">Ihr Kennwort wurde geändert.</div>')


@S.get("/realms/stadt/logout", 1)
def sr_out(req):
    req.sign_out()
    return req.go("/", 0)


# ---------------------------------------------------------------- 7 Mutuelle Séréna (member number; the number and the password on different pages of the first visit)
M = Site("mutuelle-serena", ["adherent.serena-sante.test"], "Mutuelle Séréna")


def ms(req, inner):
    return f"""<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Espace adhérent – Mutuelle Séréna</title><style>body{{margin:0;font:16px Montserrat,Calibri,sans-serif;background:#f3f7fb;color:#1d2b45}}.bandeau{{background:#fff;padding:16px 32px;display:flex;gap:24px;box-shadow:0 1px 6px #0002;align-items:center}}.bandeau input{{border-radius:20px;border:1px solid #bbb;padding:8px 14px}}.carte{{max-width:520px;margin:36px auto;background:#fff;border-radius:18px;padding:30px}}.champ{{margin:16px 0}}.champ label{{display:block;margin-bottom:4px}}.champ input{{width:100%;box-sizing:border-box;padding:13px;border:1px solid #9fb0c8;border-radius:12px;font:inherit}}.champ input[readonly]{{background:#eee}}.bouton{{background:#1a7fe0;color:#fff;border:0;border-radius:24px;padding:13px 30px;font:inherit}}.bouton[aria-busy=true]{{opacity:.5}}.erreur{{color:#c2002f;min-height:1.3em}}.bien{{color:#08752f}}</style></head><body><div class="bandeau"><b>Mutuelle Séréna</b><form action="/recherche"><input type="search" name="mots" id="recherche" placeholder="Trouver un opticien, un dentiste…"></form>{'<a id="deconnexion" href="/deconnexion">Me déconnecter</a>' if req.account else ''}</div>{inner}
{consent("serena", "Nous respectons votre vie privée. Les traceurs nous aident à mesurer l’audience.", "Tout accepter", "Continuer sans accepter", "right:0;top:70px;width:340px;background:#1d2b45;color:#fff;padding:18px;border-radius:12px 0 0 12px")}</body></html>"""


@M.get("/")
def ms_login(req):
    return ms(req, """<div class="carte"><h1>Me connecter</h1><form id="connexion" autocomplete="off"><div class="champ"><label for="num">Numéro d’adhérent (8 chiffres)</label><input id="num" name="identifiant" type="text" inputmode="numeric" maxlength="8" placeholder="Ex. : 10023456"></div><div class="champ"><label for="mdp">Mot de passe</label><input id="mdp" name="motDePasse" type="password"><button type="button" id="voir" style="border:0;background:none;color:#1a7fe0">Afficher</button></div><p class="erreur" role="alert"></p><button class="bouton" type="submit" id="valider">Je me connecte</button></form><p><a href="/premiere-connexion" id="premiere">Première connexion ?</a></p></div>
<script>const F=document.getElementById('connexion');document.getElementById('voir').onclick=e=>{const m=F.motDePasse,t=m.type==='password';m.type=t?'text':'password';e.target.textContent=t?'Masquer':'Afficher';};
F.addEventListener('submit',async e=>{e.preventDefault();const b=document.getElementById('valider'),er=F.querySelector('.erreur');er.textContent='';b.setAttribute('aria-busy','true');b.disabled=true;const x=new XMLHttpRequest();x.open('POST','/ws/authentification');x.setRequestHeader('Content-Type','application/x-www-form-urlencoded');x.onload=()=>{if(x.status===200){location.href='/espace';return;}b.disabled=false;b.removeAttribute('aria-busy');F.motDePasse.value='';er.textContent=JSON.parse(x.responseText).message;};x.send(new URLSearchParams(new FormData(F)).toString());});</script>""")


@M.post("/ws/authentification")
def ms_auth(req):
    slow(1.3)
    a = M.check(req["identifiant"], req["motDePasse"])
    if not a:
        return js({"message": "Numéro d’adhérent ou mot de passe incorrect."}, 401)
    M.sign_in(req, a)
    return js({"ok": 1})


@M.get("/premiere-connexion")
def ms_first(req, err=""):
    return ms(req, f"""<div class="carte"><h1>Première connexion</h1><p>Étape 1 sur 2 : faisons connaissance</p><form method="post" action="/premiere-connexion"><p class="erreur">{err}</p><div class="champ"><label for="pc_num">Numéro d’adhérent</label><input id="pc_num" name="numero" inputmode="numeric" maxlength="8" value="{e(req['numero'])}"></div><div class="champ"><label for="pc_nss">Numéro de sécurité sociale (13 chiffres)</label><input id="pc_nss" name="nss" inputmode="numeric" maxlength="13" value="{e(req['nss'])}"></div><div class="champ"><label for="pc_naiss">Date de naissance</label><input id="pc_naiss" name="naissance" placeholder="JJ/MM/AAAA" value="{e(req['naissance'])}"></div><button class="bouton">Continuer</button></form></div>""")


@M.post("/premiere-connexion")
def ms_first_post(req):
    n = req["numero"].strip()
    if not re.fullmatch(r"\d{8}", n) or not re.fullmatch(r"\d{13}", req["nss"]) or M.find(n):
        M.reject("sign-up: who", user=n)
        return ms_first(req, "Nous ne vous avons pas reconnu. Vérifiez votre carte de tiers payant.")
    req.session["nouveau"] = n
    return req.go("/premiere-connexion/mot-de-passe")


@M.get("/premiere-connexion/mot-de-passe")
def ms_first_pw(req, err=""):
    n = req.session.get("nouveau")
    if not n:
        return req.go("/premiere-connexion")
    return ms(req, f"""<div class="carte"><h1>Choisissez votre mot de passe</h1><p>Étape 2 sur 2</p><form method="post" action="/premiere-connexion/mot-de-passe"><p class="erreur" role="alert">{err}</p><div class="champ"><label for="pm_id">Votre identifiant</label><input id="pm_id" value="{n}" readonly></div><div class="champ"><label for="pm_mel">Adresse e-mail pour vos relevés</label><input id="pm_mel" name="mel" type="email" value="{e(req['mel'])}"></div><div class="champ"><label for="pm_1">Mot de passe</label><input id="pm_1" name="mdp" type="password" maxlength="24"></div><div class="champ"><label for="pm_2">Confirmation du mot de passe</label><input id="pm_2" name="mdp_conf" type="password" maxlength="24"></div><p><small>Entre 8 et 24 caractères, dont une lettre et un chiffre.</small></p><button class="bouton">Créer mon espace</button></form></div>""")


@M.post("/premiere-connexion/mot-de-passe")
def ms_first_pw_post(req):
    n, p = req.session.get("nouveau"), req["mdp"]
    if not n:
        return req.go("/premiere-connexion")
    slow(0.7)
    bad = "Les mots de passe sont différents." if p != req["mdp_conf"] else None if needs(p, 8, 24, letter=True, digit=True) else "Mot de passe trop simple ou trop long."
    if bad:
        M.reject(bad, user=n, password=p)
        return ms_first_pw(req, bad)
    req.session.pop("nouveau")
    M.sign_in(req, M.sign_up(n, p, req["mel"]), how="sign-up", password=p)
    return req.go("/espace")


@M.get("/espace")
def ms_space(req, note=""):
    a = req.account
    if not a:
        return req.go("/")
    return ms(req, f"""<div class="carte"><h1>Mes remboursements</h1><p>Adhérent {e(a.user)}</p>{note}<p>Consultation du 3 novembre : 18,50 €</p></div><div class="carte"><h2>Mon adresse e-mail</h2><p>Actuelle : {e(a.email)}</p><form method="post" action="/coordonnees"><div class="champ"><label for="mel1">Nouvelle adresse e-mail</label><input id="mel1" name="mel1" type="email"></div><div class="champ"><label for="mel_mdp">Mot de passe, pour confirmer</label><input id="mel_mdp" name="mdp" type="password"></div><button class="bouton" id="enregistrer">Enregistrer</button></form></div>""")


@M.post("/coordonnees")
def ms_mail(req):
    a = req.account
    if not a:
        return req.go("/")
    slow(0.6)
    x = M.set_email(a, req["mel1"], req["mdp"])
    return ms_space(req, '<p class="erreur">Mot de passe ou adresse incorrects.</p>' if x else '<p class="bien" role="status">Votre adresse e-mail a bien été modifiée.</p>')


@M.get("/deconnexion")
def ms_out(req):
    req.sign_out()
    return req.go("/")
