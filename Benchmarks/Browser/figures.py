"""The figures measured in the browser. Each receives a function that launches Chromium in a fresh world, and returns
samples.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from chromium import Attached, targets
from isolated import Isolated
from waiting import eventually

LOGIN = "plain"
USER = "#user"

#: Resolves after a user's press on a field, with the time from the event to the first frame with a drawn strip.
UNTIL_DRAWN = """() => new Promise((resolve) => {
    addEventListener("pointerdown", (event) => {
        const look = () => isDrawn() ? resolve(performance.now() - event.timeStamp) : requestAnimationFrame(look);
        requestAnimationFrame(look);
    }, { capture: true, once: true });
})"""

#: Resolves with the time from the user's click on the strip to the password field's input event.
UNTIL_FILLED = """() => new Promise((resolve) => {
    let start = 0;
    addEventListener("pointerup", (event) => { start = event.timeStamp; }, { capture: true, once: true });
    addEventListener("input", (event) => {
        if (event.target.type === "password" && event.target.value !== "") resolve(performance.now() - start);
    }, { capture: true });
})"""


def sample(name: str, samples: Iterable[float], unit: str = "ms") -> dict:
    return {"name": name, "unit": unit, "samples": list(samples)}


def strip_drawn(launch: Callable) -> list[dict]:
    """Field focused to strip drawn."""
    browser = launch()
    first = [drawn_once(browser) for _ in range(65)][5:]
    again = drawn_again(browser, 105)[5:]
    cold, neared = [drawn_cold(browser) for _ in range(20)], [drawn_cold(browser, near=True) for _ in range(20)]
    browser.close()
    return [
        sample("field focused to strip drawn, warm", again),
        sample("field focused to strip drawn, the first time on a page", first),
        sample("field focused to strip drawn, after the worker slept, by a pointer from nowhere", cold),
        sample("field focused to strip drawn, after the worker slept, the pointer there for 0.15 s", neared),
    ]


def pick_filled(launch: Callable) -> list[dict]:
    """Pick to filled."""
    browser = launch()
    times = []
    for _ in range(32):
        page = browser.open(sites_of(browser).page(LOGIN))
        page.bring_to_front()
        page.click(USER)
        page.wait_strip("ada")
        page.let_pass(0.6)
        strip = page.wait_strip("ada")
        row = next(row for row in strip.rows if "ada" in row.text)
        inside = Isolated(page)
        waiting = inside.begin(UNTIL_FILLED)
        page.tap(row.x, row.y, strip.where)
        times.append(inside.end(waiting))
        page.close()
    browser.close()
    return [sample("pick to filled, vault unlocked", times[2:])]


def classify_forms(launch: Callable) -> list[dict]:
    """Classify large pages, each made of a fifth of the saved forms."""
    browser = launch()
    found = []
    for text in large_pages():
        page = open_made(browser, SCRIPT.sub("", text))
        times = page.js(f"""(async () => {{
            const {{ classify }} = await import("{browser.base}/src/forms/classify.js");
            const times = [];
            for (let round = 0; round < 25; round += 1) {{
                const start = performance.now();
                classify(document);
                times.push(performance.now() - start);
            }}
            return times.slice(5);
        }})()""")
        found += times
        page.close()
    browser.close()
    return [sample("classify the whole of a page of 160 saved forms", found)]


def pages_without_fields(launch: Callable) -> list[dict]:
    """The cost of a page without a login field."""
    return [
        sample(f"a page without fields: scripts of one load, {name}", cost_of_plain_pages(launch, **options))
        for name, options in WITH_AND_WITHOUT
    ]


def mutating_page(launch: Callable) -> list[dict]:
    """Long tasks on a page of 2 000 nodes that changes five times a second."""
    found = []
    for name, options in WITH_AND_WITHOUT:
        browser = launch(**options)
        for what, form in [("without fields", ""), ("with a login that is in use", FORM)]:
            page = open_made(browser, BUSY.replace("<main>", f"{form}<main>"))
            page.devtools("Performance.enable")
            if form:
                page.click(USER)
            before = busy_time(page)
            tasks = page.js(LONG_TASKS)
            worked = busy_time(page) - before
            page.close()
            title = f"2 000 nodes changing 5 times a second, {what}, {name}"
            found.append(sample(f"{title}: long tasks in 10 s", [float(tasks)], "tasks"))
            found.append(sample(f"{title}: main thread's work in 10 s", [worked]))
        browser.close()
    return found


def memory_after_pages(launch: Callable) -> list[dict]:
    """The extension's memory after 500 pages."""
    browser = launch()
    page = browser.open()
    heaps = []
    for number in range(500):
        page.goto(sites_of(browser).page(LOGIN))
        # A stopped worker has no heap, so use it first.
        if number % 50 == 0 or number == 499:
            page.click(USER)
            page.wait_strip("ada")
        if number == 0:
            heaps.append(heap_of_background(browser))
    heaps.append(heap_of_background(browser))
    browser.close()
    return [
        sample("the worker's heap at the start", heaps[:1], "MB"),
        sample("the worker's heap after 500 pages", heaps[1:], "MB"),
    ]


def bare_round_trip(launch: Callable) -> list[dict]:
    """The floor: one message to the agent and back."""
    browser = launch()
    page = browser.open(f"{browser.base}/src/options/options.html")
    times = page.js("""(async () => {
        const port = chrome.runtime.connectNative("org.latchkey.host");
        let id = 0;
        const call = (method, params) => new Promise((resolve, reject) => {
            port.onDisconnect.addListener(() => reject(new Error(chrome.runtime.lastError?.message ?? "the port ended")));
            const mine = ++id;
            const listen = (answer) => { if (answer.id === mine) { port.onMessage.removeListener(listen); resolve(answer); } };
            port.onMessage.addListener(listen);
            port.postMessage({ jsonrpc: "2.0", id: mine, method, params });
        });
        await call("hello", { protocolVersion: 1, oldestProtocolVersion: 1, productVersion: "0", features: [],
            role: "client", client: { program: "bench", showsSheets: false } });
        const url = "https://login.example.test/login";
        const times = [];
        for (let round = 0; round < 220; round += 1) {
            const start = performance.now();
            await call("suggest", { url, kinds: [], explain: false });
            times.push(performance.now() - start);
        }
        port.disconnect();
        return times.slice(20);
    })()""")
    browser.close()
    return [sample("bare native round trip: suggest, from a page of the extension", times)]


WITH_AND_WITHOUT = [("with the extension", {}), ("the browser alone", {"extension": Path(__file__).parent / "nothing"})]

#: Scripts are removed, so that the page does not change during the measurement.
SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.DOTALL | re.IGNORECASE)

ARTICLE = "<!doctype html><title>Article</title>" + "<p>Nothing but text, and <a href='#'>links</a>.</p>" * 500

FORM = """<form method="post"><label>User name <input id="user" name="user" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label></form>"""

BUSY = """<!doctype html><title>Busy</title><main></main><script>
const main = document.querySelector("main");
for (let index = 0; index < 2000; index += 1) main.append(Object.assign(document.createElement("span"), { textContent: "x " }));
let turn = 0;
setInterval(() => {
    turn += 1;
    for (let index = turn % 20; index < 2000; index += 20) main.children[index].textContent = turn % 2 ? "x " : "y ";
}, 200);
</script>"""

#: Counts tasks of 50 ms or more (W3C Long Tasks) for ten seconds.
LONG_TASKS = """new Promise((resolve) => {
    let tasks = 0;
    new PerformanceObserver((list) => { tasks += list.getEntries().length; }).observe({ type: "longtask" });
    setTimeout(() => resolve(tasks), 10_000);
})"""

FIGURES = [
    bare_round_trip, strip_drawn, pick_filled, classify_forms, pages_without_fields, mutating_page, memory_after_pages,
]


def sites_of(browser):
    return browser.sites


def drawn_cold(browser, near: bool = False) -> float:
    page = browser.open(sites_of(browser).page(LOGIN))
    page.bring_to_front()
    browser.stop_background()
    page.bring_to_front()
    if near:
        box = page.box(USER)
        page.hover(box["left"] + 8, box["top"] + 8)
        page.let_pass(0.15)
    taken = press_and_time(page)
    page.close()
    return taken


def drawn_once(browser) -> float:
    page = browser.open(sites_of(browser).page(LOGIN))
    page.bring_to_front()
    # Users do not click sooner after a page has loaded.
    page.let_pass(0.5)
    taken = press_and_time(page)
    page.close()
    return taken


def drawn_again(browser, count: int) -> list[float]:
    """Opens the strip of one page repeatedly and closes it with Escape in between."""
    page = browser.open(sites_of(browser).page(LOGIN))
    page.bring_to_front()
    times = []
    for _ in range(count):
        times.append(press_and_time(page))
        page.press("Escape")
        page.js("document.activeElement.blur()")
    page.close()
    return times


def press_and_time(page) -> float:
    """Clicks into the user name and returns the milliseconds until the strip is drawn."""
    inside = Isolated(page)
    waiting = inside.begin(UNTIL_DRAWN)
    page.click(USER)
    return inside.end(waiting)


def cost_of_plain_pages(launch: Callable, **options) -> list[float]:
    """Milliseconds of script time in each of fifty loads of a page with text only."""
    browser = launch(**options)
    page = open_made(browser, ARTICLE)
    page.devtools("Performance.enable")
    times = []
    for _ in range(55):
        page.tab.reload(wait_until="load")
        times.append(metrics(page)["ScriptDuration"] * 1000)
    browser.close()
    return times[5:]


def open_made(browser, text: str):
    """Opens a page with this HTML on a test site."""
    address = sites_of(browser).origin() + "/made"
    page = browser.open()
    page.tab.route(address, lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=text))
    page.goto(address)
    page.bring_to_front()
    return page


def metrics(page) -> dict[str, float]:
    return {each["name"]: each["value"] for each in page.devtools("Performance.getMetrics")["metrics"]}


def busy_time(page) -> float:
    """Milliseconds of work of the page's main thread so far."""
    return metrics(page)["TaskDuration"] * 1000


def large_pages(count: int = 5, forms: int = 160) -> list[str]:
    """Pages of about 180 kB: the saved forms in the order of their names, 160 to a page."""
    files = sorted((Path(__file__).resolve().parents[2] / "Extension/forms").glob("*.html"))
    texts = [f"<section>{file.read_text(encoding='utf-8')}</section>" for file in files]
    return ["".join(texts[start * forms:(start + 1) * forms]) for start in range(count)]


def heap_of_background(browser) -> float:
    """Used heap of the worker in MB after a garbage collection."""
    session = browser.context.browser.new_browser_cdp_session()
    worker = eventually("the worker is awake", lambda: targets(session, "service_worker", browser.base))[0]
    inside = Attached(session, worker)
    inside.ask("HeapProfiler.collectGarbage")
    used = inside.ask("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return used / 1e6
