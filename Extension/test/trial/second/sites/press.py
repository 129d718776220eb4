"""8 a Brazilian forum, 9 a Turkish newspaper, 10 a Korean streaming service."""
import re
from .core import Site, e, js, mould, slow
from .kit import consent, needs

# ---------------------------------------------------------------- 8 Violão & Café (overlay whose form is fetched; sign-up with hashed names and hidden bait fields)
F = Site("violao-e-cafe", ["forum.violaoecafe.test"], "Violão & Café")
H = {"user": "f7c1a09b3e55", "mail": "b02d9e41c7aa", "pass": "e9913c5f08d2", "answer": "captcha_question_answer"}


def vc(req, inner):
    a = req.account
    return f"""<!DOCTYPE html><html lang="pt-BR" class="has-no-js template-forum"><head><meta charset="utf-8"><title>Violão &amp; Café</title><style>body{{margin:0;background:#ede6dc;font:14px Roboto,Helvetica}}.p-nav{{background:#4b2e1e;color:#fff;display:flex;padding:12px 20px;gap:18px}}.p-nav a,.p-nav button{{color:#fff;background:none;border:0;font:inherit;cursor:pointer}}.block{{max-width:820px;margin:20px auto;background:#fff;padding:20px;border-radius:4px}}dl.formRow{{display:grid;grid-template-columns:200px 1fr;margin:0;padding:8px 0}}dl.formRow dd{{margin:0}}.input{{width:100%;box-sizing:border-box;padding:7px;border:1px solid #cbb;border-radius:3px;font:inherit}}.button--primary{{background:#c0562b;color:#fff;border:0;padding:9px 20px;border-radius:3px;font:inherit}}.overlay-container{{position:fixed;inset:0;background:#000a;display:none;z-index:60}}.overlay-container.is-active{{display:block}}.overlay{{max-width:560px;margin:60px auto;background:#fff;padding:20px}}.blockMessage--error{{background:#fdd;padding:10px}}.formRow--limited{{position:absolute;left:-5000px}}</style></head><body>
<nav class="p-nav"><b>Violão &amp; Café</b>{f'<span class="p-navgroup-linkText">{e(a.user)}</span><a href="/conta" id="conta">Sua conta</a><form method="post" action="/sair" style="margin:0"><button id="sair">Sair</button></form>' if a else '<a href="/entrar" data-xf-click="overlay" id="entrar">Entrar</a><a href="/registro" id="registro">Cadastre-se</a>'}<form action="/busca" style="margin-left:auto"><input name="keywords" placeholder="Pesquisar…" aria-label="Pesquisar"></form></nav>{inner}
<div class="overlay-container"><div class="overlay" role="dialog" aria-modal="true"></div></div><script>
document.querySelectorAll('[data-xf-click=overlay]').forEach(function(a){{a.onclick=async function(ev){{ev.preventDefault();var c=document.querySelector('.overlay-container');var r=await fetch(a.href+'?_xfResponseType=html');c.firstElementChild.innerHTML=await r.text();c.classList.add('is-active');}};}});
document.addEventListener('submit',async function(ev){{var f=ev.target;if(!f.matches('[data-ajax]'))return;ev.preventDefault();var b=f.querySelector('button[type=submit]');b.disabled=true;var r=await(await fetch(f.action,{{method:'POST',body:new URLSearchParams(new FormData(f))}})).json();if(r.redirect){{location.href=r.redirect;return;}}b.disabled=false;var m=f.querySelector('.blockMessage');m.hidden=false;m.className='blockMessage blockMessage--error';m.textContent=r.errors[0];}});
document.addEventListener('keydown',function(ev){{if(ev.key==='Escape')document.querySelector('.overlay-container').classList.remove('is-active');}});</script></body></html>"""


LOGIN = """<h3>Entrar</h3><form action="/entrar/entrar" method="post" data-ajax><div class="blockMessage" hidden></div><dl class="formRow"><dt><label for="ctrl_loginx1">Seu nome ou e-mail</label></dt><dd><input type="text" class="input" name="login" id="ctrl_loginx1" autocomplete="username"></dd></dl><dl class="formRow"><dt><label for="ctrl_passwordx2">Senha</label></dt><dd><input type="password" class="input" name="password" id="ctrl_passwordx2" autocomplete="current-password"><a href="/senha">Esqueceu a senha?</a></dd></dl><dl class="formRow"><dt></dt><dd><label><input type="checkbox" name="remember" value="1"> Continuar conectado</label></dd></dl><button type="submit" class="button--primary">Entrar</button></form>"""


@F.get("/")
def vc_home(req):
    return vc(req, "<div class='block'><h2>Últimos tópicos</h2><p>Como trocar as cordas de nylon? · 14 respostas</p><p>Café coado ou espresso? · 203 respostas</p></div>" + (f"<div class='block'>Bem-vindo de volta, {e(req.account.user)}!</div>" if req.account else ""))


@F.get("/entrar")
def vc_login(req):
    if req.query.get("_xfResponseType"):
        slow(0.4)
        return LOGIN
    return vc(req, f"<div class='block'>{LOGIN}</div>")


@F.post("/entrar/entrar")
def vc_login_post(req):
    slow(0.7)
    a = F.check(req["login"], req["password"])
    if not a:
        return js({"errors": ["Nome de usuário ou senha incorretos. Tente de novo."]})
    F.sign_in(req, a, remember=req["remember"])
    return js({"redirect": "/"})


@F.get("/registro")
def vc_reg(req):
    return vc(req, mould("""<div class="block"><h2>Cadastre-se</h2><form action="/registro" method="post" data-ajax><div class="blockMessage" hidden></div>
<dl class="formRow formRow--limited"><dt><label for="c0">Nome de usuário:</label></dt><dd><input type="text" class="input" name="username" id="c0" autocomplete="off" tabindex="-1">Deixe este campo em branco.</dd></dl>
<dl class="formRow"><dt><label for="c1">Nome de usuário</label></dt><dd><input type="text" class="input" name="[[user]]" id="c1" autocomplete="off" maxlength="25"></dd></dl>
<dl class="formRow formRow--limited"><dt><label for="c2">E-mail:</label></dt><dd><input type="text" class="input" name="email" id="c2" autocomplete="off" tabindex="-1">Deixe este campo em branco.</dd></dl>
<dl class="formRow"><dt><label for="c3">E-mail</label></dt><dd><input type="email" class="input" name="[[mail]]" id="c3"></dd></dl>
<dl class="formRow formRow--limited"><dt><label for="c4">Senha:</label></dt><dd><input type="password" class="input" name="password" id="c4" autocomplete="off" tabindex="-1">Deixe este campo em branco.</dd></dl>
<dl class="formRow"><dt><label for="c5">Senha</label></dt><dd><input type="password" class="input" name="[[pass]]" id="c5" autocomplete="new-password"><small>8 caracteres ou mais.</small></dd></dl>
<dl class="formRow"><dt><label for="c6">Verificação</label></dt><dd>Quantas cordas tem um violão comum? (em algarismo)<input class="input" name="[[answer]]" id="c6" style="width:60px"></dd></dl>
<dl class="formRow"><dt></dt><dd><label><input type="checkbox" name="accept" value="1" id="c7"> Aceito os termos e as regras</label></dd></dl><button type="submit" class="button--primary" id="cadastrar">Cadastrar</button></form></div>""", **H))


@F.post("/registro")
def vc_reg_post(req):
    slow(0.9)
    u, m, p = req[H["user"]].strip(), req[H["mail"]].strip(), req[H["pass"]]
    bad = ("Campos de controle preenchidos." if req["username"] or req["email"] or req["password"] else "Escolha um nome." if len(u) < 3 else "E-mail inválido." if "@" not in m else "Nome ou e-mail já em uso." if F.find(u) or F.find(m)
           else "A senha é curta demais." if len(p) < 8 else "Resposta errada." if req[H["answer"]].strip() not in ("6", "seis") else "Aceite os termos." if not req["accept"] else None)
    if bad:
        F.reject(bad, user=u, password=p)
        return js({"errors": [bad]})
    F.sign_in(req, F.sign_up(u, p, m), how="sign-up", password=p)
    return js({"redirect": "/conta"})


@F.get("/conta")
def vc_account(req):
    a = req.account
    if not a:
        return req.go("/entrar")
    return vc(req, f"<div class='block'><h2>Sua conta</h2><p>{e(a.user)} · {e(a.email)}</p><p>Seja bem-vindo à roda.</p></div>")


@F.post("/sair")
def vc_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 9 Boğaz Postası (everything in a <dialog>, no names, placeholders for labels)
N = Site("bogaz-postasi", ["www.bogazpostasi.test"], "Boğaz Postası")


def bp(req, inner):
    a = req.account
    return f"""<!doctype html><html lang="tr"><head><meta charset="utf-8"><title>Boğaz Postası</title><style>body{{margin:0;font:18px/1.6 "Playfair Display",Georgia,serif}}.ust{{text-align:center;border-bottom:3px double #000;padding:14px}}.ust nav{{display:flex;justify-content:center;gap:20px;font:14px Arial}}.sutun{{max-width:760px;margin:24px auto}}dialog{{border:0;padding:0;width:430px;font:16px Arial}}dialog::backdrop{{background:#000c}}.ic{{padding:26px;display:grid;gap:12px}}.ic[hidden]{{display:none}}.ic input:not([type=checkbox]),.sutun .kutu{{padding:12px;border:1px solid #999;font:inherit;width:100%;box-sizing:border-box}}.ic button,.dugme{{font:16px Arial;background:#b80f0a;color:#fff;border:0;padding:12px 20px}}.ic button:disabled{{background:#ccc}}.hata{{color:#b80f0a;min-height:1.4em;margin:0}}.bilgi{{background:#eaf6ea;padding:10px}}</style></head><body><div class="ust"><h1>Boğaz Postası</h1><nav><a href="/">Gündem</a><a href="/">Ekonomi</a><a href="/">Spor</a>{f'<a id="hesap" href="/hesabim">{e(a.more.get("name") or a.user)}</a><a id="cikis" href="/cikis">Çıkış</a>' if a else '<button id="giris" type="button">Giriş yap / Üye ol</button>'}</nav></div><div class="sutun">{inner}</div>
<footer style="background:#eee;padding:20px;text-align:center">Sabah bülteni: <input id="bulten" type="email" placeholder="E-posta adresiniz"> <button type="button">Kaydol</button></footer>
<dialog id="uyelik" aria-label="Üyelik"><div class="ic" id="adim1"><b>Giriş yapın veya üye olun</b><input id="eposta" type="email" placeholder="E-posta adresi" autocomplete="username"><p class="hata"></p><button type="button" id="devam" disabled>Devam et</button></div>
<div class="ic" id="adim2" hidden><b>Tekrar hoş geldiniz</b><span class="kim"></span><input id="sifre" type="password" placeholder="Şifreniz" autocomplete="current-password"><p class="hata"></p><button type="button" id="gir">Giriş yap</button></div>
<div class="ic" id="adim3" hidden><b>Üyelik bilgileri</b><span class="kim"></span><input id="adsoyad" placeholder="Ad soyad" autocomplete="name"><input id="yenisifre" type="password" placeholder="Şifre belirleyin (en az 8 karakter, harf ve rakam)" autocomplete="new-password"><label><input type="checkbox" id="kvkk"> KVKK metnini okudum</label><p class="hata"></p><button type="button" id="uye" disabled>Üye ol</button></div></dialog>
<script>(function(){{const g=i=>document.getElementById(i),d=g('uyelik');if(!g('giris'))return;let eposta='';g('giris').onclick=()=>d.showModal();
const ask=async(u,x)=>(await fetch('/api/'+u,{{method:'POST',headers:{{'Content-Type':'application/json'}},body:JSON.stringify(x)}})).json();
const show=n=>{{[1,2,3].forEach(k=>g('adim'+k).hidden=k!==n);document.querySelectorAll('.kim').forEach(s=>s.textContent=eposta);g('adim'+n).querySelector('input').focus();}};
g('eposta').oninput=()=>g('devam').disabled=!/.+@.+\\..+/.test(g('eposta').value);
g('devam').onclick=async()=>{{g('devam').disabled=true;eposta=g('eposta').value.trim();const r=await ask('eposta',{{eposta}});show(r.uye?2:3);}};
g('gir').onclick=async()=>{{g('gir').disabled=true;const r=await ask('giris',{{eposta,sifre:g('sifre').value}});if(r.tamam){{d.close();location.reload();return;}}g('gir').disabled=false;g('sifre').value='';g('adim2').querySelector('.hata').textContent=r.hata;}};
const hazir=()=>g('uye').disabled=!(g('adsoyad').value&&/^(?=.*[A-Za-z])(?=.*[0-9]).{{8,}}$/.test(g('yenisifre').value)&&g('kvkk').checked);['adsoyad','yenisifre','kvkk'].forEach(i=>g(i).addEventListener('input',hazir));
g('uye').onclick=async()=>{{g('uye').disabled=true;const r=await ask('uye',{{eposta,ad:g('adsoyad').value,sifre:g('yenisifre').value}});if(r.tamam){{d.close();location.reload();return;}}g('adim3').querySelector('.hata').textContent=r.hata;}};
d.addEventListener('keydown',ev=>{{if(ev.key==='Enter'&&ev.target.tagName==='INPUT')ev.target.closest('.ic').querySelector('button').click();}});}})();</script></body></html>"""


@N.get("/")
def bp_home(req):
    a = req.account
    return bp(req, "<h2>Vapur seferlerine kış tarifesi</h2><p>Şehir Hatları yeni tarifeyi açıkladı. Haberin devamı üyelerimize…</p>" + (f"<p class='bilgi'>Merhaba {e(a.more.get('name') or a.user)}, bugün 12 yeni yazı var.</p>" if a else ""))


@N.post("/api/eposta")
def bp_mail(req):
    slow(0.6)
    return js({"uye": bool(N.find(req["eposta"]))})


@N.post("/api/giris")
def bp_login(req):
    slow(0.8)
    a = N.check(req["eposta"], req["sifre"])
    if not a:
        return js({"hata": "Şifre yanlış."})
    N.sign_in(req, a)
    return js({"tamam": True})


@N.post("/api/uye")
def bp_join(req):
    slow(1.0)
    m, p = req["eposta"], req["sifre"]
    if "@" not in m or N.find(m) or not needs(p, 8, letter=True, digit=True):
        N.reject("sign-up rules", user=m, password=p)
        return js({"hata": "Bu bilgilerle üyelik açılamadı."})
    N.sign_in(req, N.sign_up(m, p, name=req["ad"]), how="sign-up", password=p)
    return js({"tamam": True})


@N.get("/hesabim")
def bp_account(req):
    a = req.account
    if not a:
        return req.go("/")
    note = req.session.pop("note", "")
    return bp(req, f"""<h2>Hesabım</h2>{f'<p class="bilgi" role="status">{note}</p>' if note else ''}<p>Üyelik e-postası: <b>{e(a.email)}</b></p><form method="post" action="/hesabim/eposta"><h3>E-posta adresini değiştir</h3><p><label for="yeni_eposta">Yeni e-posta</label><input class="kutu" id="yeni_eposta" name="yeni" type="email" autocomplete="email"></p><p><label for="onay_sifre">Mevcut şifre</label><input class="kutu" id="onay_sifre" name="sifre" type="password" autocomplete="current-password"></p><button class="dugme" id="kaydet">Değişikliği kaydet</button></form>""")


@N.post("/hesabim/eposta")
def bp_change(req):
    a = req.account
    if not a:
        return req.go("/")
    slow(0.5)
    x = N.set_email(a, req["yeni"], req["sifre"], rename=True)
    req.session["user"] = a.user
    req.session["note"] = "Şifre veya adres hatalı." if x else "E-posta adresiniz güncellendi."
    return req.go("/hesabim")


@N.get("/cikis")
def bp_out(req):
    req.sign_out()
    return req.go("/")


# ---------------------------------------------------------------- 10 Narae TV (made for a remote control: big fields, div buttons, arrow keys)
T = Site("narae-tv", ["www.naraetv.test"], "나래TV")


def nt(req, inner, script=""):
    toast = req.session.pop("toast", "")
    return """<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>나래TV</title><style>body{margin:0;background:radial-gradient(circle at 20% 0,#3a1d6e,#0a0613);color:#fff;font:28px "Noto Sans KR",sans-serif;min-height:100vh}.logo{padding:28px 60px;font-size:34px;font-weight:800;color:#c9a7ff}.tv{width:900px;margin:0 auto}.tv-label{display:block;margin:22px 0 8px;font-size:24px;color:#cbb8ee}.tv-input{width:100%;height:86px;box-sizing:border-box;border:4px solid #5c3e96;background:#1b1030;color:#fff;font:inherit;border-radius:14px;padding:0 26px}.tv-input:focus{border-color:#fff;outline:none;transform:scale(1.01)}.tv-btn{display:inline-block;padding:20px 50px;background:#7b3ff2;border-radius:14px;margin:26px 14px 0 0;cursor:pointer;user-select:none}.tv-btn:focus{outline:5px solid #fff}.tv-btn[aria-disabled=true]{opacity:.4}.tv-err{color:#ff9db0;min-height:40px;margin:10px 0 0}.tiles{display:flex;gap:40px;justify-content:center;margin-top:60px}.tile{width:220px;height:220px;border-radius:20px;background:#5c3e96;display:grid;place-items:center;cursor:pointer}.snack{position:fixed;left:50%;bottom:50px;transform:translateX(-50%);background:#fff;color:#000;padding:20px 40px;border-radius:50px}</style></head><body><div class="logo">나래TV</div>""" + inner + (f'<div class="snack" role="status">{toast}</div>' if toast else "") + """<script>
const q=s=>document.querySelector(s);const api=(u,d)=>fetch('/v2/'+u,{method:'POST',headers:{'Content-Type':'application/json;charset=UTF-8'},body:JSON.stringify(d)}).then(r=>r.json());
document.addEventListener('keydown',e=>{if(e.key==='Enter'&&e.target.matches('[role=button]'))e.target.click();if(e.key!=='ArrowDown'&&e.key!=='ArrowUp')return;const all=[...document.querySelectorAll('.tv-input,[role=button]')],n=all.indexOf(document.activeElement)+(e.key==='ArrowDown'?1:-1);if(all[n]){all[n].focus();e.preventDefault();}});
""" + script + "</script></body></html>"


@T.get("/")
def nt_home(req):
    return req.go("/profiles" if req.account else "/login")


@T.get("/login")
def nt_login(req):
    return nt(req, """<div class="tv"><h1>로그인</h1><label class="tv-label" for="uid">아이디</label><input class="tv-input" id="uid" type="text" autocomplete="username" spellcheck="false"><label class="tv-label" for="upw">비밀번호</label><input class="tv-input" id="upw" type="password" autocomplete="current-password"><p class="tv-err" role="alert"></p><div class="tv-btn" role="button" tabindex="0" id="go">로그인</div><div class="tv-btn" role="button" tabindex="0" id="join" style="background:#333">회원가입</div></div>""", """
let busy=false;async function go(){if(busy)return;busy=true;q('#go').setAttribute('aria-disabled','true');const d=await api('login',{id:q('#uid').value,pw:q('#upw').value});if(d.code===0){location.href='/profiles';return;}busy=false;q('#go').removeAttribute('aria-disabled');q('#uid').value='';q('#upw').value='';q('.tv-err').textContent=d.msg;q('#uid').focus();}
q('#go').onclick=go;q('#upw').addEventListener('keydown',e=>{if(e.key==='Enter')go();});q('#join').onclick=()=>location.href='/join';q('#uid').focus();""")


@T.post("/v2/login")
def nt_login_post(req):
    slow(1.0)
    a = T.check(req["id"], req["pw"])
    if not a:
        return js({"code": 401, "msg": "아이디 또는 비밀번호가 일치하지 않습니다."})
    T.sign_in(req, a)
    return js({"code": 0})


@T.get("/profiles")
def nt_profiles(req):
    if not req.account:
        return req.go("/login")
    return nt(req, """<h1 style="text-align:center">누가 시청하시나요?</h1><div class="tiles"><div class="tile" role="button" tabindex="0" data-p="엄마">엄마</div><div class="tile" role="button" tabindex="0" data-p="키즈">키즈</div></div><div style="text-align:center"><div class="tv-btn" role="button" tabindex="0" id="settings">계정 설정</div><div class="tv-btn" role="button" tabindex="0" id="out">로그아웃</div></div>""",
              "document.querySelectorAll('.tile').forEach(t=>t.onclick=()=>{document.querySelector('h1').textContent=t.dataset.p+'님이 시청 중';});q('#settings').onclick=()=>location.href='/account';q('#out').onclick=async()=>{await api('logout',{});location.href='/login';};")


@T.get("/join")
def nt_join(req):
    return nt(req, """<div class="tv"><h1>회원가입</h1><label class="tv-label" for="jid">아이디 (영문 소문자, 숫자 6~14자)</label><input class="tv-input" id="jid" name="memberId" type="text" maxlength="14" style="width:640px"> <div class="tv-btn" role="button" tabindex="0" id="dup" style="margin:0;padding:20px 30px">중복확인</div><p class="tv-err" id="dupmsg"></p>
<label class="tv-label" for="jpw">비밀번호 (영문, 숫자, 특수문자 포함 8~20자)</label><input class="tv-input" id="jpw" name="memberPw" type="password" maxlength="20"><label class="tv-label" for="jpw2">비밀번호 확인</label><input class="tv-input" id="jpw2" name="memberPwConfirm" type="password" maxlength="20"><p class="tv-err" id="pwmsg"></p><label class="tv-label" for="jmail">이메일</label><input class="tv-input" id="jmail" name="email" type="email"><label class="tv-label"><input type="checkbox" id="agree" style="width:32px;height:32px"> 모두 동의합니다</label><p class="tv-err" id="joinmsg" role="alert"></p><div class="tv-btn" role="button" tabindex="0" id="ok">가입하기</div></div>""", """
let free='';q('#dup').onclick=async()=>{const d=await api('check-id',{id:q('#jid').value});free=d.ok?q('#jid').value:'';q('#dupmsg').textContent=d.ok?'사용할 수 있는 아이디입니다.':'사용할 수 없는 아이디입니다.';};
['#jpw','#jpw2'].forEach(s=>q(s).addEventListener('input',()=>{q('#pwmsg').textContent=q('#jpw2').value&&q('#jpw').value!==q('#jpw2').value?'비밀번호가 다릅니다.':'';}));
q('#ok').onclick=async()=>{const m=q('#joinmsg');if(free!==q('#jid').value||!free){m.textContent='아이디 중복확인을 해 주세요.';return;}if(q('#jpw').value!==q('#jpw2').value){m.textContent='비밀번호가 다릅니다.';return;}if(!q('#agree').checked){m.textContent='약관에 동의해 주세요.';return;}
const d=await api('join',{id:free,pw:q('#jpw').value,mail:q('#jmail').value});if(d.code===0)location.href='/profiles';else m.textContent=d.msg;};""")


@T.post("/v2/check-id")
def nt_check(req):
    slow(0.4)
    return js({"ok": bool(re.fullmatch(r"[a-z0-9]{6,14}", req["id"])) and not T.find(req["id"])})


strong = lambda p: None if needs(p, 8, 20, letter=True, digit=True, symbol=True) else "비밀번호는 영문, 숫자, 특수문자를 포함하여 8~20자여야 합니다."


@T.post("/v2/join")
def nt_join_post(req):
    slow(1.2)
    u, p = req["id"], req["pw"]
    bad = "사용할 수 없는 아이디입니다." if T.find(u) or not u else "이메일을 확인해 주세요." if "@" not in req["mail"] else strong(p)
    if bad:
        T.reject(bad, user=u, password=p)
        return js({"code": 422, "msg": bad})
    T.sign_in(req, T.sign_up(u, p, req["mail"]), how="sign-up", password=p)
    return js({"code": 0})


@T.get("/account")
def nt_account(req):
    if not req.account:
        return req.go("/login")
    return nt(req, """<div class="tv"><h1>비밀번호 변경</h1><label class="tv-label" for="c0">현재 비밀번호</label><input class="tv-input" id="c0" type="password"><label class="tv-label" for="c1">새 비밀번호</label><input class="tv-input" id="c1" type="password" maxlength="20"><label class="tv-label" for="c2">새 비밀번호 확인</label><input class="tv-input" id="c2" type="password" maxlength="20"><p class="tv-err" role="alert"></p><div class="tv-btn" role="button" tabindex="0" id="save">변경하기</div></div>""",
              "q('#save').onclick=async()=>{const d=await api('password',{a:q('#c0').value,b:q('#c1').value,c:q('#c2').value});if(d.code===0)location.replace('/login');else q('.tv-err').textContent=d.msg;};")


@T.post("/v2/password")
def nt_password(req):
    a = req.account
    if not a:
        return js({"code": 401, "msg": "로그인이 필요합니다."})
    slow(0.7)
    x = T.set_password(a, req["a"], req["b"], req["c"], strong)
    if x:
        return js({"code": 422, "msg": {"old": "현재 비밀번호가 다릅니다.", "again": "새 비밀번호가 서로 다릅니다.", "same": "다른 비밀번호를 입력해 주세요."}.get(x, x)})
    req.sign_out()          # every device has to sign in again
    req.session["toast"] = "비밀번호가 변경되었습니다. 다시 로그인해 주세요."
    return js({"code": 0})


@T.post("/v2/logout")
def nt_out(req):
    req.sign_out()
    return js({"code": 0})
