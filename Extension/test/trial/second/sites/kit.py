"""Small pieces that several of the invented sites share."""
import hashlib, re

# The long way round, as older libraries do it.
PASSKEY_BUFFERS = r"""
var Buf = {
  out: function (b) { var s = ''; new Uint8Array(b).forEach(function (n) { s += String.fromCharCode(n); }); return btoa(s).split('+').join('-').split('/').join('_').replace(/=*$/, ''); },
  inn: function (t) { var s = atob(t.split('-').join('+').split('_').join('/')), a = new Uint8Array(s.length); for (var i = 0; i < s.length; i++) a[i] = s.charCodeAt(i); return a.buffer; },
  ask: function (u, d) { return fetch(u, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(d || {})}).then(function (r) { return r.json(); }); }
};
function passkeyCreate(base) {
  return Buf.ask(base + '/register/options').then(function (o) {
    o.challenge = Buf.inn(o.challenge); o.user.id = Buf.inn(o.user.id);
    (o.excludeCredentials || []).forEach(function (c) { c.id = Buf.inn(c.id); });
    return navigator.credentials.create({publicKey: o});
  }).then(function (c) {
    return Buf.ask(base + '/register/verify', {id: c.id, rawId: Buf.out(c.rawId), type: c.type, clientExtensionResults: c.getClientExtensionResults(),
      response: {clientDataJSON: Buf.out(c.response.clientDataJSON), attestationObject: Buf.out(c.response.attestationObject)}});
  });
}
function passkeyUse(base, query) {
  return Buf.ask(base + '/login/options' + (query || '')).then(function (o) {
    o.challenge = Buf.inn(o.challenge);
    (o.allowCredentials || []).forEach(function (c) { c.id = Buf.inn(c.id); });
    return navigator.credentials.get({publicKey: o});
  }).then(function (c) {
    return Buf.ask(base + '/login/verify', {id: c.id, rawId: Buf.out(c.rawId), type: c.type, clientExtensionResults: c.getClientExtensionResults(),
      response: {clientDataJSON: Buf.out(c.response.clientDataJSON), authenticatorData: Buf.out(c.response.authenticatorData),
        signature: Buf.out(c.response.signature), userHandle: c.response.userHandle ? Buf.out(c.response.userHandle) : null}});
  });
}
"""

# The short way, with the browser's own JSON.
PASSKEY_JSON = r"""
const send = (u, d) => fetch(u, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(d ?? {})}).then(r => r.json());
const passkey = {
  waiting: null,
  async create(base) {
    this.stop();
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await send(base + '/register/options'));
    return send(base + '/register/verify', (await navigator.credentials.create({publicKey})).toJSON());
  },
  async use(base, mediation) {
    this.stop();
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await send(base + '/login/options'));
    const wait = this.waiting = new AbortController();
    const c = await navigator.credentials.get({publicKey, signal: wait.signal, ...(mediation && {mediation})});
    return send(base + '/login/verify', c.toJSON());
  },
  stop() { this.waiting?.abort(); this.waiting = null; },
};
"""

# Six boxes that advance, take a paste, and report when full.
SIX = r"""
function sixBoxes(box, done) {
  const all = [...box.querySelectorAll('input')];
  const check = () => { const v = all.map(i => i.value).join(''); if (/^\d{6}$/.test(v)) done(v); };
  const spread = (from, text) => { [...text.replace(/\D/g, '')].forEach((d, k) => { if (all[from + k]) all[from + k].value = d; }); const next = all.find(i => !i.value); (next || all[5]).focus(); check(); };
  all.forEach((i, n) => {
    i.addEventListener('focus', () => i.select());
    i.addEventListener('input', () => { if (i.value.length > 1) { const t = i.value; i.value = ''; return spread(n, t); } if (!/\d/.test(i.value)) { i.value = ''; return; } if (all[n + 1]) all[n + 1].focus(); check(); });
    i.addEventListener('keydown', e => { if (e.key === 'Backspace' && !i.value && all[n - 1]) { all[n - 1].focus(); all[n - 1].value = ''; e.preventDefault(); } if (e.key === 'ArrowLeft' && all[n - 1]) all[n - 1].focus(); if (e.key === 'ArrowRight' && all[n + 1]) all[n + 1].focus(); });
    i.addEventListener('paste', e => { e.preventDefault(); spread(n, e.clipboardData.getData('text')); });
  });
  return { clear() { all.forEach(i => i.value = ''); all[0].focus(); } };
}
"""


def consent(key, text, yes, no, css):
    """A consent bar, once per profile; every site has its own look and its own id."""
    return f"""<div class="{key}-consent" role="region" aria-label="cookies" style="position:fixed;z-index:90;{css}" hidden><p style="margin:0 0 8px">{text}</p><button type="button" id="{key}-yes">{yes}</button> <button type="button" id="{key}-no">{no}</button></div>
<script>(() => {{ const bar = document.querySelector('.{key}-consent'); if (localStorage.getItem('{key}')) return bar.remove(); bar.hidden = false;
bar.addEventListener('click', e => {{ if (e.target.tagName === 'BUTTON') {{ localStorage.setItem('{key}', e.target.id); bar.remove(); }} }}); }})();</script>"""


def needs(password, least, most=200, upper=False, lower=False, digit=False, symbol=False, letter=False, only=None):
    """True if the password obeys."""
    return (least <= len(password) <= most and (not upper or re.search(r"[A-Z]", password)) and (not lower or re.search(r"[a-z]", password))
            and (not digit or re.search(r"\d", password)) and (not symbol or re.search(r"[^A-Za-z0-9\s]", password))
            and (not letter or re.search(r"[A-Za-z]", password)) and (not only or re.fullmatch(only, password))) and True


def mailed_code(site, address):
    """What the site writes to this address. Always the same, so that a flow can type it."""
    return str(int(hashlib.sha256(f"{site}:{address.lower()}".encode()).hexdigest(), 16) % 900000 + 100000)
