"""Pages for the tests of src/content/fill, which run in a content script as in the extension."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from browsers import BROWSERS, closing_pages, launched
from driving import SOURCE, Browser, Page, remove_content_security_policy
from server import Sites
from waiting import eventually

HERE = Path(__file__).parent
LOGIN = {"kind": "password", "user": "ada", "password": "Planted-7919-Kettle"}

#: A typical login form.
FORM = """<form id=form action="/login" method=post>
  <label>User name <input id=user name=username autocomplete=username></label>
  <label>Password <input id=pass type=password name=password autocomplete=current-password></label>
  <button id=go>Sign in</button>
</form>"""

ASK = """new Promise((resolve) => {
    addEventListener("fill-answer", (event) => resolve(event.detail), { once: true });
    dispatchEvent(new CustomEvent("fill-ask", { detail: %s }));
})"""


#: The modules that the probe imports, by the names that it uses.
PROBED = {
    "filling": "content/fill/fillForm", "generated": "content/fill/fillGenerated", "safety": "content/fill/safety",
    "submissions": "content/fill/submissionWatch", "visibility": "content/fill/visibility",
    "looking": "content/fill/inspectDocument", "classifier": "forms/classify", "door": "browser",
}


def lay_out(folder: Path) -> Path:
    """Copies the extension with the probe instead of the loader. The probe's modules are one file, as in the package:
    loading fifty files takes most of a page's CPU time.
    """
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("test", "forms-of-others"))
    shutil.copy(HERE / "probe.js", folder / "src/content/loader.js")
    exports = "".join(f'export * as {name} from "./{module}.js";' for name, module in PROBED.items())
    subprocess.run(
        ["esbuild", "--bundle", "--format=esm", "--charset=utf8", "--log-level=warning",
         f"--outfile={folder / 'src/content/probed.js'}"],
        input=exports, text=True, cwd=folder / "src", check=True, timeout=60)
    shutil.copy(HERE / "double.js", folder / "src/background/worker.js")
    (folder / "src/options").mkdir(exist_ok=True)
    (folder / "src/options/options.html").write_text("<!doctype html><title>double</title>")
    remove_content_security_policy(folder)
    return folder


class Fills:
    """One browser with one page at a time."""

    page: Page
    #: Number of pages shown in the whole run. A note names its page by this number, because notes are kept for the run.
    shown = 0

    def __init__(self, browser: Browser, sites: Sites):
        self.browser, self.sites, self.name = browser, sites, browser.name
        self.page = browser.open()

    def show(self, body: str, host: str = "login.example.test", scheme: str = "https",
             libraries: tuple[str, ...] = ()) -> Page:
        """Shows a page with this body and runs its scripts after the named libraries."""
        Fills.shown += 1
        self.page.goto(f"{self.sites.origin(host, scheme)}/empty?{Fills.shown}")
        self.page.bring_to_front()
        self.wait_ready()
        self.page.js("""(async () => {
            const load = (src) => new Promise((resolve) => {
                const script = Object.assign(document.createElement("script"), { src });
                script.onload = resolve;
                document.head.append(script);
            });
            for (const name of %s) await load("/lib/" + name + ".js");
            document.body.innerHTML = %s;
            for (const inert of document.querySelectorAll("script:not([src])")) {
                const script = document.createElement("script");
                script.type = inert.type;
                script.textContent = inert.textContent;
                inert.replaceWith(script);
            }
        })()""" % (json.dumps(list(libraries)), json.dumps(body)))
        return self.page

    def wait_ready(self, frame: str = "") -> None:
        eventually("the probe is ready",
            lambda: self.page.js("document.documentElement.dataset.probe === 'ready'", frame))

    def ask(self, act: str, frame: str = "", **params) -> object:
        """Runs an action of the probe and returns its result."""
        answer = json.loads(str(self.page.js(ASK % json.dumps(json.dumps({"act": act, **params})), frame)))
        assert "failed" not in answer, answer["failed"]
        return answer["done"]

    def fill(self, at: str = "#user", value: dict | None = None, **params) -> dict:
        """Picks at a field and fills."""
        self.ask("pick", at=at)
        report = self.ask("fill", value=value or LOGIN, **params)
        assert isinstance(report, dict)
        return report

    def values(self, *selectors: str) -> list[str]:
        return [self.page.value(selector) for selector in selectors]

    def notes(self) -> list[tuple[str, dict]]:
        """The notes that the current document reported, in order."""
        found = [json.loads(post["fields"]["note"]) for post in self.sites.posts_to("/notes")]
        return [(note["name"], note["params"]) for note in found if note["page"] == f"?{Fills.shown}"]

    def wait_notes(self, count: int) -> list[tuple[str, dict]]:
        def enough() -> list:
            notes = self.notes()
            assert len(notes) >= count, f"told: {notes}"
            return notes

        return eventually(f"{count} notes", enough)


def refused(report: dict) -> dict[str, str]:
    """The reason for each field that was not filled."""
    return {element: reason for element, _, reason in report["refused"]}


@pytest.fixture(scope="module", params=BROWSERS)
def fills(request, sites, playwright, shared):
    running = shared(("fills", request.param), lambda: launched(
        request.param, sites, playwright, lambda world: {"extension": lay_out(world.path / "extension")}))
    with closing_pages(running):
        yield Fills(running, sites)
