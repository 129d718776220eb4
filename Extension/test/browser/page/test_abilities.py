"""Calls of PublicKeyCredential: capabilities and signals."""

import pytest

from pages import pages  # noqa: F401
from waiting import eventually

SIGNALS = {
    "unknownCredential": {"rpId": "example.test", "credentialId": "AQID"},
    "allAcceptedCredentials": {"rpId": "example.test", "userId": "AQID", "allAcceptedCredentialIds": ["AQID", "BAUG"]},
    "currentUserDetails": {"rpId": "example.test", "userId": "AQID", "name": "ada", "displayName": "Ada"},
}
#: Invalid signals with the error message of a Firefox that supports signals.
WRONG = {
    "signalUnknownCredential()": "At least 1 argument required, but only 0 passed",
    "signalUnknownCredential(5)": "Argument 1 can't be converted to a dictionary.",
    "signalUnknownCredential({})": "Missing required 'credentialId' member of UnknownCredentialOptions.",
    "signalUnknownCredential({ credentialId: 'AQID' })": "Missing required 'rpId' member of UnknownCredentialOptions.",
    "signalUnknownCredential({ rpId: 'example.test', credentialId: 'A!' })": "Invalid base64url string for credentialId.",
    "signalAllAcceptedCredentials({ rpId: 'example.test', userId: 'AQID', allAcceptedCredentialIds: 'x' })":
        "'allAcceptedCredentialIds' member of AllAcceptedCredentialsOptions can't be converted to a sequence.",
    "signalAllAcceptedCredentials({ rpId: 'example.test', userId: 'AQID', allAcceptedCredentialIds: ['A='] })":
        "Invalid base64url string for allAcceptedCredentialIds.",
    "signalCurrentUserDetails({ rpId: 'example.test', userId: 'AQID', name: 'x' })":
        "Missing required 'displayName' member of CurrentUserDetailsOptions.",
}


@pytest.fixture(autouse=True)
def in_front(pages):
    pages.show()


def test_adds_our_capabilities_to_the_browsers_in_their_order(pages):
    body = "return Object.entries(await PublicKeyCredential.getClientCapabilities())"
    native = dict(pages.run(body, pages.native))
    added = {"conditionalCreate": True, "userVerifyingPlatformAuthenticator": True, "signalUnknownCredential": True,
             "immediateGet": True, "hybridTransport": False}
    pages.plan(capabilities={"result": added})
    ours = pages.run(body)
    assert dict(ours) == native | {name: True for name, value in added.items() if value}
    names = [name for name, _ in ours]
    assert names == sorted(names)
    flags = "return described(await PublicKeyCredential.getClientCapabilities())"
    assert pages.run(flags)["conditionalGet"] == pages.run(flags, pages.native)["conditionalGet"]


@pytest.mark.parametrize("answer", [{"decline": True}, {"result": None}, {"error": {"name": "UnknownError"}}, "wait"])
def test_without_an_answer_the_browsers_own_capabilities_remain(pages, answer):
    body = """return [await PublicKeyCredential.getClientCapabilities(),
        await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
        await PublicKeyCredential.isConditionalMediationAvailable()]"""
    native = pages.run(body, pages.native)
    pages.plan(capabilities=answer)
    assert pages.run(body) == native


def test_reports_a_platform_authenticator_if_we_are_one(pages):
    pages.remove_authenticator()
    if pages.is_firefox:
        pages.add_authenticator(is_present=False)
    body = "return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
    assert pages.run(body, pages.native) is False
    pages.plan(capabilities={"result": {"userVerifyingPlatformAuthenticator": True, "conditionalGet": True}})
    assert pages.run(body) is True
    assert pages.run("return await PublicKeyCredential.isConditionalMediationAvailable()") is True


@pytest.mark.parametrize("name", SIGNALS)
def test_reports_a_signal_of_a_relying_party(pages, name):
    pages.plan(signal={"result": None})
    method = f"signal{name[0].upper()}{name[1:]}"
    assert pages.run(f"return await outcome(() => PublicKeyCredential.{method}(given))", given=SIGNALS[name])["value"] == "undefined"
    told = eventually("the signal is reported", lambda: pages.asked("signal"))
    assert [(each["signal"], each["options"]) for each in told] == [(name, SIGNALS[name])]


def test_rejects_an_invalid_signal_and_does_not_report_it(pages):
    for call, complaint in WRONG.items():
        body = f"return await outcome(() => PublicKeyCredential.{call})"
        seen = pages.run(body)
        if pages.is_firefox:
            name = call.split("(")[0]
            assert (seen["name"], seen["message"]) == ("TypeError", f"PublicKeyCredential.{name}: {complaint}")
            assert seen["when"] == "microtask 0"
        else:
            assert seen == pages.run(body, pages.native)
    assert pages.asked() == []


def test_rejects_a_signal_for_another_sites_relying_party(pages):
    """Chromium rejects it itself. In Firefox the bridge rejects it, with Firefox's error."""
    pages.plan(signal={"error": {"name": "SecurityError"}})
    body = "return await outcome(() => PublicKeyCredential.signalUnknownCredential({ rpId: 'other.test', credentialId: 'AQID' }))"
    seen = pages.run(body)
    assert (seen["name"], seen["code"]) == ("SecurityError", 18)
    if not pages.is_firefox:
        assert seen == pages.run(body, pages.native)


def test_a_signal_without_an_answer_times_out(pages):
    pages.plan(signal="wait")
    body = "return await outcome(() => PublicKeyCredential.signalUnknownCredential(given), 6000)"
    assert pages.run(body, given=SIGNALS["unknownCredential"])["value"] == "undefined"


def test_a_signals_promise_resolves_after_the_browser_and_the_extension_received_it(pages):
    """A page that navigates right afterwards would otherwise cancel ours."""
    pages.plan(signal="wait")
    pages.run("globalThis.told = PublicKeyCredential.signalUnknownCredential(given)", given=SIGNALS["unknownCredential"])
    assert pages.run("return (await outcome(() => globalThis.told, 500)).when") == "pending"
    pages.answer(result=None)
    assert pages.run("return String(await globalThis.told)") == "undefined"


def test_a_signal_reaches_chromiums_own_passkeys_too(pages):
    if pages.is_firefox:
        pytest.skip("Firefox has no signals of its own")
    pages.run("globalThis.made = await create(required)")
    pages.plan(signal={"result": None})
    pages.run("""await PublicKeyCredential.signalUnknownCredential({ rpId: "example.test", credentialId: globalThis.made.id })""")
    assert pages.run("return (await outcome(() => get({ timeout: 300 }))).name") == "NotAllowedError"
