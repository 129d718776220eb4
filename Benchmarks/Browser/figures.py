"""The figures that are taken in the browser. Each gets a launcher of Chromium in a fresh world, and gives its samples."""

import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from isolated import Isolated

LOGIN = "plain"
USER = "[name=username]"
PASSWORD = "[name=password]"

#: Waits for a person's press on a field; tells the time from the event to the frame in which a filled strip has a box.
UNTIL_DRAWN = """() => new Promise((resolve) => {
    addEventListener("pointerdown", (event) => {
        const look = () => findRows().length > 0 ? resolve(performance.now() - event.timeStamp) : requestAnimationFrame(look);
        requestAnimationFrame(look);
    }, { capture: true, once: true });
})"""

#: Tells the time from a person's click on the strip to the password field's input event.
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
    warm = [drawn_once(browser) for _ in range(105)][5:]
    cold = []
    for _ in range(20):
        page = browser.open(sites_of(browser).page(LOGIN))
        page.bring_to_front()
        browser.stop_background()
        page.bring_to_front()
        cold.append(press_and_time(page))
        page.close()
    browser.close()
    return [
        sample("field focused to strip drawn, warm", warm),
        sample("field focused to strip drawn, after the worker slept", cold),
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


def pages_without_fields(launch: Callable) -> list[dict]:
    """What a page without a login field costs."""
    return [
        sample(f"a page without fields: time in its main thread, {name}", cost_of_plain_pages(launch, **options))
        for name, options in WITH_AND_WITHOUT
    ]


def mutating_page(launch: Callable) -> list[dict]:
    """Long tasks on a page of 2 000 nodes that changes five times a second."""
    found = []
    for name, options in WITH_AND_WITHOUT:
        browser = launch(**options)
        page = browser.open(sites_of(browser).page("mutating"))
        page.bring_to_front()
        if page.exists("input"):
            page.click("input")
        counted = page.js("""new Promise((resolve) => {
            let tasks = 0;
            new PerformanceObserver((list) => { tasks += list.getEntries().length; }).observe({ type: "longtask" });
            setTimeout(() => resolve(tasks), 10_000);
        })""")
        busy = page.devtools("Performance.getMetrics")["metrics"] if page.devtools("Performance.enable") == {} else []
        del busy
        found.append(sample(f"2 000 nodes changing 5 times a second: long tasks in 10 s, {name}", [float(counted)], "tasks"))
        browser.close()
    return found


def memory_after_pages(launch: Callable) -> list[dict]:
    """The extension's memory after 500 pages."""
    browser = launch()
    page = browser.open()
    heaps = [heap_of_background(browser)]
    for number in range(500):
        page.goto(sites_of(browser).page(LOGIN))
        if number % 50 == 0:
            page.click(USER)
            page.wait_strip("ada")
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
        const call = (method, params) => new Promise((resolve) => {
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

FIGURES = [bare_round_trip, strip_drawn, pick_filled, pages_without_fields, mutating_page, memory_after_pages]


def sites_of(browser):
    return browser.sites


def drawn_once(browser) -> float:
    page = browser.open(sites_of(browser).page(LOGIN))
    page.bring_to_front()
    taken = press_and_time(page)
    page.close()
    return taken


def press_and_time(page) -> float:
    """Clicks into the user name, and tells how long the strip took."""
    inside = Isolated(page)
    waiting = inside.begin(UNTIL_DRAWN)
    page.click(USER)
    return inside.end(waiting)


def cost_of_plain_pages(launch: Callable, **options) -> list[float]:
    """Milliseconds that the main thread worked for each of fifty loads of one page."""
    browser = launch(**options)
    page = browser.open()
    page.devtools("Performance.enable")
    times = []
    for _ in range(55):
        page.goto(sites_of(browser).page("article"))
        metrics = {each["name"]: each["value"] for each in page.devtools("Performance.getMetrics")["metrics"]}
        times.append(metrics["ScriptDuration"] * 1000)
    browser.close()
    return times[5:]


def heap_of_background(browser) -> float:
    """The worker's used heap in MB, the least of three readings."""
    readings = []
    for _ in range(3):
        used = browser.background("performance.memory ? performance.memory.usedJSHeapSize : 0")
        readings.append(float(used) / 1e6)
        time.sleep(0.2)
    return min(readings) if readings else statistics.nan
