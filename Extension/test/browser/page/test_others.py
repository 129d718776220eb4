"""Another manager's extension that came first, and what our scripts cost a page that calls nothing."""

import json

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
