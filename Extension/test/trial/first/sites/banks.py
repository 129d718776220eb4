import re
from .core import Reply, Site, e, js

# ---------------------------------------------------------------- 2 Nordbank (German bank: customer number on www, PIN on id, then a TAN)
N = Site("nordbank", ["www.nordbank.test", "id.nordbank.test"], "Nordbank")


def nord(req, body):
    return f"""<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Nordbank Online-Banking</title><style>body{{font:16px 'Helvetica Neue',Arial;margin:0;background:#f2f4f7}}.kopf{{background:#002b5c;color:#fff;padding:16px 40px;display:flex;gap:24px;align-items:center}}.kopf a{{color:#fff}}.inhalt{{max-width:720px;margin:30px auto;background:#fff;padding:30px}}.feld{{margin:16px 0}}.feld label{{display:block;font-size:13px}}.feld input{{padding:10px;font:inherit;width:280px}}.fehler{{color:#c00020}}.knopf{{background:#e30613;color:#fff;border:0;padding:12px 28px;font:inherit}}</style></head><body><div class="kopf"><b>NORDBANK</b>
<form action="{req.url('/suche', 0)}"><input name="suchbegriff" placeholder="Suche / BLZ" size="14"></form>{f'<a id="logout" href="{req.url("/abmelden", 1)}">Abmelden</a>' if req.account else ''}</div><div class="inhalt">{body}</div></body></html>"""


@N.get("/", 0)
def nord_home(req):
    return nord(req, f"""<h1>Willkommen bei Ihrer Nordbank</h1><p>Baufinanzierung ab 3,4 % effektivem Jahreszins.</p><form id="bankingLogin" action="/login/start" method="post"><h2>Online-Banking</h2><div class="feld"><label for="kdnr">Kundennummer</label><input type="text" id="kdnr" name="kundennummer" inputmode="numeric" maxlength="10" autocomplete="off"></div><button class="knopf">Weiter zur PIN</button></form><p>Wir fragen nie nach mehreren TANs!</p>""")


@N.post("/login/start", 0)
def nord_start(req):
    req.session["kdnr"] = req["kundennummer"].strip()
    return req.go("/pin", 1)


@N.get("/pin", 1)
def nord_pin(req, err=""):
    k = req.session.get("kdnr")
    if not k:
        return req.go("/", 0)
    return nord(req, f"""<h1>Anmeldung</h1><p>Kundennummer: <b>{e(k)}</b> (<a href="{req.url('/', 0)}">ändern</a>)</p><form method="post" action="/pin" id="pinForm"><p class="fehler" role="alert">{err}</p><div class="feld"><label for="pin">Online-PIN (5 bis 12 Ziffern)</label><input type="password" id="pin" name="pin" inputmode="numeric" pattern="[0-9]*" maxlength="12" autocomplete="off"></div><button class="knopf">Anmelden</button></form>""")


@N.post("/pin", 1)
def nord_pin_post(req):
    a = N.check(req.session.get("kdnr"), req["pin"])
    if not a:
        return nord_pin(req, "Kundennummer oder PIN nicht korrekt.")
    if a.totp:
        req.session["pending"] = a.user
        return req.go("/freigabe")
    N.sign_in(req, a)
    return req.go("/finanzstatus", 1)


@N.get("/freigabe", 1)
def nord_tan(req, err=""):
    if not req.pending:
        return req.go("/", 0)
    return nord(req, f"""<h1>Starke Kundenauthentifizierung</h1><p>Bitte geben Sie den 6-stelligen Code aus Ihrer Authenticator-App ein (PSD2).</p><form method="post" action="/freigabe"><p class="fehler">{err}</p><div class="feld"><label for="tan">Einmalcode</label><input type="text" id="tan" name="tan" inputmode="numeric" autocomplete="one-time-code" maxlength="6"></div><button class="knopf">Bestätigen</button></form>""")


@N.post("/freigabe", 1)
def nord_tan_post(req):
    a = req.pending
    if not a:
        return req.go("/", 0)
    if not N.check_code(a, req["tan"]):
        return nord_tan(req, "Der Code ist nicht gültig.")
    N.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/finanzstatus")


@N.get("/finanzstatus", 1)
def nord_status(req, msg="", err=""):
    a = req.account
    if not a:
        return req.go("/", 0)
    return nord(req, f"""<h1>Finanzstatus</h1><p>{msg}</p><p>Girokonto DE00 1234 … 2.318,44 €</p><details id="pinAendern" {'open' if err else ''}><summary>PIN ändern</summary><form method="post" action="/pin-aendern"><p class="fehler">{err}</p><div class="feld"><label for="pinAlt">Bisherige PIN</label><input type="password" id="pinAlt" name="pinAlt" inputmode="numeric" maxlength="12" autocomplete="off"></div><div class="feld"><label for="pinNeu">Neue PIN</label><input type="password" id="pinNeu" name="pinNeu" inputmode="numeric" maxlength="12" pattern="[0-9]{{5,12}}" autocomplete="off"></div><div class="feld"><label for="pinNeu2">Neue PIN wiederholen</label><input type="password" id="pinNeu2" name="pinNeu2" inputmode="numeric" maxlength="12" autocomplete="off"></div><button class="knopf">PIN ändern</button></form></details>""")


@N.post("/pin-aendern", 1)
def nord_pin_change(req):
    a = req.account
    if not a:
        return req.go("/", 0)
    x = N.set_password(a, req["pinAlt"], req["pinNeu"], req["pinNeu2"], lambda p: None if re.fullmatch(r"\d{5,12}", p) else "Die PIN darf nur aus 5 bis 12 Ziffern bestehen.")
    if x:
        return nord_status(req, err={"old": "Die bisherige PIN ist falsch.", "again": "Die neuen PINs stimmen nicht überein.", "same": "Die neue PIN muss anders sein."}.get(x, x))
    return nord_status(req, "Ihre PIN wurde geändert.")


@N.get("/abmelden", 1)
def nord_out(req):
    req.sign_out()
    return req.go("/", 0)


# ---------------------------------------------------------------- 15 Vaultcoin (web components with open shadow roots, fetch)
V = Site("vaultcoin", ["app.vaultcoin.test"], "Vaultcoin Exchange")


@V.get("/")
def vault_app(req):
    return """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Vaultcoin</title><style>body{margin:0;background:#0b0e11;color:#eaecef;font:15px Inter,system-ui}</style></head><body><vc-app></vc-app><script>
const CSS='<style>:host{display:block}input{width:100%;box-sizing:border-box;padding:11px;background:#1e2329;color:#fff;border:1px solid #474d57;border-radius:8px;font:inherit}button{font:inherit;padding:11px 18px;border:0;border-radius:8px;background:#fcd535;cursor:pointer}button[disabled]{opacity:.5}.err{color:#f6465d;min-height:20px}.card{max-width:400px;margin:50px auto}a{color:#f0b90b;cursor:pointer}</style>';
const api=async(u,d)=>{const r=await fetch('/bapi/'+u,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(d||{})});await new Promise(f=>setTimeout(f,350));return r.json();};
class VcField extends HTMLElement{connectedCallback(){if(this.shadowRoot)return;const s=this.attachShadow({mode:'open'}),t=this.getAttribute('type')||'text';s.innerHTML=CSS+`<label part="label">${this.getAttribute('label')}</label><div style="position:relative"><input type="${t}" name="${this.getAttribute('name')}" ${this.hasAttribute('ac')?`autocomplete="${this.getAttribute('ac')}"`:''}>${t=='password'?'<button type="button" class="eye" style="position:absolute;right:4px;top:4px;padding:6px;background:#333;color:#fff" aria-label="Show password">👁</button>':''}</div>`;
 const i=s.querySelector('input');i.addEventListener('keydown',ev=>{if(ev.key=='Enter')this.dispatchEvent(new CustomEvent('vc-enter',{bubbles:true,composed:true}));});const y=s.querySelector('.eye');if(y)y.onclick=()=>{i.type=i.type=='password'?'text':'password';};}get value(){return this.shadowRoot.querySelector('input').value;}}
customElements.define('vc-field',VcField);
class VcCode extends HTMLElement{connectedCallback(){const s=this.attachShadow({mode:'open'});s.innerHTML=CSS+'<div style="display:flex;gap:8px">'+[0,1,2,3,4,5].map(n=>`<input class="digit" inputmode="numeric" maxlength="1" aria-label="Digit ${n+1}" ${n?'':'autocomplete="one-time-code"'} style="text-align:center">`).join('')+'</div>';
 const b=[...s.querySelectorAll('input')];const all=()=>{const v=b.map(i=>i.value).join('');if(v.length==6)this.dispatchEvent(new CustomEvent('code',{detail:v}));};
 b.forEach((i,n)=>{i.addEventListener('input',()=>{i.value=i.value.replace(/\\D/g,'').slice(-1);if(i.value&&b[n+1])b[n+1].focus();all();});i.addEventListener('keydown',ev=>{if(ev.key=='Backspace'&&!i.value&&b[n-1])b[n-1].focus();});i.addEventListener('paste',ev=>{ev.preventDefault();const t=ev.clipboardData.getData('text').replace(/\\D/g,'');b.forEach((x,m)=>x.value=t[m]||'');all();});});setTimeout(()=>b[0].focus(),50);}}
customElements.define('vc-code',VcCode);
class VcLogin extends HTMLElement{connectedCallback(){const s=this.attachShadow({mode:'open'});this.form(s);}
 form(s){s.innerHTML=CSS+'<div class="card"><h2>Log in</h2><vc-field id="email" label="Email / Phone number" name="account" ac="username"></vc-field><br><vc-field id="pass" label="Password" type="password" name="secret" ac="current-password"></vc-field><p class="err" role="alert"></p><button id="go">Log In</button> <a id="reg">Create a Vaultcoin account</a></div>';
 const go=async()=>{const b=s.getElementById('go');b.disabled=true;b.textContent='◌ …';const r=await api('login',{account:s.getElementById('email').value,secret:s.getElementById('pass').value});if(r.need=='code')return this.code(s);if(r.ok)return app.show();b.disabled=false;b.textContent='Log In';s.querySelector('.err').textContent=r.error;};
 s.getElementById('go').onclick=go;s.addEventListener('vc-enter',()=>s.getElementById('go')&&go());s.getElementById('reg').onclick=()=>{location.hash='#/register';};}
 code(s){s.innerHTML=CSS+'<div class="card"><h2>Authenticator app verification</h2><p>Enter the 6-digit code</p><vc-code></vc-code><p class="err"></p></div>';s.querySelector('vc-code').addEventListener('code',async ev=>{const r=await api('code',{code:ev.detail});if(r.ok)app.show();else s.querySelector('.err').textContent=r.error;});}}
customElements.define('vc-login',VcLogin);
class VcRegister extends HTMLElement{connectedCallback(){const s=this.attachShadow({mode:'open'});s.innerHTML=CSS+'<div class="card"><h2>Create Personal Account</h2><vc-field id="email" label="Email" name="email" type="email"></vc-field><br><vc-field id="pass" label="Password" type="password" name="password"></vc-field><p>At least 8 characters, 1 number and 1 upper case letter</p><vc-field id="ref" label="Referral ID (optional)" name="ref"></vc-field><p class="err" role="alert"></p><button id="go">Create account</button></div>';
 s.getElementById('go').onclick=async()=>{const p=s.getElementById('pass').value,er=s.querySelector('.err');if(p.length<8||!/\\d/.test(p)||!/[A-Z]/.test(p)){er.textContent='Password does not meet the rules';return;}s.getElementById('go').disabled=true;const r=await api('register',{email:s.getElementById('email').value,password:p});s.getElementById('go').disabled=false;if(r.ok){location.hash='';app.show();}else er.textContent=r.error;};}}
customElements.define('vc-register',VcRegister);
class VcApp extends HTMLElement{connectedCallback(){window.app=this;this.attachShadow({mode:'open'});window.addEventListener('hashchange',()=>this.show());this.show();}
 async show(){const me=await api('me');this.shadowRoot.innerHTML=CSS+'<header style="padding:14px;border-bottom:1px solid #333;display:flex;gap:20px"><b>VAULTCOIN</b><input type="search" placeholder="Search coin" style="width:200px">'+(me.user?'<button id="out">Log Out</button>':'')+'</header>'+(me.user?'<div class="card"><h2>Estimated balance</h2><p>0.00000000 BTC</p><p id="who"></p></div>':location.hash=='#/register'?'<vc-register></vc-register>':'<vc-login></vc-login>');if(me.user){this.shadowRoot.getElementById('who').textContent=me.user;this.shadowRoot.getElementById('out').onclick=async()=>{await api('logout');this.show();};}}}
customElements.define('vc-app',VcApp);
</script></body></html>"""


@V.post("/bapi/me")
def vault_me(req):
    a = req.account
    return js({"user": a and a.user})


@V.post("/bapi/login")
def vault_login(req):
    a = V.check(req["account"], req["secret"])
    if not a:
        return js({"error": "Incorrect account or password."}, 401)
    if a.totp:
        req.session["pending"] = a.user
        return js({"need": "code"})
    V.sign_in(req, a)
    return js({"ok": True})


@V.post("/bapi/code")
def vault_code(req):
    a = req.pending
    if not a or not V.check_code(a, req["code"]):
        return js({"error": "Incorrect code."}, 401)
    V.sign_in(req, a, how="password+code", password=a.password)
    return js({"ok": True})


@V.post("/bapi/register")
def vault_register(req):
    p = req["password"]
    if "@" not in req["email"] or V.find(req["email"]) or len(p) < 8:
        V.reject("sign-up rules", user=req["email"], password=p)
        return js({"error": "This email cannot be used."}, 400)
    V.sign_in(req, V.sign_up(req["email"], p), how="sign-up")
    return js({"ok": True})


@V.post("/bapi/logout")
def vault_out(req):
    req.sign_out()
    return js({"ok": True})
