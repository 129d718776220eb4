"""15 a developer platform, 16 a social network, 17 an Arabic travel site whose login is a window of its own."""
from .core import Site, e, js, mould, passkeys, slow
from .kit import PASSKEY_BUFFERS, PASSKEY_JSON, SIX, consent, needs

# ---------------------------------------------------------------- 15 Gantry (confirm before settings; passkey alone or as a second step; codes)
G = Site("gantry", ["gantry.test"], "Gantry")


def ga(req, inner, script=""):
    a = req.account
    flash = req.session.pop("flash", "")
    return f"""<!DOCTYPE html><html lang="en" data-color-mode="dark"><head><meta charset="utf-8"><title>Gantry · build cranes for code</title><style>body{{margin:0;background:#0d1117;color:#e6edf3;font:14px -apple-system,"Segoe UI",sans-serif}}a{{color:#58a6ff}}.Header{{background:#161b22;padding:16px 32px;display:flex;gap:16px;align-items:center}}.auth-form{{width:320px;margin:40px auto}}.auth-form-body{{background:#161b22;border:1px solid #30363d;border-radius:6px;padding:16px}}.form-control{{width:100%;box-sizing:border-box;margin:4px 0 14px;padding:7px 12px;background:#0d1117;border:1px solid #30363d;border-radius:6px;color:inherit;font:inherit}}.btn{{padding:7px 16px;border-radius:6px;border:1px solid #30363d;background:#21262d;color:inherit;font:inherit}}.btn-primary{{background:#238636;color:#fff}}.btn-block{{width:100%}}.flash{{background:#12261e;border:1px solid #238636;padding:14px;text-align:center}}.flash-error{{background:#25171c;border:1px solid #f85149;padding:14px}}.Box{{max-width:720px;margin:24px auto;border:1px solid #30363d;border-radius:6px;padding:20px}}</style></head><body><div class="Header"><a href="/">▤ Gantry</a><form action="/search" role="search"><input class="form-control" style="margin:0" name="q" placeholder="Search or jump to…"></form>{f'<span>{e(a.user)}</span><a href="/settings/security" id="sec">Settings</a><form method="post" action="/logout"><input type="hidden" name="authenticity_token" value="kX2"><button class="btn" id="logout">Sign out</button></form>' if a else ''}</div>{f'<div class="flash" role="status">{flash}</div>' if flash else ''}{inner}<script>{script}</script></body></html>"""


@G.get("/")
def ga_home(req):
    if not req.account:
        return req.go("/login")
    return ga(req, f"<div class='Box'><h2>Pipelines of {e(req.account.user)}</h2><p>✔ main · 4 minutes ago</p></div>")


@G.get("/login")
def ga_login(req, err=""):
    return ga(req, f"""<div class="auth-form"><h1>Sign in to Gantry</h1>{f'<div class="flash-error" role="alert">{err}</div>' if err else ''}<div class="auth-form-body"><form action="/session" accept-charset="UTF-8" method="post"><input type="hidden" name="authenticity_token" value="p0Qz"><label for="login_field">Username or email address</label><input type="text" name="login" id="login_field" class="form-control" autocapitalize="off" autocomplete="username" value="{e(req['login'])}"><label for="password">Password</label><a href="/password_reset" style="float:right" tabindex="-1">Forgot?</a><input type="password" name="password" id="password" class="form-control" autocomplete="current-password"><input type="submit" name="commit" value="Sign in" class="btn btn-primary btn-block"></form></div><p style="text-align:center">or</p><button type="button" class="btn btn-block" id="with-passkey">Sign in with a passkey</button><p id="pkmsg" role="status"></p></div>""",
              PASSKEY_BUFFERS + "document.getElementById('with-passkey').onclick=function(){passkeyUse('/webauthn').then(function(r){if(r.ok)location.href='/';else document.getElementById('pkmsg').textContent='Passkey not recognised.';}).catch(function(){document.getElementById('pkmsg').textContent='Authentication was cancelled.';});};")


@G.post("/session")
def ga_session(req):
    slow(0.4)
    a = G.check(req["login"], req["password"])
    if not a:
        return ga_login(req, "Incorrect username or password.")
    if a.passkeys or a.totp:
        req.session["pending"] = a.user
        return req.go("/sessions/two-factor/passkey" if a.passkeys else "/sessions/two-factor/app")
    G.sign_in(req, a)
    return req.go("/")


@G.get("/sessions/two-factor/app")
def ga_2fa(req, err=""):
    if not req.pending:
        return req.go("/login")
    return ga(req, f"""<div class="auth-form"><h1>Two-factor authentication</h1>{f'<div class="flash-error">{err}</div>' if err else ''}<div class="auth-form-body"><form action="/sessions/two-factor" method="post"><label for="app_totp">Authentication code</label><input type="text" name="app_otp" id="app_totp" class="form-control" inputmode="numeric" autocomplete="one-time-code" placeholder="XXXXXX" oninput="if(/^[0-9]{{6}}$/.test(this.value))this.form.requestSubmit()"><button class="btn btn-primary btn-block">Verify</button></form></div></div>""", "document.getElementById('app_totp').focus()")


@G.post("/sessions/two-factor")
def ga_2fa_post(req):
    a = req.pending
    if not a:
        return req.go("/login")
    slow(0.5)
    if not G.check_code(a, req["app_otp"]):
        return ga_2fa(req, "Two-factor authentication failed.")
    G.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/")


@G.get("/sessions/two-factor/passkey")
def ga_2fa_key(req):
    if not req.pending:
        return req.go("/login")
    return ga(req, """<div class="auth-form"><h1>Confirm it’s you</h1><div class="auth-form-body"><p>When you are ready, use the passkey of this account.</p><button type="button" class="btn btn-primary btn-block" id="use-key">Use passkey</button><p id="pkmsg" role="status"></p><a href="/sessions/two-factor/app">Use your authenticator app</a></div></div>""",
              PASSKEY_BUFFERS + "document.getElementById('use-key').onclick=function(){passkeyUse('/webauthn','?second=1').then(function(r){if(r.ok)location.href='/';else document.getElementById('pkmsg').textContent='That was not it.';}).catch(function(){document.getElementById('pkmsg').textContent='Authentication was cancelled.';});};")


@G.get("/settings/security")
def ga_settings(req):
    a = req.account
    if not a:
        return req.go("/login")
    if not req.session.get("sudo"):
        return req.go("/sudo")
    return ga(req, f"""<div class="Box"><h2>Passkeys</h2><p>{len(a.passkeys)} registered</p><button type="button" class="btn btn-primary" id="add-passkey">Add a passkey</button><p id="pkmsg" role="alert"></p></div>""",
              PASSKEY_BUFFERS + "document.getElementById('add-passkey').onclick=function(){passkeyCreate('/webauthn').then(function(r){location.href=r.ok?'/settings/passkey-done':'/settings/security';}).catch(function(x){document.getElementById('pkmsg').textContent='Passkey registration failed: '+x.name;});};")


@G.get("/settings/passkey-done")
def ga_done(req):
    req.session["flash"] = "Passkey added. You can sign in with it from now on."
    return req.go("/settings/security")


@G.get("/sudo")
def ga_sudo(req, err=""):
    a = req.account
    if not a:
        return req.go("/login")
    return ga(req, f"""<div class="auth-form"><h1>Confirm access</h1>{f'<div class="flash-error">{err}</div>' if err else ''}<div class="auth-form-body"><p>Signed in as @{e(a.user)}</p><form action="/sudo" method="post"><label for="sudo_password">Password</label><input type="password" id="sudo_password" name="sudo_password" class="form-control" autocomplete="current-password"><button class="btn btn-primary btn-block" id="confirm">Confirm</button></form></div></div>""")


@G.post("/sudo")
def ga_sudo_post(req):
    a = req.account
    if not a:
        return req.go("/login")
    if a.password != req["sudo_password"]:
        G.reject("wrong password", user=a.user, password=req["sudo_password"])
        return ga_sudo(req, "Incorrect password.")
    req.session["sudo"] = True
    return req.go("/settings/security")


@G.post("/logout")
def ga_out(req):
    req.sign_out()
    return req.go("/login")


passkeys(G, "/webauthn", after="/")

# ---------------------------------------------------------------- 16 Murmura (client-side views, passkey offered right after signing in, conditional request)
M = Site("murmura", ["murmura.test"], "Murmura")
MURM = r"""<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Murmura</title><style>body{margin:0;background:#fff;font:16px/1.4 "Helvetica Neue",sans-serif;display:grid;grid-template-columns:1fr 420px 1fr}main{grid-column:2;padding:30px 0}h1{font-weight:800}.in{display:block;width:100%;box-sizing:border-box;height:52px;border:1px solid #ccc;border-radius:14px;padding:0 16px;margin:8px 0;font:inherit}.pill{display:block;width:100%;height:48px;border:0;border-radius:24px;background:#e0245e;color:#fff;font:inherit;font-weight:700;margin:10px 0}.pill.ghost{background:#f3f3f3;color:#111}.pill:disabled{opacity:.4}.dob{display:flex;gap:8px}.dob select{flex:1;height:44px;border-radius:12px;font:inherit}.oops{color:#c00;min-height:1.4em}.note{position:fixed;bottom:20px;left:50%;transform:translateX(-50%);background:#111;color:#fff;padding:12px 20px;border-radius:30px}.sheet{position:fixed;inset:0;background:#0007;display:grid;place-items:center}.sheet>div{background:#fff;border-radius:20px;padding:26px;width:360px}</style></head><body><main id="view"></main><script>
[[lib]]
const view = document.getElementById('view'), by = s => view.querySelector(s) || document.querySelector(s); let me = null, draft = {};
const note = t => { const n = document.createElement('div'); n.className = 'note'; n.setAttribute('role', 'status'); n.textContent = t; document.body.append(n); setTimeout(() => n.remove(), 4000); };
const paths = {'/login': login, '/join': join, '/join/password': joinPassword, '/passkey-offer': offer, '/home': home, '/settings/account': settings};
const go = p => { passkey.stop(); document.querySelectorAll('.sheet').forEach(x => x.remove()); history.pushState({}, '', p); draw(); };
const draw = () => (paths[location.pathname] || login)();
addEventListener('popstate', draw);
const oops = t => { by('.oops').textContent = t; };
function login() {
  view.innerHTML = '<h1>Murmura</h1><form><input class="in" name="identifier" id="identifier" placeholder="Email or phone" autocomplete="username webauthn" aria-label="Email or phone"><input class="in" name="secret" id="secret" type="password" placeholder="Password" autocomplete="current-password webauthn" aria-label="Password"><p class="oops" role="alert"></p><button class="pill">Log in</button></form><button type="button" class="pill ghost" id="create">Create new account</button>';
  by('form').onsubmit = async ev => { ev.preventDefault(); const b = by('.pill'); b.disabled = true; const d = await send('/ajax/login', {identifier: by('#identifier').value, secret: by('#secret').value}); b.disabled = false; if (d.error) { by('#secret').value = ''; return oops(d.error); } go(d.passkeys ? '/home' : '/passkey-offer'); };
  by('#create').onclick = () => go('/join'); listen();
}
async function listen() {
  if (!window.PublicKeyCredential?.isConditionalMediationAvailable || !await PublicKeyCredential.isConditionalMediationAvailable()) return;
  try { const d = await passkey.use('/passkeys', 'conditional'); if (d.ok) go('/home'); else oops('We do not know this passkey.'); } catch (x) { if (x.name !== 'AbortError') console.log(x.name); }
}
function join() {
  const opt = (a, z) => Array.from({length: z - a + 1}, (_, i) => '<option>' + (a + i) + '</option>').join('');
  view.innerHTML = '<h1>Create your account</h1><p>Step 1 of 2</p><input class="in" id="nm" placeholder="Name" autocomplete="name"><input class="in" id="em" type="email" placeholder="Email" autocomplete="email"><p>Date of birth</p><div class="dob"><select id="mo" aria-label="Month"><option value="">Month</option>' + opt(1, 12) + '</select><select id="da" aria-label="Day"><option value="">Day</option>' + opt(1, 31) + '</select><select id="ye" aria-label="Year"><option value="">Year</option>' + opt(1930, 2012) + '</select></div><p class="oops"></p><button type="button" class="pill" id="next" disabled>Next</button>';
  view.oninput = () => { const b = by('#next'); if (b) b.disabled = !(by('#nm').value && by('#em').validity.valid && by('#em').value); };
  by('#next').onclick = async () => { const d = await send('/ajax/available', {email: by('#em').value}); if (!d.free) return oops('This email is taken.'); draft = {name: by('#nm').value, email: by('#em').value, born: [by('#ye').value, by('#mo').value, by('#da').value].join('-')}; go('/join/password'); };
}
function joinPassword() {
  if (!draft.email) return go('/join');
  view.innerHTML = '<h1>You’ll need a password</h1><p>Step 2 of 2 · 8 or more characters, at least one of them not a letter</p><form><input type="email" name="email" autocomplete="username" hidden><input class="in" id="np" type="password" placeholder="Password" autocomplete="new-password"><p class="oops" role="alert"></p><button class="pill">Sign up</button></form>';
  by('[name=email]').value = draft.email; by('#np').focus();
  by('form').onsubmit = async ev => { ev.preventDefault(); by('.pill').disabled = true; const d = await send('/ajax/join', {...draft, password: by('#np').value}); by('.pill').disabled = false; if (d.error) return oops(d.error); go('/passkey-offer'); };
}
function offer() {
  view.innerHTML = '<h1>Log in faster next time</h1><p>A passkey uses your fingerprint, face or screen lock.</p><button type="button" class="pill" id="mk">Create a passkey</button><button type="button" class="pill ghost" id="skip">Not now</button><p class="oops"></p>';
  by('#mk').onclick = async () => { try { const d = await passkey.create('/passkeys'); if (d.ok) { note('Passkey created'); go('/home'); } else oops(d.error); } catch (x) { oops('No passkey was created (' + x.name + ').'); } };
  by('#skip').onclick = () => go('/home');
}
async function home() {
  me = await send('/ajax/me'); if (!me.user) return go('/login');
  view.innerHTML = '<h1>For you</h1><p id="me"></p><textarea class="in" style="height:90px" placeholder="What’s murmuring?"></textarea><article>Ada: rain again, and I like it.</article><button type="button" class="pill ghost" id="settings">Settings</button><button type="button" class="pill ghost" id="out">Log out</button>';
  by('#me').textContent = 'Logged in: ' + me.user; by('#settings').onclick = () => go('/settings/account'); by('#out').onclick = async () => { await send('/ajax/logout'); go('/login'); };
}
async function settings() {
  me = await send('/ajax/me'); if (!me.user) return go('/login');
  view.innerHTML = '<h1>Your account</h1><p>Email: <b id="mail"></b></p><label for="newmail">New email</label><input class="in" id="newmail" type="email" autocomplete="email"><button type="button" class="pill" id="change">Update email</button><button type="button" class="pill ghost" id="back">Back</button>';
  by('#mail').textContent = me.user; by('#back').onclick = () => go('/home');
  by('#change').onclick = () => { const to = by('#newmail').value; const s = document.createElement('div'); s.className = 'sheet'; s.innerHTML = '<div role="dialog" aria-modal="true"><h2>Confirm your password</h2><p>We ask because you are changing your email.</p><input class="in" id="confirm-pw" type="password" autocomplete="current-password" aria-label="Password"><p class="oops"></p><button type="button" class="pill" id="confirm">Confirm</button></div>'; document.body.append(s);
    s.querySelector('#confirm').onclick = async () => { const d = await send('/ajax/email', {email: to, password: s.querySelector('#confirm-pw').value}); if (d.error) { s.querySelector('.oops').textContent = d.error; return; } s.remove(); note('Email updated'); settings(); }; };
}
draw();
</script></body></html>"""

for path in ("/login", "/join", "/join/password", "/passkey-offer", "/home", "/settings/account"):
    M.get(path)(lambda req: mould(MURM, lib=PASSKEY_JSON))


@M.get("/")
def mu_root(req):
    return req.go("/home" if req.account else "/login")


@M.post("/ajax/me")
def mu_me(req):
    a = req.account
    return js({"user": a and a.user})


@M.post("/ajax/login")
def mu_login(req):
    slow(0.7)
    a = M.check(req["identifier"], req["secret"])
    if not a:
        return js({"error": "The email or password you entered is wrong."})
    M.sign_in(req, a)
    return js({"passkeys": len(a.passkeys)})


@M.post("/ajax/available")
def mu_free(req):
    slow(0.3)
    return js({"free": "@" in req["email"] and not M.find(req["email"])})


@M.post("/ajax/join")
def mu_join(req):
    slow(1.1)
    m, p = req["email"], req["password"]
    if M.find(m) or len(p) < 8 or p.isalpha():
        M.reject("sign-up rules", user=m, password=p)
        return js({"error": "Please choose another password."})
    M.sign_in(req, M.sign_up(m, p, name=req["name"]), how="sign-up", password=p)
    return js({"ok": True})


@M.post("/ajax/email")
def mu_email(req):
    slow(0.6)
    a = req.account
    if not a or M.find(req["email"]) or M.set_email(a, req["email"], req["password"], rename=True):
        return js({"error": "That did not work. Check your password."})
    req.session["user"] = a.user
    return js({"ok": True})


@M.post("/ajax/logout")
def mu_out(req):
    req.sign_out()
    return js({})


passkeys(M, "/passkeys", after="/home")

# ---------------------------------------------------------------- 17 Sidra Travel (Arabic; window.open to the other host; six boxes on the full page)
S = Site("sidra-travel", ["www.sidra-travel.test", "accounts.sidra-travel.test"], "رحلات سدرة")


def si(req, inner, script=""):
    return f"""<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>رحلات سدرة</title><style>body{{margin:0;font:17px/1.7 "Noto Naskh Arabic",Tahoma;background:#f4efe6;color:#2b2118}}.top{{background:#0f4c5c;color:#fff;padding:14px 30px;display:flex;gap:20px;align-items:center}}.top a,.top button{{color:#fff;background:none;border:1px solid #fff8;border-radius:6px;padding:6px 14px;font:inherit;text-decoration:none}}.box{{max-width:400px;margin:30px auto;background:#fff;padding:24px;border-radius:10px}}.wide{{max-width:900px}}.row{{margin:12px 0}}.row input{{width:100%;box-sizing:border-box;padding:11px;border:1px solid #b8a98f;border-radius:6px;font:inherit}}.gold{{background:#e36414;color:#fff;border:0;border-radius:6px;padding:11px 30px;font:inherit}}.err{{color:#a4161a;min-height:1.5em}}.digits{{display:flex;gap:8px;direction:ltr}}.digits input{{width:44px;height:52px;text-align:center;font-size:22px}}</style></head><body>{inner}<script>{script}</script></body></html>"""


def si_top(req):
    a = req.account
    return f"""<div class="top"><b>رحلات سدرة</b>{f'<span id="who">مرحبًا {e(a.more.get("name") or a.user)}</span><a id="signout" href="{req.url("/logout", 1)}">تسجيل الخروج</a>' if a else '<button type="button" id="open-signin">تسجيل الدخول</button><button type="button" id="open-signup">حساب جديد</button>'}</div>"""


@S.get("/", 0)
def si_home(req):
    return si(req, si_top(req) + """<div class="box wide"><h1>إلى أين تسافر؟</h1><form action="/flights"><div class="row"><input name="from" id="from" placeholder="من"></div><div class="row"><input name="to" id="to" placeholder="إلى"></div><button class="gold">ابحث عن رحلة</button></form></div>""", mould("""
(function(){var w;function open_(u){w=window.open(u,'sidra-account','popup,width=480,height=680,left=200,top=80');}
var a=document.getElementById('open-signin'),b=document.getElementById('open-signup');if(a)a.onclick=function(){open_('[[acc]]/signin?popup=1');};if(b)b.onclick=function(){open_('[[acc]]/signup?popup=1');};
window.addEventListener('message',function(ev){if(ev.data==='sidra:signed-in')location.reload();});})();""", acc=req.url("", 1)))


def si_done(req):
    if req.query.get("popup"):
        return si(req, "<p>جارٍ إغلاق النافذة…</p>", "if(window.opener){opener.postMessage('sidra:signed-in','*');window.close();}else location.href='" + req.url("/trips", 0) + "';")
    return req.go("/trips", 0)


@S.get("/signin", 1)
def si_in(req, err=""):
    p = "?popup=1" if req.query.get("popup") else ""
    return si(req, f"""<div class="box"><h2>تسجيل الدخول</h2><form method="post" action="/signin{p}"><p class="err" role="alert">{err}</p><div class="row"><label for="mail">البريد الإلكتروني</label><input id="mail" name="mail" type="email" dir="ltr" value="{e(req['mail'])}" autocomplete="email"></div><div class="row"><label for="pass">كلمة المرور</label><input id="pass" name="pass" type="password" dir="ltr"></div><button class="gold" id="enter">دخول</button></form><p><a href="/signup{p}">ليس لديك حساب؟</a></p></div>""")


@S.post("/signin", 1)
def si_in_post(req):
    slow(0.6)
    a = S.check(req["mail"], req["pass"])
    if not a:
        return si_in(req, "البريد الإلكتروني أو كلمة المرور غير صحيحة.")
    if a.totp:
        req.session["pending"] = a.user
        return req.go("/verify", **({"popup": 1} if req.query.get("popup") else {}))
    S.sign_in(req, a)
    return si_done(req)


@S.get("/verify", 1)
def si_verify(req, err=""):
    if not req.pending:
        return req.go("/signin")
    p = "?popup=1" if req.query.get("popup") else ""
    return si(req, f"""<div class="box"><h2>رمز التحقق</h2><p>أدخل الرمز المكوّن من ستة أرقام من تطبيق المصادقة.</p><form method="post" action="/verify{p}" id="vf"><div class="digits" role="group" aria-label="رمز التحقق">{''.join(f'<input type="tel" name="d{n}" id="d{n}" maxlength="1" aria-label="الرقم {n}"{" autocomplete=one-time-code" if n == 1 else ""}>' for n in range(1, 7))}</div><p class="err">{err}</p><button class="gold">تأكيد</button></form></div>""",
              SIX + "sixBoxes(document.querySelector('.digits'),function(){document.getElementById('vf').requestSubmit();});")


@S.post("/verify", 1)
def si_verify_post(req):
    a = req.pending
    if not a:
        return si_done(req) if req.account else req.go("/signin")
    slow(0.4)
    if not S.check_code(a, "".join(req[f"d{n}"] for n in range(1, 7))):
        return si_verify(req, "الرمز غير صحيح.")
    S.sign_in(req, a, how="password+code", password=a.password)
    return si_done(req)


@S.get("/signup", 1)
def si_up(req, err=""):
    p = "?popup=1" if req.query.get("popup") else ""
    v = lambda n: e(req[n])
    return si(req, f"""<div class="box"><h2>إنشاء حساب</h2><form method="post" action="/signup{p}"><p class="err" role="alert">{err}</p><div class="row"><label for="nm">الاسم الكامل</label><input id="nm" name="nm" autocomplete="name" value="{v('nm')}"></div><div class="row"><label for="su_mail">البريد الإلكتروني</label><input id="su_mail" name="su_mail" type="email" dir="ltr" value="{v('su_mail')}"></div><div class="row"><label for="jawwal">رقم الجوال</label><input id="jawwal" name="jawwal" type="tel" dir="ltr" value="{v('jawwal')}"></div><div class="row"><label for="su_pass">كلمة المرور</label><input id="su_pass" name="su_pass" type="password" dir="ltr" autocomplete="new-password"><small>8 أحرف على الأقل، بينها رقم وحرف كبير</small></div><div class="row"><label for="su_pass2">تأكيد كلمة المرور</label><input id="su_pass2" name="su_pass2" type="password" dir="ltr" autocomplete="new-password"></div><button class="gold" id="make">إنشاء الحساب</button></form></div>""")


@S.post("/signup", 1)
def si_up_post(req):
    slow(0.9)
    m, p = req["su_mail"], req["su_pass"]
    bad = ("أكمل الحقول." if not req["nm"] or "@" not in m else "هذا البريد مسجّل من قبل." if S.find(m) else "كلمتا المرور غير متطابقتين." if p != req["su_pass2"] else None if needs(p, 8, upper=True, digit=True) else "كلمة المرور ضعيفة.")
    if bad:
        S.reject(bad, user=m, password=p)
        return si_up(req, bad)
    S.sign_in(req, S.sign_up(m, p, name=req["nm"].split(" ")[0]), how="sign-up", password=p)
    return si_done(req)


@S.get("/trips", 0)
def si_trips(req):
    if not req.account:
        return req.go("/signin", 1)
    return si(req, si_top(req) + "<div class='box wide'><h1>رحلاتي</h1><p>لا توجد رحلات قادمة.</p></div>")


@S.get("/logout", 1)
def si_out(req):
    req.sign_out()
    return req.go("/", 0)
