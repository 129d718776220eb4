"""Errors of invalid calls: the browser's own, at the same time, without a request to the background."""

import pytest

from pages import pages  # noqa: F401

#: Calls that both browsers reject at once, or that one of them never answers with a passkey of ours.
REFUSED = {
    "no argument": "navigator.credentials.create()",
    "null": "navigator.credentials.get(null)",
    "a number": "navigator.credentials.get(5)",
    "no kind": "navigator.credentials.create({})",
    "options that are none": "navigator.credentials.create({ publicKey: 'x' })",
    "options that are null": "navigator.credentials.get({ publicKey: null })",
    "no challenge": "create({ challenge: undefined })",
    "a challenge that is text": "create({ challenge: 'x' })",
    "a challenge that is a list": "get({ challenge: [1, 2] })",
    "a shared challenge": "get({ challenge: new Uint8Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer) })",
    "a challenge that can be resized": "get({ challenge: new ArrayBuffer(8, { maxByteLength: 16 }) })",
    "no relying party": "create({ rp: undefined })",
    "a relying party without a name": "create({ rp: { id: 'example.test' } })",
    "a name that is a symbol": "create({ rp: { name: Symbol('x') } })",
    "no user": "create({ user: undefined })",
    "a user without a display name": "create({ user: { id: bytes('x'), name: 'x' } })",
    "a user handle that is too long": "create({ user: { id: new Uint8Array(65), name: 'x', displayName: 'x' } })",
    "no parameters": "create({ pubKeyCredParams: undefined })",
    "parameters of an unknown type": "create({ pubKeyCredParams: [{ type: 'x', alg: -7 }] })",
    "an excluded one without an identifier": "create({ excludeCredentials: [{ type: 'public-key' }] })",
    "a list that is none": "create({ excludeCredentials: 5 })",
    "an allowed one without a type": "get({ allowCredentials: [{ id: bytes('x') }] })",
    "more allowed ones than a browser takes":
        "get({ allowCredentials: Array.from({ length: 65 }, () => ({ type: 'public-key', id: random() })) })",
    "extensions that are none": "create({ extensions: 'x' })",
    "appid where one is made": "create({ extensions: { appid: 'x' } })",
    "salts by credential where one is made": "create({ extensions: { prf: { evalByCredential: { AAAA: { first: bytes('x') } } } } })",
    "salts by credential without a list": "get({ extensions: { prf: { evalByCredential: { AAAA: { first: bytes('x') } } } } })",
    "salts by what is no credential": """get({ allowCredentials: [{ type: 'public-key', id: bytes('x') }],
        extensions: { prf: { evalByCredential: { '!': { first: bytes('x') } } } } })""",
    "a blob to read where one is made": "create({ extensions: { largeBlob: { read: true } } })",
    "support for blobs where one is used": "get({ extensions: { largeBlob: { support: 'required' } } })",
    "properties where one is used": "get({ extensions: { credProps: true } })",
    "a mediation that is none": "get({}, { mediation: 'odd' })",
    "immediate as a mediation": "create({}, { mediation: 'immediate' })",
    "a signal that is none": "get({}, { signal: {} })",
    "a signal that has been aborted": "create({}, { signal: AbortSignal.abort() })",
    "a signal that was aborted for a reason": "get({}, { signal: AbortSignal.abort('why') })",
    "a signal that was aborted, of a foreign relying party": "get({ rpId: 'other.test' }, { signal: AbortSignal.abort(new RangeError('x')) })",
    "a signal that was aborted, without a challenge": "get({ challenge: undefined }, { signal: AbortSignal.abort() })",
    "what throws when it is read": "navigator.credentials.create({ publicKey: { ...creation(), get challenge() { throw new RangeError('mine'); } } })",
    "what throws a text": "navigator.credentials.get({ get publicKey() { throw 'mine'; } })",
    "a list that throws": "get({ allowCredentials: { *[Symbol.iterator]() { throw new RangeError('mine'); } } })",
    "a foreign receiver": "CredentialsContainer.prototype.get.call({}, { publicKey: request() })",
    "no receiver": "CredentialsContainer.prototype.create.call(null, { publicKey: creation() })",
}
OF_CHROMIUM = {
    "a password beside": "create({}, { password: { id: 'x', password: 'y' } })",
    "immediate and conditional": "get({}, { uiMode: 'immediate', mediation: 'conditional' })",
    "immediate for these alone": "get({ allowCredentials: [{ type: 'public-key', id: bytes('x') }] }, { uiMode: 'immediate' })",
    "an odd mode": "get({}, { uiMode: 'odd' })",
}
OF_FIREFOX = {"silent": "get({}, { mediation: 'silent' })"}


@pytest.fixture(autouse=True)
def in_front(pages):
    pages.show()


def test_invalid_calls_fail_exactly_as_in_the_browser(pages):
    calls = REFUSED | (OF_FIREFOX if pages.is_firefox else OF_CHROMIUM)
    pages.plan(create="wait", get="wait")
    body = "const all = {};" + "".join(f"all[{name!r}] = await outcome(() => {call});" for name, call in calls.items())
    native, ours = pages.both(body + "return all;")
    assert ours == native
    wrong = {name: seen for name, seen in native.items() if seen.get("when") != "microtask 0"}
    assert not wrong, "the browser does not refuse it at once"
    assert pages.asked() == []


def test_a_list_of_unknown_credential_types_does_not_become_a_list_of_all_credentials(pages):
    pages.plan(get="wait")
    native, ours = pages.both("return await outcome(() => get({ allowCredentials: [{ type: 'odd', id: bytes('x') }], timeout: 300 }))")
    assert ours == native
    assert pages.asked() == []


@pytest.mark.parametrize("kind", ["create", "get"])
def test_a_declined_call_fails_exactly_as_in_the_browser(pages, kind):
    """The relying party is another site's and no passkey exists, so the browser's error follows ours."""
    calls = {"create": "create({ rp: { name: 'x', id: 'other.test' } })", "get": "get({ rpId: 'other.test' })"}
    native, ours = pages.both(f"return await outcome(() => {calls[kind]})")
    assert ours == native
    assert ours["name"] == "SecurityError"
    assert len(pages.asked(kind)) == 1
    native, ours = pages.both(f"return await outcome(() => {kind}({{ timeout: 300 }}))")
    assert ours == native


def test_our_errors_have_the_browsers_messages(pages):
    pages.native.bring_to_front()
    pages.run("globalThis.made = await create(required)", pages.native)
    refused = {
        "NotAllowedError": "get({ allowCredentials: [{ type: 'public-key', id: bytes('nobody has this') }], timeout: 300 })",
        "InvalidStateError": "create({ excludeCredentials: [{ type: 'public-key', id: globalThis.made.rawId }] })",
    }
    expected = {name: pages.run(f"return await outcome(() => {call})", pages.native) for name, call in refused.items()}
    pages.ours.bring_to_front()
    for name, native in expected.items():
        error = {"error": {"name": name, "message": "what the vault says"}}
        pages.plan(get=error, create=error)
        kind = "get" if name == "NotAllowedError" else "create"
        assert pages.run(f"return await outcome(() => {kind}())") == native
        assert native["name"] == name


def test_every_error_is_one_that_the_browser_defines(pages):
    pages.ours.bring_to_front()
    codes = {"NotSupportedError": 9, "SecurityError": 18, "ConstraintError": 0, "UnknownError": 0, "AbortError": 20,
             "OperationError": 0, "NotAllowedError": 0, "InvalidStateError": 11}

    def expected_name(name: str) -> str:
        # Firefox has no error for a request that is pending elsewhere.
        return "NotAllowedError" if pages.is_firefox and name == "OperationError" else name

    for name, code in (codes | {"Strange": 0}).items():
        pages.plan(get={"error": {"name": name, "message": "of the vault"}})
        seen = pages.run("return await outcome(() => get())")
        assert (seen["name"], seen["code"], seen["kind"]) == (
            expected_name(name if name in codes else "UnknownError"), code, "[object DOMException]")
        assert seen["message"] and "vault" not in seen["message"]
    pages.plan(create={"error": {"name": "TypeError", "message": "no such key"}})
    assert pages.run("return await outcome(() => create())")["made"] == "TypeError"


@pytest.mark.parametrize("result", [
    None, 5, {}, {"id": "AAAA"}, {"id": "!", "response": {}}, {"id": "AAAA", "response": {"clientDataJSON": "AAAA"}},
    {"id": "AAAA", "response": {"clientDataJSON": "AB", "authenticatorData": "AAAA", "signature": "AAAA"}},
])
def test_an_invalid_answer_rejects_the_call(pages, result):
    pages.ours.bring_to_front()
    pages.plan(get={"result": result})
    assert pages.run("return (await outcome(() => get())).name") == "UnknownError"
