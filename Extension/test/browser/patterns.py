"""The patterns of ../pages. The first comment of each page lists the steps of its test.

Members of an expectation: `about` (a sentence), `host` and `scheme` (of the page; login.example.test and https by
default), `headers` (of the page), `firefox` (false if the browsers cannot differ), `fails` (reason of an expected
failure, by browser or for "both"; passing is then a failure), `steps`. A step is an object. Its members are carried out
in the order of `STEPS` below.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from codes import is_code_of_now
from driving import GUARD, Browser, Page
from server import PAGES, Sites, split_page
from waiting import eventually, never
from world import CODE_SECRET


@dataclass
class Pattern:
    name: str
    expectation: dict

    @property
    def address(self) -> tuple[str, str, str]:
        return (self.name, self.expectation.get("host", "login.example.test"), self.expectation.get("scheme", "https"))

    def reason_to_fail(self, browser: str) -> str | None:
        fails = self.expectation.get("fails", {})
        return fails.get(browser) or fails.get("both")


def patterns() -> list[Pattern]:
    found = []
    for file in sorted(PAGES.glob("*.html")):
        expectation, _ = split_page(file.read_text())
        assert expectation, f"{file} does not say what is expected of it"
        unknown = {member for step in expectation["steps"] for member in step} - set(STEPS) - DETAILS
        assert not unknown, f"{file}: no step {unknown}"
        found.append(Pattern(file.stem, expectation))
    return found


class PatternRun:
    """Runs one pattern in one browser."""

    def __init__(self, browser: Browser, page: Page, sites: Sites):
        self.browser, self.page, self.sites = browser, page, sites
        self.field = ""
        self.posts = {}

    def run(self, steps: list[dict]) -> None:
        for number, step in enumerate(steps, 1):
            for name, carry_out in STEPS.items():
                if name in step:
                    try:
                        carry_out(self, step[name], step)
                    except AssertionError as error:
                        raise AssertionError(f"step {number}, {name} in {step}: {error}") from error

    def click(self, selector: str, _: dict) -> None:
        self.field = selector
        self.page.click(selector)

    def type(self, text: str, _: dict) -> None:
        self.page.type(text)

    def press(self, keys: str, _: dict) -> None:
        self.page.press(keys)

    def wait(self, selector: str, _: dict) -> None:
        self.page.wait_for(selector)

    def reads(self, seconds: float, _: dict) -> None:
        """Waits as a user who reads the page. The extension judges a page half a second after it has loaded."""
        self.page.let_pass(seconds)

    def strip(self, words: list[str], _: dict) -> None:
        """The strip has rows with these words and does not cover its field."""
        drawn = self.page.wait_strip(*words)
        field, strip = self.page.box(self.field), drawn.list
        is_apart = any(one[side] + one[size] <= other[side] + 1 for side, size in (("top", "height"), ("left", "width"))
                       for one, other in ((field, strip), (strip, field)))
        assert is_apart, f"the strip {strip} covers its field {field}"

    def first(self, words: str, _: dict) -> None:
        """The first row contains these words."""
        eventually(f"{words} comes first", lambda: words in (self.page.strip_rows() or [""])[0])

    def no_strip(self, *_) -> None:
        self.page.no_strip()

    def no_row(self, words: list[str], _: dict) -> None:
        """A strip may be shown, but no row of it contains any of these words."""
        never(f"a row with one of {words}", lambda: [
            row for row in self.page.strip_rows() if any(word in row for word in words)])

    def pick(self, words: str, step: dict) -> None:
        """Picks a row. In a browser in which the guard cannot judge what is drawn (`unjudged`), confirms it in the
        window.
        """
        self.page.pick(words, step.get("by", "pointer"))
        if self.browser.name in step.get("unjudged", []):
            question = self.browser.wait_sheet("could not make sure")
            self.page.let_pass(GUARD)
            question.click("text=Fill")

    def sheet(self, words: list[str], step: dict) -> None:
        sheet = self.browser.wait_sheet(*words)
        self.page.let_pass(GUARD)
        sheet.click("text=" + step["do"])
        eventually("the window is closed", lambda: not self.browser.sheets())

    def filled(self, values: dict[str, str], _: dict) -> None:
        for selector, value in values.items():
            self.page.wait_value(selector, value)

    def value(self, values: dict[str, str], _: dict) -> None:
        """Fields keep these values."""
        for selector, value in values.items():
            never(f"{selector} is not {value!r}", lambda: self.page.value(selector) != value, 0.3)

    def text(self, texts: dict[str, str], _: dict) -> None:
        for selector, words in texts.items():
            self.page.wait_text(words, selector)

    def js(self, expression: str, step: dict) -> None:
        result = self.page.js(expression if "is" in step else f"(() => {{ {expression}; }})()")
        if "is" in step:
            assert result == step["is"], f"it is {result!r}"

    def code(self, selectors: list[str], _: dict) -> None:
        def check() -> bool:
            code = "".join(self.page.value(selector) for selector in selectors)
            assert is_code_of_now(code, CODE_SECRET), f"{selectors} hold {code!r}"
            return True

        eventually("the code is filled", check)

    def generate(self, selectors: list[str], step: dict) -> None:
        """Picks the generated password, which is then in all of these fields."""
        pattern = step.get("matches", r"^.{12,}$")
        take_generated(self.page)

        def check() -> bool:
            values = {self.page.value(selector) for selector in selectors}
            assert len(values) == 1 and re.search(pattern, next(iter(values))), f"{selectors} hold {values}"
            return True

        eventually("the generated password is filled", check)

    def banner(self, words: list[str], _: dict) -> None:
        self.page.wait_banner(*words)

    def no_banner(self, *_) -> None:
        never("a banner was shown", lambda: self.page.banner() and self.page.banner().text, 1)

    def count_posts(self, wanted: dict, _: dict) -> None:
        seen = len(self.sites.posts_to(wanted["path"])) - self.posts.get(wanted["path"], 0)
        assert seen == wanted["count"], f"{seen} were sent to {wanted['path']}"


def take_generated(page: Page) -> None:
    """Picks the row of the strip that offers a strong password."""
    page.pick("Use Strong Password")


#: Members that are parameters of another member of the step.
DETAILS = {"by", "do", "is", "matches", "unjudged"}

STEPS: dict[str, Callable] = {
    "click": PatternRun.click, "type": PatternRun.type, "press": PatternRun.press, "wait": PatternRun.wait,
    "reads": PatternRun.reads, "strip": PatternRun.strip, "first": PatternRun.first, "noStrip": PatternRun.no_strip,
    "noRow": PatternRun.no_row, "pick": PatternRun.pick, "generate": PatternRun.generate, "sheet": PatternRun.sheet,
    "filled": PatternRun.filled, "value": PatternRun.value, "text": PatternRun.text, "js": PatternRun.js,
    "code": PatternRun.code, "banner": PatternRun.banner, "noBanner": PatternRun.no_banner,
    "posts": PatternRun.count_posts,
}
