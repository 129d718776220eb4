"""Saving a login that Chromium's own password manager filled, from its own store."""

import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from playwright.sync_api import Playwright

from browsers import BROWSERS, launch
from driving import Browser, Page
from savings import saved, wait_saved
from server import Sites
from waiting import eventually
from world import World

#: Firefox seals its store with keys of NSS, which no Python package writes.
pytestmark = [pytest.mark.usefixtures("unlocked"),
              pytest.mark.skipif("chromium" not in BROWSERS, reason="writes Chromium's password store")]

USER, PASSWORD = "nora", "Kept-1-Browser"


@pytest.fixture(scope="module")
def browser(world: World, sites: Sites, playwright: Playwright) -> Iterator[Browser]:
    # The first start creates the store.
    launch("chromium", world, sites, playwright).close()
    add_password(world.path / "chromium/Default/Login Data", sites.origin("localhost", "http") + "/", USER, PASSWORD)
    running = launch("chromium", world, sites, playwright)
    running.install_native_host()
    yield running
    running.close()


def add_password(store: Path, address: str, user: str, password: str) -> None:
    """Adds a login to Chromium's store in the form of os_crypt_linux.cc with the fixed key of `--password-store=basic`."""
    key = hashlib.pbkdf2_hmac("sha1", b"peanuts", b"saltysalt", 1, 16)
    padding = 16 - len(password) % 16
    encryptor = Cipher(algorithms.AES(key), modes.CBC(b" " * 16)).encryptor()
    sealed = b"v10" + encryptor.update(password.encode() + bytes([padding]) * padding) + encryptor.finalize()
    row = {"origin_url": address, "signon_realm": address, "username_element": "user", "username_value": user,
           "password_element": "password", "password_value": sealed, "times_used": 1}
    with sqlite3.connect(store) as database:
        for _, column, kind, is_required, default, _ in database.execute("pragma table_info(logins)"):
            if is_required and default is None and column != "id":
                row.setdefault(column, 0 if kind == "INTEGER" else "")
        database.execute(f"insert into logins ({', '.join(row)}) values ({', '.join('?' * len(row))})", [*row.values()])
    database.close()


def test_a_login_that_the_browser_filled_is_saved(world: World, page: Page, sites: Sites):
    # Chromium fills no page whose certificate has an error, and the tests' sites have their own authority.
    page.goto(sites.page("plain", "localhost", "http"))
    eventually("the browser fills", lambda: page.call("(field) => field.matches(':autofill')", "#password"))
    page.click("button")
    page.wait_for("#welcome")
    host = sites.origin("localhost", "http").removeprefix("http://")
    before = saved(world, host)
    page.answer_banner(USER, button="Save")
    wait_saved(world, host, {**before, USER: PASSWORD})
