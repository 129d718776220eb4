"""A page sees the same of our credentials as of the browser's."""

import json

import pytest

from pages import pages  # noqa: F401

EXTENSIONS = "extensions: { credProps: true, prf: { eval: { first: bytes('x') } } }"


def native_json(pages, body: str) -> dict:
    """JSON of a credential of the browser's authenticator, created on the `native` page."""
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


def test_a_registration_has_the_shape_of_the_browsers(fresh):
    compare(fresh, "create", "await create({ ...required, %s })" % EXTENSIONS)


def test_a_registration_without_extensions_has_the_shape_of_the_browsers(fresh):
    compare(fresh, "create", "await create()")


def test_a_registration_without_the_requested_blob_has_the_shape_of_the_browsers(fresh):
    compare(fresh, "create", "await create({ ...required, extensions: { credBlob: bytes('x'), credProps: true } })")
    assert "credBlob" not in fresh.asked("create")[-1]["options"]["extensions"]


def test_an_assertion_has_the_shape_of_the_browsers(fresh):
    made = "await get({ extensions: { prf: { eval: { first: bytes('x'), second: bytes('y') } } } })"
    fresh.native.bring_to_front()
    fresh.run("await create({ ...required, %s })" % EXTENSIONS, fresh.native)
    compare(fresh, "get", made)


def test_storing_a_passkey_has_the_same_result_as_in_the_browser(fresh):
    body = "return await outcome(() => navigator.credentials.store(globalThis.made))"
    answer = native_json(fresh, "await create(required)")
    native = fresh.run(body, fresh.native)
    fresh.ours.bring_to_front()
    fresh.plan(create={"result": answer})
    fresh.run("globalThis.made = await create(required)")
    assert fresh.asked("create")
    assert fresh.run(body) == native
    # Other values, and receivers, still reach the browser.
    body = """const { store } = CredentialsContainer.prototype;
        return [await outcome(() => navigator.credentials.store({})), await outcome(() => store.call({}, globalThis.made)),
            tried(() => store.length)]"""
    assert fresh.run(body) == fresh.run(body, fresh.native)


def test_patched_objects_have_the_browsers_property_descriptors(pages):
    native, ours = pages.both("""return Object.fromEntries([CredentialsContainer, Credential, PublicKeyCredential,
        AuthenticatorResponse, AuthenticatorAttestationResponse, AuthenticatorAssertionResponse].flatMap((type) => [
            [type.name, described(type)], [`${type.name}.prototype`, described(type.prototype)]]))""")
    if pages.is_firefox:
        # Firefox has no signals: ours are added with the descriptors of their neighbours.
        signals = ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"]
        neighbour = ours["PublicKeyCredential"]["parseCreationOptionsFromJSON"]
        for name in signals:
            assert ours["PublicKeyCredential"].pop(name) == neighbour | {"value": f"{name}/1 false"}
    assert ours == native
    assert pages.run("return Reflect.ownKeys(globalThis).map(String).filter((name) => name.includes('atchkey'))") == []
    assert pages.run("return Reflect.ownKeys(navigator.credentials).map(String)") == []


def test_the_remaining_differences_from_the_browsers_credentials_are_known(pages):
    """A function's source lacks its name, and structuredClone returns an empty object."""
    native, ours = pages.both("return [String(CredentialsContainer.prototype.get), String(PublicKeyCredential.prototype.toJSON)]")
    for was, now, name in zip(native, ours, ("get", "toJSON")):
        assert now == was.replace(f" {name}(", " (")
    answer = native_json(pages, "await create(required)")
    pages.ours.bring_to_front()
    pages.plan(create={"result": answer})
    assert pages.run("return tried(() => structuredClone(globalThis.made))", pages.native)["name"] == "DataCloneError"
    assert pages.run("return JSON.stringify(structuredClone(await create()))") == "{}"
