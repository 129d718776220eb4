"""Server, sessions, accounts, events and passkeys shared by the invented sites."""
import base64, hashlib, hmac, html, json, secrets, ssl, struct, threading, time
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

SITES = {}          # name -> Site
HOSTS = {}          # host -> Site
LOCK = threading.RLock()
e = html.escape


class Account:
    def __init__(self, user, password="", email="", totp=None, **more):
        self.user, self.password, self.totp = user, password, totp
        self.email = email or (user if "@" in user else "")
        self.more, self.passkeys, self.handle = more, [], secrets.token_bytes(16)

    def describe(self):
        return {"user": self.user, "password": self.password, "email": self.email,
                "totp": self.totp, "passkeys": len(self.passkeys), **self.more}


class Reply:
    def __init__(self, body="", status=200, kind="text/html; charset=utf-8", location=None):
        self.body, self.status, self.kind, self.location = body, status, kind, location


def js(value, status=200):
    return Reply(json.dumps(value, ensure_ascii=False), status, "application/json; charset=utf-8")


class Site:
    def __init__(self, name, hosts, title, domain=None):
        self.name, self.hosts, self.title = name, hosts, title
        self.domain = domain or ".".join(hosts[0].split(".")[-2:])
        self.routes, self.accounts, self.sessions, self.events = {}, {}, {}, []
        SITES[name] = self
        for h in hosts:
            HOSTS[h] = self

    # --- routing ---------------------------------------------------------
    def on(self, method, path, host=None):
        def keep(function):
            for h in ([self.hosts[host]] if host is not None else self.hosts):
                for m in method.split():
                    self.routes[h, m, path] = function
            return function
        return keep

    def get(self, path, host=None):
        return self.on("GET", path, host)

    def post(self, path, host=None):
        return self.on("POST", path, host)

    # --- state -----------------------------------------------------------
    def reset(self):
        self.accounts.clear(); self.sessions.clear(); self.events.clear()

    def find(self, user):
        key = (user or "").strip().lower()
        for a in self.accounts.values():
            if key and key in (a.user.lower(), a.email.lower()):
                return a

    def log(self, event, **what):
        with LOCK:
            self.events.append({"event": event, "at": time.time(), **what})

    def reject(self, reason, **what):
        self.log("rejected", reason=reason, **what)

    # --- what accounts do ------------------------------------------------
    def check(self, user, password):
        a = self.find(user)
        if not a:
            self.reject("unknown user", user=user, password=password)
        elif not hmac.compare_digest(a.password.encode(), (password or "").encode()):
            self.reject("wrong password", user=a.user, password=password)
        else:
            return a

    def sign_in(self, req, a, how="password", password=None, remember=False):
        req.session["user"] = a.user
        req.session.pop("pending", None)
        if remember:
            req.remember = True
        self.log("signed_in", user=a.user, how=how,
                 password=password if password is not None else (a.password if how == "password" else None),
                 remember=bool(remember), host=req.host)

    def sign_up(self, user, password, email="", **more):
        a = Account(user, password, email, **more)
        with LOCK:
            self.accounts[user.lower()] = a
        self.log("signed_up", user=user, password=password, email=a.email)
        return a

    def set_password(self, a, old, new, again, rules=None):
        """None if changed, else 'old' | 'again' | 'same' | text of the broken rule."""
        problem = None
        if old != a.password:
            problem = "old"
        elif new != again:
            problem = "again"
        elif new == old:
            problem = "same"
        else:
            problem = rules(new) if rules else None
        if problem:
            self.reject("password change: " + problem, user=a.user, password=new)
            return problem
        a.password = new
        self.log("password_changed", user=a.user, password=new, old=old)

    def set_email(self, a, email, password, rename=False):
        if password != a.password:
            self.reject("e-mail change: wrong password", user=a.user, password=password)
            return "password"
        if "@" not in email:
            self.reject("e-mail change: no address", user=a.user)
            return "email"
        before, a.email = a.email, email
        if rename:
            with LOCK:
                self.accounts.pop(a.user.lower(), None)
                a.user = email
                self.accounts[email.lower()] = a
        self.log("email_changed", user=a.user, email=email, before=before, password=password)

    def check_code(self, a, code):
        code = "".join(c for c in code or "" if c.isdigit())
        if a.totp and any(totp(a.totp, time.time() + d) == code for d in (-30, 0, 30)):
            self.log("code_accepted", user=a.user, code=code)
            return True
        self.reject("wrong code", user=a.user, code=code)
        return False


def totp(secret, at=None, digits=6, step=30):
    s = secret.replace(" ", "").upper()
    key = base64.b32decode(s + "=" * (-len(s) % 8))
    mac = hmac.new(key, struct.pack(">Q", int((at if at is not None else time.time()) // step)), hashlib.sha1).digest()
    o = mac[-1] & 15
    return str((struct.unpack(">I", mac[o:o + 4])[0] & 0x7FFFFFFF) % 10 ** digits).zfill(digits)


class Request:
    remember = False

    def __init__(self, site, host, authority, secure, method, target, headers, body):
        self.site, self.host, self.authority, self.secure, self.method = site, host, authority, secure, method
        u = urlsplit(target)
        self.path = u.path
        self.query = {k: v[0] for k, v in parse_qs(u.query, keep_blank_values=True).items()}
        self.headers, self.body, self.form, self.json = headers, body, {}, None
        kind = headers.get("Content-Type", "")
        if kind.startswith("application/json"):
            try:
                self.json = json.loads(body or b"{}")
            except ValueError:
                self.json = {}
            if isinstance(self.json, dict):
                self.form = self.json
        elif body:
            self.form = {k: v[-1] for k, v in parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True).items()}
        jar = SimpleCookie()
        try:
            jar.load(headers.get("Cookie", ""))
        except Exception:
            pass
        self.cookies = {k: m.value for k, m in jar.items()}
        sid = self.cookies.get("sid")
        self.new = sid not in site.sessions
        if self.new:
            sid = secrets.token_urlsafe(18)
            site.sessions[sid] = {}
        self.sid, self.session = sid, site.sessions[sid]

    def __getitem__(self, key):
        v = self.form.get(key, "")
        return v if isinstance(v, str) else str(v)

    @property
    def account(self):
        return self.site.accounts.get((self.session.get("user") or "").lower())

    @property
    def pending(self):
        return self.site.accounts.get((self.session.get("pending") or "").lower())

    @property
    def scheme(self):
        return "https" if self.secure else "http"

    @property
    def origin(self):
        return f"{self.scheme}://{self.authority}"

    def url(self, path, host=None):
        """Address on another host of the site, with the port that the visitor uses."""
        if host is None or self.site.hosts[host] == self.host:
            return path
        port = self.authority.partition(":")[2]
        return f"{self.scheme}://{self.site.hosts[host]}{':' + port if port else ''}{path}"

    def go(self, path, host=None, **query):
        return Reply(status=303, location=self.url(path, host) + ("?" + urlencode(query) if query else ""))

    def sign_out(self):
        user = self.session.get("user")
        self.session.clear()
        if user:
            self.site.log("signed_out", user=user)


# --- passkeys ------------------------------------------------------------
def passkeys(site, prefix="/webauthn", after="/", rp_id=None, on_sign_in=None):
    """Adds four JSON endpoints: register/options, register/verify, login/options, login/verify."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json
    from webauthn.helpers.structs import (AuthenticatorSelectionCriteria, PublicKeyCredentialDescriptor,
                                          ResidentKeyRequirement, UserVerificationRequirement)
    rp_id = rp_id or site.domain

    @site.post(prefix + "/register/options")
    def register_options(req):
        a = req.account
        if not a:
            return js({"error": "not signed in"}, 401)
        o = webauthn.generate_registration_options(
            rp_id=rp_id, rp_name=site.title, user_id=a.handle, user_name=a.user,
            user_display_name=a.more.get("name") or a.user,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=p["id"]) for p in a.passkeys],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED))
        req.session["challenge"] = o.challenge
        return Reply(options_to_json(o), kind="application/json")

    @site.post(prefix + "/register/verify")
    def register_verify(req):
        a = req.account
        try:
            v = webauthn.verify_registration_response(
                credential=req.json, expected_challenge=req.session.pop("challenge"), expected_rp_id=rp_id,
                expected_origin=req.origin, require_user_verification=False)
        except Exception as x:
            site.reject(f"passkey registration: {x}", user=a and a.user)
            return js({"ok": False, "error": str(x)}, 400)
        a.passkeys.append({"id": v.credential_id, "key": v.credential_public_key, "count": v.sign_count})
        site.log("passkey_created", user=a.user, id=bytes_to_base64url(v.credential_id), rp=rp_id)
        return js({"ok": True})

    @site.post(prefix + "/login/options")
    def login_options(req):
        o = webauthn.generate_authentication_options(rp_id=rp_id, user_verification=UserVerificationRequirement.PREFERRED)
        req.session["challenge"] = o.challenge
        return Reply(options_to_json(o), kind="application/json")

    @site.post(prefix + "/login/verify")
    def login_verify(req):
        try:
            raw = base64url_to_bytes(req.json["rawId"])
            a, p = next((a, p) for a in site.accounts.values() for p in a.passkeys if p["id"] == raw)
            v = webauthn.verify_authentication_response(
                credential=req.json, expected_challenge=req.session.pop("challenge"), expected_rp_id=rp_id,
                expected_origin=req.origin, credential_public_key=p["key"], credential_current_sign_count=p["count"],
                require_user_verification=False)
            handle = (req.json.get("response") or {}).get("userHandle")
            if handle and base64url_to_bytes(handle) != a.handle:
                raise ValueError("user handle of another account")
        except StopIteration:
            site.reject("passkey: unknown credential")
            return js({"ok": False, "error": "unknown credential"}, 400)
        except Exception as x:
            site.reject(f"passkey: {x!r}")
            return js({"ok": False, "error": str(x)}, 400)
        p["count"] = v.new_sign_count
        site.log("passkey_used", user=a.user, id=bytes_to_base64url(raw))
        site.sign_in(req, a, how="passkey")
        return js({"ok": True, "next": after})


# --- the HTTP part -------------------------------------------------------
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def setup(self):
        context = getattr(self.server, "context", None)
        if context:
            self.request.settimeout(30)
            self.request = context.wrap_socket(self.request, server_side=True)
        super().setup()

    def log_message(self, *a):
        pass

    def do_GET(self):
        self.answer("GET")

    def do_HEAD(self):
        self.answer("GET", head=True)

    def do_POST(self):
        self.answer("POST")

    def answer(self, method, head=False):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        authority = self.headers.get("Host", "")
        host = authority.partition(":")[0].lower()
        extra = []
        try:
            if host == "control.test":
                reply = control(method, self.path, body)
            elif host not in HOSTS:
                reply = Reply("no such host\n", 404, "text/plain")
            else:
                site = HOSTS[host]
                secure = bool(getattr(self.server, "context", None))
                req = Request(site, host, authority, secure, method, self.path, self.headers, body)
                function = site.routes.get((host, method, req.path))
                if function is None and req.path == "/favicon.ico":
                    reply = Reply("", 204)
                elif function is None:
                    reply = Reply(f"<!doctype html><title>404</title><h1>404 – {e(site.title)}</h1><p><a href='/'>Home</a>", 404)
                else:
                    out = function(req)
                    reply = out if isinstance(out, Reply) else Reply(out)
                    if req.new or req.remember:
                        scope = f"; Domain={site.domain}" if len(site.hosts) > 1 else ""
                        extra.append(("Set-Cookie", f"sid={req.sid}; Path=/; HttpOnly; SameSite=Lax{scope}"
                                      + ("; Secure" if secure else "") + ("; Max-Age=2592000" if req.remember else "")))
        except Exception as x:
            import traceback
            traceback.print_exc()
            reply = Reply(f"<h1>500</h1><pre>{e(repr(x))}</pre>", 500)
        data = reply.body if isinstance(reply.body, bytes) else reply.body.encode()
        self.send_response(reply.status)
        if reply.location:
            self.send_header("Location", reply.location)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Cache-Control", "no-store")
        for k, v in extra:
            self.send_header(k, v)
        if reply.status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if not head and reply.status != 204:
            self.wfile.write(data)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass

    def stop(self):
        self.shutdown()
        self.server_close()


def serve(port, certificate_file=None, key_file=None, address="127.0.0.1", block=False):
    """Serves all sites on one port; TLS if a certificate is given. Returns the server (`.stop()`, `.server_port`)."""
    server = Server((address, port), Handler)
    if certificate_file:
        server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.context.load_cert_chain(certificate_file, key_file)
    if block:
        server.serve_forever()
    else:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


# --- what a test asks ----------------------------------------------------
def site_of(name):
    """Site by its name or by one of its hosts."""
    return SITES.get(name) or HOSTS[name]


def reset(accounts=()):
    """Forgets every account, session and event; plants `accounts` (see plant)."""
    for s in SITES.values():
        s.reset()
    plant(accounts)


def plant(accounts):
    """accounts: [{"site": name or host, "user":, "password":, "email"?, "totp"?, ...}]"""
    for a in accounts:
        a = dict(a)
        s = site_of(a.pop("site"))
        s.accounts[a["user"].lower()] = Account(**a)


def events(site):
    with LOCK:
        return [dict(x) for x in site_of(site).events]


def account(site, user):
    a = site_of(site).find(user)
    return a and a.describe()


def control(method, target, body):
    """The same over HTTP, host control.test: POST /reset, POST /plant, GET /events, GET /account, GET /sites."""
    u = urlsplit(target)
    q = {k: v[0] for k, v in parse_qs(u.query).items()}
    if method == "POST" and u.path == "/reset":
        reset(json.loads(body or b"[]"))
        return js({"ok": True})
    if method == "POST" and u.path == "/plant":
        plant(json.loads(body or b"[]"))
        return js({"ok": True})
    if u.path == "/events":
        return js(events(q["site"]))
    if u.path == "/account":
        return js(account(q["site"], q["user"]))
    return js({n: s.hosts for n, s in SITES.items()})
