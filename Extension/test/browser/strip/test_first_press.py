"""One press after the guard's time is enough. Runs alone, because a busy machine draws too few frames for the guard."""

from strips import strips, tap_row  # noqa: F401
from test_banner import answers, asked
from waiting import eventually

#: Seconds; the strip and the banner accept a press half a second after their last change.
SETTLED = 1.0


def test_the_first_press_on_a_row_fills(strips):
    page = strips.open()
    page.click("#user")
    tap_row(page, "ada", SETTLED)
    assert not strips.picked()["mustConfirm"]
    page.close()


def test_the_first_press_on_the_banner_answers(strips):
    page = asked(strips)
    page.wait_banner("ada")
    page.let_pass(SETTLED)
    banner = page.wait_banner("ada")
    save = next(button for button in banner.buttons if "Save" in button.text)
    page.tap(save.x, save.y, banner.where)
    eventually("the answer has arrived", lambda: answers(strips))
    page.close()
