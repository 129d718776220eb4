"""A call from start to end: its JSON options, how it ends, and a second call during it."""

import pytest

from pages import pages  # noqa: F401
from waiting import eventually

RESULT = {
    "id": "AQID", "rawId": "AQID", "type": "public-key", "authenticatorAttachment": "platform", "clientExtensionResults": {},
    "response": {"clientDataJSON": "e30", "authenticatorData": "AAAA", "signature": "MEUC", "userHandle": "dTE"},
}


@pytest.fixture(autouse=True)
def in_front(pages):
    pages.show()


def test_passes_the_options_as_json(pages):
    pages.plan(create={"decline": True}, get={"decline": True})
    pages.run("""
        const buffer = new Uint8Array([0, 250, 251, 252, 253, 254, 255, 0]);
        const call = create({
            challenge: buffer.subarray(1, 7), rp: { name: "Ex\\ud800", id: "example.test" }, timeout: 60000.9, hints: ["hybrid"],
            user: { id: new DataView(bytes("u1").buffer), name: "ada", displayName: "Ada" }, attestation: "odd",
            pubKeyCredParams: [{ type: "public-key", alg: "-7" }, { type: "odd", alg: 1 }, { type: "public-key", alg: -257 }],
            excludeCredentials: new Set([{ type: "public-key", id: bytes("x").buffer, transports: ["usb", "odd"] }]),
            authenticatorSelection: { residentKey: "required", userVerification: "odd", requireResidentKey: 1 },
            extensions: { credProps: true, prf: { eval: { first: bytes("x") } }, largeBlob: { support: "preferred" }, odd: 5 },
        }).catch(() => {});
        buffer.fill(7);
        await call;
        await get({ userVerification: "required", allowCredentials: [{ type: "public-key", id: bytes("x") }, { type: "odd", id: bytes("y") }],
            extensions: { prf: { evalByCredential: { eA: { first: bytes("a"), second: bytes("b") } } } }, timeout: 100 },
        ).catch(() => {});
    """)
    create, get = pages.asked("create", "get")[:2]
    assert create["mediation"] == "optional"
    assert create["options"] == {
        "challenge": "-vv8_f7_", "rp": {"name": "Ex\ud800", "id": "example.test"}, "timeout": 60000, "hints": ["hybrid"],
        "user": {"id": "dTE", "name": "ada", "displayName": "Ada"},
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -257}],
        "excludeCredentials": [{"type": "public-key", "id": "eA", "transports": ["usb", "odd"]}],
        "authenticatorSelection": {"residentKey": "required", "requireResidentKey": True},
        "extensions": {"credProps": True, "prf": {"eval": {"first": "eA"}}, "largeBlob": {"support": "preferred"}},
    }
    assert get["options"] == {
        "challenge": "Y2hhbGxlbmdl", "rpId": "example.test", "userVerification": "required", "timeout": 100,
        "allowCredentials": [{"type": "public-key", "id": "eA"}],
        "extensions": {"prf": {"evalByCredential": {"eA": {"first": "YQ", "second": "Yg"}}}},
    }


@pytest.mark.parametrize("extensions", [
    {}, {"prf": {"eval": {"first": "AQID"}}}, {"appid": "https://www.example.test/x"}, {"largeBlob": {"read": True}},
    {"prf": {"evalByCredential": {"AQID": {"first": "AQ", "second": "Ag"}}}}])
def test_accepts_the_options_that_the_browser_parsed_from_json(pages, extensions):
    """The browser may add members: Chromium adds a false `credProps` to a request."""
    pages.plan(get={"result": RESULT}, create={"error": {"name": "NotAllowedError"}})
    request = {"challenge": "AQID", "rpId": "example.test", "allowCredentials": [{"type": "public-key", "id": "AQID"}],
               **({"extensions": extensions} if extensions else {})}
    pages.run("await get.call(null, PublicKeyCredential.parseRequestOptionsFromJSON(given))", given=request)
    made = {"challenge": "AQID", "rp": {"name": "Example", "id": "example.test"}, "excludeCredentials": [],
            "user": {"id": "AQID", "name": "ada", "displayName": "Ada"}, "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
            "extensions": {"credProps": True, "prf": {}, "largeBlob": {"support": "preferred"}, "minPinLength": True}}
    pages.run("await outcome(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given) }))",
              given=made)
    asked = pages.asked("get", "create")
    assert [each["method"] for each in asked] == ["get", "create"]
    assert asked[0]["options"]["allowCredentials"] == [{"type": "public-key", "id": "AQID"}]
    assert asked[0]["options"].get("extensions", {}).get("prf") == extensions.get("prf")


def test_reports_the_appid_extension_as_the_browser_does(pages):
    body = "const made = await get(given); return [made.getClientExtensionResults(), made.toJSON().clientExtensionResults]"
    asked = {"extensions": {"appid": f"{pages.sites.origin('www.example.test')}/facets"}}
    pages.plan(get={"result": {**RESULT, "clientExtensionResults": {"appid": False}}})
    for page in (pages.native, pages.ours):
        page.bring_to_front()
        pages.run("await create({ ...required, extensions: given.extensions && { appidExclude: given.extensions.appid } })", page, asked)
        assert pages.run(body, page, asked) == [{"appid": False}] * 2
    assert [each["options"]["extensions"] for each in pages.asked("create", "get")] == [
        {"appidExclude": asked["extensions"]["appid"]}, asked["extensions"]]


def test_a_declined_call_reaches_the_browser_as_the_page_made_it(pages):
    """The browser's own authenticator answers."""
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"
    assert [each["method"] for each in pages.asked()] == ["create"]
    assert pages.run("return String(await get())") == "[object PublicKeyCredential]"


def test_ignores_calls_for_other_credential_types(pages):
    native, ours = pages.both("""return [await outcome(() => navigator.credentials.get({ mediation: "silent", password: true })),
        await outcome(() => navigator.credentials.get({ mediation: "conditional" }))]""")
    assert ours == native
    assert pages.asked() == []


def test_an_abort_rejects_the_call_with_its_reason_and_is_reported(pages):
    pages.plan(get="wait", create="wait")
    for call, reason in (("get", "new RangeError('mine')"), ("create", "'why'"), ("get", "undefined")):
        seen = pages.run("""
            const controller = new AbortController(), { signal } = controller, log = [];
            signal.addEventListener("abort", (event) => event.stopImmediatePropagation());
            const before = askedCount(), called = %s({}, { signal });
            await askedSince(before);
            called.catch((error) => log.push(error === signal.reason));
            controller.abort(%s);
            log.push("aborted");
            for (let tick = 0; tick < 3; tick++) await null;
            return log;
        """ % (call, reason))
        assert seen == ["aborted", True]
    methods = [each["method"] for each in eventually("three aborts", lambda: (
        pages.asked() if len(pages.asked("abort")) == 3 else None))]
    assert methods == ["get", "abort", "create", "abort", "get", "abort"]
    ids = [each["id"] for each in pages.asked()]
    assert ids[0::2] == ids[1::2]


def test_ignores_an_answer_after_the_abort(pages):
    pages.plan(get="wait")
    seen = pages.run("""
        const controller = new AbortController();
        const before = askedCount(), called = outcome(() => get({}, { signal: controller.signal }));
        await askedSince(before);
        controller.abort();
        return (await called).name;
    """)
    pages.answer(result=RESULT)
    assert seen == "AbortError"


def test_handles_the_next_call_immediately_after_an_abort(pages):
    pages.plan(get="wait")
    for mediation in ("optional", "conditional"):
        pages.run("""
            const controller = new AbortController(), before = askedCount();
            get({}, { signal: controller.signal, mediation: given }).catch(() => {});
            await askedSince(before);
            controller.abort();
            const next = new AbortController();
            globalThis.next = outcome(() => get({}, { signal: next.signal }), 300);
            globalThis.ended = new Promise((resolve) => setTimeout(() => resolve(next.abort()), 400));
        """, given=mediation)
        assert pages.run("return (await globalThis.next).when") == "pending"
        pages.run("await globalThis.ended")
    assert len(pages.asked("get")) == 4


def test_handles_the_next_call_after_an_aborted_conditional_call_that_was_declined(pages):
    pages.plan(get={"decline": True})
    pages.run("""
        const controller = new AbortController();
        get({ rpId: "example.test" }, { signal: controller.signal, mediation: "conditional" }).catch(() => {});
        await sleep(100);
        controller.abort();
        const next = new AbortController();
        await outcome(() => get({ timeout: 100 }, { signal: next.signal }), 100);
        next.abort();
    """)
    assert len(pages.asked("get")) == 2


def test_leaves_the_next_call_to_the_browser_while_its_own_dialog_is_open(pages):
    """Otherwise a window of ours would open next to the dialog. Firefox shows no dialog for a conditional call."""
    pages.remove_authenticator()
    pages.add_authenticator(is_present=False)
    for mediation, more in (("optional", 1), ("conditional", 2 if pages.is_firefox else 1)):
        pages.plan(get={"decline": True})
        pages.run("""
            const one = new AbortController(), two = new AbortController();
            const first = outcome(() => get({}, { signal: one.signal, mediation: given }), 600);
            await sleep(150);
            await outcome(() => get({}, { signal: two.signal }), 200);
            one.abort();
            two.abort();
            await first;
        """, given=mediation)
        assert len(pages.asked("get")) == more


@pytest.mark.parametrize("first", ["get", "create", "conditional"])
def test_a_second_call_ends_as_in_the_browser(pages, first):
    """Chromium rejects the second call; in Firefox it ends the first."""
    calls = {"get": "get({}, { signal: one.signal })", "create": "create({}, { signal: one.signal })",
             "conditional": "get({}, { signal: one.signal, mediation: 'conditional' })"}
    body = """
        const one = new AbortController(), two = new AbortController();
        const first = outcome(() => %s, 1200);
        await sleep(100);
        const second = await outcome(() => get({}, { signal: two.signal }), 500);
        one.abort();
        two.abort();
        return [(await first), second];
    """ % calls[first]
    pages.remove_authenticator()
    pages.add_authenticator(is_present=False)
    pages.native.bring_to_front()
    native = pages.run(body, pages.native)
    pages.ours.bring_to_front()
    pages.plan(get="wait", create="wait")
    ours = pages.run(body)
    if pages.is_firefox:
        assert native[0]["name"] == "AbortError" and native[1] == {"when": "pending"}
    else:
        assert native[1]["name"] == "OperationError"
    assert ours == native


def test_hands_pending_calls_to_the_browser_when_the_extension_is_replaced(pages):
    """The extension is replaced while its window is open. This call and all later ones go to the browser."""
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run("const before = askedCount(); globalThis.called = get(); await askedSince(before)")
    assert len(pages.asked("get")) == 1
    pages.run("dispatchEvent(new Event('test-cut'))")
    assert pages.run("return String(await globalThis.called)") == "[object PublicKeyCredential]"
    assert pages.run("return String(await get())") == "[object PublicKeyCredential]"
    assert len(pages.asked("get")) == 1


def test_connects_to_the_content_script_of_a_replaced_extension(pages):
    """The new extension's script meets a page with the old functions. Here the page plays that script."""
    pages.plan(get={"error": {"name": "NotAllowedError"}})
    pages.run("await outcome(() => get())")
    seen = pages.run("""
        const heard = [];
        addEventListener("latchkey:page", (event) => {
            event.preventDefault();
            const bus = event.relatedTarget;
            bus.addEventListener("question", (question) => {
                const { id, method } = JSON.parse(question.detail);
                heard.push(method);
                question.preventDefault();
                bus.dispatchEvent(new CustomEvent("answer", { detail: JSON.stringify({ id, result: given }) }));
            });
        }, { capture: true });
        dispatchEvent(new Event("latchkey:content"));
        const before = heard.length;
        dispatchEvent(new Event("test-cut"));
        dispatchEvent(new Event("latchkey:content"));
        return [before, (await get()).id, heard];
    """, given=RESULT)
    assert seen == [0, "AQID", ["get"]]


def test_an_immediate_call_needs_user_activation(pages):
    """Chromium supports it itself; in Firefox only the extension does."""
    if not pages.is_firefox:
        seen = pages.ours.devtools("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression=
            "navigator.credentials.get({ publicKey: { challenge: new Uint8Array(9) }, uiMode: 'immediate' }).catch((error) => error.message)")
        assert seen["result"]["value"] == "A user activation is required to request immediate credentials."
    else:
        assert pages.run("return (await outcome(() => get({}, { uiMode: 'immediate' }))).name") == "NotAllowedError"
    assert pages.asked() == []
    pages.plan(get={"result": RESULT})
    pages.ours.click("p")
    assert pages.run("return (await get({}, { uiMode: 'immediate' })).id") == "AQID"
    assert [each["mediation"] for each in pages.asked()] == ["immediate"]
    pages.plan(get={"decline": True})
    pages.ours.click("p")
    assert pages.run("return (await outcome(() => get({}, { uiMode: 'immediate' }))).name") == "NotAllowedError"
    assert [each["mediation"] for each in pages.asked("get")] == ["immediate"]


def test_leaves_a_call_in_a_removed_frame_to_the_browser(pages):
    native, ours = pages.both("""
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const { credentials } = frame.contentWindow.navigator;
        frame.remove();
        return outcome(() => credentials.get({ publicKey: request() }));
    """)
    assert ours == native
