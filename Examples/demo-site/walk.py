#!/usr/bin/env python3
"""Walks through the demonstration's site in headless Chromium, as a person would: walk.py SITE EXTENSION PROFILE PICTURES.

Prints each step and keeps a picture of it. Ends with status 1, and says where, when something does not come about.
Reads the vault's passphrase from standard input. Needs Playwright for Python and a Chromium.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys

from playwright.sync_api import TimeoutError as TooSlow
from playwright.sync_api import expect, sync_playwright

PATIENCE = 15_000
FLAGS = ["--disable-dev-shm-usage", "--no-first-run"]


class Walk:
    """One walk: a browser with the extension, the site, and where the pictures go."""

    def __init__(self, context, site, pictures, passphrase):
        self.context, self.site, self.pictures, self.passphrase = context, site, pictures, passphrase
        self.page = context.pages[0]
        self.count = 0

    def say(self, sentence):
        self.count += 1
        print(f"   {self.count}. {sentence}", flush=True)

    def picture(self, name, page=None):
        path = self.pictures / f"{name}.png"
        (page or self.page).screenshot(path=path)

    def open(self, path):
        self.page.goto(self.site + path)
        self.page.bring_to_front()

    def pick(self, selector):
        """Clicks into a field, chooses the first row with an arrow key, and takes it with Enter."""
        self.page.click(selector)
        for _ in range(5):
            # A strip takes nothing in its first half second, so a press that came too early is given again.
            self.page.wait_for_timeout(900)
            self.page.keyboard.press("ArrowDown")
            self.page.wait_for_timeout(100)
            self.page.keyboard.press("Enter")
            with contextlib.suppress(AssertionError):
                expect(self.page.locator(selector)).not_to_have_value("", timeout=3_000)
                return
        raise TooSlow(f"{selector} was not filled")

    def window(self):
        """The extension's window, once it is there."""
        for _ in range(PATIENCE // 100):
            # The browser's new windows are told while a page is asked something.
            self.page.wait_for_timeout(100)
            found = [page for page in self.context.pages if "/src/sheet/" in page.url]
            if found:
                return found[0]
        raise TooSlow("no window of the extension came")

    def unlock_sheet(self):
        """The window that asks for the passphrase, once it takes it."""
        sheet = self.window()
        sheet.set_viewport_size({"width": 420, "height": 480})
        sheet.locator("input[type=password]").wait_for(timeout=PATIENCE)
        # What is pressed in the window's first half second counts for nothing.
        expect(sheet.locator("[data-early]")).to_have_count(0, timeout=PATIENCE)
        return sheet

    def unlock(self, sheet):
        sheet.locator("input[type=password]").fill(self.passphrase)
        with contextlib.suppress(Exception):
            # The window closes as the key is taken.
            sheet.keyboard.press("Enter")

    def log_in(self):
        self.open("login")
        self.page.click("[name=username]")
        self.page.wait_for_timeout(700)
        self.picture("strip")
        self.say("A click into the field, and the suggestion is there. The vault is locked; nobody has been asked yet.")
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")
        sheet = self.unlock_sheet()
        self.picture("sheet", sheet)
        self.say("It is chosen, so the provider asks: its sheet, in a window of the extension.")
        self.unlock(sheet)
        expect(self.page.locator("[name=password]")).not_to_have_value("", timeout=PATIENCE)
        self.picture("filled")
        self.say("Unlocked, and filled without a reload.")
        self.submit("welcome")

    def passkey(self):
        """The account was upgraded when it signed in with its password; from then on it needs none."""
        # The page makes the passkey by itself, a moment after it has come.
        expect(self.page.locator("#passkey-state")).to_contain_text("has a passkey", timeout=PATIENCE)
        self.picture("upgraded")
        self.say("The site has upgraded the account to a passkey meanwhile, without a question.")
        self.choose_passkey(picture="passkey")
        self.page.wait_for_url("**/welcome*", timeout=PATIENCE)
        self.say("The passkey stands in the strip, and signs in without a password.")

    def choose_passkey(self, picture=None):
        self.open("login")
        self.page.click("[name=username]")
        self.page.wait_for_timeout(900)
        if picture:
            self.picture(picture)
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def passkey_of_a_locked_vault(self):
        subprocess.run(["latchkey-vault", "lock"], check=True, capture_output=True)
        self.choose_passkey()
        self.unlock(self.unlock_sheet())
        self.page.wait_for_url("**/welcome*", timeout=PATIENCE)
        self.say("Locked, it stands there all the same, and the vault asks to be opened first.")

    def passkey_that_is_deleted(self):
        self.page.click("#remove")
        expect(self.page.locator("#passkey-state")).to_contain_text("no passkey", timeout=PATIENCE)
        for _ in range(PATIENCE // 100):
            known = subprocess.run(["latchkey", "passkeys"], capture_output=True, text=True).stdout
            if "localhost" not in known:
                break
            self.page.wait_for_timeout(100)
        else:
            raise TooSlow(f"the passkey is still offered: {known}")
        self.say("Deleted at the site, it is hidden in the vault and offered no more.")

    def two_steps(self):
        self.open("two-step")
        self.pick("[name=username]")
        expect(self.page.locator("[name=username]")).to_have_value("ada", timeout=PATIENCE)
        self.submit("two-step")
        self.pick("[name=password]")
        self.say("In two steps: the name on the first page, the password of the same account on the second.")
        self.submit("welcome")

    def code(self):
        self.open("code")
        self.pick("[name=code]")
        self.picture("code")
        self.say("A one-time code, computed at that moment.")
        self.submit("welcome")

    def sign_up(self):
        self.open("sign-up")
        self.page.click("[name=username]")
        self.page.keyboard.type("grace")
        self.page.click("[name=new-password]")
        self.page.wait_for_timeout(900)
        self.picture("generator")
        self.pick("[name=new-password]")
        self.say("A strong password for a new account, by the site's own rules, kept from this moment on.")
        self.submit("welcome")

    def save(self):
        """A login that the vault does not know yet: the account that the site calls grace, with a password of her own."""
        self.open("sign-up")
        self.page.click("[name=username]")
        self.page.keyboard.type("margaret")
        self.page.click("[name=new-password]")
        self.page.keyboard.press("Escape")
        self.page.keyboard.type("My own 1 password!")
        self.submit("welcome")
        # The question comes a moment after the page that follows.
        self.page.wait_for_timeout(2_500)
        self.picture("save")
        self.say("A login that the vault does not know is offered for saving, once it went through.")

    def submit(self, lands_on):
        self.page.click("form button")
        self.page.wait_for_url(f"**/{lands_on}*", timeout=PATIENCE)


def has_sandbox():
    """Whether Chromium can make its sandbox: not as root, and not in a container that forbids namespaces."""
    return os.geteuid() != 0 and subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode == 0


def main():
    site, extension, profile, pictures = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    pictures.mkdir(parents=True, exist_ok=True)
    passphrase = sys.stdin.readline().rstrip("\n")
    browser = shutil.which("chromium") or shutil.which("google-chrome") or "/usr/bin/chromium"
    flags = [*FLAGS, f"--load-extension={extension}", f"--disable-extensions-except={extension}"]
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser, headless=True, args=flags, viewport={"width": 900, "height": 560},
            device_scale_factor=2, chromium_sandbox=has_sandbox())
        walk = Walk(context, site, pictures, passphrase)
        try:
            for step in (walk.log_in, walk.passkey, walk.passkey_of_a_locked_vault, walk.passkey_that_is_deleted,
                         walk.two_steps, walk.code, walk.sign_up, walk.save):
                step()
        except (TooSlow, AssertionError) as error:
            walk.picture("failed")
            print(f"walk: error: {step.__name__} came to a stop: {str(error).splitlines()[0]}", file=sys.stderr)
            sys.exit(1)
        finally:
            context.close()
    print(f"   The pictures lie in {pictures}.")


if __name__ == "__main__":
    main()
