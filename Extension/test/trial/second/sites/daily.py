"""1 a Dutch mail provider on two hosts, 2 a Swedish bank."""
import re
from .core import Site, e, js, mould, passkeys, slow
from .kit import PASSKEY_BUFFERS, consent, needs

# ---------------------------------------------------------------- 1 Postvliet (www: name; inloggen: password, code, security)
P = Site("postvliet", ["www.postvliet.test", "inloggen.postvliet.test"], "Postvliet")


def pv(req, title, inner, script=""):
    who = req.account
    top = f"<span class='pv-who'>{e(who.user)}@postvliet.test</span> <a id='pv-uit' href='{req.url('/uitloggen', 1)}'>Uitloggen</a>" if who else ""
    return f"""<!DOCTYPE html>
<html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title} – Postvliet</title>
<style>*{{box-sizing:border-box}}body{{margin:0;font:16px/1.45 "Segoe UI",system-ui;background:#eef3f1;color:#12312b}}.pv-top{{display:flex;gap:18px;align-items:center;padding:12px 28px;background:#0c6b58;color:#fff}}.pv-top a{{color:#fff}}.pv-who{{margin-left:auto}}
.pv-card{{width:420px;max-width:94%;margin:44px auto;background:#fff;border-radius:14px;padding:30px;box-shadow:0 6px 28px #0c6b5822}}.pv-f{{position:relative;margin:18px 0}}.pv-f input{{width:100%;font:inherit;padding:22px 12px 6px;border:1px solid #9db8b1;border-radius:8px}}.pv-f label{{position:absolute;left:13px;top:5px;font-size:12px;color:#4c6a63;pointer-events:none}}
.pv-suffix{{position:absolute;right:12px;top:20px;color:#678}}.pv-b{{font:inherit;padding:11px 26px;border:0;border-radius:22px;background:#0c6b58;color:#fff;cursor:pointer}}.pv-b.stil{{background:#e2ece9;color:#0c6b58}}.pv-fout{{color:#b3261e;min-height:1.4em}}.pv-hp{{position:absolute;left:-9000px;top:0}}.pv-lijst{{max-width:900px;margin:20px auto;background:#fff;padding:20px}}</style></head>
<body><div class="pv-top"><b>✉ Postvliet</b><a href="{req.url('/', 0)}">Home</a>{top}</div>{inner}<script>{script}</script></body></html>"""


@P.get("/", 0)
def pv_home(req):
    if req.account:
        return req.go("/postbus")
    return pv(req, "E-mail uit Nederland", f"""<div class="pv-card"><h1>Inloggen</h1><p>Ga verder naar je postbus</p>
<form action="/naam" method="post"><div class="pv-f"><input id="pv-naam" name="account" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required><label for="pv-naam">E-mailadres of gebruikersnaam</label></div>
<button class="pv-b" id="pv-verder">Volgende</button> <a class="pv-b stil" id="pv-nieuw" href="{req.url('/nieuw', 1)}" style="text-decoration:none">Account maken</a></form>
<p><button type="button" class="pv-b stil" id="pv-sleutel">Inloggen met een passkey</button></p><p class="pv-fout" role="status"></p></div>"""
              + consent("pv", "Postvliet plaatst alleen functionele cookies en, als je dat goedvindt, statistische.", "Prima", "Alleen nodig", "left:20px;bottom:20px;width:320px;background:#fff;padding:16px;border-radius:12px;box-shadow:0 2px 16px #0004"),
              PASSKEY_BUFFERS + """document.getElementById('pv-sleutel').onclick=function(){passkeyUse('/sleutel').then(function(r){if(r.ok)location.href=r.next;else document.querySelector('.pv-fout').textContent='Deze passkey kennen we niet.';}).catch(function(){document.querySelector('.pv-fout').textContent='Inloggen met de passkey is afgebroken.';});};""")


@P.post("/naam", 0)
def pv_name(req):
    req.session["naam"] = re.sub(r"@postvliet\.test$", "", req["account"].strip().lower())
    return req.go("/wachtwoord", 1)


@P.get("/wachtwoord", 1)
def pv_password(req):
    n = req.session.get("naam")
    if not n:
        return req.go("/", 0)
    return pv(req, "Wachtwoord", mould("""<div class="pv-card"><h1>Welkom terug</h1><p>[[n]]@postvliet.test · <a href="[[home]]">niet jij?</a></p>
<form id="pv-ww"><input type="hidden" name="account" value="[[n]]"><div class="pv-f"><input id="pv-wachtwoord" name="wachtwoord" type="password" autocomplete="current-password" autofocus><label for="pv-wachtwoord">Wachtwoord</label></div><p class="pv-fout" role="alert"></p>
<button class="pv-b">Inloggen</button></form></div>""", n=e(n), home=req.url("/", 0)),
              """document.getElementById('pv-ww').addEventListener('submit',function(ev){ev.preventDefault();var f=this,b=f.querySelector('button');b.disabled=true;b.textContent='Even geduld…';
fetch('/api/wachtwoord',{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify({wachtwoord:f.wachtwoord.value})}).then(function(r){return r.json();}).then(function(d){if(d.naar){location.assign(d.naar);return;}f.wachtwoord.value='';f.wachtwoord.focus();b.disabled=false;b.textContent='Inloggen';f.querySelector('.pv-fout').textContent=d.fout;});});""")


@P.post("/api/wachtwoord", 1)
def pv_password_post(req):
    slow(0.7)
    a = P.check(req.session.get("naam"), req["wachtwoord"])
    if not a:
        return js({"fout": "Dit wachtwoord klopt niet."}, 403)
    if a.totp:
        req.session["pending"] = a.user
        return js({"naar": "/tweede-stap"})
    P.sign_in(req, a)
    return js({"naar": req.url("/postbus", 0)})


@P.get("/tweede-stap", 1)
def pv_second(req, err=""):
    if not req.pending:
        return req.go("/", 0)
    return pv(req, "Tweede stap", f"""<div class="pv-card"><h1>Nog één stap</h1><p>Open je authenticator-app en neem de code over.</p><form method="post" action="/tweede-stap"><div class="pv-f"><input id="pv-code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="7" required><label for="pv-code">Code van 6 cijfers</label></div><p class="pv-fout">{err}</p><button class="pv-b">Bevestigen</button></form></div>""")


@P.post("/tweede-stap", 1)
def pv_second_post(req):
    a = req.pending
    if not a:
        return req.go("/", 0)
    slow(0.3)
    if not P.check_code(a, req["code"]):
        return pv_second(req, "Die code is niet (meer) geldig.")
    P.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/postbus", 0)


@P.get("/postbus", 0)
def pv_box(req):
    a = req.account
    if not a:
        return req.go("/", 0)
    return pv(req, "Postvak IN", f"""<div class="pv-lijst"><form role="search"><input type="search" name="zoek" placeholder="Zoeken in e-mail"></form><h2>Postvak IN</h2><p>Welkom bij Postvliet · 09:12</p><p>Je factuur van oktober · gisteren</p><p><a id="pv-veilig" href="{req.url('/beveiliging', 1)}">Beveiliging van je account</a></p></div>""")


@P.get("/beveiliging", 1)
def pv_security(req):
    a = req.account
    if not a:
        return req.go("/", 0)
    return pv(req, "Beveiliging", f"""<div class="pv-lijst"><h2>Beveiliging</h2><p>Passkeys: <b id="aantal">{len(a.passkeys)}</b></p><button type="button" class="pv-b" id="pv-maak">Passkey toevoegen</button><p class="pv-fout" id="pv-ok" role="status"></p></div>""",
              PASSKEY_BUFFERS + """document.getElementById('pv-maak').onclick=function(){var m=document.getElementById('pv-ok');passkeyCreate('/sleutel').then(function(r){m.textContent=r.ok?'Je passkey is opgeslagen.':'Dat lukte niet.';}).catch(function(x){m.textContent='Afgebroken: '+x.name;});};""")


@P.get("/nieuw", 1)
def pv_new(req, err=""):
    v = lambda n: e(req[n])
    return pv(req, "Nieuw account", f"""<div class="pv-card"><h1>Maak je postbus</h1><form method="post" action="/nieuw"><p class="pv-fout" role="alert">{err}</p>
<div class="pv-f"><input id="n1" name="voornaam" autocomplete="given-name" value="{v('voornaam')}"><label for="n1">Voornaam</label></div><div class="pv-f"><input id="n2" name="achternaam" autocomplete="family-name" value="{v('achternaam')}"><label for="n2">Achternaam</label></div>
<div class="pv-f"><input id="n3" name="postadres" autocomplete="off" autocapitalize="none" value="{v('postadres')}" style="padding-right:150px"><label for="n3">Gewenst adres</label><span class="pv-suffix">@postvliet.test</span></div>
<div class="pv-hp" aria-hidden="true"><label>Laat dit leeg <input name="website" tabindex="-1" autocomplete="off"></label></div>
<div class="pv-f"><input id="n4" type="password" name="ww" autocomplete="new-password"><label for="n4">Wachtwoord</label></div><div class="pv-f"><input id="n5" type="password" name="ww_nogmaals" autocomplete="new-password"><label for="n5">Herhaal het wachtwoord</label></div>
<p><small>Minstens 10 tekens, met ten minste één letter en één cijfer.</small></p>
<div class="pv-f"><input id="n6" type="email" name="herstel" autocomplete="email" value="{v('herstel')}"><label for="n6">Herstel-e-mailadres (mag leeg blijven)</label></div><button class="pv-b" id="pv-klaar">Account maken</button></form></div>""")


@P.post("/nieuw", 1)
def pv_new_post(req):
    slow(0.9)
    n, w = req["postadres"].strip().lower(), req["ww"]
    bad = ("Robots mogen geen account maken." if req["website"] else "Kies een adres van minstens 4 tekens." if not re.fullmatch(r"[a-z0-9._-]{4,30}", n) else "Dat adres is al bezet." if P.find(n)
           else "De wachtwoorden zijn niet gelijk." if w != req["ww_nogmaals"] else None if needs(w, 10, letter=True, digit=True) else "Het wachtwoord voldoet niet aan de eisen.")
    if bad:
        P.reject(bad, user=n, password=w)
        return pv_new(req, bad)
    P.sign_in(req, P.sign_up(n, w, req["herstel"], name=req["voornaam"]), how="sign-up", password=w)
    return req.go("/postbus", 0)


@P.get("/uitloggen", 1)
def pv_out(req):
    req.sign_out()
    return req.go("/", 0)


passkeys(P, "/sleutel", after="/postbus")

# ---------------------------------------------------------------- 2 Vikens Sparbank (no form at all, fields without names, PIN field read-only until touched)
V = Site("vikens-sparbank", ["internetbank.vikens-sparbank.test"], "Vikens Sparbank")
VHEAD = """<!doctype html><html lang="sv"><head><meta charset="utf-8"><title>Vikens Sparbank</title><style>body{margin:0;font:17px/1.5 Georgia,serif;background:#fbf8f1;color:#2a2118}nav{background:#6d1f2b;color:#fff;padding:14px 30px}nav a{color:#fff;margin-left:22px}main{max-width:640px;margin:34px auto}section{background:#fff;border:1px solid #ddd2bd;padding:24px;margin-bottom:20px}.rad{display:grid;grid-template-columns:190px 1fr;gap:10px;margin:14px 0;align-items:center}.rad input{font:20px Consolas,monospace;padding:8px;border:0;border-bottom:2px solid #6d1f2b;background:#fdfbf6;width:220px}.gor{font:inherit;background:#6d1f2b;color:#fff;border:0;padding:10px 30px}.gor[disabled]{opacity:.45}.fel{color:#a00}</style></head><body>"""
VJS = """const $=i=>document.getElementById(i);const tell=(u,d)=>fetch(u,{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify(d)}).then(r=>r.json());"""


def vnav():
    return "<nav><b>Vikens Sparbank</b><a href='/oversikt'>Översikt</a><a href='/betala'>Betala</a><a href='/installningar'>Inställningar</a><a id='loggaut' href='/logga-ut'>Logga ut</a></nav><main>"


@V.get("/")
def vb_login(req):
    return VHEAD + """<nav><b>Vikens Sparbank</b></nav><main><section><h1>Logga in på internetbanken</h1>
<div class="rad"><span id="l1">Kundnummer</span><input id="kundnr" aria-labelledby="l1" type="text" inputmode="numeric" maxlength="10" autocomplete="off"></div>
<div class="rad"><span id="l2">Personlig kod</span><input id="kod" aria-labelledby="l2" type="password" inputmode="numeric" maxlength="6" autocomplete="off" readonly onfocus="this.removeAttribute('readonly')"></div>
<p class="fel" role="alert" id="fel"></p><button class="gor" id="logga" disabled>Logga in</button></section><section><h2>Så handlar du tryggt</h2><p>Lämna aldrig ut din kod till någon som ringer.</p></section></main><script>""" + VJS + """
const klar=()=>{$('logga').disabled=!(/^\\d{8,10}$/.test($('kundnr').value)&&/^\\d{6}$/.test($('kod').value));};['kundnr','kod'].forEach(i=>{$(i).addEventListener('input',klar);$(i).addEventListener('keyup',ev=>{if(ev.key==='Enter'&&!$('logga').disabled)$('logga').click();});});
$('logga').onclick=async()=>{$('logga').disabled=true;$('fel').textContent='';const d=await tell('/tjanst/logga-in',{k:$('kundnr').value,p:$('kod').value});if(d.ok)location.replace('/oversikt');else{$('kundnr').value=$('kod').value='';$('fel').textContent=d.fel;}};</script></body></html>"""


@V.post("/tjanst/logga-in")
def vb_login_post(req):
    slow(1.1)
    a = V.check(req["k"], req["p"])
    if not a:
        return js({"fel": "Fel kundnummer eller personlig kod."})
    V.sign_in(req, a)
    return js({"ok": True})


@V.get("/oversikt")
def vb_overview(req):
    a = req.account
    if not a:
        return req.go("/")
    sent = "".join(f"<p>Betalt {e(x)}</p>" for x in req.session.get("sent", []))
    return VHEAD + vnav() + f"<section><h1>Dina konton</h1><p>Lönekonto 4 118-2 · 21 904,50 kr</p>{sent}</section></main></body></html>"


@V.get("/betala")
def vb_pay(req):
    if not req.account:
        return req.go("/")
    return VHEAD + vnav() + """<section><h1>Ny betalning</h1><form method="post" action="/betala"><div class="rad"><label for="till">Till konto</label><input id="till" name="till" inputmode="numeric"></div><div class="rad"><label for="belopp">Belopp (kr)</label><input id="belopp" name="belopp" inputmode="decimal"></div><div class="rad"><label for="medd">Meddelande</label><input id="medd" name="medd"></div><button class="gor" id="vidare">Vidare</button></form></section></main></body></html>"""


@V.post("/betala")
def vb_pay_post(req):
    if not req.account:
        return req.go("/")
    req.session["pay"] = f"{req['belopp']} kr till {req['till']}"
    return req.go("/signera")


@V.get("/signera")
def vb_sign(req, err=""):
    if not req.account or not req.session.get("pay"):
        return req.go("/oversikt")
    return VHEAD + vnav() + f"""<section><h1>Signera betalningen</h1><p>{e(req.session['pay'])}</p><p>Skriv engångskoden från din säkerhetsapp.</p><form method="post" action="/signera"><div class="rad"><label for="engang">Engångskod</label><input id="engang" name="engangskod" type="text" inputmode="numeric" maxlength="6" autocomplete="off"></div><p class="fel">{err}</p><button class="gor" id="signera">Signera</button></form></section></main></body></html>"""


@V.post("/signera")
def vb_sign_post(req):
    a = req.account
    if not a or not req.session.get("pay"):
        return req.go("/")
    slow(0.5)
    if not V.check_code(a, req["engangskod"]):
        return vb_sign(req, "Koden stämmer inte.")
    req.session.setdefault("sent", []).append(req.session.pop("pay"))
    return req.go("/oversikt")


@V.get("/installningar")
def vb_settings(req):
    if not req.account:
        return req.go("/")
    return VHEAD + vnav() + """<section><h1>Byt personlig kod</h1><p>Koden består av sex siffror.</p><div class="rad"><span>Nuvarande kod</span><input id="nu" aria-label="Nuvarande kod" type="password" inputmode="numeric" maxlength="6" autocomplete="off"></div><div class="rad"><span>Ny kod</span><input id="ny" aria-label="Ny kod" type="password" inputmode="numeric" maxlength="6" autocomplete="off"></div><div class="rad"><span>Ny kod igen</span><input id="ny2" aria-label="Ny kod igen" type="password" inputmode="numeric" maxlength="6" autocomplete="off"></div><p class="fel" id="svar" role="status"></p><button class="gor" id="byt">Byt kod</button></section></main><script>""" + VJS + """
$('byt').onclick=async()=>{const d=await tell('/tjanst/byt-kod',{nu:$('nu').value,ny:$('ny').value,ny2:$('ny2').value});['nu','ny','ny2'].forEach(i=>$(i).value='');$('svar').textContent=d.svar;};</script></body></html>"""


@V.post("/tjanst/byt-kod")
def vb_change(req):
    a = req.account
    if not a:
        return js({"svar": "Du är utloggad."}, 401)
    slow(0.8)
    x = V.set_password(a, req["nu"], req["ny"], req["ny2"], lambda p: None if re.fullmatch(r"\d{6}", p) else "Koden ska ha sex siffror.")
    return js({"svar": {None: "Din personliga kod är bytt.", "old": "Nuvarande kod är fel.", "again": "Koderna är olika.", "same": "Välj en annan kod."}.get(x, x)})


@V.get("/logga-ut")
def vb_out(req):
    req.sign_out()
    return req.go("/")
