"""The sheets of the vault and of the agent, with long names and texts, as their view controllers build them."""

import re
from pathlib import Path

from sheet_pages import fixture

ROOT = Path(__file__).resolve().parents[4]

SITE = "anmeldung.donaudampfschifffahrtsgesellschaft.kundenverwaltung.example"
USER = "maximiliane.freifrau-von-hohenstein-oberkirchner@donaudampfschifffahrt.example"
TITLE = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz (Zweitkonto)"
FRAME = {
    "providerName": "Rechtsschutzversicherungsgesellschaften Passworttresor", "color": "#d9730d",
    "word": "Schifffahrtskapitän", "requester": {"kind": "site", "name": SITE}}


def text(words: str, style: str = "body") -> dict:
    return {"kind": "text", "text": words, "style": style}


def message(level: str, words: str) -> dict:
    return {"kind": "message", "level": level, "text": words}


def button(title: str, role: str = "normal", submits: bool = False) -> dict:
    return {"kind": "button", "title": title, "role": role, "submits": submits, "isEnabled": True}


def secure(label: str) -> dict:
    return {"kind": "secureField", "label": label}


def sheet(title: str, *elements: dict, **members: object) -> dict:
    numbered = [{"id": f"e{number}", **each} for number, each in enumerate(elements)]
    default = next((each["id"] for each in numbered if each.get("role") == "default"), None)
    named = {"defaultButton": default} if default else {}
    return {"frame": FRAME, "sheet": {"title": title, "elements": numbered, **named, **members}}


def with_frame(content: dict, **members: object) -> dict:
    return content | {"frame": content["frame"] | members}


REASON = text(f"Unlock the vault to fill in the password of {USER} for {SITE}.")
OPENING = sheet("Latchkey Vault", {"kind": "progress", "label": "Opening the vault…", "counter": 0})
LIST = {
    "kind": "list", "rowCount": 40, "offset": 0, "sections": [{"title": f"For {SITE}", "firstRow": 0}],
    "rows": [{"identifier": str(row), "title": f"{TITLE} {row}", "subtitle": USER, "iconName": "key"} for row in range(40)]}
SEARCH = {"kind": "searchField", "value": "", "placeholder": "Search"}

SHEETS = {
    "unlock": sheet("Unlock the Vault", REASON, secure("Passphrase"), button("Unlock", "default", True),
                    button("Forgot the Passphrase?")),
    "unlock after an error": sheet(
        "Unlock the Vault", REASON, message("error", "That is not the vault’s passphrase. Try again."), secure("Passphrase"),
        button("Unlock", "default", True), button("Forgot the Passphrase?")),
    "recovery code": sheet("Unlock the Vault", REASON, secure("Recovery code"), button("Unlock", "default", True),
                           button("Use the Passphrase")),
    "replaced vault": sheet(
        "Use This Copy of the Vault?", message("warning", "The vault’s file is older than the one that Latchkey used last."),
        text("Latchkey last saw the vault on 2026-11-28T04:17:52Z. This file was last changed on 2026-11-21T09:00:00Z."),
        text("If you restored a backup, use this copy. Otherwise cancel, and look for the newer file.", "note"),
        button("Use This Copy")),
    "message": sheet(
        "Latchkey Vault", message("error", "The vault’s file is damaged. " * 4), button("Close", "cancel")),
    "fill": sheet("Fill In?", text(f"Fill in the password of {USER} for {SITE}?"), text("This login asks every time.", "note"),
                  button("Fill In", "default")),
    "fill with warnings": sheet(
        "Fill In?", text(f"Fill in the password of {USER} for {SITE}?"),
        message("warning", f"This login is for sicherheitsbevollmaechtigte.example, not for {SITE}."),
        message("warning", "git stored this password; it may not be the website's password."),
        message("warning", f"{SITE} is not secure (http); others may read what is filled."),
        button("Cancel", "cancel"), button("Fill In")),
    "list": sheet("Choose a Login", SEARCH, LIST, cancelTitle="Cancel"),
    "list of codes": sheet("Choose a Code", SEARCH, {**LIST, "rowCount": 0, "rows": [], "sections": [],
                           "emptyText": "No login has a one-time code."}, cancelTitle="Cancel"),
    "list with inbox": sheet(
        "Choose a Login", message("error", f"The login {TITLE} was removed meanwhile."),
        message("warning", "12 logins in the inbox wait for your decision. 3 of them cannot be verified."),
        button("Review…"), SEARCH, LIST, cancelTitle="Cancel"),
    "update": sheet(
        "Update Password?", text(f"Update the password of {USER} for {SITE}?"), text(f"You call it “{TITLE}”.", "note"),
        text("The old password stays in its history.", "note"), button("Update", "default"), button("Save as New"),
        button("Not Now", "cancel")),
    "inbox": sheet(
        "Saved While Locked", text(f"Update the password of {USER} for {SITE}?"),
        text(f"You call it “{TITLE}”. Another password was submitted on 2026-11-28, while the vault was locked.", "note"),
        message("warning", "Latchkey cannot verify this entry: another program, or an older version of Latchkey, wrote it."),
        button("Update"), button("Save as New"), button("Discard", "destructive"), button("Decide Later")),
    "generator": with_frame(fixture("generator"), **FRAME),
    "generator with words": sheet(
        "New Password", text(f"For {SITE}"),
        text("Kessel-Orbit-Lampe-Bundesausbildungsförderung-Korb-Uhr-Löffel-Wolke-7", "monospaced"),
        {"kind": "strength", "score": 4, "label": "Very strong: centuries of guessing"},
        {"kind": "picker", "label": "Kind", "options": [
            {"identifier": "words", "title": "Words"}, {"identifier": "letters", "title": "Letters and digits"}],
         "selection": "words"},
        {"kind": "picker", "label": "Words", "options": [{"identifier": "10", "title": "10"}], "selection": "10"},
        button("Another One"), button("Use", "default"),
        text("The site requires: 12 to 20 characters, a lowercase letter, an uppercase letter, a digit", "note")),
    "create a passkey": with_frame(sheet(
        "Create a Passkey?", text(f"Create a passkey for {SITE}?"), text(f"Account: {USER}"),
        text("The passkey signs you in at donaudampfschifffahrtsgesellschaft.kundenverwaltung.example."),
        text(f"It is added to your login for “{TITLE}”, which keeps its password.", "note"),
        text("It replaces your current passkey, which is kept but no longer offered.", "note"),
        button("Create Passkey", "default"), button("Create in a New Login"), cancelTitle="Cancel"),
        alternatives=["elsewhere", "never"], topOrigin="https://sicherheitsbevollmaechtigte.example"),
    "existing passkey": sheet(
        "There is a passkey already", text(f"This account of {SITE} has one, and needs no second."), button("OK")),
    "allowed program": sheet(
        "Allow this program?", text("It asks for your logins, and can fill them without another question."),
        text("It calls itself “Passwortverwaltungsfernbedienung”."),
        text("/opt/rechtsschutzversicherungsgesellschaften/passworttresor/bin/passwortverwaltungsfernbedienung"),
        secure("Type “allow”:"), button("Allow", "default", True), message("error", "Type “allow” to agree, or press “Not Now”."),
        cancelTitle="Not Now"),
    "passkey of a program": sheet(
        "Let it use a passkey?", text(f"The program signs in to {SITE} with a passkey of yours."),
        text("/opt/rechtsschutzversicherungsgesellschaften/passworttresor/bin/passwortverwaltungsfernbedienung"),
        secure("Type “allow”:"), button("Allow", "default", True), cancelTitle="Not Now"),
    "enabled provider": sheet(
        "Enable Rechtsschutzversicherungsgesellschaften Passworttresor?",
        text("It will be asked for logins where you fill them."), text("The program calls itself “tresor-einrichtung”."),
        text("SHA-256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        text("/home/maximiliane/.local/share/latchkey/providers/Passworttresor.appex"),
        secure("Type “enable”:"), button("Enable", "default", True), cancelTitle="Not Now"),
    "settings": with_frame(fixture("configuration"), **FRAME),
    "new vault": with_frame(fixture("create-vault"), **FRAME),
    "new recovery code": with_frame(fixture("recovery-code"), **FRAME),
    "copy": with_frame(fixture("unlock"), **FRAME, purpose="copy"),
    "opening": OPENING,
    "right to left": fixture("right-to-left"),
    "code": sheet("One-Time Code", {"kind": "code", "label": USER, "code": "123456", "period": 30, "timeLeft": 20},
                  button("Copy", "default")),
}

#: What an unlocked vault and a locked one show after "opening".
NEXT = {"changes": [{"kind": "sheet", "sheet": SHEETS["unlock"]["sheet"]}]}


def titles() -> set[str]:
    """The titles of the sheets in the sources of the vault and of the agent."""
    built = re.compile(r"(?:\bSheet\(|ViewController\(|TypedQuestion\()\s*(?:title: )?\"([^\"\\]+)\"")
    folders = [ROOT / "Sources/LatchkeyVaultProvider", ROOT / "Sources/LatchkeyAgent"]
    return {title for folder in folders for file in folder.rglob("*.swift")
            for title in built.findall(file.read_text(encoding="utf-8"))}
