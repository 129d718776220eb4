"""Generated passwords: which one is accepted, where it is filled, and that none is lost."""

from fills import fills, refused  # noqa: F401

SIGN_UP = """<form><h1>Create account</h1><label>User name <input id=user autocomplete=username value=ada></label>
    <label>Password <input id=new type=password autocomplete=new-password %s></label>
    <label>Confirm password <input id=again type=password autocomplete=new-password></label>
    <button>Sign up</button></form>"""
STRONG = "abcdef-ghijkl-mnopq7"


def generate(fills, *passwords: str, at: str = "#new") -> dict:
    fills.ask("pick", at=at)
    return fills.ask("generate", passwords=list(passwords))


def test_a_generated_password_fills_the_password_and_its_confirmation(fills):
    fills.show(SIGN_UP % "")
    report = generate(fills, STRONG)
    assert report["outcome"] == "filled"
    assert fills.values("#user", "#new", "#again") == ["ada", STRONG, STRONG]


def test_a_generated_password_picked_at_the_confirmation_fills_both_fields(fills):
    fills.show(SIGN_UP % "")
    generate(fills, STRONG, at="#again")
    assert fills.values("#new", "#again") == [STRONG, STRONG]


def test_a_generated_password_is_reported_before_it_is_filled(fills):
    fills.show(SIGN_UP % "")
    assert generate(fills, STRONG)["kept"] == [["p", "ada", STRONG, "strong", "ada"]]


def test_a_generated_password_that_could_not_be_saved_is_not_filled(fills):
    fills.show(SIGN_UP % "")
    fills.ask("pick", at="#new")
    assert fills.ask("generate", passwords=[STRONG], isKept=False)["outcome"] == "failed"
    assert fills.values("#user", "#new", "#again") == ["ada", "", ""]


def test_a_generated_password_is_not_shown_in_the_page(fills):
    page = fills.show(SIGN_UP % "")
    generate(fills, STRONG)
    assert page.js("[...document.querySelectorAll('#new, #again')].map((field) => field.type)") == ["password"] * 2
    assert STRONG not in str(page.js("document.documentElement.outerHTML"))


def test_the_request_contains_the_fields_password_rules(fills):
    fills.show(SIGN_UP % "minlength=10 maxlength=30 pattern='(?=.*\\d)(?=.*[a-z]).{8,}'")
    assert generate(fills, STRONG)["asked"] == [{
        "passwordRules": "minlength: 10; maxlength: 30; required: digit; required: lower; "
                         "allowed: lower, upper, digit, [-];", "withInterface": False}]


def test_another_password_is_requested_when_the_field_rejects_one(fills):
    fills.show(SIGN_UP % "pattern='[^\\-]{8,}'")
    report = generate(fills, STRONG, STRONG, "abcdefghijk7")
    assert len(report["asked"]) == 3
    assert fills.values("#new", "#again") == ["abcdefghijk7"] * 2


def test_after_five_rejected_passwords_no_field_is_filled(fills):
    fills.show(SIGN_UP % "maxlength=8")
    report = generate(fills, STRONG)
    assert (report["outcome"], len(report["asked"]), report["kept"]) == ("unfitting", 5, [])
    assert fills.values("#new", "#again") == ["", ""]


def test_a_generated_password_leaves_the_current_password_of_a_change_empty(fills):
    fills.show("""<form><h1>Change password</h1>
        <label>Current password <input id=old type=password autocomplete=current-password></label>
        <label>New password <input id=new type=password autocomplete=new-password></label>
        <label>Repeat it <input id=again type=password autocomplete=new-password></label>
        <button>Change</button></form>""")
    generate(fills, STRONG)
    assert fills.values("#old", "#new", "#again") == ["", STRONG, STRONG]


def test_a_generated_password_is_not_filled_into_a_hidden_field(fills):
    fills.show(SIGN_UP % "" + "<style>#new { opacity: 0 }</style>")
    report = generate(fills, STRONG, at="#again")
    assert refused(report)["#new"] == "transparent"
    # The field at which the user picked is filled anyway.
    assert fills.values("#new", "#again") == ["", STRONG]


def test_a_generated_password_is_not_stored_if_no_field_may_be_filled(fills):
    fills.show(SIGN_UP % "" + """<style>form { position: relative }</style>
        <div style="position: fixed; inset: 0; background: white">Win a prize</div>""")
    fills.ask("pick", **{"from": "#new"})
    report = fills.ask("generate", passwords=[STRONG])
    assert (report["outcome"], report["kept"]) == ("refused", [])
    assert refused(report) == {"#new": "covered", "#again": "covered"}
    assert fills.values("#new", "#again") == ["", ""]


def test_a_generated_password_is_not_stored_if_its_own_field_is_covered(fills):
    fills.show(SIGN_UP % "" + """<style>form { position: relative } #again { position: absolute; top: 300px }</style>
        <div style="position: fixed; inset: 0 0 auto 0; height: 250px; background: white">Win a prize</div>""")
    fills.ask("pick", **{"from": "#new"})
    report = fills.ask("generate", passwords=[STRONG])
    assert (report["outcome"], report["kept"]) == ("refused", [])
    assert refused(report) == {"#new": "covered"}
    assert fills.values("#new", "#again") == ["", ""]
