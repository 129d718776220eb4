#!/usr/bin/env python3
"""Walks through the demonstration's site as a user would, without a display: walk.py BROWSER SITE PROFILE PICTURES.

BROWSER is chromium or firefox. Prints each step and saves a picture of it. If a step fails, prints its name and exits
with status 1. Reads the vault's passphrase from standard input. Uses the drivers of the extension's tests.
"""

import contextlib
import os
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[2] / "Extension/test/browser"
sys.path.insert(0, str(TESTS))

from playwright.sync_api import sync_playwright  # noqa: E402

from chromium import Chromium  # noqa: E402
from driving import GUARD  # noqa: E402
from firefox import Firefox  # noqa: E402
from parties import asking_window, unlock  # noqa: E402
from waiting import eventually  # noqa: E402

#: Sizes of the page and of the extension's window in CSS pixels, and the scale of the pictures.
PAGE, WINDOW, SCALE = (900, 600), (420, 480), 2


class Walk:
    """A browser with the extension, the site, and the folder of the pictures."""

    def __init__(self, browser, site, pictures, passphrase):
        self.browser, self.site, self.pictures, self.passphrase = browser, site, pictures, passphrase
        self.page = browser.open()
        self.size(self.page, PAGE)
        self.count = 0

    def say(self, sentence):
        self.count += 1
        print(f"   {self.count:2}. {sentence}", flush=True)

    def picture(self, name, page=None):
        (page or self.page).screenshot(self.pictures / f"{name}.png")

    def size(self, page, size):
        width, height = size
        if self.browser.name == "chromium":
            page.tab.set_viewport_size({"width": width, "height": height})
        else:
            page.bidi.send("browsingContext.setViewport", context=page.context, devicePixelRatio=SCALE,
                           viewport={"width": width, "height": height})

    def open(self, path):
        self.page.bring_to_front()
        self.page.goto(self.site + path)

    def offer(self, selector, *words, picture=None):
        """Clicks into a field and waits until its suggestions contain these words."""
        self.page.click(selector)
        self.page.wait_strip(*words)
        if picture:
            self.page.let_pass(GUARD)
            self.picture(picture)

    def submit(self, lands_on):
        self.page.click("form button")
        self.arrive(lands_on)

    def arrive(self, at):
        eventually(f"the page {at}", lambda: f"/{at}" in str(self.page.js("location.pathname")))

    def unlock(self, picture=None):
        """Waits for the extension's window and types the passphrase into it."""
        window = eventually("the window asks for the passphrase", lambda: asking_window(self.browser))
        if picture:
            self.size(window, WINDOW)
            self.picture(picture, window)
        unlock(window, self.passphrase)

    # The steps

    def log_in(self):
        self.open("login")
        self.offer("[name=username]", "ada", picture="strip")
        self.say("A click into the field shows the login. The vault is locked, and no passphrase is needed yet.")
        self.page.pick("ada", by="keys")
        self.unlock(picture="sheet")
        self.say("The user picks it with the arrow key and Enter. A separate window asks for the vault's passphrase.")
        eventually("the password", lambda: self.page.value("[name=password]"))
        self.picture("filled")
        self.say("The vault is unlocked. User name and password are filled, and the form is not submitted.")
        self.submit("welcome")

    def passkey(self):
        """The account is upgraded after the sign-in with its password. Then the passkey signs in."""
        self.page.wait_text("has a passkey now", "#passkey-state")
        self.page.wait_banner("A passkey was saved for ada")
        self.picture("upgraded")
        self.say("Signed in. The site created a passkey automatically, and a note confirms it.")
        self.open("login")
        self.offer("[name=username]", "Passkey", picture="passkey")
        self.say("At the next sign-in, the passkey is suggested above the password.")
        self.page.pick("Passkey", by="keys")
        self.arrive("welcome")
        self.say("The passkey signs in at once, without a password.")

    def passkey_of_a_locked_vault(self):
        subprocess.run(["latchkey-vault", "lock"], check=True, capture_output=True)
        self.open("login")
        self.offer("[name=username]", "Passkey")
        self.page.pick("Passkey", by="keys")
        self.unlock(picture="passkey-sheet")
        self.arrive("welcome")
        self.say("The passkey of a locked vault is suggested, too. It signs in after the vault is unlocked.")

    def passkey_that_is_deleted(self):
        self.page.wait_text("has a passkey.", "#passkey-state")
        self.page.click("#remove")
        self.page.wait_text("no passkey any more", "#passkey-state")
        known = lambda: subprocess.run(["latchkey", "passkeys"], capture_output=True, text=True).stdout
        eventually("the passkey is no longer offered", lambda: "localhost" not in known())
        line = [each for each in subprocess.run(["latchkey-vault", "list", "Books"], capture_output=True,
                                                text=True).stdout.splitlines() if "not offered" in each]
        if not line:
            raise AssertionError("the vault does not say that the passkey is hidden")
        self.say("The site deleted the passkey, so it is no longer suggested. The vault keeps it hidden:")
        print(f"       $ latchkey-vault list Books\n       {line[0]}")

    def two_steps(self):
        self.open("two-step")
        self.offer("[name=username]", "ada")
        self.page.pick("ada", by="keys")
        self.page.wait_value("[name=username]", "ada")
        self.submit("two-step")
        self.offer("[name=password]", "ada")
        self.page.pick("ada", by="keys")
        eventually("the password", lambda: self.page.value("[name=password]"))
        self.submit("welcome")
        self.say("Two steps: the user name is on the first page, the password of the same login on the second.")

    def code(self):
        self.open("code")
        self.offer("[name=code]", "ada")
        self.page.pick("ada", by="keys")
        eventually("the code", lambda: len(self.page.value("[name=code]")) == 6)
        self.picture("code")
        self.submit("welcome")
        self.say("A one-time code is computed when it is filled. The site accepts it.")

    def sign_up(self):
        self.open("sign-up")
        self.page.click("[name=username]")
        self.page.type("grace")
        self.offer("[name=new-password]", "Strong Password")
        eventually("the password is shown", lambda: "•" not in self.page.strip_rows()[0])
        self.page.let_pass(GUARD)
        self.picture("generator")
        self.page.pick("Strong Password", by="keys")
        eventually("the password", lambda: self.page.value("[name=new-password]"))
        self.submit("welcome")
        self.page.wait_banner("Password saved", "grace")
        self.say("A new account: the generated password follows the site's rules. The vault saves it when it is filled.")

    def save(self):
        """A new login with a password that the user typed."""
        self.open("sign-up")
        self.page.click("[name=username]")
        self.page.type("margaret")
        self.offer("[name=new-password]", "Strong Password")
        self.page.press("Escape")
        self.page.type("My own 1 password!")
        self.submit("welcome")
        self.page.wait_banner("Save the password for margaret")
        self.picture("save")
        self.say("A typed password: after the sign-up, the page asks whether to save it.")
        self.page.answer_banner("margaret", button="Save")
        self.page.wait_banner("Password saved", "margaret")
        self.say("The password is saved.")


class DemoWorld:
    """The demonstration's home folder, with the properties that the drivers need."""

    user, identity = None, {}

    def __init__(self, profile):
        self.path, self.profile, self.environment = profile.parent, profile, dict(os.environ)
        self.unprivileged = has_sandbox()
        self.downloads = profile.parent

    def folder(self, _):
        return self.profile


def has_sandbox():
    """Whether Chromium's sandbox works: not as root, and not in a container without user namespaces."""
    return os.geteuid() != 0 and subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode == 0


@contextlib.contextmanager
def launched(name, profile):
    with sync_playwright() if name == "chromium" else contextlib.nullcontext() as playwright:
        if playwright:
            browser = Chromium(DemoWorld(profile), None, playwright, size=PAGE, scale=SCALE)
        else:
            browser = Firefox(DemoWorld(profile), None)
        try:
            yield browser
        finally:
            browser.close()


def main():
    name, site, profile, pictures = *sys.argv[1:3], *map(pathlib.Path, sys.argv[3:5])
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob("*.png"):
        old.unlink()
    passphrase = sys.stdin.readline().rstrip("\n")
    with launched(name, profile) as browser:
        walk = Walk(browser, site, pictures, passphrase)
        for step in (walk.log_in, walk.passkey, walk.passkey_of_a_locked_vault, walk.passkey_that_is_deleted,
                     walk.two_steps, walk.code, walk.sign_up, walk.save):
            try:
                step()
            except Exception as error:
                with contextlib.suppress(Exception):
                    walk.picture("failed")
                print(f"walk: error: step {step.__name__} failed: {str(error).splitlines()[0]}", file=sys.stderr)
                print(f"walk: hint: see the page in {pictures}/failed.png", file=sys.stderr)
                sys.exit(1)
    print(f"   The pictures are in {pictures}.")


if __name__ == "__main__":
    main()
