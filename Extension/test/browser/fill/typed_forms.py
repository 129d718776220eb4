"""Steps that the tests of submitted forms share: typing a login and reading its notes."""

SENT = {"form": "login", "user": "ada", "password": "By-Hand-17", "wasGenerated": False}
#: Submits from a script, which then calls `done`.
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


def reported(fills, count: int) -> list[tuple[str, dict]]:
    """The notes without their session, which must be the same in all of them, and without what other tests check."""
    notes = fills.wait_notes(count)
    assert len({params["session"] for _, params in notes}) == 1, notes
    return [(name, {key: value for key, value in params.items() if key not in ("session", "passwords", "isByUser")})
            for name, params in notes]
