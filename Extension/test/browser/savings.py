"""Steps that the tests of saving share: typing a login, and reading a host's logins from the vault."""

import json

from driving import Page
from server import Sites
from waiting import eventually, never
from world import World


def log_in(page: Page, sites: Sites, host: str, user: str, password: str, name: str = "plain") -> None:
    """Types a login and submits it without the strip."""
    page.goto(sites.page(name, host))
    page.wait_for("#user")
    page.click("#user")
    page.type(user)
    page.press("Tab")
    page.type(password)
    page.press("Enter")
    page.wait_for("#welcome")


def saved(world: World, host: str) -> dict[str, str]:
    """The passwords of a host by user."""
    return {login["user"]: world.password(login["id"]) for login in world.logins(host)
            if any(site.split("/")[2] == host for site in login["sites"])}


def wait_saved(world: World, host: str, expected: dict[str, str]) -> None:
    def check() -> bool:
        seen = saved(world, host)
        assert seen == expected, f"{host} has {seen}"
        return True

    eventually(f"the vault has {expected} for {host}", check)


def inbox(world: World, host: str) -> list[dict]:
    """The inbox entries of a host."""
    return [entry for entry in json.loads(world.vault("inbox", "--json"))["entries"]
            if host in entry.get("site", "")]


def no_question(page: Page, seconds: float = 1) -> None:
    never("a question was shown", lambda: page.banner() and page.banner().text, seconds)
