"""The test sites: one HTTP server and one HTTPS server for every host name of `HOSTS`.

A page is a file of ../pages. Its first comment is the expectation of its test and is not served. `{{https:HOST}}` and
`{{http:HOST}}` in a page become that host's origin.
"""

import base64
import importlib.util
import json
import re
import ssl
import subprocess
import threading
from collections.abc import Iterable
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

PAGES = Path(__file__).parent.parent / "pages"
HOSTS = [
    "login.example.test", "www.example.test", "shop.example.test", "example.test", "fresh.test", "www.fresh.test",
    "other.test", "another.test", "mallory.test", "alice.github.io", "bob.github.io", "auth.test", "code.test",
    "app.code.test", "locked.test",
    # Hosts that one browser uses alone, because tests add logins to them.
    *(name for browser in ("chromium", "firefox") for name in (
        *(f"{browser}.{site}.test" for site in (
            "new", "update", "failed", "never", "notnow", "steps", "change", "made", "single", "joined", "framed", "noforms",
            "opaque", "typo", "place", "twice", "tabs", "lockedtabs", "kept", "flood",
            "later", "lockedlater",
            # Relying parties.
            "signed", "required", "waiting", "lockedkey", "upgraded", "plainkey", "excluded", "salted", "blob", "signalled",
            "chosen", "aborted", "second", "native", "nobody", "stopped", "managers", "framedkey", "neverkey", "relatedkey",
            "foreign", "left", "reloaded", "listed", "hidden", "several", "silent", "unfocused", "soon", "toolbar",
            "replaced")),
        f"forum.{browser}-hosts.test", f"mail.{browser}-hosts.test",
        *(f"{name}.{browser}-{site}.test" for site in ("moved", "strange", "walk", "made") for name in ("www", "accounts", "login")))),
]
LIBRARIES = {
    "react.js": "/usr/share/nodejs/react/umd/react.production.min.js",
    "react-dom.js": "/usr/share/nodejs/react-dom/umd/react-dom.production.min.js",
    "vue.js": "/usr/share/javascript/vue/vue.min.js",
    "angular.js": "/usr/share/javascript/angular.js/angular.min.js",
}
#: Component libraries that are served as they are installed: a folder of Debian's, or of a Python package.
COMPONENTS = {
    "bootstrap": "/usr/share/javascript/bootstrap5",
    "material": "/usr/share/javascript/libjs-material-design-lite",
    "webawesome": "spaday_webawesome:extension/vendor/@awesome.me/webawesome/dist",
}
EXPECTATION = re.compile(r"\A<!--\s*expect\s*(\{.*?\})\s*-->\s*", re.DOTALL)


def split_page(text: str) -> tuple[dict | None, str]:
    """Splits a page into its expectation, or `None`, and its HTML."""
    match = EXPECTATION.match(text)
    return (json.loads(match.group(1)), text[match.end():]) if match else (None, text)


def component_file(path: str) -> Path:
    """The file of an address below /components/."""
    name, _, rest = path.partition("/")
    package, _, folder = COMPONENTS[name].rpartition(":")
    root = Path(folder)
    if package:
        # Found without an import: only the package's files are used, not its code.
        root = Path(importlib.util.find_spec(package).submodule_search_locations[0]) / folder
    # Debian's files are links to another folder.
    assert ".." not in Path(rest).parts, path
    return root / rest


class Sites:
    """The running servers and the requests that they recorded."""

    hosts = HOSTS

    def __init__(self, folder: Path):
        self.posts: list[dict] = []
        self.authorizations: list[dict] = []
        self.lock = threading.Lock()
        self._servers = [self._start(None), self._start(make_certificate(folder))]
        #: Certificate authority of the servers, in base64.
        self.authority = "".join((folder / "authority").read_text().split("-----")[2].split())
        self.http_port, self.https_port = (server.server_address[1] for server in self._servers)

    @cached_property
    def parties(self):
        """The relying parties. Created on first use, because the libraries take a while to load."""
        from relying_party import RelyingParties
        return RelyingParties(self.origin)

    def origin(self, host: str = "login.example.test", scheme: str = "https") -> str:
        """Origin of a host. Browsers map the usual ports to the servers; localhost keeps its real port."""
        port = self.https_port if scheme == "https" else self.http_port
        return f"{scheme}://{host}:{port}" if host in ("localhost", "127.0.0.1") else f"{scheme}://{host}"

    def page(self, name: str, host: str = "login.example.test", scheme: str = "https") -> str:
        """The address of a page of ../pages."""
        return f"{self.origin(host, scheme)}/p/{name}"

    def posts_to(self, path: str) -> list[dict]:
        with self.lock:
            return [post for post in self.posts if post["path"] == path]

    def close(self) -> None:
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def _start(self, certificate: Path | None) -> ThreadingHTTPServer:
        handler = type("Handler", (Handler,), {"sites": self})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            # The connection's own thread does the handshake, so that a slow client does not block others.
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        return server


def make_certificate(folder: Path, hosts: Iterable[str] = HOSTS) -> Path:
    """Creates a certificate for every one of these hosts, and `authority` beside it: the authority that signed it.

    Chromium is started to accept every certificate. Firefox allows no passkeys on pages with an ignored certificate
    error.
    """
    file, key, authority = folder / "certificate.pem", folder / "authority.key", folder / "authority"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-days", "2", "-subj", "/CN=Tests of Latchkey", "-keyout", key, "-out", authority)
    openssl("req", *curve, "-subj", "/CN=example.test", "-keyout", file, "-out", folder / "request")
    names = ",".join(f"DNS:{host}" for host in [*hosts, "localhost"])
    (folder / "names").write_text(f"subjectAltName={names}\nbasicConstraints=critical,CA:FALSE\n")
    openssl("x509", "-req", "-days", "2", "-in", folder / "request", "-CA", authority, "-CAkey", key, "-CAcreateserial",
            "-extfile", folder / "names", "-out", folder / "crt")
    with file.open("a") as pem:
        pem.write((folder / "crt").read_text())
    return file


def openssl(*words: object) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=30)


class Handler(BaseHTTPRequestHandler):
    """Responds in the same way for every host."""

    sites: Sites
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, *_):
        pass

    def do_GET(self):
        address = urlsplit(self.path)
        if address.path.startswith("/p/"):
            self.send_page(PAGES / (address.path[3:] + ".html"))
        elif address.path.startswith("/lib/"):
            self.send(200, Path(LIBRARIES[address.path[5:]]).read_bytes(), "text/javascript")
        elif address.path.startswith("/components/"):
            file = component_file(address.path.removeprefix("/components/"))
            kind = {".css": "text/css", ".js": "text/javascript"}.get(file.suffix, "application/octet-stream")
            self.send(200, file.read_bytes(), kind)
        elif address.path.startswith("/basic/"):
            self.answer_basic(address)
        elif address.path.startswith("/redirect"):
            self.redirect(parse_qs(address.query)["to"][0])
        elif address.path == "/rp/":
            self.send_page(PAGES / "parts" / "relying-party.html")
        elif address.path == "/.well-known/webauthn":
            self.answer_well_known()
        elif address.path == "/empty":
            self.send(200, b"<!doctype html><title>Empty</title><p>nothing here", "text/html; charset=utf-8")
        elif address.path in ("/welcome", "/login", "/search"):
            self.record(address, parse_qs(address.query))
            self.send_page(PAGES / "parts" / "welcome.html")
        else:
            self.send(404, b"", "text/plain")

    def do_POST(self):
        """Records a submitted form. `then` in the address selects the response: welcome, fail, check, json, refuse or a
        page.
        """
        address = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        if address.path.startswith("/rp/"):
            status, answer = self.sites.parties.answer(address.path[4:], json.loads(body))
            self.send(status, json.dumps(answer).encode(), "application/json")
            return
        is_json = "json" in self.headers.get("Content-Type", "")
        self.record(address, json.loads(body) if is_json else parse_qs(body, keep_blank_values=True))
        then = parse_qs(address.query).get("then", ["welcome"])[0]
        if then == "fail":
            self.send_page(PAGES / "parts" / "failed.html", status=200)
        elif then == "check":
            # Right passwords start with this prefix.
            is_right = self.sites.posts[-1]["fields"].get("password", "").startswith("Right-")
            self.redirect("/welcome" if is_right else "/p/parts/checked?wrong")
        elif then == "json":
            self.send(200, b'{"ok":true}', "application/json")
        elif then == "refuse":
            self.send(401, b'{"ok":false}', "application/json")
        else:
            self.redirect("/p/" + then if then != "welcome" else "/welcome")

    def record(self, address, fields: dict) -> None:
        flat = {name: value[0] if isinstance(value, list) else value for name, value in fields.items()}
        with self.sites.lock:
            self.sites.posts.append({"host": self.host, "path": address.path, "fields": flat})

    def answer_well_known(self) -> None:
        """Responds with the relying party's related origins, or with 404 if the test declared none."""
        self.sites.parties.asked.append({"host": self.host, **dict(self.headers.items())})
        status, headers, body = self.sites.parties.well_known.get(self.host, (404, {"Content-Type": "text/plain"}, b""))
        kind = {name: value for name, value in headers.items() if name != "Content-Type"}
        self.send(status, body, headers.get("Content-Type", "text/plain"), kind)

    def answer_basic(self, address) -> None:
        """Requires user `grace` with the password in the last part of the path, for the realm before it."""
        _, _, realm, wanted, *rest = address.path.split("/")
        given = self.headers.get("Authorization", "")
        with self.sites.lock:
            self.sites.authorizations.append({"host": self.host, "path": address.path, "given": given})
        expected = "Basic " + base64.b64encode(f"grace:{wanted}".encode()).decode()
        if given == expected:
            body = f"<!doctype html><title>In</title><h1 id=in>in as grace</h1><p>{realm}".encode()
            self.send(200, body, "text/html; charset=utf-8")
        else:
            self.send(401, b"<!doctype html><title>Out</title><h1 id=out>out</h1>", "text/html; charset=utf-8",
                      {"WWW-Authenticate": f'Basic realm="{realm}"'})

    @property
    def host(self) -> str:
        return (self.headers.get("Host") or "").split(":")[0]

    def send_page(self, file: Path, status: int = 200) -> None:
        if not file.resolve().is_relative_to(PAGES) or not file.exists():
            self.send(404, b"no such page", "text/plain")
            return
        expectation, page = split_page(file.read_text())
        page = re.sub(r"\{\{(https?):([a-z.]+)\}\}", lambda match: self.sites.origin(match[2], match[1]), page)
        self.send(status, page.encode(), "text/html; charset=utf-8", (expectation or {}).get("headers", {}))

    def redirect(self, to: str) -> None:
        self.send(303, b"", "text/plain", {"Location": to})

    def send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
