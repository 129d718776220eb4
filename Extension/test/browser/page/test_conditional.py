"""Conditional calls: ours while we may have an answer, then the browser's own is not called; else the browser's alone."""

import pytest

from pages import pages  # noqa: F401
from test_calls import RESULT
from waiting import eventually

WAIT = "globalThis.called = outcome(() => get({}, { mediation: 'conditional' }), 8000); await sleep(200)"


@pytest.fixture(autouse=True)
def in_front(pages):
    pages.show()


def test_our_passkey_answers_and_the_browsers_own_is_not_called(pages):
    """Chromium would draw its own list over the strip."""
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run(WAIT)
    assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    assert [(each["method"], each["mediation"]) for each in pages.asked()] == [("get", "conditional")]
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"


def test_the_browsers_dialog_answers_where_the_person_asks_for_it(pages):
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run(WAIT)
    pages.answer(meanwhile="elsewhere")
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"
    assert [each["method"] for each in pages.asked()] == ["get", "abort"]


def test_who_turns_away_from_the_browsers_dialog_still_has_ours(pages):
    pages.plan(get="wait")
    pages.run(WAIT)
    # Chromium's authenticator says at once that it has none; Firefox's waits, and gives way.
    pages.answer(meanwhile="elsewhere")
    assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"
    # Nothing of it is left open in the browser.
    pages.plan()
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"


def test_where_ours_is_declined_the_browsers_own_is_asked(pages):
    pages.plan(get="wait")
    pages.run(WAIT)
    pages.answer(decline=True)
    if pages.is_firefox:
        assert pages.run("return Promise.race([globalThis.called, sleep(300)])") is None
    else:
        assert pages.run("return (await globalThis.called).name") == "NotAllowedError"


def test_a_foreign_relying_party_is_refused_in_the_browsers_words(pages):
    pages.plan(get={"decline": True})
    seen = "return await outcome(() => get({ rpId: 'other.test' }, { mediation: 'conditional' }))"
    native, ours = pages.both(seen)
    assert ours == native
    assert ours["name"] == "SecurityError"


def test_an_abort_ends_ours(pages):
    pages.plan(get="wait")
    seen = pages.run("""
        const controller = new AbortController();
        const called = outcome(() => get({}, { signal: controller.signal, mediation: "conditional" }));
        await sleep(100);
        controller.abort();
        return (await called).name;
    """)
    assert seen == "AbortError"
    eventually("it is told", lambda: pages.asked("abort"))
    pages.plan()
    assert pages.run("return String(await create(required))") == "[object PublicKeyCredential]"


def test_the_pages_options_reach_the_browser_unchanged_but_for_how_it_asks(pages):
    """A page's own object may have its options in its prototype, or behind accessors."""
    pages.plan(get="wait")
    pages.run("""
        class Options {
            get publicKey() { return request(); }
            get mediation() { return "conditional"; }
        }
        globalThis.called = outcome(() => navigator.credentials.get(new Options()));
        await sleep(100);
    """)
    assert [each["mediation"] for each in pages.asked()] == ["conditional"]
    pages.answer(result=RESULT)
    assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"


def test_a_page_does_not_learn_by_its_own_options_whether_there_is_a_passkey(pages):
    """What we have nothing for the browser reads, too; so what waits is read as often."""
    count = """
        let reads = 0;
        const controller = new AbortController();
        class Options {
            get publicKey() { reads++; return { get challenge() { reads++; return new Uint8Array(16); } }; }
            get mediation() { return "conditional"; }
            get signal() { return controller.signal; }
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
    pages.show()
    pages.plan(get={"decline": True})
    assert pages.run(count) == waiting


def test_a_request_that_waits_goes_to_the_browser_when_nobody_is_behind_it_any_more(pages):
    pages.run("await create(required)")
    pages.plan(get="wait")
    pages.run(WAIT)
    pages.run("dispatchEvent(new Event('test-cut'))")
    if pages.is_firefox:
        # Its own waits for a person who picks.
        assert pages.run("return Promise.race([globalThis.called, sleep(3000)])") is None
    else:
        assert pages.run("return (await globalThis.called).value") == "[object PublicKeyCredential]"


def test_a_conditional_registration_is_ours_or_the_browsers(pages):
    pages.native.bring_to_front()
    answer = pages.run("return (await create(required)).toJSON()", pages.native)
    pages.ours.bring_to_front()
    pages.plan(create={"result": answer})
    assert pages.run("return (await create({}, { mediation: 'conditional' })).id") == answer["id"]
    assert [each["mediation"] for each in pages.asked()] == ["conditional"]
    pages.plan(create={"decline": True})
    body = "return await outcome(() => create({}, { mediation: 'conditional' }), 400)"
    native, ours = pages.both(body)
    # Firefox refuses it at once; by us it was asked first.
    assert ours == native | ({"when": "task"} if pages.is_firefox else {})
