#!/usr/bin/env python3
"""A site to try AutoFill on: serve.py [PORT]. Prints its address, then serves until it is ended.

Accounts live in memory and are gone with the process: "ada" with "correct-Example-1", and whoever signs up.
"""

import base64
import hmac
import html
import http.server
import pathlib
import struct
import sys
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
# The secret of ada's one-time codes (RFC 6238), the same as in the sample vault.
CODE_SECRET = "JBSWY3DPEHPK3PXP"

accounts = {"ada": "correct-Example-1"}


def code_at(seconds):
    """The six digits of the half minute that a time lies in."""
    digest = hmac.digest(base64.b32decode(CODE_SECRET), struct.pack(">Q", int(seconds) // 30), "sha1")
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def is_good_code(code):
    """Takes the code of now and of the half minute before, as sites do."""
    return any(hmac.compare_digest(code, code_at(time.time() - back)) for back in (0, 30))


class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/.well-known/change-password":
            return self.redirect("/change-password")
        if path == "/style.css":
            return self.send(200, (HERE / "style.css").read_bytes(), "text/css")
        name = "index" if path == "/" else path.strip("/")
        self.show(name)

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > 10_000:
            return self.send(413, b"too long", "text/plain")
        fields = dict(urllib.parse.parse_qsl(self.rfile.read(length).decode("utf-8", "replace")))
        path = urllib.parse.urlsplit(self.path).path
        handler = {
            "/login": self.log_in, "/two-step": self.take_user, "/two-step-password": self.log_in_second,
            "/code": self.take_code, "/sign-up": self.sign_up, "/change-password": self.change_password,
        }.get(path)
        if handler is None:
            return self.send(404, b"not found", "text/plain")
        handler(fields)

    def log_in(self, fields):
        if accounts.get(fields.get("username")) == fields.get("password"):
            return self.redirect("/welcome")
        self.show("login", error="The user name or the password is wrong.", user=fields.get("username", ""))

    def take_user(self, fields):
        self.show("two-step-password", user=fields.get("username", ""))

    def log_in_second(self, fields):
        if accounts.get(fields.get("username")) == fields.get("password"):
            return self.redirect("/welcome")
        self.show("two-step-password", error="That password is wrong.", user=fields.get("username", ""))

    def take_code(self, fields):
        if is_good_code(fields.get("code", "")):
            return self.redirect("/welcome")
        self.show("code", error="That code is not right, or too old.")

    def sign_up(self, fields):
        user, password = fields.get("username", ""), fields.get("new-password", "")
        if not user or len(password) < 12 or user in accounts:
            return self.show("sign-up", error="Choose another name, and a password of 12 characters or more.", user=user)
        accounts[user] = password
        self.redirect("/welcome")

    def change_password(self, fields):
        if accounts.get("ada") != fields.get("old-password"):
            return self.show("change-password", error="The current password is wrong.")
        accounts["ada"] = fields.get("new-password", "")
        self.redirect("/welcome")

    def show(self, name, error="", user=""):
        file = HERE / "pages" / f"{name}.html"
        # Only what lies in the folder, by its plain name.
        if not name.replace("-", "").isalpha() or not file.is_file():
            return self.send(404, b"not found", "text/plain")
        note = f'<p class="error" role="alert">{html.escape(error)}</p>' if error else ""
        body = (HERE / "frame.html").read_text(encoding="utf-8").replace("{{page}}", file.read_text(encoding="utf-8"))
        body = body.replace("{{error}}", note).replace("{{user}}", html.escape(user, quote=True))
        self.send(200, body.encode(), "text/html; charset=utf-8")

    def redirect(self, address):
        self.send_response(303)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send(self, status, body, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "default-src 'self'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """A demonstration's terminal is for the demonstration."""


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Page)
    print(f"http://localhost:{server.server_port}/", flush=True)
    server.serve_forever()
