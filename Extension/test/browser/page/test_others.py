"""Other password managers' extensions before and after ours, and the cost of our scripts for a page without calls."""

import json

import pytest

from pages import pages  # noqa: F401
from test_calls import RESULT

#: A typical manager: replaces the methods of the object and calls the original for what it declines.
BEFORE = ("""
    globalThis.begun = performance.now();
    globalThis.theirs = [];
    const kept = { create: navigator.credentials.create, get: navigator.credentials.get };
    for (const kind of ["create", "get"]) {
        navigator.credentials[kind] = function (...all) {
            theirs.push({ kind, isSame: all[0] === globalThis.given, count: all.length, isReceiver: this === navigator.credentials });
            return kept[kind].apply(this, all);
        };
    }
""",)
AFTER = ("globalThis.ended = performance.now();",)
#: Other extensions that wrap the functions that they find.
OTHER = """(() => {
    const on = navigator.credentials, mine = { name: %r, isAfterOurs: false, heard: [], takes: false };
    try {
        // By this our scripts know each other.
        mine.isAfterOurs = Reflect.apply(Object.getOwnPropertyDescriptor(PublicKeyCredential.prototype, "rawId").get, "latchkey", []) === "latchkey";
    } catch {
        // The browser's own.
    }
    for (const kind of ["create", "get"]) {
        const found = on[kind];
        mine[kind] = function (options) {
            mine.heard.push({ kind, isSame: options === globalThis.given, isReceiver: this === navigator.credentials });
            return mine.takes ? Promise.resolve(mine.name) : found.call(this, options);
        };
        Object.defineProperty(on, kind, { value: mine[kind], configurable: true, writable: true, enumerable: true });
    }
    (globalThis.managers ??= []).push(mine);
})()"""
OTHER_EXTENSIONS = {"first": (OTHER % "first", True), "later": (OTHER % "later", False)}


def test_a_call_that_we_decline_goes_to_the_manager_before_us(pages):
    pages.show()
    pages.plan(create={"decline": True}, get={"result": RESULT})
    seen = pages.run("""
        globalThis.given = { publicKey: creation(required) };
        const made = await navigator.credentials.create(globalThis.given);
        return [String(made), theirs];
    """)
    assert seen == ["[object PublicKeyCredential]", [{"kind": "create", "isSame": True, "count": 1, "isReceiver": True}]]
    assert [each["method"] for each in pages.asked()] == ["create"]
    assert pages.run("return [(await get()).id, theirs.length]") == ["AQID", 1]


def test_a_call_that_we_do_not_handle_goes_to_the_other_manager_only(pages):
    pages.show()
    pages.run("await outcome(() => navigator.credentials.get({ mediation: 'silent', password: true }))")
    assert pages.run("return theirs.map(({ kind }) => kind)") == ["get"]
    assert pages.asked() == []


def test_page_scripts_cost_a_page_without_calls_at_most_two_milliseconds(pages):
    """Time from before our first script to after our last. The minimum of several loads excludes other work of the
    machine.
    """
    costs = []
    for _ in range(15):
        pages.ours.goto(f"{pages.sites.origin('login.example.test')}/empty")
        costs.append(pages.run("return ended - begun"))
    print(pages.name, json.dumps(sorted(costs)))
    assert min(costs) <= 2
    assert pages.asked() == []


@pytest.fixture
def managers(pages) -> list[dict]:
    """The other extensions in the order in which they ran. Firefox decides its own order."""
    pages.show()
    found = pages.run("return managers.map(({ name, isAfterOurs }) => ({ name, isAfterOurs }))")
    assert sorted(each["name"] for each in found) == ["first", "later"]
    if not pages.is_firefox:
        assert [each["isAfterOurs"] for each in found] == [False, True]
    return found


def heard(pages) -> dict[str, list[dict]]:
    return {each["name"]: each["heard"] for each in pages.run("return managers")}


def test_a_call_that_we_decline_goes_through_every_extension_to_the_browser(pages, managers):
    pages.plan(create={"decline": True})
    made = pages.run("""
        globalThis.given = { publicKey: creation(required) };
        return String(await navigator.credentials.create(globalThis.given));
    """)
    assert made == "[object PublicKeyCredential]"
    assert [each["method"] for each in pages.asked()] == ["create"]
    # Each of them receives it once, unchanged.
    assert heard(pages) == {name: [{"kind": "create", "isSame": True, "isReceiver": True}] for name in ("first", "later")}


def test_a_call_that_we_answer_goes_only_through_the_extensions_after_us(pages, managers):
    pages.plan(get={"result": RESULT})
    assert pages.run("return (await get()).id") == "AQID"
    assert {name: len(all) for name, all in heard(pages).items()} == {
        each["name"]: int(each["isAfterOurs"]) for each in managers}


def test_another_manager_keeps_its_answer_and_its_place(pages, managers):
    pages.plan(get={"decline": True})
    that = "managers.find(({ name }) => name === given)"
    for name in [each["name"] for each in managers]:
        seen = pages.run(f"""
            {that}.takes = true;
            const before = navigator.credentials.get, taken = await get();
            await sleep(50);
            {that}.takes = false;
            return [taken, navigator.credentials.get === before];
        """, given=name)
        assert seen == [name, True]
    # The extensions after ours answered before the call reached us.
    assert len(pages.asked("get")) == sum(not each["isAfterOurs"] for each in managers)
    last = managers[-1]
    if last["isAfterOurs"]:
        assert pages.run(f"return navigator.credentials.get === {that}.get", given=last["name"])


def test_a_bridge_module_that_failed_to_load_is_loaded_again_for_the_next_call(pages):
    """Without the module (bridgeListener.js imports it) a call goes to the browser. In Firefox the next page retries."""
    pages.show()
    module = pages.extension / "src/content/passkeyBridge.js"
    kept = module.read_text()
    module.unlink()
    try:
        pages.ours.goto(f"{pages.sites.origin('login.example.test')}/empty")
        pages.plan(create={"error": {"name": "NotSupportedError"}})
        assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"
        assert pages.asked() == []
    finally:
        module.write_text(kept)
    if pages.is_firefox:
        # Firefox caches the failed import for the document.
        assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"
        pages.ours.goto(f"{pages.sites.origin('login.example.test')}/empty")
        pages.plan(create={"error": {"name": "NotSupportedError"}})
    assert pages.run("return (await outcome(() => create(required))).name") == "NotSupportedError"
    assert [each["method"] for each in pages.asked()] == ["create"]
