"""What the tests of sent forms share: a login typed by hand, and what was told of it."""

SENT = {"form": "login", "user": "ada", "password": "By-Hand-17", "wasGenerated": False}
#: Sends by script, and leaves the form to `done`.
BY_SCRIPT = """<script>
    form.addEventListener("submit", (event) => { event.preventDefault(); setTimeout(done, 50); });
</script>"""
GONE = "<script>function done() { form.remove(); }</script>"


def type_login(page) -> None:
    page.click("#user")
    page.type("ada")
    page.click("#pass")
    page.type("By-Hand-17")


def watch(fills, body: str, **where):
    page = fills.show(body, **where)
    fills.ask("watch")
    return page


def told(fills, count: int) -> list[tuple[str, dict]]:
    """The notes without their session, which must be the same in all."""
    notes = fills.wait_notes(count)
    assert len({params["session"] for _, params in notes}) == 1, notes
    return [(name, {key: value for key, value in params.items() if key != "session"}) for name, params in notes]
