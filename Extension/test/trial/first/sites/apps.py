import re
import time
from .core import Site, e, js, passkeys
from .snippets import PK_JSON, PK_MANUAL, cookie_bar

# ---------------------------------------------------------------- 6 Flixora (streaming, Material-like floating labels, fragments, profiles)
X = Site("flixora", ["www.flixora.test"], "Flixora")


@X.get("/")
def flix(req):
    return """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Flixora – Watch series and films</title><style>body{margin:0;background:#141414;color:#fff;font:16px Roboto,Arial}header{padding:20px 40px;display:flex;justify-content:space-between}.mdc{position:relative;margin:18px 0}.mdc input{width:100%;box-sizing:border-box;padding:22px 14px 8px;background:#2c2c2c;border:1px solid #777;border-radius:4px;color:#fff;font:inherit}.mdc label{position:absolute;left:14px;top:15px;transition:.15s;pointer-events:none;color:#aaa}.mdc input:focus+label,.mdc input:not(:placeholder-shown)+label{top:5px;font-size:11px}.b{background:#6a1fd0;color:#fff;border:0;border-radius:4px;padding:12px 26px;font:inherit;cursor:pointer;width:100%}.k{max-width:380px;margin:40px auto}.e{color:#ffa00a;font-size:13px}.p{display:inline-block;width:110px;text-align:center;margin:12px;cursor:pointer;background:none;border:0;color:#fff;font:inherit}.p i{display:block;height:100px;border-radius:8px;background:#37c}</style></head><body><header><b>FLIXORA</b><nav id="nav"></nav></header><div id="root"></div>
<script>
const $=s=>document.querySelector(s),root=$('#root');let who='';
const call=async(p,d)=>{const r=await fetch('/api/'+p,{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify(d||{})});return r.json();};
const fld=(id,label,type,ac)=>`<div class="mdc"><input id="${id}" name="${id}" type="${type}" placeholder=" " ${ac?`autocomplete="${ac}"`:''}><label for="${id}">${label}</label></div>`;
const views={
 '':()=>{root.innerHTML=`<div class="k" style="text-align:center"><h1>Unlimited films, series and more</h1><p>Ready to watch? Enter your email to create your membership.</p><form id="f">${fld('hero_email','Email address','email','email')}<button class="b">Get Started ›</button></form></div>`;$('#f').onsubmit=ev=>{ev.preventDefault();who=$('#hero_email').value;location.hash='#/signup/password';};},
 '#/login':()=>{root.innerHTML=`<div class="k"><h1>Sign In</h1><form id="f" novalidate>${fld('userLoginId','Email or mobile number','text','email')}<p class="e"></p><button class="b" type="submit">Next</button></form><p>New to Flixora? <a href="#" style="color:#fff">Sign up now.</a></p></div>`;$('#f').onsubmit=async ev=>{ev.preventDefault();who=$('#userLoginId').value.trim();const r=await call('exists',{id:who});if(!r.ok){$('.e').textContent='Sorry, we can’t find an account with this email address.';return;}location.hash='#/login/password';};},
 '#/login/password':()=>{if(!who){location.hash='#/login';return;}root.innerHTML=`<div class="k"><h1>Enter your password</h1><p id="ident">${who.replace(/</g,'&lt;')} <a href="#/login" style="color:#aaa">Edit</a></p><form id="f">${fld('pw','Password','password','')}<p class="e"></p><button class="b">Sign In</button><p><label><input type="checkbox" id="rm" checked> Remember me</label></p></form></div>`;$('#pw').focus();$('#f').onsubmit=async ev=>{ev.preventDefault();const r=await call('login',{id:who,password:$('#pw').value,remember:$('#rm').checked});if(r.ok)location.hash='#/profiles';else $('.e').textContent='Incorrect password. Please try again.';};},
 '#/signup/password':()=>{if(!who){location.hash='';return;}root.innerHTML=`<div class="k"><p>STEP 1 OF 3</p><h1>Create a password to start your membership</h1><form id="f"><div class="mdc"><input type="email" id="su_email" name="email" placeholder=" " autocomplete="email"><label for="su_email">Email</label></div>${fld('su_pw','Add a password','password','password')}<p class="e"></p><label><input type="checkbox"> Please do not email me special offers.</label><p><button class="b">Next</button></p></form></div>`;$('#su_email').value=who;$('#f').onsubmit=async ev=>{ev.preventDefault();const p=$('#su_pw').value;if(p.length<6||p.length>60){$('.e').textContent='Your password must contain between 6 and 60 characters.';return;}const r=await call('signup',{email:$('#su_email').value,password:p});if(r.ok)location.hash='#/plans';else $('.e').textContent=r.error;};},
 '#/plans':()=>{root.innerHTML='<div class="k"><p>STEP 2 OF 3</p><h1>Choose your plan</h1><p>Standard 12.99</p><button class="b" onclick="location.hash=\\'#/profiles\\'">Continue</button></div>';},
 '#/profiles':async()=>{const m=await call('me');if(!m.user){location.hash='#/login';return;}root.innerHTML='<div style="text-align:center"><h1>Who’s watching?</h1>'+['Mum','Leo','Kids'].map(n=>`<button class="p" data-n="${n}"><i></i>${n}</button>`).join('')+'</div>';root.querySelectorAll('.p').forEach(b=>b.onclick=()=>{root.innerHTML=`<div class="k"><h2>Continue watching, ${b.dataset.n}</h2></div>`;});nav();}};
async function nav(){const m=await call('me');$('#nav').innerHTML=m.user?'<a href="#" id="so" style="color:#fff">Sign out of Flixora</a>':'<a href="#/login" id="si" style="color:#fff">Sign In</a>';if($('#so'))$('#so').onclick=async ev=>{ev.preventDefault();await call('logout');who='';location.hash='#/login';};}
const show=()=>{(views[location.hash]||views[''])();nav();};addEventListener('hashchange',show);show();
</script></body></html>"""


@X.post("/api/me")
def flix_me(req):
    return js({"user": req.account and req.account.user})


@X.post("/api/exists")
def flix_exists(req):
    return js({"ok": bool(X.find(req["id"]))})


@X.post("/api/login")
def flix_login(req):
    a = X.check(req["id"], req["password"])
    if a:
        X.sign_in(req, a, remember=req.form.get("remember"))
    return js({"ok": bool(a)}, 200 if a else 401)


@X.post("/api/signup")
def flix_signup(req):
    if X.find(req["email"]) or "@" not in req["email"]:
        X.reject("address taken or wrong", user=req["email"])
        return js({"error": "That email cannot be used."}, 400)
    X.sign_in(req, X.sign_up(req["email"], req["password"]), how="sign-up")
    return js({"ok": True})


@X.post("/api/logout")
def flix_logout(req):
    req.sign_out()
    return js({"ok": True})


# ---------------------------------------------------------------- 10 DevHub Orbit (code hosting, conditional passkeys, code)
D = Site("devhub-orbit", ["devhub-orbit.test"], "DevHub Orbit")
passkeys(D, "/u2f", after="/")


def dev(req, body):
    a = req.account
    return f"""<!DOCTYPE html><html lang="en" data-color-mode="auto"><head><meta charset="utf-8"><title>DevHub Orbit</title><style>body{{font:14px -apple-system,'Segoe UI',sans-serif;margin:0;color:#1f2328}}.Header{{background:#24292f;color:#fff;padding:14px 24px;display:flex;gap:16px}}.Header a{{color:#fff}}.auth-form{{width:310px;margin:30px auto}}.auth-form-body{{border:1px solid #d0d7de;background:#f6f8fa;border-radius:6px;padding:16px}}.form-control{{width:100%;box-sizing:border-box;padding:6px 10px;margin:4px 0 14px;border:1px solid #d0d7de;border-radius:6px}}.btn{{padding:6px 16px;border:1px solid #d0d7de;border-radius:6px;cursor:pointer}}.btn-primary{{background:#1f883d;color:#fff}}.btn-block{{width:100%}}.flash-error{{background:#ffebe9;padding:10px}}</style></head><body>
<div class="Header"><a href="/">◉ DevHub</a>{f'<input type="text" class="header-search-input" placeholder="Type / to search" name="q"><a href="/settings/security" id="settings">Settings</a><form method="post" action="/logout"><button id="signout">Sign out</button></form>' if a else '<a href="/login">Sign in</a>'}</div>{body}</body></html>"""


@D.get("/")
def dev_home(req):
    a = req.account
    return dev(req, f"<main style='padding:24px'><h2>Home</h2><p>Signed in as <strong>{e(a.user)}</strong></p><p>Top repositories: <a href=#>orbit/parser</a></p></main>" if a else "<main style='padding:24px'><h1>Where code lives in orbit</h1></main>")


@D.get("/login")
def dev_login(req, err=""):
    if req.account:
        return req.go("/")
    return dev(req, f"""<div class="auth-form" id="login"><h1 style="font-weight:300;text-align:center">Sign in to DevHub</h1><div id="js-flash-container" class="{'flash-error' if err else ''}">{err}</div><div class="auth-form-body"><form action="/session" accept-charset="UTF-8" method="post"><input type="hidden" name="authenticity_token" value="t0k3n=="><label for="login_field">Username or email address</label><input type="text" name="login" id="login_field" class="form-control input-block js-login-field" autocapitalize="off" autocorrect="off" autocomplete="username webauthn" autofocus="autofocus">
<div style="position:relative"><label for="password">Password</label><input type="password" name="password" id="password" class="form-control form-control input-block js-password-field" autocomplete="current-password"><a href="/password_reset" style="position:absolute;top:0;right:0">Forgot password?</a></div><input type="hidden" name="webauthn-conditional" value="undefined"><input type="text" name="required_field_97a2" hidden class="form-control"><input type="submit" name="commit" value="Sign in" class="btn btn-primary btn-block"></form></div><p style="text-align:center"><button type="button" class="btn" id="passkey-btn">Sign in with a passkey</button></p></div>
<script>{PK_MANUAL}
(async()=>{{if(window.PublicKeyCredential&&PublicKeyCredential.isConditionalMediationAvailable&&await PublicKeyCredential.isConditionalMediationAvailable()){{document.querySelector('[name="webauthn-conditional"]').value='true';try{{const r=await pkLogin('/u2f',true);if(r.ok)location.href=r.next;}}catch(x){{}}}}}})();
document.getElementById('passkey-btn').onclick=async()=>{{const f=document.getElementById('js-flash-container');try{{const r=await pkLogin('/u2f');if(r.ok)location.href=r.next;else throw 0;}}catch(x){{f.className='flash-error';f.textContent='Authentication failed.';}}}};</script>""")


@D.post("/session")
def dev_session(req):
    a = D.check(req["login"], req["password"])
    if not a:
        return dev_login(req, "Incorrect username or password.")
    if a.totp:
        req.session["pending"] = a.user
        return req.go("/sessions/two-factor/app")
    D.sign_in(req, a)
    return req.go("/")


@D.get("/sessions/two-factor/app")
def dev_2fa(req, err=""):
    if not req.pending:
        return req.go("/login")
    return dev(req, f"""<div class="auth-form"><h1 style="font-weight:300">Two-factor authentication</h1><div class="{'flash-error' if err else ''}">{err}</div><div class="auth-form-body"><form action="/sessions/two-factor" method="post"><label for="app_totp">Authentication code</label><input type="text" name="app_otp" id="app_totp" autocomplete="one-time-code" inputmode="numeric" pattern="([0-9]{{6}})|([0-9a-fA-F]{{5}}-?[0-9a-fA-F]{{5}})" placeholder="XXXXXX" class="form-control js-verification-code-input-auto-submit" autofocus><button type="submit" class="btn btn-primary btn-block">Verify</button></form></div><p>Open your two-factor authenticator (TOTP) app to view your authentication code.</p></div>
<script>var i=document.getElementById('app_totp');i.addEventListener('input',function(){{if(/^\\d{{6}}$/.test(i.value))i.form.requestSubmit();}});</script>""")


@D.post("/sessions/two-factor")
def dev_2fa_post(req):
    a = req.pending
    if not a:
        return req.go("/login")
    if not D.check_code(a, req["app_otp"]):
        return dev_2fa(req, "Two-factor authentication failed.")
    D.sign_in(req, a, how="password+code", password=a.password)
    return req.go("/")


@D.get("/settings/security")
def dev_settings(req):
    a = req.account
    if not a:
        return req.go("/login")
    return dev(req, f"""<main style="padding:24px"><h2>Passkeys</h2><p>Passkeys are webauthn credentials that validate your identity using touch, facial recognition, a device password, or a PIN.</p><ul id="list">{''.join('<li>Passkey</li>' for _ in a.passkeys) or '<li>No passkeys yet</li>'}</ul><button type="button" class="btn btn-primary" id="add-passkey">Add a passkey</button><p id="result" role="status"></p><h2>Two-factor</h2><p>{'Enabled' if a.totp else 'Not enabled'}</p></main><script>{PK_MANUAL}
document.getElementById('add-passkey').onclick=async()=>{{try{{const r=await pkRegister('/u2f');result.textContent=r.ok?'Success! Your passkey was registered.':'Passkey registration failed.';}}catch(x){{result.textContent='Passkey registration failed. '+x.name;}}}};</script>""")


@D.post("/logout")
def dev_out(req):
    req.sign_out()
    return req.go("/login")


# ---------------------------------------------------------------- 14 Taskloom (vanilla single-page app, pushState, spinner, six boxes)
T = Site("taskloom", ["app.taskloom.test"], "Taskloom")


def loom(req):
    return """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Taskloom</title><style>body{font:15px Inter,system-ui;margin:0;background:#fafafa}.css-1x{max-width:360px;margin:70px auto;background:#fff;border:1px solid #eee;border-radius:12px;padding:28px}.css-9q{display:block;width:100%;box-sizing:border-box;padding:10px;border:1px solid #ddd;border-radius:8px;margin:6px 0 14px;font:inherit}.css-b7{width:100%;padding:11px;border:0;border-radius:8px;background:#111;color:#fff;font:inherit;cursor:pointer}.spin{display:inline-block;width:14px;height:14px;border:2px solid #fff;border-top-color:transparent;border-radius:50%;animation:s 1s linear infinite}@keyframes s{to{transform:rotate(360deg)}}.bad{color:#d00}.otp{display:flex;gap:8px}.otp input{width:40px;height:48px;text-align:center;font-size:20px}</style></head><body><div id="app"></div><script>
(function(){
var h=function(t,a){var n=document.createElement(t);for(var k in a||{}){if(k.slice(0,2)=='on')n.addEventListener(k.slice(2),a[k]);else if(k=='text')n.textContent=a[k];else n.setAttribute(k,a[k]);}for(var i=2;i<arguments.length;i++)if(arguments[i])n.append(arguments[i]);return n;};
var root=document.getElementById('app'),mount=function(n){root.replaceChildren(n);};
var send=function(u,d){return fetch('/v1/'+u,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(d||{})}).then(function(r){return new Promise(function(f){setTimeout(function(){f(r.json());},500);});});};
var go=function(p){history.pushState({},'',p);route();};
var input=function(id,label,type,extra){return h('label',{'for':id},label,h('input',Object.assign({id:id,'class':'css-9q',type:type},extra||{})));};
var busy=function(b,on,t){b.disabled=on;b.replaceChildren(on?h('span',{'class':'spin'}):t);};
function login(){var step=1,err=h('div',{'class':'bad',role:'alert'}),btn=h('button',{'class':'css-b7',type:'submit',text:'Continue with email'}),mail=input('email','Work email','email',{name:'email',autocomplete:'email',placeholder:'you@company.com'}),slot=h('div');
 var form=h('form',{onsubmit:function(ev){ev.preventDefault();err.textContent='';var m=mail.querySelector('input');
  if(step==1){busy(btn,true);send('lookup',{email:m.value}).then(function(r){busy(btn,false,'Continue');if(!r.found){err.textContent='No account found. Create one?';return;}step=2;m.readOnly=true;slot.append(input('pwd','Password','password',{autocomplete:'current-password'}));slot.querySelector('input').focus();});}
  else{busy(btn,true);send('login',{email:m.value,password:slot.querySelector('input').value}).then(function(r){if(r.mfa)return otp();if(r.ok)return go('/inbox');busy(btn,false,'Continue');err.textContent='Wrong password, please try again.';});}}},mail,slot,err,btn);
 mount(h('div',{'class':'css-1x'},h('h2',{text:'Log in to Taskloom'}),form,h('p',{},h('a',{href:'/signup',id:'to-signup',text:'Create a workspace',onclick:function(ev){ev.preventDefault();go('/signup');}}))));}
function otp(){var err=h('div',{'class':'bad',role:'alert'}),box=h('div',{'class':'otp'}),all=[];
 for(let i=0;i<6;i++){var b=h('input',{type:'tel',maxlength:'1','aria-label':'Digit '+(i+1)+' of 6',id:'otp-'+i,autocomplete:i?'off':'one-time-code'});all.push(b);box.append(b);
  b.addEventListener('input',function(){if(this.value&&all[i+1])all[i+1].focus();check();});b.addEventListener('keydown',function(ev){if(ev.key=='Backspace'&&!this.value&&all[i-1])all[i-1].focus();});}
 box.addEventListener('paste',function(ev){ev.preventDefault();ev.clipboardData.getData('text').replace(/\\D/g,'').split('').slice(0,6).forEach(function(c,i){all[i].value=c;});check();});
 var sent=false;function check(){var c=all.map(function(x){return x.value;}).join('');if(c.length==6&&!sent){sent=true;send('otp',{code:c}).then(function(r){sent=false;if(r.ok)go('/inbox');else{err.textContent='That code didn’t work.';all.forEach(function(x){x.value='';});all[0].focus();}});}}
 mount(h('div',{'class':'css-1x'},h('h2',{text:'Check your authenticator'}),h('p',{text:'Enter the 6-digit code to continue.'}),box,err));all[0].focus();}
function signup(){var err=h('div',{'class':'bad',role:'alert'}),btn=h('button',{'class':'css-b7',text:'Create account'});
 var f=h('form',{onsubmit:function(ev){ev.preventDefault();var v=function(i){return document.getElementById(i).value;};if(v('new-pwd').length<10){err.textContent='Use at least 10 characters.';return;}busy(btn,true);send('signup',{name:v('fullname'),email:v('signup-email'),password:v('new-pwd')}).then(function(r){if(r.ok)go('/inbox');else{busy(btn,false,'Create account');err.textContent=r.error;}});}},
  input('fullname','Full name','text',{autocomplete:'name'}),input('signup-email','Work email','email',{autocomplete:'email'}),input('new-pwd','Create a password','password',{autocomplete:'new-password'}),input('company','Company','text',{autocomplete:'organization'}),err,btn);
 mount(h('div',{'class':'css-1x'},h('h2',{text:'Start weaving tasks'}),f));}
function inbox(){send('me').then(function(r){if(!r.user)return go('/login');mount(h('div',{'class':'css-1x'},h('h2',{text:'Inbox'}),h('p',{text:'Hi '+r.user}),h('input',{type:'search','class':'css-9q',placeholder:'Search tasks'}),h('button',{'class':'css-b7',id:'logout',text:'Log out',onclick:function(){send('logout').then(function(){go('/login');});}})));});}
function route(){({'/signup':signup,'/inbox':inbox}[location.pathname]||login)();}
addEventListener('popstate',route);route();})();
</script></body></html>"""


for p in ("/", "/login", "/signup", "/inbox"):
    T.get(p)(loom)


@T.post("/v1/me")
def loom_me(req):
    return js({"user": req.account and req.account.user})


@T.post("/v1/lookup")
def loom_lookup(req):
    return js({"found": bool(T.find(req["email"]))})


@T.post("/v1/login")
def loom_login(req):
    a = T.check(req["email"], req["password"])
    if not a:
        return js({"ok": False}, 401)
    if a.totp:
        req.session["pending"] = a.user
        return js({"mfa": True})
    T.sign_in(req, a)
    return js({"ok": True})


@T.post("/v1/otp")
def loom_otp(req):
    a = req.pending
    if not a or not T.check_code(a, req["code"]):
        return js({"ok": False}, 401)
    T.sign_in(req, a, how="password+code", password=a.password)
    return js({"ok": True})


@T.post("/v1/signup")
def loom_signup(req):
    if "@" not in req["email"] or T.find(req["email"]) or len(req["password"]) < 10:
        T.reject("sign-up rules", user=req["email"], password=req["password"])
        return js({"error": "This address cannot be used."}, 409)
    T.sign_in(req, T.sign_up(req["email"], req["password"], name=req["name"]), how="sign-up")
    return js({"ok": True})


@T.post("/v1/logout")
def loom_logout(req):
    req.sign_out()
    return js({"ok": True})


# ---------------------------------------------------------------- 16 Habitat Rooms (modal dialog, e-mail first, passkey by button)
A = Site("habitat-rooms", ["www.habitat-rooms.test"], "Habitat Rooms")
passkeys(A, "/auth/passkey", after="/")


@A.get("/")
def habitat(req):
    a = req.account
    nav = f"<span>Hello, {e(a.more.get('name') or a.user)}</span> <a href='/account' id='acc'>Account</a>" if a else "<button type='button' id='open-auth'>Log in or sign up</button>"
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Habitat Rooms | Holiday rentals</title><style>body{{font:16px Circular,system-ui;margin:0}}header{{display:flex;gap:20px;padding:18px 40px;border-bottom:1px solid #eee}}dialog{{border:0;border-radius:14px;width:420px;padding:24px}}dialog::backdrop{{background:#0008}}dialog input{{width:100%;box-sizing:border-box;padding:14px;border:1px solid #aaa;border-radius:8px;margin:6px 0;font:inherit}}.pri{{width:100%;padding:14px;background:#e31c5f;color:#fff;border:0;border-radius:8px;font:inherit}}.alt{{width:100%;padding:12px;margin-top:8px;background:#fff;border:1px solid #222;border-radius:8px}}.warn{{color:#c13515}}[hidden]{{display:none!important}}</style></head><body><header><b>habitat</b><form role="search"><input name="where" placeholder="Where to?"><input name="guests" placeholder="Guests" size="6"></form>{nav}</header><main style="padding:40px"><h1>Find a room with a view</h1><p>Cabin by the fjord · 4.92 ★</p></main>
<dialog id="auth" aria-label="Log in or sign up"><button type="button" id="close-auth" aria-label="Close">✕</button><h3>Welcome to Habitat</h3><p class="warn" id="warn" role="alert"></p>
<form id="step-email"><input type="email" id="email-login-email" name="user[email]" placeholder="Email" inputmode="email" autocomplete="email"><button class="pri" data-testid="signup-login-submit-btn">Continue</button><button type="button" class="alt" id="use-passkey">Continue with a passkey</button></form>
<form id="step-password" hidden><p id="as"></p><input type="password" id="email-signup-password" name="user[password]" placeholder="Password" autocomplete="current-password"><label><input type="checkbox" style="width:auto" id="showpw"> Show</label><button class="pri">Log in</button></form>
<form id="step-signup" hidden><h4>Finish signing up</h4><input name="user[first_name]" id="first" placeholder="First name on ID"><input name="user[last_name]" id="last" placeholder="Last name on ID"><input name="user[birthdate]" id="bd" placeholder="Birthdate"><input type="email" name="user[email]" id="su-email" placeholder="Email"><input type="password" name="user[password]" id="su-password" placeholder="Password" autocomplete="new-password"><small>At least 8 characters, a number or symbol, not your name</small><button class="pri">Agree and continue</button></form></dialog>
<footer style="padding:30px">Travel inspiration by mail: <input type="email" placeholder="Email" name="nl"></footer><script>{PK_MANUAL}
const g=i=>document.getElementById(i),d=g('auth');if(g('open-auth'))g('open-auth').onclick=()=>d.showModal();g('close-auth').onclick=()=>d.close();
const step=n=>['email','password','signup'].forEach(s=>g('step-'+s).hidden=s!=n),warn=t=>g('warn').textContent=t||'';let mail='';
g('step-email').onsubmit=async ev=>{{ev.preventDefault();warn();mail=g('email-login-email').value;const r=await postJSON('/auth/lookup',{{email:mail}});if(r.known){{g('as').textContent=mail;step('password');g('email-signup-password').focus();}}else{{g('su-email').value=mail;step('signup');g('first').focus();}}}};
g('step-password').onsubmit=async ev=>{{ev.preventDefault();const r=await postJSON('/auth/login',{{email:mail,password:g('email-signup-password').value}});if(r.ok)location.reload();else warn('Invalid login credentials. Please try again.');}};
g('step-signup').onsubmit=async ev=>{{ev.preventDefault();const r=await postJSON('/auth/signup',{{email:g('su-email').value,password:g('su-password').value,name:g('first').value}});if(r.ok)location.reload();else warn(r.error);}};
g('showpw').onchange=ev=>g('email-signup-password').type=ev.target.checked?'text':'password';
g('use-passkey').onclick=async()=>{{try{{const r=await pkLogin('/auth/passkey');if(r.ok)location.href='/';else throw 0;}}catch(x){{warn('We couldn’t use your passkey.');}}}};</script></body></html>"""


@A.get("/account")
def habitat_account(req):
    a = req.account
    if not a:
        return req.go("/")
    return f"""<!doctype html><meta charset="utf-8"><title>Account – Habitat</title><body style="font:16px system-ui;padding:40px"><a href="/">habitat</a><h1>Login &amp; security</h1><p>{e(a.user)}</p><p>Passkeys: <span id="count">{len(a.passkeys)}</span></p><button id="create">Create a passkey</button> <p id="msg" role="status"></p><form method="post" action="/logout"><button id="logout">Log out</button></form><script>{PK_MANUAL}
document.getElementById('create').onclick=async()=>{{const m=document.getElementById('msg');try{{const r=await pkRegister('/auth/passkey');m.textContent=r.ok?'Your passkey is ready.':'Something went wrong.';}}catch(x){{m.textContent='Something went wrong: '+x.name;}}}};</script>"""


@A.post("/auth/lookup")
def habitat_lookup(req):
    return js({"known": bool(A.find(req["email"]))})


@A.post("/auth/login")
def habitat_login(req):
    a = A.check(req["email"], req["password"])
    if a:
        A.sign_in(req, a)
    return js({"ok": bool(a)})


@A.post("/auth/signup")
def habitat_signup(req):
    p = req["password"]
    if "@" not in req["email"] or A.find(req["email"]) or len(p) < 8 or not re.search(r"[^A-Za-z]", p):
        A.reject("sign-up rules", user=req["email"], password=p)
        return js({"ok": False, "error": "Password: at least 8 characters with a number or symbol."})
    A.sign_in(req, A.sign_up(req["email"], p, name=req["name"]), how="sign-up")
    return js({"ok": True})


@A.post("/logout")
def habitat_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 17 Skylark Air (airline, React-like ids, number or e-mail, hidden user name in step two)
S = Site("skylark-air", ["www.skylark-air.test"], "Skylark Air")
passkeys(S, "/loyalty/passkeys", after="/loyalty")


def sky(req, body):
    a = req.account
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Skylark Air</title><style>body{{margin:0;font:16px 'Lato',system-ui;color:#123}}.hdr_x1{{background:#003a70;color:#fff;padding:16px 30px;display:flex;gap:20px}}.hdr_x1 a{{color:#fff}}.crd_k2{{max-width:460px;margin:30px auto;padding:26px;box-shadow:0 2px 12px #0002;border-radius:12px}}.MuiBox{{margin:14px 0}}.MuiBox label{{display:block;font-size:13px}}.MuiInput{{width:100%;box-sizing:border-box;padding:12px;border:1px solid #bbb;border-radius:4px;font:inherit}}.MuiBtn{{width:100%;padding:12px;border:0;border-radius:24px;background:#ff6b00;color:#fff;font:inherit}}.Mui-error{{color:#d32f2f}}</style></head><body><div class="hdr_x1"><b>SKYLARK AIR</b><input aria-label="Flight number" placeholder="SK123" size="8"> {f'<a href="/loyalty">{e(a.more.get("name") or a.user)}</a> <a id="signout" href="/loyalty/signout">Sign out</a>' if a else '<a href="/loyalty/signin">Sign in</a> <a href="/loyalty/join">Join</a>'}</div>{body}{cookie_bar('We use cookies to personalise your trip.', 'Accept all', 'Manage')}</body></html>"""


@S.get("/")
def sky_home(req):
    return sky(req, "<div class='crd_k2'><h1>Where next?</h1><form><div class='MuiBox'><label>From<input class='MuiInput' name='from'></label></div><div class='MuiBox'><label>Booking reference<input class='MuiInput' name='pnr' maxlength='6'></label></div><div class='MuiBox'><label>Last name<input class='MuiInput' name='lastName'></label></div></form></div>")


@S.get("/loyalty/signin")
def sky_login(req, err=""):
    return sky(req, f"""<div class="crd_k2"><h1>Sign in to Skylark Club</h1><p class="Mui-error" role="alert">{err}</p><form method="post" action="/loyalty/signin" data-testid="id-form"><div class="MuiBox"><label for=":r1:">Member number or email</label><input id=":r1:" class="MuiInput" name="memberId" type="text" autocomplete="username webauthn"></div><button class="MuiBtn" type="submit">Continue</button></form><p><a href="/loyalty/join">Not a member? Join for free</a></p></div><script>{PK_JSON}
(async()=>{{if(self.PublicKeyCredential?.isConditionalMediationAvailable&&await PublicKeyCredential.isConditionalMediationAvailable()){{const r=await usePasskey('/loyalty/passkeys',{{mediation:'conditional'}}).catch(()=>null);if(r&&r.ok)location.replace(r.next);}}}})();</script>""")


@S.post("/loyalty/signin")
def sky_login_post(req):
    a = S.find(req["memberId"]) or next((x for x in S.accounts.values() if x.more.get("number") == req["memberId"].strip()), None)
    if not a:
        S.reject("unknown user", user=req["memberId"])
        return sky_login(req, "We can’t find this member.")
    req.session["pending"] = a.user
    req.session["typed"] = req["memberId"].strip()
    return req.go("/loyalty/signin/password")


@S.get("/loyalty/signin/password")
def sky_pw(req, err=""):
    if not req.pending:
        return req.go("/loyalty/signin")
    t = e(req.session.get("typed", ""))
    return sky(req, f"""<div class="crd_k2"><h1>Enter your password</h1><p class="Mui-error" role="alert">{err}</p><form method="post" action="/loyalty/signin/password"><input type="text" name="username" autocomplete="username" value="{t}" style="display:none" readonly><p>Signing in as {t}</p><div class="MuiBox"><label for=":r3:">Password</label><input id=":r3:" class="MuiInput" name="passcode" type="password" autocomplete="current-password"></div><label><input type="checkbox" name="keep"> Keep me signed in</label><p><button class="MuiBtn">Sign in</button></p></form></div>""")


@S.post("/loyalty/signin/password")
def sky_pw_post(req):
    a = req.pending
    if not a:
        return req.go("/loyalty/signin")
    if not S.check(a.user, req["passcode"]):
        return sky_pw(req, "Incorrect password.")
    S.sign_in(req, a, remember=req["keep"])
    return req.go("/loyalty")


@S.get("/loyalty/join")
def sky_join(req, err=""):
    v = lambda k: e(req[k])
    f = lambda i, n, label, t="text", ac="": f'<div class="MuiBox"><label for=":r{i}:">{label}</label><input id=":r{i}:" class="MuiInput" name="{n}" type="{t}" autocomplete="{ac or "off"}" value="{"" if t == "password" else v(n)}"></div>'
    return sky(req, f"""<div class="crd_k2"><h1>Join Skylark Club</h1><p class="Mui-error" role="alert">{err}</p><form method="post" action="/loyalty/join"><div class="MuiBox"><label for=":ra:">Title</label><select id=":ra:" name="title" class="MuiInput"><option>Ms<option>Mr<option>Mx</select></div>{f(4, 'firstName', 'First name', ac='given-name')}{f(5, 'lastName', 'Last name', ac='family-name')}{f(6, 'dob', 'Date of birth (DD/MM/YYYY)', ac='bday')}{f(7, 'mobile', 'Mobile phone', 'tel', 'tel')}{f(8, 'email', 'Email address', 'email', 'email')}{f(9, 'pass1', 'Choose a password (8–20 characters, letters and numbers)', 'password', 'new-password')}{f('b', 'pass2', 'Confirm password', 'password', 'new-password')}
<label><input type="checkbox" name="terms" id="terms"> I accept the programme terms</label><p><button class="MuiBtn">Join now</button></p></form></div>""")


@S.post("/loyalty/join")
def sky_join_post(req):
    p = req["pass1"]
    err = "Please accept the terms." if not req["terms"] else "Enter a valid email." if "@" not in req["email"] else "You are already a member." if S.find(req["email"]) else "Passwords do not match." if p != req["pass2"] else "Password: 8–20 characters, letters and numbers." if not 8 <= len(p) <= 20 or not re.search(r"\d", p) or not re.search(r"[A-Za-z]", p) else ""
    if err:
        S.reject(err, user=req["email"], password=p)
        return sky_join(req, err)
    number = "SK" + str(40210000 + len(S.accounts) + 17)
    S.sign_in(req, S.sign_up(req["email"], p, name=req["firstName"], number=number), how="sign-up")
    return req.go("/loyalty")


@S.get("/loyalty")
def sky_club(req):
    a = req.account
    if not a:
        return req.go("/loyalty/signin")
    return sky(req, f"""<div class="crd_k2"><h1>Your Skylark Club</h1><p>Member {e(a.more.get('number', ''))} · 2,450 miles</p><p>Passkeys: {len(a.passkeys)}</p><button type="button" class="MuiBtn" id="add-pk">Set up a passkey</button><p id="pk-status" role="status"></p></div><script>{PK_JSON}
document.getElementById('add-pk').addEventListener('click',()=>enrolPasskey('/loyalty/passkeys').then(r=>{{document.getElementById('pk-status').textContent=r.ok?'Passkey saved to your profile':'Could not save the passkey';}},x=>{{document.getElementById('pk-status').textContent='Could not save the passkey ('+x.name+')';}}));</script>""")


@S.get("/loyalty/signout")
def sky_out(req):
    req.sign_out()
    return req.go("/loyalty/signin")
