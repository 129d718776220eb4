import re
from .core import Site, e, js, passkeys
from .snippets import PK_JSON, cookie_bar

# ---------------------------------------------------------------- 1 Kaufhaus Lind (German, Bootstrap, header drop-down)
L = Site("kaufhaus-lind", ["kaufhaus-lind.test"], "Kaufhaus Lind")


def lind_rule(p):
    if len(p) < 10:
        return "Das Passwort muss mindestens 10 Zeichen lang sein."
    if not (re.search(r"[A-Z]", p) and re.search(r"[a-z]", p) and re.search(r"\d", p)):
        return "Das Passwort braucht Groß- und Kleinbuchstaben und eine Ziffer."


def lind(req, body, title="Kaufhaus Lind – Mode, Wohnen, Technik"):
    a = req.account
    if a:
        menu = f"""<a class="btn btn-outline-secondary" id="kontoLink" href="/konto">Hallo, {e(a.more.get('name') or a.user)}</a>
        <form method="post" action="/abmelden" class="d-inline"><button class="btn btn-link" id="abmelden">Abmelden</button></form>"""
    else:
        menu = """<div class="dropdown"><button class="btn btn-outline-secondary dropdown-toggle" type="button" id="loginDropdown"
        onclick="this.nextElementSibling.classList.toggle('show')">Anmelden</button>
        <div class="dropdown-menu p-3"><form action="/login" method="post" class="needs-validation">
          <input type="hidden" name="_csrf_token" value="d41d8cd98f00b204"><input type="hidden" name="next" value="/konto">
          <div class="mb-3"><label class="form-label" for="headerEmail">E-Mail-Adresse</label>
          <input type="email" class="form-control" id="headerEmail" name="login[email]" placeholder="name@beispiel.de" required></div>
          <div class="mb-3"><label class="form-label" for="headerPass">Passwort</label>
          <input type="password" class="form-control" id="headerPass" name="login[password]" required></div>
          <div class="form-check mb-2"><input class="form-check-input" type="checkbox" id="hr" name="login[remember]" value="1"><label for="hr">Angemeldet bleiben</label></div>
          <button type="submit" class="btn btn-primary w-100">Anmelden</button>
          <div class="small mt-2"><a href="/passwort-vergessen">Passwort vergessen?</a> · <a href="/kasse">Neu hier?</a></div>
        </form></div></div>"""
    return f"""<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>body{{font:16px/1.5 system-ui;margin:0}}.navbar{{display:flex;gap:12px;align-items:center;padding:10px 24px;border-bottom:1px solid #dee2e6;background:#f8f9fa}}
.container{{max-width:960px;margin:24px auto;padding:0 16px}}.form-control{{display:block;width:100%;padding:6px 12px;border:1px solid #ced4da;border-radius:6px;font:inherit;box-sizing:border-box}}
.mb-3{{margin-bottom:16px}}.btn{{padding:6px 12px;border:1px solid #6c757d;border-radius:6px;background:#fff;font:inherit;cursor:pointer}}.btn-primary{{background:#0d6efd;color:#fff;border-color:#0d6efd}}
.dropdown{{position:relative}}.dropdown-menu{{display:none;position:absolute;right:0;top:44px;width:300px;background:#fff;border:1px solid #ccc;padding:16px;z-index:10;border-radius:6px}}.dropdown-menu.show{{display:block}}
.invalid-feedback{{color:#dc3545;font-size:14px}}.is-invalid{{border-color:#dc3545}}.row{{display:flex;gap:16px}}.col{{flex:1}}.input-group{{display:flex}}.alert{{padding:12px;background:#d1e7dd;border-radius:6px}}.alert-danger{{background:#f8d7da}}footer{{border-top:1px solid #ddd;margin-top:60px;padding:24px 24px 120px}}</style></head><body>
<nav class="navbar"><a href="/"><b>Kaufhaus&nbsp;Lind</b></a>
<form action="/suche" class="d-flex" role="search" style="flex:1"><input class="form-control" type="search" name="q" placeholder="Wonach suchen Sie?" aria-label="Suche"></form>{menu}<a href="/kasse">🛒 Warenkorb (2)</a></nav>
<main class="container">{body}</main>
<footer><form action="/newsletter" method="post"><label for="nl">Newsletter – 5 € Gutschein sichern</label>
<input type="email" id="nl" name="newsletter_email" class="form-control" placeholder="Ihre E-Mail-Adresse" style="max-width:320px"><button class="btn">Abonnieren</button></form>
<p>© Kaufhaus Lind GmbH · Impressum · Datenschutz · AGB</p></footer>
{cookie_bar('Wir verwenden Cookies, um Ihnen das beste Einkaufserlebnis zu bieten.', 'Alle akzeptieren', 'Nur notwendige')}</body></html>"""


@L.get("/")
def lind_home(req):
    return lind(req, "<h1>Herbst-Sale: bis zu 40 % reduziert</h1><p>Pullover „Fjord“ aus Merinowolle – 59,90 €</p><p><a class='btn' href='/kasse'>Zur Kasse</a></p>")


@L.get("/suche")
def lind_search(req):
    return lind(req, f"<h1>Keine Treffer für „{e(req.query.get('q', ''))}“</h1>")


@L.post("/newsletter")
def lind_news(req):
    return lind(req, "<h1>Danke für Ihr Interesse!</h1>")


@L.post("/login")
def lind_login(req):
    a = L.check(req["login[email]"], req["login[password]"])
    if a:
        L.sign_in(req, a, remember=req["login[remember]"])
        return req.go("/konto")
    return lind(req, f"""<div class="alert alert-danger">E-Mail-Adresse oder Passwort ist falsch.</div><form action="/login" method="post" id="loginPage">
    <div class="mb-3"><label for="email">E-Mail-Adresse</label><input class="form-control is-invalid" type="email" id="email" name="login[email]" value="{e(req['login[email]'])}"></div>
    <div class="mb-3"><label for="password">Passwort</label><input class="form-control" type="password" id="password" name="login[password]"></div><button class="btn btn-primary">Anmelden</button></form>""")


@L.post("/abmelden")
def lind_out(req):
    req.sign_out()
    return req.go("/")


def lind_checkout(req, err=""):
    v = lambda k: e(req[k])
    return lind(req, f"""<h1>Kasse</h1><p>Schritt 1 von 3: Ihre Daten</p><form action="/kasse" method="post" novalidate id="checkoutForm">
<div class="row"><div class="col mb-3"><label class="form-label" for="vorname">Vorname</label><input class="form-control" id="vorname" name="vorname" autocomplete="given-name" value="{v('vorname')}"></div>
<div class="col mb-3"><label class="form-label" for="nachname">Nachname</label><input class="form-control" id="nachname" name="nachname" autocomplete="family-name" value="{v('nachname')}"></div></div>
<div class="mb-3"><label class="form-label" for="strasse">Straße und Hausnummer</label><input class="form-control" id="strasse" name="strasse" autocomplete="street-address" value="{v('strasse')}"></div>
<div class="row"><div class="col mb-3"><label class="form-label" for="plz">PLZ</label><input class="form-control" id="plz" name="plz" inputmode="numeric" autocomplete="postal-code" value="{v('plz')}"></div>
<div class="col mb-3"><label class="form-label" for="ort">Ort</label><input class="form-control" id="ort" name="ort" value="{v('ort')}"></div></div>
<div class="mb-3"><label class="form-label" for="mail">E-Mail-Adresse</label><input class="form-control" type="email" id="mail" name="email" value="{v('email')}"></div>
<div class="mb-3"><label><input type="checkbox" id="createAccount" name="konto" value="1" onchange="pwbox.hidden=!this.checked" {'checked' if req['konto'] else ''}> Kundenkonto anlegen und Bonuspunkte sammeln</label></div>
<fieldset id="pwbox" {'' if req['konto'] else 'hidden'} style="border:1px solid #ddd"><div class="mb-3"><label class="form-label" for="passwort">Passwort</label><div class="input-group"><input class="form-control {'is-invalid' if err else ''}" type="password" id="passwort" name="passwort" autocomplete="new-password">
<button class="btn" type="button" aria-label="Passwort anzeigen" onclick="passwort.type=passwort.type=='password'?'text':'password'">👁</button></div><div class="form-text">Mindestens 10 Zeichen, Groß- und Kleinbuchstaben, eine Ziffer.</div><div class="invalid-feedback">{err}</div></div>
<div class="mb-3"><label class="form-label" for="passwort2">Passwort wiederholen</label><input class="form-control" type="password" id="passwort2" name="passwort2" autocomplete="new-password"></div></fieldset>
<div class="mb-3"><label class="form-label" for="gutschein">Gutscheincode</label><input class="form-control" id="gutschein" name="gutscheincode"></div>
<button class="btn btn-primary" id="weiter">Weiter zur Zahlung</button></form>""", "Kasse | Kaufhaus Lind")


@L.get("/kasse")
def lind_kasse(req):
    return lind_checkout(req)


@L.post("/kasse")
def lind_kasse_post(req):
    if req["konto"]:
        err = lind_rule(req["passwort"]) or ("Die Passwörter stimmen nicht überein." if req["passwort"] != req["passwort2"] else "") \
            or ("Bitte geben Sie Ihre E-Mail-Adresse an." if "@" not in req["email"] else "") or ("Diese Adresse hat schon ein Konto." if L.find(req["email"]) else "")
        if err:
            L.reject(err, user=req["email"])
            return lind_checkout(req, err)
        a = L.sign_up(req["email"], req["passwort"], name=req["vorname"])
        L.sign_in(req, a, how="sign-up")
    return req.go("/kasse/zahlung")


@L.get("/kasse/zahlung")
def lind_pay(req):
    return lind(req, """<h1>Zahlungsart wählen</h1><p>Schritt 2 von 3. Ihr Kundenkonto ist bereit.</p><form><label><input type=radio name=z checked> Rechnung</label><br><label><input type=radio name=z> Kreditkarte</label>
    <div class="mb-3"><label for="cc">Kartennummer</label><input class="form-control" id="cc" name="cardnumber" autocomplete="cc-number"></div><div class="mb-3"><label for="cvc">Prüfziffer</label><input class="form-control" type="password" id="cvc" name="cvc" autocomplete="cc-csc" maxlength="4"></div></form>""")


@L.get("/konto")
def lind_konto(req, msg="", errs={}):
    a = req.account
    if not a:
        return req.go("/")
    fb = lambda k: f'<div class="invalid-feedback">{errs[k]}</div>' if k in errs else ""
    return lind(req, f"""<h1>Mein Konto</h1>{msg}<p>Angemeldet als {e(a.user)}</p><h2>Passwort ändern</h2><form action="/konto/passwort" method="post" id="pwForm">
<div class="mb-3"><label class="form-label" for="alt">Aktuelles Passwort</label><input class="form-control" type="password" id="alt" name="pw[alt]" autocomplete="current-password">{fb('old')}</div>
<div class="mb-3"><label class="form-label" for="neu">Neues Passwort</label><input class="form-control" type="password" id="neu" name="pw[neu]" autocomplete="new-password">{fb('rule')}</div>
<div class="mb-3"><label class="form-label" for="neu2">Neues Passwort bestätigen</label><input class="form-control" type="password" id="neu2" name="pw[neu2]" autocomplete="new-password">{fb('again')}</div>
<button class="btn btn-primary" id="pwSave">Passwort speichern</button></form>""", "Mein Konto | Kaufhaus Lind")


@L.post("/konto/passwort")
def lind_pw(req):
    a = req.account
    if not a:
        return req.go("/")
    x = L.set_password(a, req["pw[alt]"], req["pw[neu]"], req["pw[neu2]"], lind_rule)
    if x == "old":
        return lind_konto(req, errs={"old": "Das aktuelle Passwort ist nicht richtig."})
    if x == "again":
        return lind_konto(req, errs={"again": "Die Passwörter stimmen nicht überein."})
    if x:
        return lind_konto(req, errs={"rule": x if x != "same" else "Bitte wählen Sie ein anderes Passwort."})
    return req.go("/konto/gespeichert")


@L.get("/konto/gespeichert")
def lind_saved(req):
    return lind_konto(req, msg='<div class="alert">Ihr Passwort wurde geändert.</div>')


# ---------------------------------------------------------------- 3 Librairie Marigny (French, tables of 2005, captcha)
M = Site("librairie-marigny", ["www.librairie-marigny.test"], "Librairie Marigny")


def marigny(req, body, title="Librairie Marigny - livres anciens et modernes"):
    a = req.account
    left = (f"<b>Bonjour {e(a.more.get('prenom') or a.user)}</b><br><a href='/compte.php'>Mon compte</a><br><a href='/deconnexion.php'>D&eacute;connexion</a>" if a else
            """<form name="identification" action="/identification.php" method="POST"><font face="Verdana" size="1"><b>Identification</b><br>E-mail :<br><input type="text" name="mel" size="16"><br>Mot de passe :<br><input type="password" name="mdp" size="16"><br>
<input type="checkbox" name="memo" value="o"> Se souvenir de moi<br><input type="image" alt="OK" src="/ok.gif" name="ok" width="30" height="18"><br><a href="/inscription.php">Cr&eacute;er un compte</a></font></form>""")
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>{title}</title></head>
<body bgcolor="#FFFFEE" text="#333333" link="#663300" topmargin="0"><center><table width="760" border="0" cellpadding="4" cellspacing="0"><tr bgcolor="#663300"><td colspan="2"><font color="#FFFFFF" size="5"><b>Librairie Marigny</b></font></td>
<td align="right"><form action="/recherche.php" method="GET"><input type="text" name="mots" size="14" value="Recherche..." onfocus="if(this.value=='Recherche...')this.value=''"><input type="submit" value="OK"></form></td></tr>
<tr valign="top"><td width="150" bgcolor="#EEDDBB">{left}<hr><font size="1">Recevez nos catalogues :<form action="/lettre.php" method="POST"><input type="text" name="email_lettre" size="16"><input type="submit" value="M'abonner"></form></font></td><td colspan="2">{body}</td></tr>
<tr><td colspan="3" align="center"><font size="1">&copy; 1998-2026 Librairie Marigny, 12 rue des &Eacute;coles - <a href="/cgv.php">CGV</a></font></td></tr></table></center></body></html>"""


@M.get("/")
def mar_home(req):
    return marigny(req, "<font size='4'>Nouveaut&eacute;s</font><p>Flaubert, <i>Salammb&ocirc;</i>, reliure demi-chagrin, 1879. 180,00 EUR")


@M.get("/ok.gif")
def mar_gif(req):
    from .core import Reply
    return Reply(bytes.fromhex("47494638396101000100800000663300ffffff21f90400000000002c00000000010001000002024401003b"), kind="image/gif")


@M.post("/identification.php")
def mar_login(req):
    a = M.check(req["mel"], req["mdp"])
    if a:
        M.sign_in(req, a, remember=req["memo"])
        return req.go("/compte.php")
    return marigny(req, "<font color='red'><b>Identifiants incorrects.</b></font><p>V&eacute;rifiez votre e-mail et votre mot de passe.")


@M.get("/deconnexion.php")
def mar_out(req):
    req.sign_out()
    return req.go("/")


def mar_form(req, err=""):
    r = lambda label, name, kind="text": f"<tr><td align='right'><font face='Verdana' size='2'>{label}</font></td><td><input type='{kind}' name='{name}' size='30' value='{'' if kind == 'password' else e(req[name])}'></td></tr>"
    return marigny(req, f"""<form name="inscription" method="POST" action="/inscription.php"><table border="0" cellpadding="3"><tr><td colspan="2"><b>Cr&eacute;ation de votre compte client</b><br><font color="red">{err}</font></td></tr>
<tr><td align="right"><font face="Verdana" size="2">Civilit&eacute;</font></td><td><select name="civ"><option>Mme<option>M.</select></td></tr>{r('Nom *', 'nom')}{r('Pr&eacute;nom *', 'prenom')}{r('T&eacute;l&eacute;phone', 'tel')}{r('E-mail *', 'mel')}{r('Confirmez l&#39;e-mail *', 'mel2')}{r('Mot de passe * (8 &agrave; 40 caract&egrave;res)', 'mdp', 'password')}{r('Confirmez le mot de passe *', 'mdp2', 'password')}
<tr><td align="right"><font face="Verdana" size="2">Code de s&eacute;curit&eacute; : <span style="background:#ddd;letter-spacing:4px;font-family:monospace">KV7PQ</span></font></td><td><input type="text" name="captcha" size="8" autocomplete="off"> recopiez le code</td></tr>
<tr><td></td><td><input type="checkbox" name="cgv" value="1"> J'accepte les conditions<br><input type="submit" name="envoyer" value="Valider"> <input type="reset" value="Effacer"></td></tr></table></form>""")


@M.get("/inscription.php")
def mar_reg(req):
    return mar_form(req)


@M.post("/inscription.php")
def mar_reg_post(req):
    err = ("Le code de s&eacute;curit&eacute; est faux." if req["captcha"].upper() != "KV7PQ" else "Les adresses ne correspondent pas." if req["mel"] != req["mel2"] or "@" not in req["mel"] else
           "Les mots de passe ne correspondent pas." if req["mdp"] != req["mdp2"] else "Mot de passe : 8 &agrave; 40 caract&egrave;res." if not 8 <= len(req["mdp"]) <= 40 else "Cette adresse est d&eacute;j&agrave; inscrite." if M.find(req["mel"]) else "")
    if err:
        M.reject(err, user=req["mel"])
        return mar_form(req, err)
    a = M.sign_up(req["mel"], req["mdp"], prenom=req["prenom"])
    M.sign_in(req, a, how="sign-up")
    return req.go("/bienvenue.php")


@M.get("/bienvenue.php")
def mar_welcome(req):
    return marigny(req, "<b>Votre compte est cr&eacute;&eacute;.</b><p>Un message de confirmation vous a &eacute;t&eacute; envoy&eacute;.")


@M.get("/compte.php")
def mar_account(req, msg=""):
    a = req.account
    if not a:
        return req.go("/")
    return marigny(req, f"""<b>Mon compte</b> - {e(a.email)}<br><font color="#006600">{msg}</font><ul><li>Mes commandes<li>Mes adresses</ul><form action="/email.php" method="POST" name="chmel"><fieldset><legend>Changer d'adresse e-mail</legend><table>
<tr><td>Nouvelle adresse e-mail</td><td><input type="text" name="nouveau_mel" size="30"></td></tr><tr><td>Votre mot de passe</td><td><input type="password" name="mdp_actuel" size="20"></td></tr><tr><td></td><td><input type="submit" value="Changer d'adresse"></td></tr></table></fieldset></form>""")


@M.post("/email.php")
def mar_email(req):
    a = req.account
    if not a:
        return req.go("/")
    x = M.set_email(a, req["nouveau_mel"], req["mdp_actuel"], rename=True)
    if x:
        return mar_account(req, "<font color=red>Mot de passe ou adresse incorrects.</font>")
    req.session["user"] = a.user
    return req.go("/compte-ok.php")


@M.get("/compte-ok.php")
def mar_account_ok(req):
    return mar_account(req, "Votre adresse a &eacute;t&eacute; chang&eacute;e.")


# ---------------------------------------------------------------- 8 Souq Nakheel (Arabic, right to left, Tailwind, tabs)
N = Site("souq-nakheel", ["souq-nakheel.test"], "سوق النخيل")
TW = """<style>*{box-sizing:border-box}body{margin:0;font:16px/1.6 'Noto Sans Arabic',system-ui;background:#f9fafb}.flex{display:flex}.gap-4{gap:16px}.w-full{width:100%}.rounded-lg{border-radius:8px}.border{border:1px solid #d1d5db}.px-4{padding-left:16px;padding-right:16px}.py-2{padding-top:8px;padding-bottom:8px}.mt-4{margin-top:16px}
.bg-white{background:#fff}.bg-emerald-600{background:#059669;color:#fff;border:0}.max-w-md{max-width:448px}.mx-auto{margin:24px auto}.p-6{padding:24px}.hidden{display:none!important}.text-red-600{color:#dc2626}.text-sm{font-size:14px}.block{display:block}.relative{position:relative}.absolute{position:absolute}.left-2{left:8px}.top-2{top:8px}.border-b-2{border-bottom:2px solid #059669}button{cursor:pointer;font:inherit}</style>"""


def souq(req, body):
    a = req.account
    return f"""<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>سوق النخيل</title>{TW}</head><body><header class="flex gap-4 bg-white px-4 py-2 border"><a href="/">سوق النخيل</a>
<input type="search" class="border rounded-lg px-4" placeholder="ابحث عن منتج" aria-label="بحث">{f'<span>مرحبًا {e(a.more.get("name") or a.user)}</span><a id="logout" href="/logout">تسجيل الخروج</a>' if a else '<a href="/account" class="px-4">حسابي</a>'}</header>{body}
<footer class="p-6 mt-4 text-sm">اشترك في نشرتنا البريدية <input type="email" class="border" placeholder="بريدك الإلكتروني"><button>اشتراك</button></footer>{cookie_bar('نستخدم ملفات تعريف الارتباط لتحسين تجربتك.', 'موافق', 'رفض')}</body></html>"""


def souq_tabs(req, tab="login", err=""):
    inp = "w-full border rounded-lg px-4 py-2 block"
    err = f'<p class="text-sm text-red-600" role="alert">{err}</p>' if err else ""
    return souq(req, f"""<main class="max-w-md mx-auto bg-white rounded-lg p-6 border"><div class="flex gap-4" role="tablist"><button type="button" role="tab" id="tab-login" class="px-4 py-2">تسجيل الدخول</button><button type="button" role="tab" id="tab-register" class="px-4 py-2">إنشاء حساب</button></div>
<form id="panel-login" method="post" action="/account/login" class="mt-4">{err if tab == 'login' else ''}<label class="text-sm block" for="l-id">البريد الإلكتروني أو رقم الجوال</label><input id="l-id" name="identifier" type="text" dir="ltr" class="{inp}"><label class="text-sm block mt-4" for="l-pw">كلمة المرور</label>
<div class="relative"><input id="l-pw" name="password" type="password" dir="ltr" class="{inp}"><button type="button" class="absolute left-2 top-2" data-eye="l-pw">إظهار</button></div><label class="text-sm mt-4 block"><input type="checkbox" name="remember"> تذكرني</label><button class="bg-emerald-600 rounded-lg w-full px-4 py-2 mt-4">دخول</button></form>
<form id="panel-register" method="post" action="/account/register" class="mt-4 hidden">{err if tab == 'register' else ''}<label class="text-sm block" for="r-name">الاسم الكامل</label><input id="r-name" name="full_name" class="{inp}"><label class="text-sm block mt-4" for="r-mail">البريد الإلكتروني</label><input id="r-mail" name="email" type="email" dir="ltr" class="{inp}" value="{e(req['email'])}">
<label class="text-sm block mt-4" for="r-phone">رقم الجوال</label><input id="r-phone" name="phone" type="tel" dir="ltr" class="{inp}"><label class="text-sm block mt-4" for="r-pw">كلمة المرور</label><div class="relative"><input id="r-pw" name="password" type="password" dir="ltr" class="{inp}" aria-describedby="r-hint"><button type="button" class="absolute left-2 top-2" data-eye="r-pw">إظهار</button></div>
<p id="r-hint" class="text-sm">٨ أحرف على الأقل مع رقم واحد</p><button class="bg-emerald-600 rounded-lg w-full px-4 py-2 mt-4">إنشاء حساب</button></form></main>
<script>function tab(n){{for(const t of['login','register']){{document.getElementById('panel-'+t).classList.toggle('hidden',t!=n);document.getElementById('tab-'+t).classList.toggle('border-b-2',t==n);}}}}
document.getElementById('tab-login').onclick=()=>tab('login');document.getElementById('tab-register').onclick=()=>tab('register');tab('{tab}');
document.querySelectorAll('[data-eye]').forEach(b=>b.onclick=()=>{{const i=document.getElementById(b.dataset.eye);i.type=i.type=='password'?'text':'password';b.textContent=i.type=='password'?'إظهار':'إخفاء';}});</script>""")


@N.get("/")
def souq_home(req):
    return souq(req, "<main class='p-6'><h1>عروض التمور لهذا الأسبوع</h1><p>تمر مجدول فاخر – ٤٥ ريال</p></main>")


@N.get("/account")
def souq_account(req):
    a = req.account
    if a:
        return souq(req, f"<main class='p-6'><h1>حسابي</h1><p>أهلًا بك في سوق النخيل</p><p dir=ltr>{e(a.email)}</p></main>")
    return souq_tabs(req)


@N.post("/account/login")
def souq_login(req):
    a = N.check(req["identifier"], req["password"])
    if not a:
        return souq_tabs(req, "login", "بيانات الدخول غير صحيحة")
    N.sign_in(req, a, remember=req["remember"])
    return req.go("/account")


@N.post("/account/register")
def souq_register(req):
    p = req["password"]
    if "@" not in req["email"] or len(p) < 8 or not re.search(r"\d", p) or N.find(req["email"]):
        N.reject("sign-up rules", user=req["email"], password=p)
        return souq_tabs(req, "register", "تحقق من البريد وكلمة المرور")
    a = N.sign_up(req["email"], p, name=req["full_name"])
    N.sign_in(req, a, how="sign-up")
    return req.go("/account")


@N.get("/logout")
def souq_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 9 さくら見世 (Japanese, long registration, passkey by button)
K = Site("sakura-mise", ["www.sakura-mise.test"], "さくら見世")
passkeys(K, "/api/passkey", after="/mypage")


def sakura(req, body):
    a = req.account
    nav = f"<a href='/mypage'>マイページ</a> <form action='/logout' method='post' style='display:inline'><button id='logoutBtn'>ログアウト</button></form>" if a else "<a href='/login'>ログイン</a> <a href='/entry'>新規会員登録</a>"
    return f"""<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8"><title>さくら見世 公式オンラインショップ</title><style>body{{font:15px/1.7 'Hiragino Sans','Noto Sans JP',sans-serif;margin:0;color:#333}}header{{border-bottom:3px solid #e8a0b0;padding:10px 20px}}.l-main{{width:760px;margin:20px auto}}dl.c-form{{display:grid;grid-template-columns:220px 1fr}}dl.c-form dt{{background:#faf0f2;padding:10px;border-bottom:1px solid #eee}}dl.c-form dd{{margin:0;padding:10px;border-bottom:1px solid #eee}}.req{{background:#c00;color:#fff;font-size:11px;padding:0 4px}}.err{{color:#c00}}.c-btn{{background:#d0607a;color:#fff;border:0;padding:12px 60px;font:inherit}}</style></head><body>
<header><a href="/">さくら見世</a> <form action="/search" style="display:inline"><input type="text" name="kw" placeholder="商品を検索"><button>検索</button></form> {nav}</header><div class="l-main">{body}</div><footer style="padding:20px;background:#faf0f2">特定商取引法に基づく表記｜個人情報保護方針<br>メルマガ登録 <input type="text" name="mailmag" placeholder="メールアドレス"></footer></body></html>"""


@K.get("/")
def sak_home(req):
    return sakura(req, "<h2>春の新作和菓子</h2><p>桜餅 6個入り 1,296円（税込）</p>")


@K.get("/login")
def sak_login(req, err=""):
    return sakura(req, f"""<h2>ログイン</h2><p class="err">{err}</p><form action="/login" method="post"><dl class="c-form"><dt>会員ID（メールアドレス）</dt><dd><input type="text" name="memberId" size="40" id="memberId"></dd><dt>パスワード</dt><dd><input type="password" name="memberPw" id="memberPw" size="30" maxlength="32"><br><label><input type="checkbox" onclick="memberPw.type=this.checked?'text':'password'"> パスワードを表示する</label></dd></dl>
<p style="text-align:center"><button class="c-btn" type="submit">ログイン</button></p></form><p style="text-align:center"><button type="button" id="pk">パスキーでログイン</button></p><p>パスワードをお忘れの方は<a href="/reminder">こちら</a></p><script>{PK_JSON}
document.getElementById('pk').onclick=async()=>{{try{{const r=await usePasskey('/api/passkey');if(r.ok)location.href=r.next;else throw r.error;}}catch(x){{document.querySelector('.err').textContent='パスキーでログインできませんでした';}}}};</script>""")


@K.post("/login")
def sak_login_post(req):
    a = K.check(req["memberId"], req["memberPw"])
    if not a:
        return sak_login(req, "会員IDまたはパスワードが正しくありません。")
    K.sign_in(req, a)
    return req.go("/mypage")


@K.get("/entry")
def sak_entry(req, err=""):
    v = lambda k: e(req[k])
    r = '<span class="req">必須</span>'
    return sakura(req, f"""<h2>新規会員登録</h2><p class="err">{err}</p><form action="/entry" method="post" autocomplete="off"><dl class="c-form"><dt>お名前 {r}</dt><dd>姓 <input name="sei" size="10" value="{v('sei')}"> 名 <input name="mei" size="10" value="{v('mei')}"></dd><dt>フリガナ {r}</dt><dd>セイ <input name="sei_kana" size="10"> メイ <input name="mei_kana" size="10"></dd>
<dt>郵便番号</dt><dd>〒<input name="zip1" size="3" maxlength="3">-<input name="zip2" size="4" maxlength="4"></dd><dt>電話番号</dt><dd><input type="tel" name="tel" size="20"></dd><dt>メールアドレス {r}</dt><dd><input type="text" name="mail" size="40" value="{v('mail')}"></dd><dt>メールアドレス（確認） {r}</dt><dd><input type="text" name="mail_confirm" size="40" onpaste="return false" value="{v('mail_confirm')}"></dd>
<dt>パスワード {r}</dt><dd><input type="password" name="pw" size="30" maxlength="32"><br><small>半角英数字記号8～32文字</small></dd><dt>パスワード（確認） {r}</dt><dd><input type="password" name="pw_confirm" size="30" maxlength="32"></dd><dt>生年月日</dt><dd><select name="y"><option>1980<option>1990<option>2000</select>年<select name="m"><option>1<option>2</select>月</dd></dl><p style="text-align:center"><button class="c-btn" type="submit" name="confirm">同意して登録する</button></p></form>""")


@K.post("/entry")
def sak_entry_post(req):
    p = req["pw"]
    err = ("メールアドレスが一致しません。" if req["mail"] != req["mail_confirm"] or "@" not in req["mail"] else "パスワードが一致しません。" if p != req["pw_confirm"] else
           "パスワードは半角8～32文字で入力してください。" if not re.fullmatch(r"[!-~]{8,32}", p) else "すでに登録されています。" if K.find(req["mail"]) else "")
    if err:
        K.reject(err, user=req["mail"], password=p)
        return sak_entry(req, err)
    a = K.sign_up(req["mail"], p, name=req["sei"] + req["mei"])
    K.sign_in(req, a, how="sign-up")
    return req.go("/entry/complete")


@K.get("/entry/complete")
def sak_complete(req):
    return sakura(req, "<h2>会員登録が完了しました</h2><p><a href='/mypage'>マイページへ</a></p>")


@K.get("/mypage")
def sak_my(req):
    a = req.account
    if not a:
        return req.go("/login")
    return sakura(req, f"""<h2>マイページ</h2><p>{e(a.more.get('name') or a.user)} 様、いらっしゃいませ。</p><p>登録済みパスキー：<span id="n">{len(a.passkeys)}</span>件</p><p id="pkmsg"></p><button type="button" id="addpk">パスキーを登録する</button><script>{PK_JSON}
document.getElementById('addpk').onclick=async()=>{{try{{const r=await enrolPasskey('/api/passkey');pkmsg.textContent=r.ok?'パスキーを登録しました':'登録に失敗しました';if(r.ok)n.textContent=+n.textContent+1;}}catch(x){{pkmsg.textContent='登録に失敗しました: '+x.name;}}}};</script>""")


@K.post("/logout")
def sak_out(req):
    req.sign_out()
    return req.go("/login")


# ---------------------------------------------------------------- 20 Cooking with Mara (WooCommerce-like, two forms side by side)
C = Site("cooking-mara", ["cookingwithmara.test"], "Cooking with Mara")


def mara(req, body):
    return f"""<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>My account – Cooking with Mara</title><style>body{{font:17px/1.6 Georgia,serif;margin:0}}.site-header{{padding:20px;border-bottom:1px solid #eee}}.site-main{{max-width:980px;margin:auto;padding:20px}}.u-columns{{display:flex;gap:40px}}.u-columns>div{{flex:1}}.woocommerce-form{{border:1px solid #d3ced2;padding:20px;border-radius:5px}}.input-text{{width:100%;padding:8px;box-sizing:border-box}}.woocommerce-error{{border-top:3px solid #b81c23;background:#f7f6f7;padding:12px}}.woocommerce-message{{border-top:3px solid #8fae1b;background:#f7f6f7;padding:12px}}.password-input{{display:block;position:relative}}.show-password-input{{position:absolute;right:8px;top:8px;background:none;border:0}}.hp{{position:absolute;left:-9999px}}</style></head><body class="woocommerce-account">
<header class="site-header"><a href="/">Cooking with Mara</a> · <a href="/my-account/">My account</a> · <form role="search" class="search-form" style="display:inline"><input type="search" class="search-field" placeholder="Search recipes…" name="s"></form></header><main class="site-main">{body}</main>
<footer class="site-main"><h4>Never miss a recipe</h4><form class="mc4wp-form" method="post" action="/subscribe"><input type="email" name="EMAIL" placeholder="Your email address"><input type="text" name="_mc4wp_honeypot" class="hp" tabindex="-1" autocomplete="off"><input type="submit" value="Sign up"></form></footer></body></html>"""


def mara_forms(req, err=""):
    err = f'<ul class="woocommerce-error" role="alert"><li>{err}</li></ul>' if err else ""
    pw = lambda i, ac: f'<span class="password-input"><input class="woocommerce-Input woocommerce-Input--text input-text" type="password" name="password" id="{i}" autocomplete="{ac}"><button type="button" class="show-password-input" aria-label="Show password" onclick="var i=this.previousElementSibling;i.type=i.type==\'password\'?\'text\':\'password\'">👁</button></span>'
    return mara(req, f"""<h1>My account</h1>{err}<div class="u-columns col2-set" id="customer_login"><div class="u-column1"><h2>Login</h2><form class="woocommerce-form woocommerce-form-login login" method="post" action="/my-account/"><p><label for="username">Username or email address&nbsp;<span class="required">*</span></label><input type="text" class="woocommerce-Input input-text" name="username" id="username" autocomplete="username" value="{e(req['username'])}"></p>
<p><label for="password">Password&nbsp;<span class="required">*</span></label>{pw('password', 'current-password')}</p><p><label><input name="rememberme" type="checkbox" id="rememberme" value="forever"> <span>Remember me</span></label><input type="hidden" name="woocommerce-login-nonce" value="a1f3"><button type="submit" class="woocommerce-button button" name="login" value="Log in">Log in</button></p><p><a href="/lost">Lost your password?</a></p></form></div>
<div class="u-column2"><h2>Register</h2><form method="post" action="/my-account/" class="woocommerce-form woocommerce-form-register register"><p><label for="reg_username">Username&nbsp;*</label><input type="text" class="woocommerce-Input input-text" name="username" id="reg_username" autocomplete="username"></p><p><label for="reg_email">Email address&nbsp;*</label><input type="email" class="woocommerce-Input input-text" name="email" id="reg_email" autocomplete="email"></p><p><label for="reg_password">Password&nbsp;*</label>{pw('reg_password', 'new-password')}</p>
<p>Your personal data will be used to support your experience throughout this website.</p><button type="submit" class="woocommerce-Button button" name="register" value="Register">Register</button></form></div></div>""")


@C.get("/")
def mara_home(req):
    return mara(req, "<h1>Slow-roasted tomato tart</h1><p>It started with too many tomatoes…</p><form class='comment-form'><h3>Leave a reply</h3><label>Comment<textarea name=comment></textarea></label><label>Name <input name=author autocomplete=name></label><label>Email <input name=email autocomplete=email></label><label>Website <input name=url></label></form>")


@C.get("/my-account/")
def mara_account(req, msg=""):
    a = req.account
    if not a:
        return mara_forms(req)
    return mara(req, f"<h1>My account</h1>{msg}<nav><a href='/my-account/orders'>Orders</a> · <a id='logout' href='/my-account/customer-logout/'>Log out</a></nav><p>Hello <strong>{e(a.user)}</strong>. From your account dashboard you can view your recent orders.</p>")


@C.post("/my-account/")
def mara_post(req):
    if "register" in req.form:
        err = ("Please enter a valid email." if "@" not in req["email"] else "An account is already registered." if C.find(req["email"]) or C.find(req["username"]) else "Please choose a username." if not req["username"] else "Please enter a stronger password." if len(req["password"]) < 8 else "")
        if err:
            C.reject(err, user=req["username"], password=req["password"])
            return mara_forms(req, f"<strong>Error:</strong> {err}")
        C.sign_in(req, C.sign_up(req["username"], req["password"], email=req["email"]), how="sign-up")
        return req.go("/my-account/")
    a = C.check(req["username"], req["password"])
    if not a:
        return mara_forms(req, f"<strong>Error:</strong> The password you entered for <strong>{e(req['username'])}</strong> is incorrect.")
    C.sign_in(req, a, remember=req["rememberme"])
    return req.go("/my-account/")


@C.get("/my-account/customer-logout/")
def mara_out(req):
    req.sign_out()
    return req.go("/my-account/")
