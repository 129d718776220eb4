"""Pieces of script that several invented sites share, as real sites share libraries."""

# In the manner of libraries that turn base64url to buffers by hand.
PK_MANUAL = r"""
const b2u = b => btoa(String.fromCharCode(...new Uint8Array(b))).replace(/\+/g,'-').replace(/\//g,'_').replace(/=+$/,'');
const u2b = s => Uint8Array.from(atob(s.replace(/-/g,'+').replace(/_/g,'/') + '==='.slice((s.length + 3) % 4)), c => c.charCodeAt(0)).buffer;
const postJSON = (u, d) => fetch(u, {method:'POST', headers:{'Content-Type':'application/json'}, body: JSON.stringify(d || {})}).then(r => r.json());
async function pkRegister(prefix) {
  const o = await postJSON(prefix + '/register/options');
  o.challenge = u2b(o.challenge); o.user.id = u2b(o.user.id);
  (o.excludeCredentials || []).forEach(c => c.id = u2b(c.id));
  const c = await navigator.credentials.create({publicKey: o});
  return postJSON(prefix + '/register/verify', {id: c.id, rawId: b2u(c.rawId), type: c.type,
    authenticatorAttachment: c.authenticatorAttachment || undefined,
    clientExtensionResults: c.getClientExtensionResults(),
    response: {clientDataJSON: b2u(c.response.clientDataJSON), attestationObject: b2u(c.response.attestationObject),
      transports: c.response.getTransports ? c.response.getTransports() : []}});
}
let pkAbort;
async function pkLogin(prefix, conditional) {
  const o = await postJSON(prefix + '/login/options');
  o.challenge = u2b(o.challenge);
  (o.allowCredentials || []).forEach(c => c.id = u2b(c.id));
  if (pkAbort) pkAbort.abort();
  pkAbort = new AbortController();
  const req = {publicKey: o, signal: pkAbort.signal};
  if (conditional) req.mediation = 'conditional';
  const c = await navigator.credentials.get(req);
  return postJSON(prefix + '/login/verify', {id: c.id, rawId: b2u(c.rawId), type: c.type,
    clientExtensionResults: c.getClientExtensionResults(),
    response: {clientDataJSON: b2u(c.response.clientDataJSON), authenticatorData: b2u(c.response.authenticatorData),
      signature: b2u(c.response.signature), userHandle: c.response.userHandle ? b2u(c.response.userHandle) : null}});
}
"""

# With the browser's own JSON methods.
PK_JSON = r"""
const jpost = async (u, d) => (await fetch(u, {method:'POST', credentials:'same-origin', headers:{'content-type':'application/json'}, body: JSON.stringify(d ?? {})})).json();
async function enrolPasskey(base) {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(await jpost(base + '/register/options'));
  const credential = await navigator.credentials.create({publicKey: options});
  return jpost(base + '/register/verify', credential.toJSON());
}
async function usePasskey(base, extra) {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(await jpost(base + '/login/options'));
  const credential = await navigator.credentials.get({publicKey: options, ...extra});
  return jpost(base + '/login/verify', credential.toJSON());
}
"""

# A consent bar: `TEXT`, `YES`, `NO` are replaced.
def cookie_bar(text, yes, no, style="position:fixed;left:0;right:0;bottom:0;background:#222;color:#fff;padding:14px;z-index:50"):
    return f"""<div id="cookie-consent" style="{style}" hidden><span>{text}</span>
<button type="button" id="cc-accept">{yes}</button> <button type="button" id="cc-reject">{no}</button></div>
<script>(function(){{var b=document.getElementById('cookie-consent');
if(!/cc=1/.test(document.cookie))b.hidden=false;
['cc-accept','cc-reject'].forEach(function(i){{document.getElementById(i).onclick=function(){{document.cookie='cc=1;path=/;max-age=999999';b.remove();}};}});}})();</script>"""
