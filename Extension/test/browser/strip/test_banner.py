"""The banner that asks whether to save, and its guard, in both browsers."""

import json
from urllib.parse import quote

import pytest

from strips import STEADY, strips  # noqa: F401
from waiting import eventually

SAVE = {"id": "b1", "kind": "save", "user": "ada", "host": "login.example.test", "providerName": "Latchkey Vault"}
HOST = "[...document.documentElement.children].find((each) => each.popover === 'manual')"


def asked(strips, before=lambda page: None, **changes):
    """Opens a page with a banner and without a strip."""
    told = quote(json.dumps({"type": "banner", "banner": SAVE | changes}))
    page = strips.open(words=f"&tell={told}")
    before(page)
    page.click("#user")
    page.wait_banner()
    page.press("Escape")
    eventually("the strip is closed", lambda: page.strip() is None)
    return page


def answers(strips) -> list[dict]:
    return [call["params"] for call in strips.calls() if call["method"] == "bannerAnswered"]


def test_the_banner_is_answered_once(strips):
    for button, answer in [("Save", "save"), ("Never for This Site", "never"), ("Not Now", "notNow")]:
        page = asked(strips)
        page.answer_banner("ada", "login.example.test", "Latchkey Vault", button=button)
        eventually("the answer has arrived", lambda: answers(strips))
        assert answers(strips) == [{"id": "b1", "answer": answer}]
        assert page.banner() is None
        page.close()


def test_the_banner_breaks_no_word_in_a_narrow_window_and_is_readable_on_a_dark_page(strips):
    if strips.name != "chromium":
        pytest.skip("the window's size is set by Playwright")
    dark = "void (document.documentElement.style.cssText = 'color-scheme: dark; background: #111')"
    for width in (320, 210):
        page = asked(strips, lambda page: (page.tab.set_viewport_size({"width": width, "height": 400}), page.js(dark)))
        lines, inks, overflow = page.in_overlay("""(root) => {
            const title = root.querySelector('.title'), words = document.createRange(), text = title.firstChild;
            const found = [...title.childNodes].find((node) => node.textContent.includes('login.example.test'));
            const start = found.textContent.indexOf('login');
            words.setStart(found, start);
            words.setEnd(found, start + 'login.example.test'.length);
            const inks = [...root.querySelectorAll('button')].map((button) => getComputedStyle(button).color);
            const box = root.querySelector('.box');
            return [words.getClientRects().length, inks, box.scrollWidth > box.clientWidth]; }""")
        assert lines == 1 and not overflow
        assert inks == ["rgb(244, 244, 246)", "rgb(244, 244, 246)", "rgb(255, 255, 255)"]
        page.close()


def test_the_banner_ignores_early_scripted_and_covered_presses(strips):
    page = asked(strips)
    banner = page.wait_banner("ada")
    save = next(each for each in banner.buttons if each.text == "Save")
    page.let_pass(STEADY)
    page.js(f"{HOST}.click()")
    page.js("""(() => { const dialog = document.createElement('dialog'); document.body.append(dialog);
        dialog.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh'; dialog.showModal(); })()""")
    page.let_pass(STEADY)
    page.tap(save.x, save.y, banner.where)
    page.js("document.querySelector('dialog').remove()")
    page.js("void (document.documentElement.style.opacity = 0.1)")
    page.let_pass(STEADY)
    page.tap(save.x, save.y, banner.where)
    assert answers(strips) == []
    page.close()


#: Covers the banner more often than it returns to the top without asking.
COVERS = """new Promise((done) => {
    const cover = document.createElement('div');
    cover.popover = 'manual';
    document.body.append(cover);
    let left = 6;
    const again = setInterval(() => {
        cover.hidePopover();
        cover.showPopover();
        if (--left > 0) return;
        clearInterval(again);
        cover.remove();
        done(true);
    }, 120);
})"""


@pytest.mark.parametrize(("button", "answer"), [
    ("Save", {"answer": "save", "mustConfirm": True}),
    ("Never for This Site", {"answer": "never", "mustConfirm": True}),
    ("Not Now", {"answer": "notNow"}),
])
def test_an_answer_that_the_guard_cannot_judge_needs_a_confirmation_in_a_window(strips, button, answer):
    page = asked(strips)
    page.js(COVERS)
    page.answer_banner("ada", button=button)
    eventually("the answer has arrived", lambda: answers(strips))
    assert answers(strips) == [{"id": "b1", **answer}]
    page.close()


def test_the_banner_survives_a_navigation_without_load_and_its_removal_by_the_page(strips):
    page = asked(strips)
    page.js("void (document.body.innerHTML = '<h1>welcome</h1>', history.pushState({}, '', '/welcome'))")
    page.wait_banner("ada")
    page.js(f"{HOST}.remove()")
    page.wait_banner("ada")
    page.close()


def test_a_report_of_a_saved_password_disappears_automatically(strips):
    page = asked(strips, kind="saved")
    page.wait_banner("Password saved")
    assert page.banner().buttons == []
    eventually("the element is removed", lambda: page.banner() is None, 8)
    assert answers(strips) == []
    page.close()


def test_a_message_covers_an_open_question_only_for_a_while(strips):
    if strips.name == "firefox":
        pytest.skip("the background sends the report, which Firefox's driver does not reach")
    page = asked(strips)
    strips.tell({"type": "banner", "banner": SAVE | {"id": "r1", "kind": "saved", "user": "bea"}})
    page.wait_banner("Password saved")
    # Longer than the report is shown.
    eventually("the question is shown again", lambda: page.banner() and page.banner().buttons, 8)
    assert answers(strips) == []
    page.answer_banner("ada", button="Save")
    eventually("the answer has arrived", lambda: answers(strips))
    assert answers(strips) == [{"id": "b1", "answer": "save"}]
    page.close()


def test_the_command_for_suggestions_gives_the_banner_the_keyboard(strips):
    if strips.name == "firefox":
        return
    page = asked(strips)
    page.let_pass(STEADY)
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.let_pass(STEADY)
    page.press("Escape")
    eventually("the answer has arrived", lambda: answers(strips))
    assert answers(strips) == [{"id": "b1", "answer": "notNow"}]
    page.close()


def test_the_banner_says_that_a_key_directly_after_its_focus_was_too_early(strips):
    if strips.name == "firefox":
        return
    page = asked(strips)
    page.let_pass(STEADY)
    strips.tell({"type": "command", "name": "show-suggestions"})
    page.press("Enter")
    page.wait_banner("That was too early. Press again.")
    assert answers(strips) == []
    page.let_pass(STEADY)
    page.press("Enter")
    eventually("the answer has arrived", lambda: answers(strips))
    assert answers(strips) == [{"id": "b1", "answer": "save"}]
    page.close()
