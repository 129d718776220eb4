"""Conditional calls. While we may answer, the browser's function is not called; otherwise only the browser's is."""

import pytest

from pages import pages  # noqa: F401
from test_calls import RESULT
from waiting import eventually

WAIT = """
    const before = askedCount();
    globalThis.called = outcome(() => get({}, { mediation: "conditional" }), 8000);
    await askedSince(before);
"""


@pytest.fixture(autouse=True)
def in_front(pages):
    pages.show()


def test_answers_a_conditional_call_without_calling_the_browser(pages):
    """Chromium would draw its own list over the strip."""
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run(WAIT)
    assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    assert [(each["method"], each["mediation"]) for each in pages.asked()] == [("get", "conditional")]
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"


def test_the_browsers_dialog_answers_when_the_user_asks_for_it(pages):
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run(WAIT)
    pages.answer(meanwhile="elsewhere")
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"
    assert [each["method"] for each in pages.asked()] == ["get", "abort"]


def test_after_the_browsers_dialog_is_dismissed_our_passkey_still_answers(pages):
    pages.plan(get="wait")
    pages.run(WAIT)
    # Chromium's authenticator fails at once; Firefox's waits and is aborted.
    pages.answer(meanwhile="elsewhere")
    assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"
    # No request is left pending in the browser.
    pages.plan()
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"


def test_the_browser_handles_a_conditional_call_while_there_is_no_passkey(pages):
    pages.run("await create(required)")
    pages.plan(get="watch")
    pages.run(WAIT)
    if pages.is_firefox:
        # Firefox waits for the user to pick.
        assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
        return
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"
    assert [each["method"] for each in pages.asked()] == ["get", "abort"]


def test_a_passkey_that_appears_later_takes_over_a_conditional_call_from_the_browser(pages):
    pages.remove_authenticator()
    pages.add_authenticator(is_present=False)
    pages.plan(get="watch")
    pages.run(WAIT)
    assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    pages.answer(meanwhile="waiting")
    assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"
    # No request is left pending in the browser.
    pages.remove_authenticator()
    pages.add_authenticator()
    pages.plan()
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"


def test_calls_the_browsers_function_when_we_decline(pages):
    pages.plan(get="wait")
    pages.run(WAIT)
    pages.answer(decline=True)
    if pages.is_firefox:
        assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    else:
        assert pages.run("return (await globalThis.called).name") == "NotAllowedError"


def test_rejects_another_sites_relying_party_with_the_browsers_error(pages):
    pages.plan(get={"decline": True})
    seen = "return await outcome(() => get({ rpId: 'other.test' }, { mediation: 'conditional' }))"
    native, ours = pages.both(seen)
    assert ours == native
    assert ours["name"] == "SecurityError"


def test_an_abort_ends_a_conditional_call(pages):
    pages.plan(get="wait")
    seen = pages.run("""
        const controller = new AbortController();
        const before = askedCount();
        const called = outcome(() => get({}, { signal: controller.signal, mediation: "conditional" }));
        await askedSince(before);
        controller.abort();
        return (await called).name;
    """)
    assert seen == "AbortError"
    eventually("the abort is reported", lambda: pages.asked("abort"))
    pages.plan()
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"


def test_the_browser_receives_the_options_of_a_page_with_another_mediation_only(pages):
    """A page's options may be inherited or accessors."""
    pages.plan(get="wait")
    pages.run("""
        class Options {
            get publicKey() { return request(); }
            get mediation() { return "conditional"; }
        }
        const before = askedCount();
        globalThis.called = outcome(() => navigator.credentials.get(new Options()));
        await askedSince(before);
    """)
    assert [each["mediation"] for each in pages.asked()] == ["conditional"]
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"


def test_a_page_cannot_learn_from_option_reads_whether_a_passkey_exists(pages):
    """If we decline, the browser reads the options too. A pending call therefore reads them as often."""
    count = """
        let reads = 0;
        const controller = new AbortController();
        class Options {
            #own = true;
            get publicKey() { reads++; return { get challenge() { reads++; return new Uint8Array(16); } }; }
            get mediation() { return "conditional"; }
            // Throws for another receiver than the page's own object.
            get signal() { if (this.#own) reads++; return controller.signal; }
        }
        const called = outcome(() => navigator.credentials.get(new Options()), 2000);
        await sleep(400);
        const second = outcome(() => navigator.credentials.get(new Options()), 400);
        await second;
        controller.abort();
        return reads;
    """
    pages.plan(get="wait")
    waiting = pages.run(count)
    for answer in ["watch", {"decline": True}]:
        pages.show()
        pages.plan(get=answer)
        assert pages.run(count) == waiting


def test_a_pending_conditional_call_goes_to_the_browser_when_the_extension_is_gone(pages):
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run(WAIT)
    pages.run("dispatchEvent(new Event('test-cut'))")
    if pages.is_firefox:
        # Firefox waits for the user to pick.
        assert pages.run("return Promise.race([globalThis.called, sleep(3000)])") is None
    else:
        assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"


def test_answers_a_conditional_creation_or_leaves_it_to_the_browser(pages):
    pages.native.bring_to_front()
    answer = pages.run("return (await create(required)).toJSON()", pages.native)
    pages.ours.bring_to_front()
    pages.plan(create={"result": answer})
    assert pages.run("return (await create({}, { mediation: 'conditional' })).id") == answer["id"]
    assert [each["mediation"] for each in pages.asked()] == ["conditional"]
    pages.plan(create={"decline": True})
    body = "return await outcome(() => create({}, { mediation: 'conditional' }), 400)"
    native, ours = pages.both(body)
    # Firefox rejects it at once; the extension asks first.
    assert ours == native | ({"when": "task"} if pages.is_firefox else {})
