"""18 a router on http, 19 a game account, 20 a job portal with mailed codes and links."""
import hashlib, time
from .core import Site, e, js, mould, slow
from .kit import SIX, consent, mailed_code, needs

# ---------------------------------------------------------------- 18 PebbleLink (plain http; no user name at the login; no form, no names)
R = Site("pebblelink", ["router.pebblelink.test"], "PebbleLink AX55", plain=True)
PEBBLE = r"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html><head><meta charset="utf-8"><title>PebbleLink AX55</title><style>body{margin:0;background:#20262e;color:#eee;font:14px Arial}#top{background:#00a5a0;padding:12px 24px;font-size:20px}.mid{width:360px;margin:60px auto;background:#2c343f;padding:26px}.ipt{width:100%;box-sizing:border-box;padding:9px;margin:6px 0 14px;background:#fff;border:0}.dbtn{background:#00a5a0;padding:10px 0;text-align:center;cursor:pointer}.msg{color:#ffb347;min-height:18px}ul.menu{list-style:none;display:flex;gap:4px;margin:0;padding:0 24px;background:#161b22}ul.menu li{padding:10px 18px;cursor:pointer}ul.menu li.on{background:#00a5a0}.tab{padding:24px;display:none}.tab.on{display:block}.tab .ipt{width:260px;display:block}</style></head><body><div id="top">PebbleLink <small>AX55 · firmware 2.1.7</small></div><div id="main"></div><script>
var main=document.getElementById('main');function id(x){return document.getElementById(x);}
function rpc(op,d,then){var x=new XMLHttpRequest();x.open('POST','/cgi-bin/luci/;stok=/'+op,true);x.setRequestHeader('Content-Type','application/x-www-form-urlencoded; charset=UTF-8');x.onload=function(){then(JSON.parse(x.responseText));};var s=[];for(var k in d)s.push(k+'='+encodeURIComponent(d[k]));x.send(s.join('&'));}
function setup(){main.innerHTML='<div class="mid"><h2>Welcome</h2><p>Create a local administrator to protect this router.</p><span>User name</span><input class="ipt" id="su-user" type="text" value="admin" readonly><span>New password (10-32 characters, letters and digits)</span><input class="ipt" id="su-pw" type="password" maxlength="32"><span>Confirm password</span><input class="ipt" id="su-pw2" type="password" maxlength="32"><div class="msg"></div><div class="dbtn" id="su-go">Let\'s get started</div></div>';
 id('su-go').onclick=function(){if(id('su-pw').value!==id('su-pw2').value){main.querySelector('.msg').innerHTML='The two passwords differ.';return;}rpc('setup',{password:id('su-pw').value},function(r){if(r.success)panel();else main.querySelector('.msg').innerHTML=r.errorcode;});};}
function login(note){main.innerHTML='<div class="mid"><h2>Log in to your router</h2><span>Local password</span><input class="ipt" id="local-pw" type="password" autocomplete="off"><div class="msg"></div><div class="dbtn" id="local-go">LOG IN</div></div>';if(note)main.querySelector('.msg').innerHTML=note;
 function go(){id('local-go').innerHTML='…';rpc('login',{password:id('local-pw').value},function(r){if(r.success)panel();else login('Wrong password. '+r.left+' attempts remaining.');});}id('local-go').onclick=go;id('local-pw').onkeydown=function(e){if((e||event).keyCode===13)go();};}
function panel(){main.innerHTML='<ul class="menu"><li id="t-net" class="on">Network Map</li><li id="t-wifi">Wireless</li><li id="t-sys">System</li><li id="t-out">Log out</li></ul><div class="tab on" id="p-net"><h2>Internet is up</h2><p>7 clients</p></div><div class="tab" id="p-wifi"><span>Network name</span><input class="ipt" id="ssid" value="Pebble-5F"><span>Wireless password</span><input class="ipt" id="wpa" type="password" value="seven-wet-stones"></div><div class="tab" id="p-sys"><h3>Change local password</h3><span>Old password</span><input class="ipt" id="sys-old" type="password"><span>New password (10-32 characters, letters and digits)</span><input class="ipt" id="sys-new" type="password" maxlength="32"><span>Confirm new password</span><input class="ipt" id="sys-new2" type="password" maxlength="32"><div class="msg" role="status"></div><div class="dbtn" id="sys-save" style="width:120px">SAVE</div></div>';
 ['net','wifi','sys'].forEach(function(t){id('t-'+t).onclick=function(){['net','wifi','sys'].forEach(function(u){id('t-'+u).className=id('p-'+u).className='';id('p-'+u).className='tab';});id('t-'+t).className='on';id('p-'+t).className='tab on';};});
 id('t-out').onclick=function(){rpc('logout',{},function(){login();});};
 id('sys-save').onclick=function(){rpc('password',{old:id('sys-old').value,fresh:id('sys-new').value,again:id('sys-new2').value},function(r){id('sys-old').value=id('sys-new').value=id('sys-new2').value='';main.querySelector('#p-sys .msg').innerHTML=r.success?'Saved. Use the new password next time.':r.errorcode;});};}
rpc('state',{},function(r){if(r.factory)setup();else if(r.user)panel();else login();});
</script></body></html>"""
OP = "/cgi-bin/luci/;stok=/"


@R.get("/")
def pl_page(req):
    return PEBBLE


@R.post(OP + "state")
def pl_state(req):
    return js({"factory": not R.accounts, "user": req.account and req.account.user})


@R.post(OP + "login")
def pl_login(req):
    slow(0.8)
    a = R.check("admin", req["password"])
    if not a:
        req.session["left"] = req.session.get("left", 10) - 1
        return js({"success": False, "left": req.session["left"]})
    R.sign_in(req, a)
    return js({"success": True})


pl_rule = lambda p: None if needs(p, 10, 32, letter=True, digit=True) else "The password must have 10-32 characters with letters and digits."


@R.post(OP + "setup")
def pl_setup(req):
    slow(1.5)
    p = req["password"]
    bad = "Set up already." if R.accounts else pl_rule(p)
    if bad:
        R.reject(bad, user="admin", password=p)
        return js({"success": False, "errorcode": bad})
    R.sign_in(req, R.sign_up("admin", p), how="sign-up", password=p)
    return js({"success": True})


@R.post(OP + "password")
def pl_password(req):
    slow(0.7)
    a = req.account
    x = "old" if not a else R.set_password(a, req["old"], req["fresh"], req["again"], pl_rule)
    return js({"success": not x, "errorcode": {"old": "The old password is wrong.", "again": "The two passwords differ.", "same": "Nothing changed."}.get(x, x)})


@R.post(OP + "logout")
def pl_out(req):
    req.sign_out()
    return js({"success": True})


# ---------------------------------------------------------------- 19 Emberfall (birth date in three fields, a question, at most 16 characters, one invisible input over six boxes)
E_ = Site("emberfall", ["account.emberfall.test"], "Emberfall")


def ef(req, inner, script=""):
    return f"""<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>Emberfall Account</title><style>body{{margin:0;background:#140d0b;color:#f3dcc3;font:16px Cinzel,"Times New Roman",serif}}.bar{{padding:18px 40px;border-bottom:1px solid #6b2d12;display:flex;gap:20px}}.bar a{{color:#ffb36b}}.scroll{{width:460px;margin:40px auto;background:#231613;border:1px solid #6b2d12;padding:30px}}.scroll label,.lb{{display:block;margin-top:14px;font-size:14px}}.scroll input:not([type=checkbox]):not([type=submit]),.scroll select{{width:100%;box-sizing:border-box;padding:11px;background:#0c0706;border:1px solid #6b2d12;color:#fff;font:16px Arial}}.dob{{display:grid;grid-template-columns:1fr 1fr 2fr;gap:10px}}.forge{{background:#b5400f;color:#fff;border:0;padding:13px 30px;font:inherit;margin-top:18px}}.burn{{color:#ff7b5a;min-height:1.3em}}.otp{{position:relative;display:flex;gap:8px}}.otp .slot{{width:50px;height:60px;border:1px solid #6b2d12;display:grid;place-items:center;font:26px Arial}}.otp .slot.lit{{border-color:#ffb36b}}.scroll .otp input{{position:absolute;inset:0;width:100%;height:100%;opacity:0;letter-spacing:48px}}</style></head><body><div class="bar"><b>EMBERFALL</b>{'<a href="/profile">Profile</a><a href="/logout" id="logout">Log out</a>' if req.account else '<a href="/login">Log in</a><a href="/create" id="create">Create account</a>'}</div>{inner}<script>{script}</script>{consent("ember", "The Ashen Council uses cookies to keep the forge lit.", "I accept", "Only what is needed", "right:20px;bottom:20px;width:300px;background:#231613;border:1px solid #b5400f;padding:16px")}</body></html>"""


@E_.get("/")
def ef_root(req):
    return req.go("/profile" if req.account else "/login")


@E_.get("/login")
def ef_login(req, err=""):
    toast = req.session.pop("toast", "")
    return ef(req, f"""<div class="scroll"><h1>Enter the keep</h1>{f'<p role="status">{toast}</p>' if toast else ''}<form method="post" action="/login"><p class="burn" role="alert">{err}</p><label>E-mail<input name="accountName" id="accountName" type="text" inputmode="email" autocomplete="off" value="{e(req['accountName'])}"></label><label>Password<input name="password" id="password" type="password" maxlength="16" autocomplete="off"></label><label><input type="checkbox" name="persistLogin" checked> Keep me logged in</label><input class="forge" type="submit" id="submit" value="Log in"></form></div>""")


@E_.post("/login")
def ef_login_post(req):
    slow(0.6)
    a = E_.check(req["accountName"], req["password"])
    if not a:
        return ef_login(req, "The keep does not know you. Check e-mail and password.")
    if a.totp:
        req.session["pending"] = a.user
        return req.go("/authenticator")
    E_.sign_in(req, a, remember=req["persistLogin"])
    return req.go("/profile")


@E_.get("/authenticator")
def ef_otp(req, err=""):
    if not req.pending:
        return req.go("/login")
    return ef(req, f"""<div class="scroll"><h1>Speak the rune</h1><p>Six digits from your authenticator</p><form method="post" action="/authenticator" id="of"><div class="otp" data-input-otp-container><input id="otp" name="otp" data-input-otp autocomplete="one-time-code" inputmode="numeric" maxlength="6" pattern="^\\d+$" aria-label="Code">{'<span class="slot"></span>' * 6}</div><p class="burn">{err}</p><button class="forge">Continue</button></form></div>""",
              """(()=>{const i=document.getElementById('otp'),s=[...document.querySelectorAll('.slot')];const paint=()=>s.forEach((x,n)=>{x.textContent=i.value[n]||'';x.classList.toggle('lit',document.activeElement===i&&n===Math.min(i.value.length,5));});let sent=false;i.addEventListener('input',()=>{i.value=i.value.replace(/\\D/g,'').slice(0,6);paint();if(i.value.length===6&&!sent){sent=true;setTimeout(()=>document.getElementById('of').requestSubmit(),250);}});i.addEventListener('focus',paint);i.addEventListener('blur',paint);})();""")


@E_.post("/authenticator")
def ef_otp_post(req):
    a = req.pending
    if not a:
        return req.go("/profile" if req.account else "/login")
    slow(0.4)
    if not E_.check_code(a, req["otp"]):
        return ef_otp(req, "The rune is cold. Try the next one.")
    E_.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/profile")


@E_.get("/create")
def ef_create(req, err=""):
    v = lambda n: e(req[n])
    return ef(req, f"""<div class="scroll"><h1>Forge an account</h1><form method="post" action="/create"><p class="burn" role="alert">{err}</p><label>Country<select name="country"><option>United States<option>Canada<option>Ireland</select></label><div class="lb">Date of birth</div><div class="dob"><input name="dob-month" id="dob-month" placeholder="MM" maxlength="2" inputmode="numeric" aria-label="Month" value="{v('dob-month')}"><input name="dob-day" id="dob-day" placeholder="DD" maxlength="2" inputmode="numeric" aria-label="Day" value="{v('dob-day')}"><input name="dob-year" id="dob-year" placeholder="YYYY" maxlength="4" inputmode="numeric" aria-label="Year" value="{v('dob-year')}"></div><label>Hero name<input name="heroTag" id="heroTag" maxlength="12" value="{v('heroTag')}"></label><label>E-mail<input name="email" id="email" type="email" value="{v('email')}"></label><label>Password (8 to 16 characters, with a letter and a number)<input name="newPassword" id="newPassword" type="password" minlength="8" maxlength="16"></label><label>So that we know you are no golem: how many legs have two ravens together?<input name="riddle" id="riddle" autocomplete="off"></label><label><input type="checkbox" name="tos" id="tos"> I accept the laws of the realm</label><input class="forge" type="submit" id="forge" value="Forge"></form></div>""")


ef_rule = lambda p: None if needs(p, 8, 16, letter=True, digit=True) else "8 to 16 characters, with a letter and a number."


@E_.post("/create")
def ef_create_post(req):
    slow(0.9)
    m, p = req["email"], req["newPassword"]
    year = req["dob-year"]
    bad = ("Tell us when you were born." if not (year.isdigit() and req["dob-month"].isdigit() and req["dob-day"].isdigit()) else "You are too young for the keep." if int(year) > time.gmtime().tm_year - 14 else "Name your hero." if not req["heroTag"]
           else "This e-mail has an account." if "@" not in m or E_.find(m) else ef_rule(p) or ("A golem would say that." if req["riddle"].strip().lower() not in ("4", "four") else None if req["tos"] else "Accept the laws."))
    if bad:
        E_.reject(bad, user=m, password=p)
        return ef_create(req, bad)
    E_.sign_in(req, E_.sign_up(m, p, hero=req["heroTag"]), how="sign-up", password=p)
    return req.go("/profile")


@E_.get("/profile")
def ef_profile(req, err=""):
    a = req.account
    if not a:
        return req.go("/login")
    return ef(req, f"""<div class="scroll"><h1>Hail, {e(a.more.get('hero') or 'traveller')}</h1><p>{e(a.user)}</p></div><div class="scroll"><h2>Change password</h2><form method="post" action="/profile/password"><p class="burn" role="alert">{err}</p><label>Old password<input type="password" name="oldPassword" id="oldPassword" maxlength="16"></label><label>New password (8 to 16 characters, with a letter and a number)<input type="password" name="newPassword" id="newPassword" maxlength="16"></label><label>New password again<input type="password" name="newPasswordVerify" id="newPasswordVerify" maxlength="16"></label><input class="forge" type="submit" id="reforge" value="Reforge"></form></div>""")


@E_.post("/profile/password")
def ef_password(req):
    a = req.account
    if not a:
        return req.go("/login")
    slow(0.6)
    x = E_.set_password(a, req["oldPassword"], req["newPassword"], req["newPasswordVerify"], ef_rule)
    if x:
        return ef_profile(req, {"old": "The old password is wrong.", "again": "The two differ.", "same": "Choose another."}.get(x, x))
    req.sign_out()
    req.session["toast"] = "Password reforged. Log in with the new one."
    return req.go("/login")


@E_.get("/logout")
def ef_out(req):
    req.sign_out()
    return req.go("/login")


# ---------------------------------------------------------------- 20 Hirewren (mailed codes in boxes, mailed links, an account without a password)
J = Site("hirewren", ["www.hirewren.test"], "Hirewren")


def hw(req, inner, script=""):
    a = req.account
    flash = req.session.pop("flash", "")
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hirewren – jobs that sing</title><style>body{{margin:0;font:16px/1.5 "Source Sans 3",sans-serif;background:#f6f7f4;color:#26332a}}.hd{{background:#fff;border-bottom:1px solid #dde;padding:14px 32px;display:flex;gap:22px;align-items:center}}.cd{{max-width:460px;margin:36px auto;background:#fff;border-radius:10px;padding:28px;box-shadow:0 1px 5px #0001}}.ff{{margin:14px 0}}.ff input{{width:100%;box-sizing:border-box;padding:11px;border:1px solid #9aa89d;border-radius:6px;font:inherit}}.go{{background:#2f7d4f;color:#fff;border:0;border-radius:6px;padding:12px 26px;font:inherit}}.go:disabled{{opacity:.4}}.no{{color:#b3261e;min-height:1.4em}}.yes{{background:#dff3e5;padding:12px 32px}}.pin{{display:flex;gap:8px}}.pin input{{width:48px;height:56px;text-align:center;font-size:24px;border:1px solid #9aa89d;border-radius:6px}}</style></head><body><div class="hd"><b>🐦 Hirewren</b><form action="/jobs"><input name="what" placeholder="Job title" aria-label="Job title"> <input name="where" placeholder="Town" aria-label="Town"></form>{f'<a href="/me">{e(a.more.get("name") or a.user)}</a><a href="/me/settings" id="settings">Settings</a><a href="/bye" id="bye">Sign out</a>' if a else '<a href="/enter" id="enter">Sign in</a>'}</div>{f'<div class="yes" role="status">{flash}</div>' if flash else ''}{inner}<script>{script}</script></body></html>"""


def pins(action, button="Confirm", err=""):
    return f"""<form method="post" action="{action}" id="pins"><div class="pin">{''.join(f'<input name="pin{n}" id="pin{n}" inputmode="numeric" maxlength="1" autocomplete="off" aria-label="Character {n} of 6">' for n in range(6))}</div><p class="no" role="alert">{err}</p><button class="go">{button}</button></form>"""


PINS_JS = SIX + "sixBoxes(document.querySelector('.pin'),function(){setTimeout(function(){document.getElementById('pins').requestSubmit();},200);});document.getElementById('pin0').focus();"
pin = lambda req: "".join(req[f"pin{n}"] for n in range(6))
token = lambda address: hashlib.sha256(("wren:" + address.lower()).encode()).hexdigest()[:20]


def send_mail(req, to, text):
    req.session.setdefault("outbox", []).append((to, text))


@J.get("/outbox")
def hw_outbox(req):
    """Not part of the site: what this visitor was mailed, for trying it by hand."""
    return "<h1>Mail</h1>" + "".join(f"<p>{e(t)}: {x}</p>" for t, x in req.session.get("outbox", []))


@J.get("/")
def hw_home(req):
    return hw(req, "<div class='cd'><h1>2,114 jobs near you</h1><p>Beekeeper (m/f/d) · Devon</p><p>Night librarian · York</p></div>")


@J.get("/enter")
def hw_enter(req, err=""):
    return hw(req, f"""<div class="cd"><h1>Sign in or register</h1><p>Enter your e-mail to get started.</p><form method="post" action="/enter"><div class="ff"><label for="who">E-mail address</label><input id="who" name="email" type="email" autocomplete="username" value="{e(req['email'])}"></div><p class="no">{err}</p><button class="go" id="continue">Continue</button></form></div>""")


@J.post("/enter")
def hw_enter_post(req):
    slow(0.5)
    m = req["email"].strip()
    if "@" not in m:
        return hw_enter(req, "That is not an e-mail address.")
    req.session["who"] = m
    if J.find(m):
        return req.go("/enter/password")
    send_mail(req, m, "Your Hirewren code is " + mailed_code("hirewren", m))
    return req.go("/register/code")


@J.get("/enter/password")
def hw_pass(req, err=""):
    m = req.session.get("who")
    a = J.find(m)
    if not a:
        return req.go("/enter")
    form = f"""<form method="post" action="/enter/password"><div class="ff"><label for="shown">E-mail address</label><input id="shown" type="email" value="{e(m)}" readonly autocomplete="username"></div><div class="ff"><label for="word">Password</label><input id="word" name="word" type="password" autocomplete="current-password"></div><p class="no" role="alert">{err}</p><button class="go" id="signin">Sign in</button></form>""" if a.password else ""
    return hw(req, f"""<div class="cd"><h1>Welcome back</h1>{form}<form method="post" action="/enter/link"><button class="go" id="mail-link" style="background:#fff;color:#2f7d4f;border:1px solid">E-mail me a sign-in link</button></form></div>""")


@J.post("/enter/password")
def hw_pass_post(req):
    slow(0.5)
    a = J.check(req.session.get("who"), req["word"])
    if not a:
        return hw_pass(req, "Wrong password.")
    J.sign_in(req, a)
    return req.go("/me")


@J.post("/enter/link")
def hw_link(req):
    m = req.session.get("who", "")
    a = J.find(m)
    if a:
        send_mail(req, m, f'<a href="/auth/link?token={token(a.email)}">Sign in to Hirewren</a>')
        a.more["link"] = token(a.email)
    return hw(req, f"<div class='cd'><h1>Check your inbox</h1><p>We sent a link to {e(m)}. You may close this page.</p></div>")


@J.get("/auth/link")
def hw_link_used(req):
    a = next((a for a in J.accounts.values() if a.more.get("link") == req.query.get("token", "-")), None)
    if not a:
        J.reject("link not valid")
        return hw(req, "<div class='cd'><h1>This link has expired</h1></div>")
    del a.more["link"]
    J.sign_in(req, a, how="link")
    return req.go("/me")


@J.get("/register/code")
def hw_code(req, err=""):
    m = req.session.get("who")
    if not m:
        return req.go("/enter")
    return hw(req, f"""<div class="cd"><h1>Verify your e-mail</h1><p>We sent a 6-digit code to <b>{e(m)}</b>.</p>{pins('/register/code', err=err)}</div>""", PINS_JS)


@J.post("/register/code")
def hw_code_post(req):
    m = req.session.get("who", "")
    slow(0.6)
    if pin(req) != mailed_code("hirewren", m):
        if req.session.get("verified") != m:
            J.reject("wrong mailed code", user=m)
        return hw_code(req, "That code is not right.")
    req.session["verified"] = m
    return req.go("/register/finish")


@J.get("/register/finish")
def hw_finish(req, err=""):
    m = req.session.get("verified")
    if not m:
        return req.go("/enter")
    return hw(req, f"""<div class="cd"><h1>Finish your profile</h1><p>{e(m)} ✓</p><form method="post" action="/register/finish"><div class="ff"><label for="fn">First name</label><input id="fn" name="fn" autocomplete="given-name" value="{e(req['fn'])}"></div><div class="ff"><label for="ln">Last name</label><input id="ln" name="ln" autocomplete="family-name" value="{e(req['ln'])}"></div><div class="ff"><label for="pw">Create a password</label><input id="pw" name="pw" type="password" autocomplete="new-password" minlength="9"><small>9 characters or more, with one symbol</small></div><p class="no" role="alert">{err}</p><button class="go" id="finish">Create profile</button></form></div>""")


hw_rule = lambda p: None if needs(p, 9, symbol=True) else "9 characters or more, with one symbol."


@J.post("/register/finish")
def hw_finish_post(req):
    m, p = req.session.get("verified"), req["pw"]
    if not m:
        return req.go("/enter")
    slow(0.8)
    bad = "Tell us your name." if not req["fn"] else "There is a profile already." if J.find(m) else hw_rule(p)
    if bad:
        J.reject(bad, user=m, password=p)
        return hw_finish(req, bad)
    J.sign_in(req, J.sign_up(m, p, name=req["fn"]), how="sign-up", password=p)
    return req.go("/me")


@J.get("/me")
def hw_me(req):
    a = req.account
    if not a:
        return req.go("/enter")
    return hw(req, f"<div class='cd'><h1>Good to see you, {e(a.more.get('name') or a.user)}</h1><p>3 employers looked at your profile.</p></div>")


@J.get("/me/settings")
def hw_settings(req, err=""):
    a = req.account
    if not a:
        return req.go("/enter")
    old = '<div class="ff"><label for="pw_old">Current password</label><input id="pw_old" name="pw_old" type="password" autocomplete="current-password"></div>' if a.password else ""
    return hw(req, f"""<div class="cd"><h1>Settings</h1><p>Your e-mail: <b>{e(a.email)}</b></p><form method="post" action="/me/email"><div class="ff"><label for="ne">New e-mail address</label><input id="ne" name="ne" type="email" autocomplete="off"></div><button class="go" id="send-code">Send a code to this address</button></form></div><div class="cd"><h2>{'Change your password' if a.password else 'Set a password'}</h2><form method="post" action="/me/password">{old}<div class="ff"><label for="pw_new">New password</label><input id="pw_new" name="pw_new" type="password" autocomplete="new-password"></div><div class="ff"><label for="pw_rep">Repeat new password</label><input id="pw_rep" name="pw_rep" type="password" autocomplete="new-password"></div><p class="no" role="alert">{err}</p><small>9 characters or more, with one symbol</small> <button class="go" id="save-pw">Save password</button></form></div>""")


@J.post("/me/password")
def hw_password(req):
    a = req.account
    if not a:
        return req.go("/enter")
    slow(0.5)
    x = J.set_password(a, req["pw_old"], req["pw_new"], req["pw_rep"], hw_rule)
    if x:
        return hw_settings(req, {"old": "Your current password is wrong.", "again": "The two differ.", "same": "Nothing changed."}.get(x, x))
    req.session["flash"] = "Your password has been saved."
    return req.go("/me")


@J.post("/me/email")
def hw_email(req):
    a = req.account
    if not a:
        return req.go("/enter")
    m = req["ne"].strip()
    if "@" not in m or J.find(m):
        return hw_settings(req, "This address cannot be used.")
    req.session["moving"] = m
    send_mail(req, m, "Your Hirewren code is " + mailed_code("hirewren", m))
    return req.go("/me/email/code")


@J.get("/me/email/code")
def hw_email_code(req, err=""):
    m = req.session.get("moving")
    if not req.account or not m:
        return req.go("/me/settings")
    return hw(req, f"""<div class="cd"><h1>Is it yours?</h1><p>Type the code that we sent to {e(m)}.</p>{pins('/me/email/code', 'Change my e-mail', err)}</div>""", PINS_JS)


@J.post("/me/email/code")
def hw_email_code_post(req):
    a, m = req.account, req.session.get("moving")
    if not a or not m:
        return req.go("/me/settings")
    slow(0.7)
    if pin(req) != mailed_code("hirewren", m):
        J.reject("wrong mailed code", user=a.user)
        return hw_email_code(req, "That code is not right.")
    J.set_email(a, m, a.password, rename=True)
    req.session.pop("moving")
    req.session.update(user=a.user, flash=f"Your e-mail address is now {e(m)}.")
    return req.go("/me")


@J.get("/bye")
def hw_bye(req):
    req.sign_out()
    return req.go("/")
