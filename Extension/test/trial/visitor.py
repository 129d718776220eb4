"""A user who visits a site: performs the steps of a flow with what a user sees of the browser and of Latchkey.

Only the results are read directly: from the server's events and from the logins of the vault.
"""

import json
import re
import time
from collections.abc import Callable

import sites
from driving import Browser, Page, Row
from parties import unlock
from waiting import LIMIT, closing, eventually, never, tolerating_errors
from world import World

#: Seconds for which no question about saving may appear. The extension asks when the next page has loaded.
NO_OFFER = 3
#: Seconds that a user waits for the next page after signing out.
NEXT_PAGE = 3
#: Seconds that a user waits for a cookie banner.
OPTIONAL = 1.5

#: Buttons of Latchkey's windows with which a user agrees.
CONSENT = ["Create Passkey", "Sign In", "Fill"]

#: Everything that a document shows, also in open shadow roots and on buttons.
SHOWN_TEXT = """() => {
    const found = [document.body?.innerText ?? ""];
    const search = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.matches("input[type=submit], input[type=button]") && element.checkVisibility()) found.push(element.value);
            if (!element.shadowRoot) continue;
            for (const child of element.shadowRoot.children) if (child.checkVisibility()) found.push(child.innerText ?? "");
            search(element.shadowRoot);
        }
    };
    search(document);
    return found.join("\\n");
}"""

#: Why a user cannot click the middle of an element, or "".
OBSTACLE = """(element) => {
    if (element === null) return "not there";
    const options = { visibilityProperty: true };
    if (!element.checkVisibility(options)) return "not visible";
    let box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return "without a size";
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) {
        element.scrollIntoView({ block: "center", behavior: "instant" });
        box = element.getBoundingClientRect();
    }
    const last = element.lastBox ?? {};
    element.lastBox = { left: box.left, top: box.top };
    if (last.left !== box.left || last.top !== box.top) return "moving";
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    let top = document.elementFromPoint(x, y);
    while (top?.shadowRoot) {
        const inner = top.shadowRoot.elementFromPoint(x, y);
        if (inner === null || inner === top) break;
        top = inner;
    }
    for (let at = top; at; at = at.parentNode ?? at.host) if (at === element) return "";
    if (top?.localName === "label" && top.control === element) return "";
    return `covered by ${top?.localName}#${top?.id ?? ""}.${top?.className ?? ""}`;
}"""

IS_FRAME = "(element) => element?.localName === 'iframe'"


class Visitor:
    """Performs one flow in one tab, and in the windows that it opens."""

    def __init__(self, world: World, browser: Browser, tab: Page, flow: dict):
        self.world, self.browser, self.flow = world, browser, flow
        self._tab, self._others = tab, [page for page in browser.pages() if page is not tab]
        self.site: str = flow["site"]
        #: The login picked or saved last, and the generated password filled last.
        self.user, self.generated = "", ""
        #: What windows asked about fills.
        self.questions: list[str] = []
        self._seen_events = 0
        #: When the user last clicked or pressed a key, in seconds.
        self._acted = time.time()

    def perform(self, step: dict) -> None:
        kind, value = next(iter(step.items()))
        if kind in ("click", "press"):
            self._acted = time.time()
        getattr(self, f"_{kind}")(value, step)

    # The page

    def windows(self) -> list[Page]:
        """The tab and the windows that the site opened, the newest last."""
        opened = [page for page in self.browser.pages()
                  if page not in self._others and page is not self._tab and not page.url.startswith(self.browser.base)]
        return [self._tab, *opened]

    @property
    def page(self) -> Page:
        """The window in front."""
        return self.windows()[-1]

    def _open(self, url: str, step: dict) -> None:
        self.page.goto(url)

    def _click(self, selector: str, step: dict) -> None:
        is_optional = step.get("optional", False)
        try:
            target = self._target(selector)
            eventually(f"{selector} can be clicked", lambda: self._can_click(target), OPTIONAL if is_optional else LIMIT)
        except AssertionError:
            if is_optional:
                return
            raise
        self.page.click(target)
        # The strip may have opened over the element just before the press, which it then swallowed.
        if self._is_below_strip(target):
            eventually(f"{selector} can be clicked", lambda: self._can_click(target))
            self.page.click(target)

    def _is_below_strip(self, target: str) -> bool:
        try:
            return str(self.page.call(OBSTACLE, target)).startswith("covered") and self.page.strip() is not None
        except AssertionError:
            # Another document is loading.
            return False

    def _can_click(self, target: str) -> bool:
        obstacle = self.page.call(OBSTACLE, target)
        if obstacle.startswith("covered") and self.page.strip():
            # The suggestions for one field cover the next one. A user who does not want them closes them.
            self.page.press("Escape")
        assert obstacle == "", obstacle
        return True

    def _target(self, selector: str) -> str:
        """The drivers' selector: a frame is entered by ">>", a shadow root by ">>>"."""
        parts = [re.sub("^text=", "words=", part.strip()) for part in selector.split(">>>")]
        target = parts[0]
        for part in parts[1:]:
            eventually(f"{target} in {self.page.url}", lambda target=target: self.page.exists(target))
            target += (" >> " if self.page.call(IS_FRAME, target) else " >>> ") + part
        return target

    def _type(self, text: str, step: dict) -> None:
        self.page.type(text)

    def _press(self, keys: str, step: dict) -> None:
        self.page.press(keys)

    def _expect_text(self, text: str, step: dict) -> None:
        def check() -> bool:
            shown = self._shown_text()
            assert " ".join(text.split()).lower() in shown.lower(), f"it says {shown[:300]!r}"
            return True

        # A window that the site opened may close during the read.
        eventually(f"the page says {text!r}", tolerating_errors(check))

    def _shown_text(self) -> str:
        return " ".join(" ".join(map(str, self.page.in_documents(SHOWN_TEXT))).split())

    def _expect_filled(self, expected: dict, step: dict) -> None:
        target = self._target(expected["selector"])

        def check() -> bool:
            value, wanted = self.page.value(target), self._values(expected["value"])
            assert value in wanted, f"it has {value!r}, not {wanted}"
            return True

        def is_filled() -> bool:
            # The user fills on purpose, so a question about it gets consent.
            for window in filter(self._asks, self.browser.sheets()):
                self.questions.append(" ".join(window.text().split()))
                self._consent(window)
                self.page.bring_to_front()
            return check()

        eventually(f"{expected['selector']} has {expected['value']!r}", is_filled)

    def _values(self, name: str) -> list[str]:
        """The values that a field may have for a word of the flow."""
        if name == "code":
            secret = next(login["totp"] for login in self.flow["manager"] if login["user"] == self.user)
            return [sites.totp(secret, time.time() - back) for back in (0, 30)]
        return [self._secret(name)]

    def _secret(self, name: str) -> str:
        if name in ("saved", "saved password"):
            return self._password(self.user)
        return self.generated if name == "generated" else name

    # Latchkey

    def _pick(self, user: str, step: dict) -> None:
        self.user = user
        self.page.pick_row(lambda row: row.label.startswith(user) and "Passkey ·" not in row.label, user)

    def _pick_passkey(self, user: str, step: dict) -> None:
        self.user = user
        self.page.pick_row(lambda row: row.label.startswith(user) and "Passkey ·" in row.label, f"the passkey of {user}")

    def _pick_generated(self, _: bool, step: dict) -> None:
        def shown(row: Row) -> bool:
            words = row.text.removeprefix("Use Strong Password").split()
            if not row.text.startswith("Use Strong Password") or not words or "•" in words[0]:
                return False
            self.generated = words[0]
            return True

        self.page.pick_row(shown, "a generated password")

    def _pick_code(self, _: bool, step: dict) -> None:
        self.page.pick_row(lambda row: row.label.startswith(self.user), f"the code of {self.user}")

    def _save(self, _: bool, step: dict) -> None:
        self._answer(step["user"], {"Save": "Password saved"})
        self.user = step["user"]

    def _update(self, _: bool, step: dict) -> None:
        self._answer(self.user, {"Update": "Password updated", "Change": "User name changed"})

    def _answer(self, user: str, answers: dict[str, str]) -> None:
        """Presses one of these buttons in the question about a user. A generated password is stored without a question:
        then a banner says what was done.
        """

        def button_or_report() -> str:
            banner = self.page.banner()
            assert banner and user in banner.text, f"the banner says {banner and banner.text!r}"
            buttons = [each.text for each in banner.buttons]
            seen = [button for button, done in answers.items() if button in buttons or done in banner.text]
            assert seen, f"the banner says {banner.text!r} with {buttons}"
            return seen[0] if seen[0] in buttons else "none"

        button = eventually(f"a banner for {user} with one of {answers}", button_or_report)
        if button != "none":
            self.page.answer_banner(user, button=button)

    def _no_offer(self, _: bool, step: dict) -> None:
        def offer() -> str | None:
            banner = self.page.banner()
            return banner.text if banner and any(each.text in ("Save", "Update", "Change") for each in banner.buttons) else None

        never("an offer to save was shown", offer, NO_OFFER)

    def _approve(self, _: bool, step: dict) -> None:
        """Consents in Latchkey's windows until the server has seen the passkey."""

        def asks_or_ended() -> Page | bool:
            return self._passkey_seen() or next(filter(self._asks, self.browser.sheets()), False)

        end = time.monotonic() + LIMIT
        while (window := eventually("a window of Latchkey, or the passkey at the server", asks_or_ended)) is not True:
            assert time.monotonic() < end, f"the window still asks: {window.text()!r}"
            self._consent(window)
        self.page.bring_to_front()

    def _asks(self, window: Page) -> bool:
        """Whether a window asks something and reacts to presses. A window may close while it is read."""
        return bool(tolerating_errors(lambda: not window.exists("[data-early]") and self._answer_in(window))())

    @staticmethod
    def _answer_in(window: Page) -> str | None:
        """The field, the account or the button that a user who agrees uses in a window."""
        answers = ["input[type=password]", "[role=option]", *(f"text={name}" for name in CONSENT)]
        return next((answer for answer in answers if window.exists(answer)), None)

    def _consent(self, window: Page) -> None:
        text, answer = window.text(), self._answer_in(window)
        if answer == "input[type=password]":
            unlock(window)
        elif answer:
            closing(lambda: window.click(answer))
        eventually("the window goes on", tolerating_errors(lambda: window.is_closed() or window.text() != text))

    def _passkey_seen(self) -> bool:
        return any(event["event"] in ("passkey_created", "passkey_used")
                   for event in sites.events(self.site)[self._seen_events:])

    # Results

    def _expect_server(self, expected: dict, step: dict) -> None:
        def find() -> bool:
            wanted = dict(expected)
            if "password" in wanted:
                wanted["password"] = self._secret(wanted["password"])
            events = sites.events(self.site)
            for number, event in enumerate(events):
                if number >= self._seen_events and wanted.items() <= event.items():
                    self._seen_events = number + 1
                    return True
            later = [{name: value for name, value in event.items() if name not in ("at", "id")}
                     for event in events[self._seen_events:]]
            raise AssertionError(f"the server has {later}")

        eventually(f"the server has {expected}", find)
        if expected["event"] == "signed_out":
            self._wait_next_page()

    def _wait_next_page(self) -> None:
        """Waits until the page that follows the last act has loaded. Waits briefly if the page only changes itself."""
        is_new = f"document.readyState === 'complete' && performance.timeOrigin > {self._acted * 1000}"
        try:
            eventually("the next page has loaded", lambda: self.page.js(is_new), NEXT_PAGE)
        except AssertionError:
            pass

    def _expect_saved(self, expected: dict, step: dict) -> None:
        hosts = sites.site_of(expected["site"]).hosts
        domain = sites.site_of(expected["site"]).domain

        def check() -> bool:
            wanted = sites.account(self.site, expected["user"])["password"]
            [login] = [login for login in self._logins() if login["user"] == expected["user"]] or [None]
            assert login, f"the vault has only {[login['user'] for login in self._logins()]}"
            assert self.world.password(login["id"]) == wanted, "the vault has another password"
            saved = {site.split("/")[2] for site in login["sites"]}
            assert saved & {expected["site"], domain} and saved <= {*hosts, domain}, f"it is saved for {saved}"
            return True

        eventually(f"the vault has {expected}", check)

    def _password(self, user: str) -> str:
        found = [login for login in self._logins() if login["user"] == user]
        assert len(found) == 1, f"the vault has {len(found)} logins of {user!r}"
        return self.world.password(found[0]["id"])

    def _logins(self) -> list[dict]:
        return self.world.logins()

    # Failures

    def situation(self) -> str:
        """What the user sees of Latchkey, for the reason of a failure."""
        parts: list[str] = []
        describe: list[tuple[str, Callable[[], object]]] = [
            ("strip", self.page.strip_rows), ("banner", lambda: getattr(self.page.banner(), "text", "")),
            ("notes", lambda: [drawn.text for drawn in self.page.drawn() if not drawn.rows]),
            ("windows", lambda: [" ".join(sheet.text().split()) for sheet in self.browser.sheets()]),
            ("events", lambda: [event["event"] for event in sites.events(self.site)])]
        for name, read in describe:
            try:
                if seen := read():
                    parts.append(f"{name} {json.dumps(seen, ensure_ascii=False)}")
            except Exception as error:
                parts.append(f"{name} unreadable ({type(error).__name__})")
        return "; ".join(parts)
