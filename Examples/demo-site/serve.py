#!/usr/bin/env python3
"""A site to try AutoFill on: serve.py [PORT]. Prints its address, then serves until it is killed.

Accounts are stored in memory only: "ada" with the password "correct-Example-1", and new accounts.
"""

import base64
import hmac
import html
import http.cookies
import http.server
import json
import pathlib
import secrets
import struct
import sys
import time
import urllib.parse

from passkeys import Passkeys

HERE = pathlib.Path(__file__).resolve().parent
# The secret of ada's one-time codes (RFC 6238), the same as in the sample vault.
CODE_SECRET = "JBSWY3DPEHPK3PXP"

accounts = {"ada": "correct-Example-1"}
passkeys = Passkeys()
# The signed-in users, by session cookie.
sessions = {}


def code_at(seconds):
    """The six digits for the time step of 30 seconds that contains this time."""
    digest = hmac.digest(base64.b32decode(CODE_SECRET), struct.pack(">Q", int(seconds) // 30), "sha1")
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def is_good_code(code):
    """Whether this is the code of the current or the previous time step; sites usually accept both."""
    return any(hmac.compare_digest(code, code_at(time.time() - back)) for back in (0, 30))


class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/.well-known/change-password":
            return self.redirect("/change-password")
        if path in ("/style.css", "/passkeys.js"):
            kind = "text/css" if path.endswith(".css") else "text/javascript"
            return self.send(200, (HERE / path[1:]).read_bytes(), kind)
        name = "index" if path == "/" else path.strip("/")
        self.show(name)

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > 10_000:
            return self.send(413, b"too long", "text/plain")
        body = self.rfile.read(length).decode("utf-8", "replace")
        path = urllib.parse.urlsplit(self.path).path
        if path.startswith("/passkey/"):
            return self.do_passkey(path.removeprefix("/passkey/"), body)
        fields = dict(urllib.parse.parse_qsl(body))
        handler = {
            "/login": self.log_in, "/two-step": self.take_user, "/two-step-password": self.log_in_second,
            "/code": self.take_code, "/sign-up": self.sign_up, "/change-password": self.change_password,
        }.get(path)
        if handler is None:
            return self.send(404, b"not found", "text/plain")
        handler(fields)

    # Passkeys

    @property
    def session(self):
        cookies = http.cookies.SimpleCookie(self.headers.get("Cookie", ""))
        return cookies["session"].value if "session" in cookies else ""

    def do_passkey(self, what, body):
        """Handles the requests of passkeys.js. The error text for an invalid response is py_webauthn's."""
        session, user, origin = self.session, sessions.get(self.session), f"http://{self.headers['Host']}"
        try:
            fields = json.loads(body)
            if what == "request":
                session = session or secrets.token_urlsafe()
                return self.send_json(passkeys.request_options(session), session)
            if what == "sign-in":
                found = passkeys.sign_in(session, origin, fields)
                if found is None:
                    return self.send_json({"unknown": True})
                sessions[session] = found
                return self.send_json({"user": found})
            if user is None:
                return self.send(403, b"sign in first", "text/plain")
            if what == "count":
                return self.send_json({"count": len(passkeys.of(user))})
            if what == "creation":
                return self.send_json(passkeys.creation_options(session, user))
            if what == "create":
                passkeys.create(session, user, origin, fields["answer"], fields.get("isConditional") is True)
                return self.send_json({})
            if what == "remove":
                passkeys.remove(user)
                return self.send_json(passkeys.accepted(user))
        except Exception as error:
            return self.send(400, str(error).encode(), "text/plain; charset=utf-8")
        self.send(404, b"not found", "text/plain")

    def send_json(self, value, session=None):
        self.send(200, json.dumps(value).encode(), "application/json", session)

    def welcome(self, user):
        session = secrets.token_urlsafe()
        sessions[session] = user
        self.redirect("/welcome", session)

    def log_in(self, fields):
        if accounts.get(fields.get("username")) == fields.get("password"):
            return self.welcome(fields.get("username"))
        self.show("login", error="The user name or the password is wrong.", user=fields.get("username", ""))

    def take_user(self, fields):
        self.show("two-step-password", user=fields.get("username", ""))

    def log_in_second(self, fields):
        if accounts.get(fields.get("username")) == fields.get("password"):
            return self.welcome(fields.get("username"))
        self.show("two-step-password", error="The password is wrong.", user=fields.get("username", ""))

    def take_code(self, fields):
        if is_good_code(fields.get("code", "")):
            return self.redirect("/welcome")
        self.show("code", error="The code is wrong or has expired.")

    def sign_up(self, fields):
        user, password = fields.get("username", ""), fields.get("new-password", "")
        if not user or len(password) < 12 or user in accounts:
            return self.show("sign-up", error="Choose another name and a password of at least 12 characters.", user=user)
        accounts[user] = password
        self.welcome(user)

    def change_password(self, fields):
        if accounts.get("ada") != fields.get("old-password"):
            return self.show("change-password", error="The current password is wrong.")
        accounts["ada"] = fields.get("new-password", "")
        self.redirect("/welcome")

    def show(self, name, error="", user=""):
        file = HERE / "pages" / f"{name}.html"
        # Serves only files of the folder.
        if not name.replace("-", "").isalpha() or not file.is_file():
            return self.send(404, b"not found", "text/plain")
        note = f'<p class="error" role="alert">{html.escape(error)}</p>' if error else ""
        body = (HERE / "frame.html").read_text(encoding="utf-8").replace("{{page}}", file.read_text(encoding="utf-8"))
        body = body.replace("{{error}}", note).replace("{{user}}", html.escape(user, quote=True))
        self.send(200, body.encode(), "text/html; charset=utf-8")

    def redirect(self, address, session=None):
        self.send_response(303)
        self.send_header("Location", address)
        self.send_cookie(session)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send_cookie(self, session):
        if session is not None:
            self.send_header("Set-Cookie", f"session={session}; HttpOnly; SameSite=Strict; Path=/")

    def send(self, status, body, kind, session=None):
        self.send_response(status)
        self.send_cookie(session)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'self'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing, because the terminal shows the demonstration."""


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores closed connections."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Page)
    print(f"http://localhost:{server.server_port}/", flush=True)
    server.serve_forever()
