"""Hostile pages: they can only break their own calls and never read the extension's data."""

import json

import pytest

from bidi import plain
from driving import MANIFEST, SOURCE
from pages import OURS, pages  # noqa: F401
from test_calls import RESULT
from waiting import eventually

#: Replaces every built-in function and records its calls. Does not use what it replaces.
SPOILED = """
    const { setPrototypeOf, defineProperty } = Object, text = String;
    const stolen = setPrototypeOf([], null);
    const note = (name) => { stolen[stolen.length] = text(name); };
    const steal = (name) => function () {
        note(name);
        throw "spoiled " + text(name);
    };
    const setter = (name) => function (value) {
        note("set " + name);
        defineProperty(this, name, setPrototypeOf({ value, configurable: true, enumerable: true, writable: true }, null));
    };
    const list = (...all) => setPrototypeOf(all, null);
    const owners = list(
        list(Array.prototype, "push", "map", "forEach", "includes", "indexOf", "join", "slice", Symbol.iterator),
        list(Object, "keys", "entries", "assign", "create", "defineProperty", "getOwnPropertyDescriptor", "setPrototypeOf"),
        list(Reflect, "apply", "get", "ownKeys", "getOwnPropertyDescriptor", "construct", "defineProperty"),
        list(Function.prototype, "call", "apply", "bind"), list(Promise.prototype, "then", "catch", "finally"),
        list(Promise, "resolve", "reject", "race", "all"), list(JSON, "parse", "stringify"),
        list(WeakMap.prototype, "get", "set", "has"), list(Map.prototype, "get", "set"),
        list(String.prototype, "charCodeAt", "replace", "toWellFormed"), list(globalThis, "atob", "btoa", "setTimeout", "clearTimeout"),
        list(EventTarget.prototype, "addEventListener", "dispatchEvent"), list(Event.prototype, "preventDefault"),
        list(MessagePort.prototype, "postMessage"), list(AbortSignal, "any"), list(AbortController.prototype, "abort"),
        list(globalThis, "Promise", "Proxy", "WeakMap", "Uint8Array", "ArrayBuffer", "CustomEvent", "EventTarget", "DOMException", "TypeError"));
    const accessors = list(list(CustomEvent.prototype, "detail"), list(Event.prototype, "defaultPrevented"),
        list(FocusEvent.prototype, "relatedTarget"), list(AbortSignal.prototype, "aborted"), list(ArrayBuffer.prototype, "byteLength"),
        list(Navigator.prototype, "credentials"), list(Document.prototype, "defaultView"), list(AbortController.prototype, "signal"));
    const plain = list("0", "1", "id", "method", "options", "result", "error", "decline", "detail", "get", "apply", "value",
        "extensions", "signal", "prf", "name", "message", "bubbles", "cancelable", "then", "rk", "results");
    for (let each = 0; each < accessors.length; each++) {
        const [prototype, name] = [accessors[each][0], accessors[each][1]];
        defineProperty(prototype, name, setPrototypeOf({ get: steal(name), configurable: true }, null));
    }
    for (let each = 0; each < plain.length; each++) {
        const set = setter(plain[each]);
        // A promise that is kept with an object looks for its `then`: so does the browser.
        defineProperty(Object.prototype, plain[each], setPrototypeOf({ set, get: undefined, configurable: true }, null));
    }
    for (let each = 0; each < owners.length; each++) {
        for (let index = 1; index < owners[each].length; index++) owners[each][0][owners[each][index]] = steal(owners[each][index]);
    }
"""


def title(pages) -> str:
    """Reads the title without the page's replaced accessors."""
    if pages.is_firefox:
        return str(plain(pages.ours._call(pages.ours.context, "() => document.title", [], world="tests")))
    return pages.ours.tab.title()


@pytest.fixture(autouse=True)
def in_front(pages):
    pages.show()


def test_uses_no_function_that_a_page_replaced(pages):
    """The calls are asked and answered, and the page's replacements are not called."""
    pages.plan(get={"result": RESULT | {"clientExtensionResults": {"prf": {"results": {"first": "AQID"}}}}},
               create={"error": {"name": "NotAllowedError"}})
    pages.ours.js("""void setTimeout(() => {
        const { then } = Promise.prototype, { apply } = Reflect, { stringify } = JSON, { credentials } = navigator, later = setTimeout;
        const allowed = function* () { yield { type: "public-key", id: publicKey.challenge }; };
        const allowCredentials = { [Symbol.iterator]: allowed };
        const publicKey = { challenge: new Uint8Array([1, 2, 3]), rpId: "example.test", allowCredentials };
        const user = { id: new Uint8Array([1]), name: "ada", displayName: "Ada" };
        const made = { challenge: new Uint8Array([1]), rp: { name: "x" }, user, pubKeyCredParams: new Set() };
        const { signal } = new AbortController(), getter = Object.getOwnPropertyDescriptor(PublicKeyCredential.prototype, "rawId").get;
        const say = Object.getOwnPropertyDescriptor(Document.prototype, "title").set, page = document;
        %s
        const tell = (told) => apply(say, page, list(stringify(setPrototypeOf(told, null))));
        const fail = (failure) => tell({ failure: text(failure), stolen });
        const again = () => void apply(then, credentials.get({ publicKey, signal, mediation: "conditional" }), list(end, fail));
        const end = (credential) => {
            const { id, rawId, response } = credential, results = credential.getClientExtensionResults(), json = credential.toJSON();
            const isBuffer = apply(getter, credential, list()) === rawId, signature = json.response.signature;
            tell({ credentialId: id, isBuffer, signature, first: typeof results.prf.results.first, stolen });
        };
        apply(then, credentials.create({ publicKey: made }), list(fail, () => {
            apply(then, credentials.get({ publicKey, signal }), list(again, fail));
        }));
    })""" % SPOILED)
    read = json.loads(eventually("the page has finished", lambda: title(pages).startswith("{") and title(pages)))
    stolen = read.pop("stolen")
    assert read == {"credentialId": "AQID", "isBuffer": True, "signature": "MEUC", "first": "object"}
    assert stolen == []


def test_reads_no_member_that_a_page_adds_to_every_object(pages):
    """Traps, flags and answers that our objects would inherit from Object.prototype."""
    pages.plan(get={"result": RESULT}, create={"error": {"name": "NotAllowedError"}})
    seen = pages.run("""
        const names = ["get", "has", "apply", "construct", "getPrototypeOf", "getOwnPropertyDescriptor", "ownKeys", "defineProperty",
            "decline", "error", "result", "id", "signal", "bubbles", "composed", "transports", "prf", "largeBlob", "appid", "userHandle"];
        const touched = [];
        const { defineProperty } = Object;
        for (const name of names) {
            defineProperty(Object.prototype, name,
                { __proto__: null, configurable: true, writable: true, value: () => touched.push(name) });
        }
        try {
            const { get } = navigator.credentials, publicKey = Object.setPrototypeOf({ challenge: bytes("x"), rpId: "example.test" }, null);
            const options = Object.setPrototypeOf({ publicKey }, null);
            const found = await get.call(navigator.credentials, options);
            const refused = await navigator.credentials.create({ ...options, publicKey: { __proto__: null, ...creation() } }).catch((error) => error.name);
            return [found.id, get.name, found.response.userHandle.byteLength, typeof found.toJSON().response.userHandle, refused, touched];
        } finally {
            for (const name of names) delete Object.prototype[name];
        }
    """)
    assert seen == ["AQID", "get", 2, "string", "TypeError", []]


def test_a_page_that_replaces_the_functions_later_keeps_its_replacements(pages):
    """Our function is neither called nor restored."""
    pages.plan(get={"result": RESULT})
    seen = pages.run("""
        const found = navigator.credentials.get;
        navigator.credentials.get = async () => "theirs";
        const first = await get();
        CredentialsContainer.prototype.create = async () => "theirs too";
        await sleep(100);
        const second = await create();
        delete navigator.credentials.get;
        return [first, second, (await get()).id, await navigator.credentials.create(), found === navigator.credentials.get];
    """)
    assert seen == ["theirs", "theirs too", "AQID", "theirs too", True]
    assert len(pages.asked()) == 1


def test_a_new_empty_frame_has_the_same_functions(pages):
    """A fresh empty frame is the usual way around wrapped functions."""
    pages.plan()
    seen = pages.run("""
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const { contentWindow, contentDocument } = frame;
        contentDocument.documentElement.dataset.plan = given;
        const found = await contentWindow.navigator.credentials.get({ publicKey: request() });
        return [found.id, found instanceof contentWindow.PublicKeyCredential, found instanceof PublicKeyCredential,
            JSON.parse(contentDocument.documentElement.dataset.asked).length];
    """, given='{"get": {"result": %s}}' % json.dumps(RESULT))
    assert seen == ["AQID", True, False, 1]
    assert pages.asked() == []


def test_a_function_of_one_frame_does_not_answer_for_another_frame(pages):
    """The call belongs to the receiver's frame, as in the browser."""
    pages.plan(get={"result": RESULT})
    pages.run("""
        const frame = document.createElement("iframe");
        document.body.append(frame);
        await outcome(() => CredentialsContainer.prototype.get.call(frame.contentWindow.navigator.credentials,
            { publicKey: { ...request(), timeout: 100 } }), 300);
    """)
    assert pages.asked() == []


def test_page_scripts_that_run_twice_patch_once(pages):
    """Firefox runs them again when the extension is replaced."""
    pages.plan(create={"decline": True})
    scripts = next(entry["js"] for entry in MANIFEST["content_scripts"] if entry.get("world") == "MAIN")
    pages.run("globalThis.found = [navigator.credentials.get, PublicKeyCredential.prototype.toJSON]")
    pages.ours.js("void 0;" + "".join((SOURCE / script).read_text() for script in scripts))
    assert pages.run("return found[0] === navigator.credentials.get && found[1] === PublicKeyCredential.prototype.toJSON")
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"
    assert len(pages.asked("create")) == 1
    assert pages.run("return Object.getOwnPropertySymbols(globalThis).map(String).filter((name) => name.includes('latchkey'))") == []


def test_leaves_options_that_are_too_long_or_endless_to_the_browser(pages):
    pages.run("await outcome(() => create({ rp: { name: 'x'.repeat(300_000), id: 'example.test' } }))")
    seen = pages.run("""
        let count = 0;
        const seen = await outcome(() => get({ hints: { *[Symbol.iterator]() { while (count++ < 1000) yield "x"; throw new RangeError("enough"); } } }));
        return [seen.name, count < 2000];
    """)
    assert seen == ["RangeError", True]
    assert pages.asked() == []


def test_a_forged_handshake_gives_the_page_nothing(pages):
    """The page may send only requests that it may make anyway. It receives no bus and no answer."""
    pages.plan(get={"result": RESULT})
    seen = pages.run("""
        const log = [];
        addEventListener("latchkey:page", (event) => {
            log.push("offered");
            event.preventDefault();
            event.relatedTarget.addEventListener("answer", (answer) => log.push(answer.detail));
        }, { capture: true });
        dispatchEvent(new Event("latchkey:content"));
        const bus = new EventTarget();
        bus.addEventListener("answer", (answer) => log.push(answer.detail));
        const isTaken = !dispatchEvent(new FocusEvent("latchkey:page", { relatedTarget: bus, cancelable: true }));
        log.length = 0;
        bus.dispatchEvent(new CustomEvent("question", { detail: JSON.stringify({ id: 1, method: "get", options: {} }), cancelable: true }));
        const { id } = await get();
        return [log, id];
    """)
    assert seen == [[], "AQID"]
    assert [each["id"] for each in pages.asked()] == [1]


def test_a_document_that_is_rewritten_keeps_our_functions(pages):
    """document.open removes the page's listeners, but not those of the bus."""
    pages.plan(get={"result": RESULT})
    plan = pages.run("return document.documentElement.dataset.plan")
    pages.run("document.open(); document.write('<!doctype html><p>written'); document.close();")
    pages.run("document.documentElement.dataset.plan = given", given=plan)
    assert pages.run("return (await get()).id") == "AQID"


def test_works_under_the_strictest_content_security_policy(pages):
    pages.ours.goto(pages.sites.page("csp-strict", "login.example.test"))
    pages.plan(get={"result": RESULT})
    assert pages.run("return (await get()).id") == "AQID"


def test_a_call_from_an_options_getter_is_a_second_call(pages):
    """Neither call hangs, and neither receives the other's answer."""
    pages.plan(get="wait")
    seen = pages.run("""
        let inner;
        const controller = new AbortController();
        const outer = outcome(() => navigator.credentials.get({ get publicKey() {
            inner ??= outcome(() => get({}, { signal: controller.signal }));
            return request();
        } }));
        await sleep(100);
        dispatchEvent(new CustomEvent("test-answer", { detail: given }));
        return [await inner, await outer];
    """, given='{"result": %s}' % json.dumps(RESULT))
    names = [each.get("name", each.get("value")) for each in seen]
    assert names == (["AbortError", "[object PublicKeyCredential]"] if pages.is_firefox else ["[object PublicKeyCredential]", "OperationError"])


def test_no_stack_and_no_error_contains_the_address_of_a_profile(pages):
    """In Firefox the extension's address differs in every profile, so a page could recognise the user by it. In Chromium it
    is the same for every user.
    """
    pages.plan(get={"result": RESULT}, create={"error": {"name": "NotAllowedError"}})
    seen = pages.run("""
        const seen = [], note = () => void seen.push(new Error("read").stack);
        const take = ({ stack, fileName, filename }) => void seen.push(stack ?? "", fileName ?? "", filename ?? "");
        const watched = (object) => new Proxy(object, { get: (target, name) => (note(), Reflect.get(target, name)) });
        await navigator.credentials.get(watched({ publicKey: watched(request()) }));
        await create().catch(take);
        await get({ challenge: 1 }).catch(take);
        await get({}, { signal: AbortSignal.abort() }).catch(take);
        await PublicKeyCredential.signalUnknownCredential?.(watched({ rpId: "example.test" })).catch(take);
        for (const act of [() => CredentialsContainer.prototype.get.call({}), () => PublicKeyCredential.prototype.toJSON.call({})]) {
            try {
                await act();
            } catch (error) {
                take(error);
            }
        }
        return seen;
    """)
    assert len(seen) > 10
    assert not [each for each in seen if "moz-extension:" in each], seen


def test_a_frame_receives_only_its_own_answers(pages):
    frame = "document.querySelector('iframe').contentWindow"
    pages.plan(get="wait")
    pages.run(f"""
        const frame = document.createElement("iframe");
        frame.src = "/empty";
        document.body.append(frame);
        await new Promise((resolve) => frame.onload = resolve);
        {frame}.document.documentElement.dataset.plan = '{{"get": "wait"}}';
        globalThis.outer = outcome(() => get());
        globalThis.inner = {frame}.navigator.credentials.get({{ publicKey: request() }}).then((found) => found.id);
        while (askedCount() === 0 || !{frame}.document.documentElement.dataset.asked) await sleep(5);
    """)
    pages.answer(error={"name": "NotAllowedError"})
    assert pages.run("return (await globalThis.outer).name") == "NotAllowedError"
    pages.run(f"{frame}.dispatchEvent(new CustomEvent('test-answer', {{ detail: given }}))",
              given='{"result": %s}' % json.dumps(RESULT))
    assert pages.run("return await globalThis.inner") == "AQID"


IS_PATCHED = """try {
    return Reflect.apply(Object.getOwnPropertyDescriptor(PublicKeyCredential.prototype, "rawId").get, "latchkey", []) === "latchkey";
} catch {
    return false;
}"""
IS_OFFER_TAKEN = """return !dispatchEvent(new FocusEvent("latchkey:page", { relatedTarget: new EventTarget(), cancelable: true }))"""


@pytest.mark.parametrize("page, attributes, chromium, firefox", [
    # A frame of another origin, such as an advertisement.
    ("native", "", False, False),
    ("native", "sandbox='allow-scripts'", False, False),
    # Firefox does not tell whether the page has allowed it, and Latchkey answers in no such frame there.
    ("native", "allow='publickey-credentials-get'", True, False),
    ("native", "allow='publickey-credentials-create'", True, False),
    # A frame of the page's own origin.
    ("ours", "", True, True),
    ("ours", "sandbox='allow-scripts'", False, False),
    ("ours", "allow=\"publickey-credentials-get 'none'; publickey-credentials-create 'none'\"", False, True),
])
def test_a_frame_that_may_not_use_passkeys_keeps_the_browsers_functions(pages, page, attributes, chromium, firefox):
    around = pages.native if page == "native" else pages.ours
    around.js("""void (document.body.innerHTML = `<iframe id=frame %s src="%s/empty"></iframe>`)"""
              % (attributes, pages.sites.origin(OURS)))
    eventually("the frame has loaded", lambda: around.js("document.readyState + location.pathname", "#frame") == "complete/empty")
    assert pages.run(IS_PATCHED, around, frame="#frame") is (firefox if pages.is_firefox else chromium)
    # A frame without the bridge accepts none from its page either.
    assert pages.run(IS_OFFER_TAKEN, around, frame="#frame") is False
    pages.show()
