"""3 a large English shop, 4 a small Italian PHP shop."""
from .core import Site, e, js, mould, slow
from .kit import consent, needs

# ---------------------------------------------------------------- 3 Brightbarrow
B = Site("brightbarrow", ["www.brightbarrow.test"], "Brightbarrow")


def bb(req, title, inner):
    a = req.account
    flash = req.session.pop("flash", "")
    return f"""<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>{title} | Brightbarrow</title><style>:root{{--ink:#20232b;--sun:#ffb400}}body{{margin:0;font:15px/1.5 Verdana,sans-serif;color:var(--ink)}}.mast{{display:grid;grid-template-columns:auto 1fr auto auto;gap:20px;padding:12px 24px;background:var(--sun);align-items:center}}.mast input{{width:100%;padding:9px;border:0;border-radius:4px}}.page{{max-width:960px;margin:24px auto;padding:0 16px}}.grid{{display:grid;grid-template-columns:1fr 1fr;gap:14px}}[hidden]{{display:none!important}}.fld{{display:flex;flex-direction:column;margin:10px 0}}.fld input,.fld select{{padding:10px;border:1px solid #888;border-radius:4px;font:inherit}}.btn{{background:#20232b;color:#fff;border:0;border-radius:30px;padding:12px 30px;font:inherit;cursor:pointer}}.toast{{background:#0a7d3c;color:#fff;padding:12px}}.alert{{background:#fde4e1;padding:12px}}fieldset{{border:1px solid #ddd;margin:16px 0}}footer{{background:#f2f2f2;padding:24px;margin-top:60px}}.pwrow{{display:flex}}.pwrow input{{flex:1}}</style></head>
<body><header class="mast"><a href="/" style="font-size:22px;font-weight:bold;color:inherit;text-decoration:none">brightbarrow</a><form action="/search"><input name="keywords" type="search" placeholder="Search 2 million products" aria-label="Search"></form>{'<a href="/account" id="hi">Hello, ' + e(a.more.get("name") or a.user) + '</a>' if a else '<a href="/signin" id="hi">Sign in</a>'}<a href="/bag" id="bag">Bag (1)</a></header>
{f'<div class="toast" role="status">{flash}</div>' if flash else ''}<div class="page">{inner}</div><footer><form action="/newsletter" method="post"><label>Deals by e-mail <input type="email" name="newsletter_email" id="footer-mail" placeholder="Your e-mail"></label> <button>Subscribe</button></form></footer>
{consent("bbc", "We and our 842 partners use cookies to show you things you have already bought.", "Accept all", "Manage choices", "left:0;right:0;bottom:0;background:#20232b;color:#fff;padding:16px 24px")}</body></html>"""


@B.get("/")
def bb_home(req):
    return bb(req, "Everything", "<h1>Winter, sorted.</h1><div class='grid'><div><h3>Copper kettle</h3><p>£39.00</p><a class='btn' href='/bag'>Add to bag</a></div><div><h3>Wool throw</h3><p>£54.00</p></div></div>")


@B.get("/bag")
def bb_bag(req):
    return bb(req, "Your bag", "<h1>Your bag</h1><p>1 × Copper kettle £39.00</p><form action='/promo' method='post'><label>Promo code <input name='promo'></label> <button>Apply</button></form><p><a class='btn' id='to-checkout' href='/checkout'>Checkout securely</a></p>")


@B.get("/checkout")
def bb_checkout(req):
    return bb(req, "Checkout", r"""<h1>Checkout</h1><p>Already a member? <a href="/signin">Sign in</a></p><form id="co" novalidate><div class="alert" hidden role="alert"></div>
<fieldset><legend>Contact</legend><div class="grid"><div class="fld"><label for="co_email">E-mail</label><input id="co_email" name="email" type="email" autocomplete="email"></div><div class="fld"><label for="co_tel">Mobile</label><input id="co_tel" name="tel" type="tel" autocomplete="tel"></div></div></fieldset>
<fieldset><legend>Delivery</legend><div class="grid"><div class="fld"><label for="co_fn">First name</label><input id="co_fn" name="fname" autocomplete="given-name"></div><div class="fld"><label for="co_ln">Last name</label><input id="co_ln" name="lname" autocomplete="family-name"></div><div class="fld"><label for="co_a1">Address</label><input id="co_a1" name="addr1" autocomplete="address-line1"></div><div class="fld"><label for="co_pc">Postcode</label><input id="co_pc" name="postcode" autocomplete="postal-code"></div></div></fieldset>
<fieldset><legend>Gift card</legend><div class="grid"><div class="fld"><label for="gc_no">Gift card number</label><input id="gc_no" name="gc_no" inputmode="numeric" autocomplete="off"></div><div class="fld"><label for="gc_pin">Gift card PIN</label><input id="gc_pin" name="gc_pin" type="password" inputmode="numeric" maxlength="4" autocomplete="off"></div></div></fieldset>
<fieldset><legend>Faster next time?</legend><label><input type="checkbox" id="co_join" name="join"> Create an account with these details</label><div class="fld" id="co_pwbox" hidden><label for="co_pw">Choose a password</label><span class="pwrow"><input id="co_pw" name="account_password" type="password" autocomplete="new-password" passwordrules="minlength: 8; maxlength: 72; required: lower; required: upper; required: digit;" maxlength="72"><button type="button" id="co_eye" aria-pressed="false">Show</button></span><small>At least 8 characters with a capital letter, a small letter and a number</small></div></fieldset>
<button class="btn" id="co_go" type="submit">Place order · £39.00</button></form>
<script>{const f=document.getElementById('co'),pb=document.getElementById('co_pwbox'),pw=document.getElementById('co_pw'),al=f.querySelector('.alert');
document.getElementById('co_join').onchange=e=>{pb.hidden=!e.target.checked;};document.getElementById('co_eye').onclick=e=>{pw.type=pw.type==='password'?'text':'password';e.target.textContent=pw.type==='password'?'Show':'Hide';};
f.onsubmit=async e=>{e.preventDefault();al.hidden=true;const b=document.getElementById('co_go');b.disabled=true;b.textContent='Placing your order…';const r=await fetch('/api/order',{method:'POST',body:new URLSearchParams(new FormData(f))});const d=await r.json();
if(d.order){history.pushState({},'','/thanks/'+d.order);document.querySelector('.page').innerHTML='<h1>Thank you! Order '+d.order+' is on its way.</h1><p>'+(d.name?'Your account is ready, '+d.name+'.':'')+' <a href="/account">Track it</a></p>';}else{b.disabled=false;b.textContent='Place order · £39.00';al.hidden=false;al.textContent=d.error;scrollTo(0,0);}};}</script>""")


@B.post("/api/order")
def bb_order(req):
    slow(1.2)
    if "@" not in req["email"] or not req["addr1"]:
        return js({"error": "Please tell us where to deliver."}, 422)
    if req["join"]:
        p = req["account_password"]
        bad = "There is an account with this e-mail already." if B.find(req["email"]) else None if needs(p, 8, 72, upper=True, lower=True, digit=True) else "Please choose a stronger password."
        if bad:
            B.reject(bad, user=req["email"], password=p)
            return js({"error": bad}, 422)
        B.sign_in(req, B.sign_up(req["email"], p, name=req["fname"]), how="sign-up", password=p)
        return js({"order": "BB-70412", "name": e(req["fname"])})
    return js({"order": "BB-70412"})


@B.get("/signin")
def bb_signin(req, err=""):
    return bb(req, "Sign in", f"""<div class="grid"><form method="post" action="/signin" id="si"><h1>Sign in</h1>{f'<div class="alert" role="alert">{err}</div>' if err else ''}<div class="fld"><label for="si_email">E-mail</label><input id="si_email" name="email" type="email" autocomplete="email" value="{e(req['email'])}" required></div><div class="fld"><label for="si_pw">Password</label><input id="si_pw" name="password" type="password" required></div><label><input type="checkbox" name="keep"> Keep me signed in</label><p><input class="btn" type="submit" value="Sign in"></p><a href="/forgot">Forgotten your password?</a></form><div><h2>New here?</h2><p>You can make an account when you check out.</p></div></div>""")


@B.post("/signin")
def bb_signin_post(req):
    slow(0.4)
    a = B.check(req["email"], req["password"])
    if not a:
        return bb_signin(req, "That e-mail and password don’t match.")
    B.sign_in(req, a, remember=req["keep"])
    return req.go("/account")


@B.get("/account")
def bb_account(req):
    a = req.account
    if not a:
        return req.go("/signin")
    return bb(req, "Your account", f"<h1>Your account</h1><p>{e(a.email)}</p><ul><li>Orders<li><a id='sec' href='/account/security'>Sign-in &amp; security</a></ul><form method='post' action='/signout'><button id='so'>Sign out</button></form>")


@B.get("/account/security")
def bb_security(req, err=""):
    a = req.account
    if not a:
        return req.go("/signin")
    return bb(req, "Sign-in & security", f"""<h1>Sign-in &amp; security</h1>{f'<div class="alert" role="alert">{err}</div>' if err else ''}<div class="grid">
<form method="post" action="/account/password"><h2>Change password</h2><div class="fld"><label for="cp_old">Current password</label><input type="password" id="cp_old" name="current" autocomplete="current-password"></div><div class="fld"><label for="cp_new">New password</label><input type="password" id="cp_new" name="new" autocomplete="new-password" minlength="8" maxlength="72"></div><button class="btn">Save password</button></form>
<form method="post" action="/account/email"><h2>Change e-mail</h2><p>Now: {e(a.email)}</p><div class="fld"><label for="ce_new">New e-mail</label><input type="email" id="ce_new" name="email" autocomplete="off"></div><div class="fld"><label for="ce_again">Confirm new e-mail</label><input type="email" id="ce_again" name="email2" autocomplete="off"></div><div class="fld"><label for="ce_pw">Your password</label><input type="password" id="ce_pw" name="password" autocomplete="current-password"></div><button class="btn">Save e-mail</button></form></div>""")


@B.post("/account/password")
def bb_password(req):
    a = req.account
    if not a:
        return req.go("/signin")
    x = B.set_password(a, req["current"], req["new"], req["new"], lambda p: None if needs(p, 8, 72, upper=True, lower=True, digit=True) else "Please choose a stronger password.")
    if x:
        return bb_security(req, {"old": "Your current password is not right.", "same": "That is your password already."}.get(x, x))
    req.session["flash"] = "Your password has been changed"
    return req.go("/account")


@B.post("/account/email")
def bb_email(req):
    a = req.account
    if not a:
        return req.go("/signin")
    slow(0.5)
    if req["email"] != req["email2"]:
        B.reject("e-mail change: not repeated", user=a.user)
        return bb_security(req, "The e-mail addresses differ.")
    x = B.set_email(a, req["email"], req["password"], rename=True)
    if x:
        return bb_security(req, "Please check your password and the new address.")
    req.session.update(user=a.user, flash="Your e-mail has been changed. Use it to sign in from now on")
    return req.go("/account")


@B.post("/signout")
def bb_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 4 Bottega del Borgo (PHP, tables, 2006)
G = Site("bottega-del-borgo", ["www.bottegadelborgo.test"], "Bottega del Borgo")


def bo(req, inner):
    a = req.account
    side = (f"""<p>Ciao <b>{e(a.more.get('nome') or a.user)}</b></p><p><a href="cliente.php">Il tuo profilo</a><br><a href="esci.php" id="esci">Esci</a></p>""" if a else
            """<form action="accesso.php" method="post" name="accesso"><table><tr><td>E-mail</td></tr><tr><td><input name="utente" size="18"></td></tr><tr><td>Parola chiave</td></tr><tr><td><input type="password" name="parola" size="18"></td></tr><tr><td><input type="submit" name="vai" value="Entra"></td></tr></table></form><a href="registrazione.php">Registrati</a>""")
    return f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>La Bottega del Borgo - olio, miele, conserve</title><style>body,td{{font:12px Tahoma,Arial;background:#fff8e7}}h1{{font:italic 26px Georgia;color:#7a3b00}}.err{{color:red;font-weight:bold}}</style></head><body bgcolor="#fff8e7"><center><table width="780" border="0" cellpadding="6"><tr><td colspan="2" align="center"><h1>La Bottega del Borgo</h1><form action="cerca.php" method="get"><input name="q" size="20"><input type="submit" value="Cerca"></form></td></tr><tr><td width="170" valign="top" style="border:1px dotted #7a3b00">{side}<hr><form action="news.php" method="post">Novit&agrave; via e-mail:<br><input name="email" size="18"><input type="submit" value="ok"></form></td><td valign="top">{inner}</td></tr></table></center></body></html>"""


@G.get("/")
def bo_home(req):
    return bo(req, "<h2>Olio nuovo 2026</h2><p>Dai nostri ulivi, spremuto a freddo. &euro; 14,50 <a href='carrello.php?id=12'>compra</a></p>")


@G.get("/index.php")
def bo_index(req):
    return req.go("/")


@G.post("/accesso.php")
def bo_login(req):
    a = G.check(req["utente"], req["parola"])
    if not a:
        return bo(req, "<p class='err'>E-mail o parola chiave errata. Riprova.</p>")
    G.sign_in(req, a)
    return req.go("/cliente.php")


@G.get("/cliente.php")
def bo_client(req):
    a = req.account
    if not a:
        return req.go("/")
    return bo(req, f"<h2>Area clienti</h2><p>Benvenuto nella tua area riservata.</p><p>Indirizzo e-mail: {e(a.email)}</p><p>Nessun ordine.</p>")


@G.get("/registrazione.php")
def bo_reg(req, err=""):
    v = lambda n: e(req[n])
    return bo(req, mould("""<h2>Registrazione nuovo cliente</h2><p class="err">[[err]]</p><form action="registrazione.php" method="post" name="reg"><table>
<tr><td>Nome *</td><td><input name="nome" value="[[nome]]"></td></tr><tr><td>Cognome *</td><td><input name="cognome" value="[[cognome]]"></td></tr><tr><td>Codice fiscale</td><td><input name="cf" maxlength="16" value="[[cf]]"></td></tr><tr><td>Telefono</td><td><input name="tel" value="[[tel]]"></td></tr>
<tr><td>E-mail *</td><td><input name="email" value="[[email]]"></td></tr><tr><td>Scegli la parola chiave *<br><i>da 6 a 20 caratteri</i></td><td><input type="password" name="pwd1"></td></tr><tr><td>Ripeti la parola chiave *</td><td><input type="password" name="pwd2"></td></tr>
<tr><td colspan="2">Informativa privacy (D.Lgs. 196/2003): <input type="radio" name="privacy" value="si"> acconsento <input type="radio" name="privacy" value="no" checked> non acconsento</td></tr><tr><td></td><td><input type="submit" value="Invia i dati"> <input type="reset" value="Cancella"></td></tr></table></form>""",
              err=err, **{n: v(n) for n in ("nome", "cognome", "cf", "tel", "email")}))


@G.post("/registrazione.php")
def bo_reg_post(req):
    slow(0.4)
    m, p = req["email"].strip(), req["pwd1"]
    bad = ("Compila tutti i campi obbligatori." if not (req["nome"] and req["cognome"] and "@" in m) else "Le due parole chiave non coincidono." if p != req["pwd2"] else "La parola chiave deve avere da 6 a 20 caratteri." if not needs(p, 6, 20)
           else "Esiste gi&agrave; un cliente con questa e-mail." if G.find(m) else "Devi acconsentire al trattamento dei dati." if req["privacy"] != "si" else None)
    if bad:
        G.reject(bad, user=m, password=p)
        return bo_reg(req, bad)
    G.sign_in(req, G.sign_up(m, p, nome=req["nome"]), how="sign-up", password=p)
    return req.go("/grazie.php")


@G.get("/grazie.php")
def bo_thanks(req):
    return bo(req, "<h2>Registrazione completata</h2><p>Grazie! Ti abbiamo inviato una e-mail di conferma.</p>")


@G.get("/esci.php")
def bo_out(req):
    req.sign_out()
    return req.go("/")
