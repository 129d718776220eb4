"""Other managers' extensions, before ours and after it, and what our scripts cost a page that calls nothing."""

import json

import pytest

from pages import pages  # noqa: F401
from test_calls import RESULT

#: As managers do it: on the object itself, and with what was there before kept for what they decline.
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
#: Extensions of their own, which put themselves before what they find.
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
BESIDE = {"first": (OTHER % "first", True), "later": (OTHER % "later", False)}


def test_what_we_decline_goes_to_the_one_before_us(pages):
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


def test_what_we_do_not_take_at_all_is_theirs_alone(pages):
    pages.show()
    pages.run("await outcome(() => navigator.credentials.get({ mediation: 'silent', password: true }))")
    assert pages.run("return theirs.map(({ kind }) => kind)") == ["get"]
    assert pages.asked() == []


def test_a_page_without_a_call_pays_nothing_that_anyone_sees(pages):
    """From before our first script to behind our last: the least of some loads, since the machine does other things."""
    costs = []
    for _ in range(15):
        pages.ours.goto(f"{pages.sites.origin('login.example.test')}/empty")
        costs.append(pages.run("return ended - begun"))
    print(pages.name, json.dumps(sorted(costs)))
    assert min(costs) <= 2
    assert pages.asked() == []


@pytest.fixture
def managers(pages) -> list[dict]:
    """The other extensions, in the order in which they came to the page; Firefox has an order of its own."""
    pages.show()
    found = pages.run("return managers.map(({ name, isAfterOurs }) => ({ name, isAfterOurs }))")
    assert sorted(each["name"] for each in found) == ["first", "later"]
    if not pages.is_firefox:
        assert [each["isAfterOurs"] for each in found] == [False, True]
    return found


def heard(pages) -> dict[str, list[dict]]:
    return {each["name"]: each["heard"] for each in pages.run("return managers")}


def test_what_we_decline_goes_through_every_extension_to_the_browser(pages, managers):
    pages.plan(create={"decline": True})
    made = pages.run("""
        globalThis.given = { publicKey: creation(required) };
        return String(await navigator.credentials.create(globalThis.given));
    """)
    assert made == "[object PublicKeyCredential]"
    assert [each["method"] for each in pages.asked()] == ["create"]
    # As the page made it, to each of them once.
    assert heard(pages) == {name: [{"kind": "create", "isSame": True, "isReceiver": True}] for name in ("first", "later")}


def test_what_we_answer_comes_through_those_after_us_alone(pages, managers):
    pages.plan(get={"result": RESULT})
    assert pages.run("return (await get()).id") == "AQID"
    assert {name: len(all) for name, all in heard(pages).items()} == {
        each["name"]: int(each["isAfterOurs"]) for each in managers}


def test_what_another_one_takes_is_its_own_and_nobody_fights_for_the_place(pages, managers):
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
    # Those after us took it before we heard of it.
    assert len(pages.asked("get")) == sum(not each["isAfterOurs"] for each in managers)
    last = managers[-1]
    if last["isAfterOurs"]:
        assert pages.run(f"return navigator.credentials.get === {that}.get", given=last["name"])


def test_what_could_not_be_read_is_read_again_with_the_next_question(pages):
    """The module that answers (door.js): a call without it is the browser's, and the next one ours, in Firefox with the next page."""
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
        # It remembers for a document what it could not read.
        assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"
        pages.ours.goto(f"{pages.sites.origin('login.example.test')}/empty")
        pages.plan(create={"error": {"name": "NotSupportedError"}})
    assert pages.run("return (await outcome(() => create(required))).name") == "NotSupportedError"
    assert [each["method"] for each in pages.asked()] == ["create"]
