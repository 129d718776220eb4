"""11 a SaaS with controlled inputs, 12 a Spanish utility that draws itself again at each key, 13 web components, 14 a Japanese points card whose login is a frame."""
from .core import Site, e, js, mould, slow
from .kit import SIX, consent, needs

# ---------------------------------------------------------------- 11 Quillstack (state owns the inputs, as in React; history.pushState)
Q = Site("quillstack", ["app.quillstack.test"], "Quillstack")
QUILL = r"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Quillstack</title><style>:root{font:15px/1.5 Inter,system-ui}body{margin:0;background:#fafafa;color:#18181b}.shell{min-height:100vh;display:grid;grid-template-columns:1fr 1fr}.hero{background:#312e81;color:#fff;padding:60px}.pane{display:grid;place-items:center}.sheet{width:340px}.control{margin:14px 0}.control label{display:block;font-weight:600;font-size:13px}.control input{width:100%;box-sizing:border-box;height:40px;border:1px solid #d4d4d8;border-radius:8px;padding:0 12px;font:inherit}.primary{width:100%;height:42px;border:0;border-radius:8px;background:#4f46e5;color:#fff;font:inherit}.primary:disabled{background:#c7d2fe}.bad{color:#dc2626;min-height:22px}.link{background:none;border:0;color:#4f46e5;font:inherit;cursor:pointer}.scrim{position:fixed;inset:0;background:#0008;display:grid;place-items:center}.modal{background:#fff;padding:24px;border-radius:12px;width:360px}.toast{position:fixed;right:16px;top:16px;background:#18181b;color:#fff;padding:12px 18px;border-radius:8px}aside{background:#fff;border-right:1px solid #eee;padding:20px}</style></head><body><div id="root"></div><div id="portal"></div><script>
(() => {
const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
let state = {}; const root = document.getElementById('root'), portal = document.getElementById('portal'); let current = [];
// An input that is what the state says; a value that came without an event is undone at the next drawing.
function control(host, {key, label, type = 'text', auto, testid, ...rest}) {
  const id = 'fld-' + key + '-' + Math.random().toString(36).slice(2, 7), div = document.createElement('div'); div.className = 'control';
  div.innerHTML = '<label for="' + id + '">' + label + '</label><input id="' + id + '" type="' + type + '" data-testid="' + testid + '"' + (auto ? ' autocomplete="' + auto + '"' : '') + Object.entries(rest).map(([k, v]) => ' ' + k + '="' + v + '"').join('') + '>';
  const el = div.querySelector('input'); let seen = '';
  Object.defineProperty(el, 'value', {configurable: true, get() { return native.get.call(this); }, set(v) { seen = '' + v; native.set.call(this, v); }});
  el.addEventListener('input', () => { const now = native.get.call(el); if (now === seen) return; seen = now; set({[key]: now}); });
  el.addEventListener('blur', () => set({}));
  host.append(div); current.push(() => { const v = state[key] || ''; if (native.get.call(el) !== v) el.value = v; });
  return el;
}
function button(host, text, testid, enabled, act, cls = 'primary') { const b = document.createElement('button'); b.className = cls; b.textContent = text; b.dataset.testid = testid; b.onclick = ev => { ev.preventDefault(); act(); }; host.append(b); current.push(() => { b.disabled = !!state.busy || !enabled(); b.textContent = state.busy && cls === 'primary' ? 'Working…' : text; }); return b; }
function problem(host) { const p = document.createElement('p'); p.className = 'bad'; p.setAttribute('role', 'alert'); host.append(p); current.push(() => { p.textContent = state.error || ''; }); }
const set = change => { Object.assign(state, change); queueMicrotask(() => current.forEach(f => f())); };
const api = async (path, body) => { set({busy: true, error: ''}); const r = await fetch('/graphql/' + path, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body || {})}); const d = await r.json(); set({busy: false}); return d; };
const go = path => { history.pushState(null, '', path); route(); };
const toast = text => { const t = document.createElement('div'); t.className = 'toast'; t.setAttribute('role', 'status'); t.textContent = text; portal.append(t); setTimeout(() => t.remove(), 4000); };
function frame(title) { root.innerHTML = '<div class="shell"><div class="hero"><h1>Quillstack</h1><p>Docs that write back.</p></div><div class="pane"><div class="sheet"><h2>' + title + '</h2></div></div></div>'; return root.querySelector('.sheet'); }
const views = {
  '/login'() { const s = frame('Log in to your workspace'), f = document.createElement('form'); f.onsubmit = ev => ev.preventDefault(); s.append(f);
    control(f, {key: 'email', label: 'Work email', type: 'email', auto: 'username', testid: 'login-email'}); control(f, {key: 'password', label: 'Password', type: 'password', auto: 'current-password', testid: 'login-password'}); problem(f);
    button(f, 'Log in', 'login-submit', () => /.+@.+/.test(state.email) && (state.password || '').length > 3, async () => { const d = await api('login', {email: state.email, password: state.password}); if (d.next) { state = {}; go(d.next); } else set({error: d.error, password: ''}); });
    button(s, 'Create a workspace', 'to-signup', () => true, () => go('/signup'), 'link'); },
  '/signup'() { const s = frame('Create your workspace');
    control(s, {key: 'company', label: 'Workspace name', testid: 'su-company'}); control(s, {key: 'fullName', label: 'Your name', auto: 'name', testid: 'su-name'}); control(s, {key: 'email', label: 'Work email', type: 'email', auto: 'email', testid: 'su-email'}); control(s, {key: 'password', label: 'Password (12+ characters)', type: 'password', auto: 'new-password', testid: 'su-password'}); problem(s);
    button(s, 'Create workspace', 'su-submit', () => state.company && state.fullName && /.+@.+/.test(state.email) && (state.password || '').length >= 12, async () => { const d = await api('signup', {company: state.company, name: state.fullName, email: state.email, password: state.password}); if (d.next) { state = {}; go(d.next); } else set({error: d.error}); }); },
  '/verify'() { const s = frame('Two-factor authentication'); s.insertAdjacentHTML('beforeend', '<p>Enter the code from your authenticator app.</p>');
    const el = control(s, {key: 'code', label: 'Authentication code', auto: 'one-time-code', testid: 'otp', inputmode: 'numeric', maxlength: '6', pattern: '[0-9]*'}); el.focus(); problem(s);
    button(s, 'Verify', 'otp-submit', () => /^\d{6}$/.test(state.code || ''), async () => { const d = await api('verify', {code: state.code}); if (d.next) { state = {}; go(d.next); } else set({error: d.error, code: ''}); }); },
  async '/home'() { root.innerHTML = '<div class="shell" style="grid-template-columns:220px 1fr"><aside><b>Quillstack</b><p><input placeholder="Jump to…" aria-label="Jump to" style="width:100%"></p><p class="nav"></p></aside><section style="padding:40px"><h1>Drafts</h1><p class="me"></p></section></div>';
    const nav = root.querySelector('.nav'); button(nav, 'Security', 'nav-security', () => true, () => go('/settings/security'), 'link'); button(nav, 'Log out', 'nav-logout', () => true, async () => { await api('logout'); state = {}; go('/login'); }, 'link');
    const me = await api('me'); if (!me.email) return go('/login'); root.querySelector('.me').textContent = 'Signed in as ' + me.email; },
  async '/settings/security'() { const me = await api('me'); if (!me.email) return go('/login'); root.innerHTML = '<section style="padding:40px;max-width:600px"><h1>Security</h1><p>' + me.email + '</p><p class="row"></p></section>';
    const row = root.querySelector('.row'); button(row, 'Change password', 'open-change', () => true, dialog, 'link'); button(row, 'Back to drafts', 'back', () => true, () => go('/home'), 'link'); set({}); },
};
function dialog() { const s = document.createElement('div'); s.className = 'scrim'; s.innerHTML = '<div class="modal" role="dialog" aria-modal="true"><h2>Change password</h2></div>'; portal.append(s); const m = s.firstChild;
  control(m, {key: 'oldPw', label: 'Current password', type: 'password', testid: 'pw-old', auto: 'current-password'}); control(m, {key: 'newPw', label: 'New password', type: 'password', testid: 'pw-new', auto: 'new-password'}); control(m, {key: 'newPw2', label: 'Confirm new password', type: 'password', testid: 'pw-new2', auto: 'new-password'}); problem(m);
  button(m, 'Update password', 'pw-save', () => state.oldPw && (state.newPw || '').length >= 12 && state.newPw === state.newPw2, async () => { const d = await api('password', {current: state.oldPw, next: state.newPw}); if (d.ok) { s.remove(); state = {}; toast('Password updated'); } else set({error: d.error, oldPw: ''}); }); set({}); }
function route() { current = []; portal.querySelectorAll('.scrim').forEach(x => x.remove()); (views[location.pathname] || views['/login'])(); set({}); }
addEventListener('popstate', route); route();
})();
</script></body></html>"""

for path in ("/login", "/signup", "/verify", "/home", "/settings/security"):
    Q.get(path)(lambda req: QUILL)


@Q.get("/")
def qs_root(req):
    return req.go("/home" if req.account else "/login")


@Q.post("/graphql/me")
def qs_me(req):
    return js({"email": req.account and req.account.user})


@Q.post("/graphql/login")
def qs_login(req):
    slow(0.6)
    a = Q.check(req["email"], req["password"])
    if not a:
        return js({"error": "That email and password do not match."})
    if a.totp:
        req.session["pending"] = a.user
        return js({"next": "/verify"})
    Q.sign_in(req, a)
    return js({"next": "/home"})


@Q.post("/graphql/verify")
def qs_verify(req):
    slow(0.5)
    a = req.pending
    if not a or not Q.check_code(a, req["code"]):
        return js({"error": "That code did not work."})
    Q.sign_in(req, a, how="password+code", password=a.password)
    return js({"next": "/home"})


@Q.post("/graphql/signup")
def qs_signup(req):
    slow(1.2)
    p = req["password"]
    if "@" not in req["email"] or Q.find(req["email"]) or len(p) < 12:
        Q.reject("sign-up rules", user=req["email"], password=p)
        return js({"error": "This email is already in use."})
    Q.sign_in(req, Q.sign_up(req["email"], p, name=req["name"]), how="sign-up", password=p)
    return js({"next": "/home"})


@Q.post("/graphql/password")
def qs_password(req):
    slow(0.8)
    a = req.account
    x = "old" if not a else Q.set_password(a, req["current"], req["next"], req["next"], lambda p: None if len(p) >= 12 else "Too short")
    return js({"error": {"old": "Your current password is wrong.", "same": "Pick a different password."}.get(x, x)} if x else {"ok": True})


@Q.post("/graphql/logout")
def qs_out(req):
    req.sign_out()
    return js({"ok": True})


# ---------------------------------------------------------------- 12 Energía Alba (each key draws the whole page again: no element lives long)
A = Site("energia-alba", ["clientes.energia-alba.test"], "Energía Alba")
ALBA = r"""<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Área de clientes | Energía Alba</title><style>body{margin:0;font:17px "Nunito Sans",Verdana;background:#fffaf0}.cab{background:#ff7a1a;color:#fff;padding:16px 32px;display:flex;justify-content:space-between}.caja{max-width:480px;margin:34px auto;background:#fff;border-radius:20px;padding:28px;border:1px solid #ffd9b8}.v-text-field{margin:14px 0}.v-text-field label{display:block;font-size:14px}.v-text-field input{width:100%;box-sizing:border-box;padding:12px;border:0;border-bottom:2px solid #ff7a1a;background:#fff6ec;font:inherit}.v-text-field.mal input{border-color:#c00}.v-btn{font:inherit;background:#ff7a1a;color:#fff;border:0;border-radius:30px;padding:12px 34px}.v-btn[disabled]{background:#ddd}.v-messages{color:#c00;font-size:13px;min-height:18px}.pasos{display:flex;gap:8px}.pasos i{flex:1;height:6px;background:#eee}.pasos i.ya{background:#ff7a1a}.aviso{position:fixed;bottom:24px;left:24px;background:#222;color:#fff;padding:14px 20px;border-radius:8px}</style></head><body><div id="app" data-v-app></div><script>
const data = {vista: 'entrar', paso: 1, ocupado: false, error: '', aviso: '', yo: null, f: {}}, app = document.getElementById('app');
const esc = t => String(t ?? '').replace(/[&<>"]/g, c => '&#' + c.charCodeAt(0) + ';');
const campo = (m, rotulo, tipo = 'text', extra = '', mal = '') => `<div class="v-text-field ${mal ? 'mal' : ''}"><label for="i-${m}">${rotulo}</label><input id="i-${m}" data-m="${m}" type="${tipo}" ${extra}><div class="v-messages">${mal}</div></div>`;
const boton = (a, texto, vale = true) => `<button class="v-btn" data-a="${a}" ${vale && !data.ocupado ? '' : 'disabled'}>${data.ocupado ? 'Un momento…' : texto}</button>`;
const vale = {correo: v => /^\S+@\S+\.\S+$/.test(v || ''), nif: v => /^[0-9XYZ]\d{7}[A-Z]$/i.test(v || ''), clave: v => /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{10,32}$/.test(v || '')};
const vistas = {
  entrar: f => `<h1>Área de clientes</h1>${campo('usuario', 'NIF o correo electrónico', 'text', 'autocomplete="username"')}${campo('clave', 'Contraseña', 'password', 'autocomplete="current-password"')}<p class="v-messages" role="alert">${esc(data.error)}</p>${boton('entrar', 'Entrar', f.usuario && f.clave)} <p><a href="#/alta" id="alta">Darme de alta</a></p>`,
  alta: f => `<div class="pasos">${[1, 2, 3].map(n => `<i class="${n <= data.paso ? 'ya' : ''}"></i>`).join('')}</div><h1>Alta en tres pasos</h1>` + [
    () => `<h2>1. Tu contrato</h2>${campo('contrato', 'Número de contrato', 'text', 'inputmode="numeric"')}${campo('nif', 'NIF del titular', 'text', 'maxlength="9"', f.nif && f.nif.length === 9 && !vale.nif(f.nif) ? 'NIF no válido' : '')}${boton('paso', 'Siguiente', f.contrato && vale.nif(f.nif))}`,
    () => `<h2>2. Tus datos</h2>${campo('nombre', 'Nombre y apellidos')}${campo('correo', 'Correo electrónico', 'text', 'inputmode="email"', f.correo && !vale.correo(f.correo) ? 'Escribe un correo válido' : '')}${campo('movil', 'Móvil', 'tel')}<p class="v-messages">${esc(data.error)}</p>${boton('paso', 'Siguiente', f.nombre && vale.correo(f.correo))}`,
    () => `<h2>3. Tu acceso</h2><p>Entrarás con tu correo <b>${esc(f.correo)}</b></p>${campo('nueva', 'Crea una contraseña', 'password', '', f.nueva && !vale.clave(f.nueva) ? 'De 10 a 32 caracteres, con mayúscula, minúscula y número' : '')}${campo('repite', 'Repite la contraseña', 'password', '', f.repite && f.repite !== f.nueva ? 'No coincide' : '')}<p class="v-messages" role="alert">${esc(data.error)}</p>${boton('alta', 'Crear mi cuenta', vale.clave(f.nueva) && f.nueva === f.repite)}`][data.paso - 1](),
  casa: () => `<h1>Hola, ${esc(data.yo.nombre)}</h1><p>Tu última factura: 61,40 €</p><p>Correo: ${esc(data.yo.correo)}</p><button class="v-btn" data-a="datos">Mis datos</button> <button class="v-btn" data-a="salir">Salir</button>`,
  datos: f => `<h1>Mis datos</h1><p>Correo actual: ${esc(data.yo.correo)}</p>${campo('nuevo', 'Nuevo correo electrónico', 'text', 'inputmode="email" autocomplete="email"', f.nuevo && !vale.correo(f.nuevo) ? 'Escribe un correo válido' : '')}${campo('actual', 'Contraseña actual', 'password', 'autocomplete="current-password"')}<p class="v-messages" role="alert">${esc(data.error)}</p>${boton('correo', 'Guardar', vale.correo(f.nuevo) && f.actual)} <button class="v-btn" data-a="casa">Volver</button>`,
};
function pinta() {
  const foco = document.activeElement?.dataset?.m, a = foco && document.activeElement.selectionStart, z = foco && document.activeElement.selectionEnd;
  app.innerHTML = `<div class="cab"><b>Energía Alba</b><span>900 000 000</span></div><div class="caja">${vistas[data.vista](data.f)}</div>${data.aviso ? `<div class="aviso" role="status">${esc(data.aviso)}</div>` : ''}`;
  app.querySelectorAll('[data-m]').forEach(i => { i.value = data.f[i.dataset.m] || ''; });
  const el = foco && app.querySelector(`[data-m="${foco}"]`); if (el) { el.focus(); try { el.setSelectionRange(a, z); } catch {} }
}
let pendiente = false; const cambia = c => { Object.assign(data, c); if (!pendiente) { pendiente = true; queueMicrotask(() => { pendiente = false; pinta(); }); } };
const api = async (u, d) => { cambia({ocupado: true, error: ''}); const r = await (await fetch('/api/v1/' + u, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(d || {})})).json(); cambia({ocupado: false}); return r; };
const entra = r => { if (r.yo) { cambia({vista: 'casa', yo: r.yo, f: {}}); location.hash = '#/casa'; } else cambia({error: r.error}); };
const actos = {
  async entrar() { const r = await api('entrar', {usuario: data.f.usuario, clave: data.f.clave}); if (!r.yo) data.f.clave = ''; entra(r); },
  async paso() { if (data.paso === 2) { const r = await api('libre', {correo: data.f.correo}); if (!r.libre) return cambia({error: 'Ese correo ya tiene cuenta.'}); } cambia({paso: data.paso + 1}); },
  async alta() { entra(await api('alta', {contrato: data.f.contrato, nif: data.f.nif, nombre: data.f.nombre, correo: data.f.correo, clave: data.f.nueva})); },
  async salir() { await api('salir'); location.hash = '#/entrar'; cambia({vista: 'entrar', yo: null, f: {}}); },
  datos() { cambia({vista: 'datos', f: {}}); location.hash = '#/datos'; }, casa() { cambia({vista: 'casa', f: {}}); location.hash = '#/casa'; },
  async correo() { const r = await api('correo', {nuevo: data.f.nuevo, actual: data.f.actual}); if (!r.yo) return cambia({error: r.error}); cambia({vista: 'casa', yo: r.yo, f: {}, aviso: 'Hemos cambiado tu correo.'}); location.hash = '#/casa'; setTimeout(() => cambia({aviso: ''}), 5000); },
};
app.addEventListener('input', e => { const m = e.target.dataset.m; if (m) { data.f[m] = e.target.value; cambia({}); } });
app.addEventListener('click', e => { const b = e.target.closest('[data-a]'); if (b && !b.disabled) actos[b.dataset.a](); });
app.addEventListener('keydown', e => { if (e.key === 'Enter' && e.target.dataset.m) { const b = app.querySelector('.v-btn'); if (!b.disabled) b.click(); } });
addEventListener('hashchange', () => { if (location.hash === '#/alta') cambia({vista: 'alta', paso: 1, f: {}, error: ''}); });
(async () => { const r = await api('yo'); if (r.yo) entra(r); else cambia({vista: location.hash === '#/alta' ? 'alta' : 'entrar', error: ''}); })(); pinta();
</script></body></html>"""


@A.get("/")
def al_app(req):
    return ALBA


def al_me(req):
    a = req.account
    return js({"yo": a and {"correo": a.email, "nombre": a.more.get("name") or a.user}})


A.post("/api/v1/yo")(al_me)


@A.post("/api/v1/entrar")
def al_login(req):
    slow(0.7)
    who = next((a.user for a in A.accounts.values() if a.more.get("nif", "").lower() == req["usuario"].strip().lower() != ""), req["usuario"])
    a = A.check(who, req["clave"])
    if not a:
        return js({"error": "Los datos no son correctos."})
    A.sign_in(req, a)
    return al_me(req)


@A.post("/api/v1/libre")
def al_free(req):
    slow(0.4)
    return js({"libre": not A.find(req["correo"])})


@A.post("/api/v1/alta")
def al_join(req):
    slow(1.4)
    m, p = req["correo"], req["clave"]
    if "@" not in m or A.find(m) or not needs(p, 10, 32, upper=True, lower=True, digit=True):
        A.reject("sign-up rules", user=m, password=p)
        return js({"error": "No hemos podido crear la cuenta."})
    A.sign_in(req, A.sign_up(m, p, name=req["nombre"].split(" ")[0], nif=req["nif"]), how="sign-up", password=p)
    return al_me(req)


@A.post("/api/v1/correo")
def al_mail(req):
    slow(0.6)
    a = req.account
    if not a or A.set_email(a, req["nuevo"], req["actual"], rename=True):
        return js({"error": "La contraseña no es correcta."})
    req.session["user"] = a.user
    return al_me(req)


@A.post("/api/v1/salir")
def al_out(req):
    req.sign_out()
    return js({})


# ---------------------------------------------------------------- 13 Tidewell (form-associated web components, four shadow roots deep, a slot between)
W = Site("tidewell", ["fleet.tidewell.test"], "Tidewell Fleet")
TIDE = r"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tidewell Fleet</title><style>body{margin:0;background:#06283d;font:16px system-ui}</style></head><body><tw-shell></tw-shell><script type="module">
const sheet = new CSSStyleSheet(); sheet.replaceSync(`:host{display:block;color:#dff6ff}input{width:100%;box-sizing:border-box;padding:13px;border:1px solid #47b5ff;border-radius:6px;background:#0b3a55;color:#fff;font:inherit}button{font:inherit;padding:12px 26px;border:0;border-radius:6px;background:#47b5ff;color:#06283d;font-weight:700}button:disabled{opacity:.4}.err{color:#ffb4a2;min-height:22px}.boxes{display:flex;gap:8px}.boxes input{text-align:center;font-size:24px}`);
const make = (name, html, wire) => customElements.define(name, class extends HTMLElement { connectedCallback() { if (this.shadowRoot) return; const s = this.attachShadow({mode: 'open'}); s.adoptedStyleSheets = [sheet]; s.innerHTML = typeof html === 'function' ? html(this) : html; wire?.call(this, s); } });
const api = (u, d) => fetch('/rpc/' + u, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(d || {})}).then(r => r.json());
customElements.define('tw-text', class extends HTMLElement { static formAssociated = true; static observedAttributes = ['error'];
  constructor() { super(); this.internals = this.attachInternals(); const s = this.attachShadow({mode: 'open', delegatesFocus: true}); s.adoptedStyleSheets = [sheet]; }
  connectedCallback() { if (this.input) return; const g = n => this.getAttribute(n); this.shadowRoot.innerHTML = `<label part="label"><span>${g('label')}</span><input part="input" type="${g('type') || 'text'}" ${g('ac') ? `autocomplete="${g('ac')}"` : ''} ${g('max') ? `maxlength="${g('max')}"` : ''}></label>`; this.style.margin = '14px 0';
    this.input = this.shadowRoot.querySelector('input'); this.input.addEventListener('input', () => { this.internals.setFormValue(this.input.value); this.dispatchEvent(new Event('tw-change', {bubbles: true, composed: true})); }); this.input.addEventListener('keydown', e => { if (e.key === 'Enter') this.internals.form?.requestSubmit(); }); }
  get value() { return this.input.value; } set value(v) { this.input.value = v; this.internals.setFormValue(v); } get name() { return this.getAttribute('name'); } });
customElements.define('tw-button', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.internals = this.attachInternals(); const s = this.attachShadow({mode: 'open'}); s.adoptedStyleSheets = [sheet]; s.innerHTML = '<style>:host{display:inline-block!important}</style><button type="button"><slot></slot></button>'; s.lastChild.onclick = () => { if (this.getAttribute('type') === 'submit') this.internals.form?.requestSubmit(); }; }
  set disabled(v) { this.shadowRoot.lastChild.disabled = v; } });
make('tw-card', '<div style="max-width:420px;margin:50px auto;padding:28px;border:1px solid #1363df;border-radius:12px"><slot name="title"></slot><slot></slot></div>');
make('tw-code', '<div class="boxes">' + '<input inputmode="numeric" maxlength="1" aria-label="digit">'.repeat(6) + '</div>', function (s) { [...s.querySelectorAll('input')].forEach((i, n) => i.setAttribute('aria-label', 'digit ' + (n + 1) + ' of 6')); sixBoxes(s, v => this.dispatchEvent(new CustomEvent('complete', {detail: v}))); setTimeout(() => s.querySelector('input').focus()); });
const busy = async (s, act) => { const b = s.querySelector('tw-button[type=submit]'); b.disabled = true; try { await act(); } finally { b.disabled = false; } };
make('tw-login', '<tw-card><h2 slot="title">Harbour log-in</h2><form novalidate><tw-text id="who" label="Skipper ID" name="skipper" ac="username"></tw-text><tw-text id="word" label="Passphrase" name="passphrase" type="password" ac="current-password"></tw-text><p class="err" role="alert"></p><tw-button type="submit">Come aboard</tw-button></form></tw-card>', function (s) { const f = s.querySelector('form');
  f.addEventListener('submit', e => { e.preventDefault(); busy(s, async () => { const d = await api('login', Object.fromEntries(new FormData(f))); if (d.view) return show(d.view); s.getElementById('word').value = ''; s.querySelector('.err').textContent = d.error; }); }); });
make('tw-second', '<tw-card><h2 slot="title">Six digits, please</h2><p>From the authenticator on your phone.</p><tw-code></tw-code><p class="err" role="alert"></p></tw-card>', function (s) { s.querySelector('tw-code').addEventListener('complete', async e => { const d = await api('code', {code: e.detail}); if (d.view) return show(d.view); s.querySelector('.err').textContent = d.error; }); });
make('tw-home', '<tw-card><h2 slot="title">Moorings</h2><p id="me"></p><p>3 boats in harbour, 1 at sea.</p><tw-button id="sec">Passphrase</tw-button> <tw-button id="out">Go ashore</tw-button></tw-card>', function (s) { api('me').then(d => { s.getElementById('me').textContent = 'Skipper ' + d.user; }); s.getElementById('sec').onclick = () => show('tw-security'); s.getElementById('out').onclick = async () => { await api('logout'); show('tw-login'); }; });
make('tw-security', '<tw-card><h2 slot="title">New passphrase</h2><form novalidate><tw-text id="old" label="Current passphrase" name="old" type="password" ac="current-password"></tw-text><tw-text id="new" label="New passphrase (14 to 40 characters)" name="new" type="password" ac="new-password" max="40"></tw-text><tw-text id="rep" label="New passphrase, once more" name="rep" type="password" ac="new-password" max="40"></tw-text><p class="err" role="status"></p><tw-button type="submit">Save</tw-button></form></tw-card>', function (s) { const f = s.querySelector('form'); f.addEventListener('submit', e => { e.preventDefault(); busy(s, async () => { const d = await api('password', Object.fromEntries(new FormData(f))); s.querySelector('.err').textContent = d.ok ? 'Passphrase changed.' : d.error; ['old', 'new', 'rep'].forEach(i => { s.getElementById(i).value = ''; }); }); }); });
make('tw-outlet', '');
let outlet; const show = view => { outlet.shadowRoot.replaceChildren(document.createElement(view)); };
make('tw-shell', '<header style="padding:16px 24px;background:#1363df;display:flex;gap:20px"><b>⚓ Tidewell Fleet</b><tw-text label="" name="q" style="width:180px;margin:0"></tw-text></header><tw-outlet></tw-outlet>', async function (s) { outlet = s.querySelector('tw-outlet'); const d = await api('me'); show(d.user ? 'tw-home' : 'tw-login'); });
[[six]]
</script></body></html>"""


@W.get("/")
def tw_app(req):
    return mould(TIDE, six=SIX)


@W.post("/rpc/me")
def tw_me(req):
    return js({"user": req.account and req.account.user})


@W.post("/rpc/login")
def tw_login(req):
    slow(0.8)
    a = W.check(req["skipper"], req["passphrase"])
    if not a:
        return js({"error": "No skipper of that name with that passphrase."})
    if a.totp:
        req.session["pending"] = a.user
        return js({"view": "tw-second"})
    W.sign_in(req, a)
    return js({"view": "tw-home"})


@W.post("/rpc/code")
def tw_code(req):
    slow(0.4)
    a = req.pending
    if not a or not W.check_code(a, req["code"]):
        return js({"error": "Those digits are not right."})
    W.sign_in(req, a, how="password+code", password=a.password)
    return js({"view": "tw-home"})


@W.post("/rpc/password")
def tw_password(req):
    slow(0.9)
    a = req.account
    x = "old" if not a else W.set_password(a, req["old"], req["new"], req["rep"], lambda p: None if needs(p, 14, 40) else "14 to 40 characters, please.")
    return js({"error": {"old": "The current passphrase is wrong.", "again": "The two differ.", "same": "That is the old one."}.get(x, x)} if x else {"ok": True})


@W.post("/rpc/logout")
def tw_out(req):
    req.sign_out()
    return js({"ok": True})


# ---------------------------------------------------------------- 14 ほしぞらポイント (the page is on www, the login and the sign-up in a frame from id)
H = Site("hoshizora-point", ["www.hoshizora-point.test", "id.hoshizora-point.test"], "ほしぞらポイント")
HS = "<style>body{margin:0;font:14px 'Hiragino Kaku Gothic ProN',Meiryo,sans-serif;color:#223}.hd{background:#16213e;color:#ffe9a8;padding:14px 24px;display:flex;gap:20px}.hd a{color:#ffe9a8}.wr{max-width:820px;margin:20px auto}iframe{width:440px;border:1px solid #ccd;border-radius:8px;height:340px}iframe.tall{height:640px;width:560px}table.fm{width:100%;border-collapse:collapse}table.fm th{background:#eef1fa;text-align:left;padding:8px;width:160px;font-weight:normal}table.fm td{padding:8px}.fm input{padding:7px;font:inherit}.er{color:#d00}.bt{background:#e0a100;border:0;padding:12px 40px;font:inherit;border-radius:4px}.bx{padding:16px}</style>"


def hp(req, inner):
    return f"""<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>ほしぞらポイント</title>{HS}</head><body><div class="hd"><b>★ほしぞらポイント</b><a href="/">トップ</a>{'<a href="/mypage">マイページ</a><a href="/logout" id="logout">ログアウト</a>' if req.account else '<a href="/join" id="join">新規会員登録</a>'}<form action="/s" style="margin-left:auto"><input name="q" placeholder="お店をさがす"></form></div><div class="wr">{inner}</div>
<script>window.addEventListener('message',function(ev){{if(ev.data&&ev.data.hoshi)location.href=ev.data.hoshi;}});</script>{consent("hoshi", "当サイトではCookieを使用しています。", "同意する", "拒否する", "left:0;right:0;bottom:0;background:#16213e;color:#fff;padding:12px 24px")}</body></html>"""


def widget(inner):
    return f"<!DOCTYPE html><html lang='ja'><head><meta charset='utf-8'>{HS}</head><body><div class='bx'>{inner}</div></body></html>"


def leave(path):
    return widget(f"<p>お待ちください…</p><script>parent.postMessage({{hoshi:'{path}'}},'*');</script>")


@H.get("/", 0)
def hp_home(req):
    if req.account:
        return req.go("/mypage")
    return hp(req, f"""<h2>ためる、つかう、ほしぞらポイント</h2><p>ログインするとポイント残高が表示されます。</p><iframe id="id-frame" title="ログイン" src="{req.url('/widget/login', 1)}"></iframe>""")


@H.get("/join", 0)
def hp_join(req):
    return hp(req, f"""<h2>新規会員登録</h2><iframe id="id-frame" class="tall" title="会員登録" src="{req.url('/widget/join', 1)}"></iframe>""")


@H.get("/widget/login", 1)
def hp_login(req, err=""):
    return widget(f"""<form method="post" action="/widget/login"><p class="er" role="alert">{err}</p><table class="fm"><tr><th>会員番号または<br>メールアドレス</th><td><input type="text" name="kaiin_id" id="kaiin" size="24"></td></tr><tr><th>パスワード</th><td><input type="password" name="pass" id="pass" size="24"><br><small>半角英数字8～16文字</small></td></tr></table><p><label><input type="checkbox" name="auto"> 次回から自動的にログイン</label></p><p><button class="bt">ログイン</button></p></form>""")


@H.post("/widget/login", 1)
def hp_login_post(req):
    slow(0.7)
    a = H.check(req["kaiin_id"], req["pass"])
    if not a:
        return hp_login(req, "会員番号（メールアドレス）またはパスワードが正しくありません。")
    H.sign_in(req, a, remember=req["auto"])
    return leave("/mypage")


@H.get("/widget/join", 1)
def hp_reg(req, err=""):
    v = lambda n: e(req[n])
    return widget(f"""<form method="post" action="/widget/join"><p class="er" role="alert">{err}</p><table class="fm"><tr><th>お名前</th><td>姓 <input name="sei" id="sei" size="8" value="{v('sei')}"> 名 <input name="mei" id="mei" size="8" value="{v('mei')}"></td></tr><tr><th>フリガナ</th><td><input name="kana" id="kana" value="{v('kana')}"></td></tr><tr><th>郵便番号</th><td><input name="zip" id="zip" size="9" maxlength="8" value="{v('zip')}"></td></tr><tr><th>メールアドレス</th><td><input name="mail" id="mail" type="email" size="28" value="{v('mail')}"></td></tr><tr><th>メールアドレス（確認）</th><td><input name="mail_c" id="mail_c" type="email" size="28" value="{v('mail_c')}"></td></tr><tr><th>パスワード</th><td><input name="pw" id="pw" type="password" minlength="8" maxlength="16" pattern="[0-9A-Za-z]{{8,16}}" title="半角英数字8～16文字"><br><small>半角英数字8～16文字（英字・数字を必ず含む。記号は使えません）</small></td></tr><tr><th>パスワード（確認）</th><td><input name="pw_c" id="pw_c" type="password" minlength="8" maxlength="16" pattern="[0-9A-Za-z]{{8,16}}"></td></tr></table><p><button class="bt" id="touroku">登録する</button></p></form>""")


@H.post("/widget/join", 1)
def hp_reg_post(req):
    slow(1.0)
    m, p = req["mail"], req["pw"]
    bad = ("お名前を入力してください。" if not req["sei"] else "メールアドレスが一致しません。" if "@" not in m or m != req["mail_c"] else "このメールアドレスは登録済みです。" if H.find(m) else "パスワードが一致しません。" if p != req["pw_c"]
           else None if needs(p, 8, 16, letter=True, digit=True, only="[0-9A-Za-z]+") else "パスワードは半角英数字8～16文字で入力してください。")
    if bad:
        H.reject(bad, user=m, password=p)
        return hp_reg(req, bad)
    H.sign_in(req, H.sign_up(m, p, name=req["sei"]), how="sign-up", password=p)
    return leave("/mypage")


@H.get("/mypage", 0)
def hp_my(req):
    a = req.account
    if not a:
        return req.go("/")
    return hp(req, f"<h2>マイページ</h2><p>{e(a.more.get('name') or a.user)} 様</p><p>ポイント残高：1,280pt</p>")


@H.get("/logout", 0)
def hp_out(req):
    req.sign_out()
    return req.go("/")
