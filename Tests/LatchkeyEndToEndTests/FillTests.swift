import Foundation
import Testing

/// `latchkey fill` with a real agent and provider.
@Suite struct FillTests {
    @Test(arguments: World.users) func `fills without an interface`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        let ending = try await world.latchkey("fill", "https://well.example/login", "--json")
        #expect(ending.output == "{\"password\":\"\(plantedPassword)\",\"user\":\"well\"}\n")
        #expect(ending.error == "")
        #expect(ending.status == 0)
    }

    @Test(arguments: World.users) func `fills from the thirty-line provider`(user: UInt32?) async throws {
        let world = try await World.started(as: user, providers: [Bundles.demo])
        let ending = try await world.latchkey("fill", "https://demo.example", "--json")
        #expect(ending.output == "{\"password\":\"correct horse battery staple\",\"user\":\"demo\"}\n")
    }

    @Test func `exits with status 4 if the provider's question needs a terminal`() async throws {
        let world = try await World.started()
        let ending = try await world.latchkey("fill", "https://asks.example")
        #expect(
            ending.errorLines == [
                "latchkey: error: the provider needs your input, and there is no terminal or window to ask on",
                "latchkey: hint: run this on a terminal; if the provider is only locked, running "
                    + "\"latchkey-vault unlock\" first or unlocking it in its own app is enough",
            ])
        #expect(ending.status == 4)
    }

    @Test func `says that a locked vault must be unlocked before its logins are known`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://github.com", user: "ada", password: "hub")
        try await world.vault("lock")
        try await world.succeed(world.latchkey("providers", "disable", Bundles.vault))
        try await world.succeed(world.latchkey("providers", "enable", "--yes", "--no-configure", Bundles.vault))
        for command in ["suggest", "fill"] {
            let ending = try await world.latchkey(command, "https://github.com")
            #expect(
                ending.errorLines.suffix(2) == [
                    "latchkey: error: Latchkey is locked, and its logins are not known until it is unlocked",
                    "latchkey: hint: run \"latchkey-vault unlock\"",
                ], "\(ending)")
            #expect(ending.status == 4)
        }
        try await world.unlockVault()
        #expect(try await world.latchkey("fill", "https://github.com").output == "hub\n")
    }

    @Test func `fills the only login with a word in its site or user name`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://github.com", user: "ada", password: "hub")
        try await world.addLogin("https://gitlab.example", user: "bob", password: "lab")
        let found = try await world.latchkey("fill", "github")
        #expect(found.output == "hub\n", "\(found)")
        #expect(found.error.hasPrefix("latchkey: found ada for "), "\(found)")
        #expect(try await world.latchkey("fill", "BOB").output == "lab\n")
        let several = try await world.latchkey("fill", "git")
        #expect(several.output == "" && several.status == 1)
        #expect(several.errorLines.contains("latchkey: error: 2 logins match git"), "\(several)")
        #expect(try await world.latchkey("fill", "git", "--user", "ada").output == "hub\n")
        try await world.addLogin("https://mail.example", user: "eve@example.org", password: "mail")
        #expect(try await world.latchkey("fill", "eve@example.org").output == "mail\n")
        let none = try await world.latchkey("fill", "müller")
        #expect(
            none.errorLines == [
                "latchkey: error: no password has \"müller\" in its site or user name",
                "latchkey: hint: to search titles, too, run \"latchkey list 'müller'\" on a terminal or, for the vault, "
                    + "\"latchkey-vault show 'müller' --field password\"",
            ], "\(none)")
        #expect(none.status == 3)
        // Logins of several sites with one user name have their identifiers as options.
        try await world.addLogin("https://gitea.example", user: "ada", password: "tea")
        let same = try await world.latchkey("fill", "ada", "--user", "ada")
        #expect(same.errorLines.count { $0.contains("--id '") } == 3, "\(same)")
        #expect(!same.error.contains("--user 'ada'"))
        // The variable of a script may be unset.
        #expect(try await world.latchkey("fill", "").status == 2)
        let removed = try await world.run(Program.folder + "/latchkey-vault", ["remove", " "])
        #expect(removed.status == 2 && removed.errorLines.first?.hasSuffix("the name of the login is empty") == true)
        // The vault knows the titles.
        try world.write("rent\n", to: "password")
        try await world.vault(
            "add", "--title", "Müller AG", "--site", "https://rent.example", "--user", "eve", "--password-fd", "3",
            descriptor3: "password")
        #expect(try await world.vault("show", "müller", "--field", "password") == "rent\n")
        // An address is never searched for.
        #expect(try await world.latchkey("fill", "https://github").status == 3)
        #expect(try await world.latchkey("fill", "hub.com").status == 3)
    }

    @Test func `names the host of a login that is saved for another host of the site`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://login.solo.example", user: "solo", password: "one")
        let other = try await world.latchkey("fill", "https://other.solo.example")
        #expect(other.output == "one\n")
        #expect(other.errorLines == ["latchkey: solo is from login.solo.example — Latchkey"], "\(other)")
        #expect(try await world.latchkey("fill", "https://login.solo.example").error == "")
    }

    @Test func `does not fill where Bitwarden's file says never`() async throws {
        let world = try await World.withVault()
        try world.write(
            #"""
            {"encrypted": false, "items": [{"type": 1, "name": "Forum", "login": {"username": "bob", "password": "bobs",
             "uris": [{"match": null, "uri": "https://forum.example.org/"},
             {"match": 5, "uri": "https://never.example.org/"}]}}]}
            """#, to: "bitwarden.json")
        try await world.vault("import", world.path + "/bitwarden.json")
        let refused = try await world.latchkey("fill", "https://never.example.org/")
        #expect(refused.output == "" && refused.status == 3, "\(refused)")
        let explained = try await world.latchkey("suggest", "--explain", "https://never.example.org/")
        #expect(
            explained.output
                == "password bob (https://forum.example.org): not offered: the login is excluded from never.example.org\n"
        )
        #expect(try await world.latchkey("fill", "https://forum.example.org/").output == "bobs\n")
        #expect(try await world.latchkey("fill", "https://www.example.org/").output == "bobs\n")
    }

    @Test func `tells a locked vault, a question and settings without a screen apart, also in the log`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://once.example", user: "ada", password: "one")
        try await world.vault("edit", "once.example", "--ask-every-time")
        let asked = try await world.latchkey("fill", "https://once.example")
        #expect(
            asked.errorLines == [
                "latchkey: error: Latchkey asks before it fills this login, and there is no terminal or window to ask on",
                "latchkey: hint: run this on a terminal",
            ], "\(asked)")
        let configured = try await world.latchkey("providers", "configure", Bundles.vault)
        #expect(configured.status == 4)
        try await world.vault("lock")
        let locked = try await world.latchkey("fill", "https://once.example")
        #expect(
            locked.errorLines == [
                "latchkey: error: the vault is locked",
                "latchkey: hint: run \"latchkey-vault unlock\", or run this on a terminal",
            ], "\(locked)")
        #expect([asked, locked].map(\.status) == [4, 4])
        let lines = try await world.latchkey("log").output.split(separator: "\n")
        func outcomes(of what: String) -> [String] {
            lines.filter { $0.contains("  \(what)  ") }.map { line in
                line.split(separator: "  ")[2].drop { $0 == " " }.description
            }
        }
        #expect(outcomes(of: "fill") == ["no screen for its question", "locked"], "\(lines)")
        #expect(outcomes(of: "configure") == ["no screen for its settings"], "\(lines)")
    }
}
