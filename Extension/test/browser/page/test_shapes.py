"""What a page sees of a credential of ours is what it sees of the browser's own."""

import json

import pytest

from pages import pages  # noqa: F401

EXTENSIONS = "extensions: { credProps: true, prf: { eval: { first: bytes('x') } } }"


def native_json(pages, body: str) -> dict:
    """The JSON of a credential that the browser's own authenticator makes, on the page without us."""
    pages.native.bring_to_front()
    return json.loads(str(pages.run(f"globalThis.made = {body}; return JSON.stringify(globalThis.made)", pages.native)))


def compare(pages, kind: str, made: str) -> None:
    answer = native_json(pages, made)
    native = pages.run("return shapeOf(globalThis.made)", pages.native)
    pages.ours.bring_to_front()
    pages.plan(**{kind: {"result": answer}})
    ours = pages.run(f"return shapeOf({made})")
    assert pages.asked(kind), "it was not asked of us"
    assert ours == native


@pytest.fixture
def fresh(pages):
    pages.show()
    return pages


def test_a_registration_is_as_the_browsers_own(fresh):
    compare(fresh, "create", "await create({ ...required, %s })" % EXTENSIONS)


def test_a_registration_without_extensions_is_as_the_browsers_own(fresh):
    compare(fresh, "create", "await create()")


def test_an_assertion_is_as_the_browsers_own(fresh):
    made = "await get({ extensions: { prf: { eval: { first: bytes('x'), second: bytes('y') } } } })"
    fresh.native.bring_to_front()
    fresh.run("await create({ ...required, %s })" % EXTENSIONS, fresh.native)
    compare(fresh, "get", made)


def test_what_is_patched_is_described_as_the_browsers_own(pages):
    native, ours = pages.both("""return Object.fromEntries([CredentialsContainer, Credential, PublicKeyCredential,
        AuthenticatorResponse, AuthenticatorAttestationResponse, AuthenticatorAssertionResponse].flatMap((type) => [
            [type.name, described(type)], [`${type.name}.prototype`, described(type.prototype)]]))""")
    if pages.is_firefox:
        # Firefox has no signals: ours are added, and look like their neighbours.
        signals = ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"]
        neighbour = ours["PublicKeyCredential"]["parseCreationOptionsFromJSON"]
        for name in signals:
            assert ours["PublicKeyCredential"].pop(name) == neighbour | {"value": f"{name}/1 false"}
    assert ours == native
    assert pages.run("return Reflect.ownKeys(globalThis).map(String).filter((name) => name.includes('atchkey'))") == []
    assert pages.run("return Reflect.ownKeys(navigator.credentials).map(String)") == []


def test_what_is_left_of_a_difference_is_named(pages):
    """A function's source has no name in it, a credential can be cloned to an empty object, and is none to `store`."""
    native, ours = pages.both("return [String(CredentialsContainer.prototype.get), String(PublicKeyCredential.prototype.toJSON)]")
    for was, now, name in zip(native, ours, ("get", "toJSON")):
        assert now == was.replace(f" {name}(", " (")
    answer = native_json(pages, "await create(required)")
    pages.ours.bring_to_front()
    pages.plan(create={"result": answer})
    assert pages.run("return tried(() => structuredClone(globalThis.made))", pages.native)["name"] == "DataCloneError"
    assert pages.run("return JSON.stringify(structuredClone(await create()))") == "{}"
    stored = "return (await outcome(async () => navigator.credentials.store(%s))).name"
    assert pages.run(stored % "await create()") == "TypeError"
    pages.native.bring_to_front()
    assert pages.run(stored % "globalThis.made", pages.native) == "NotSupportedError"
