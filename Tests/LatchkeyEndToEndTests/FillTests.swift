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
        #expect(none.errorLines.first == "latchkey: error: no password matches \"müller\"", "\(none)")
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
        // An address is never searched for.
        #expect(try await world.latchkey("fill", "https://github").status == 3)
        #expect(try await world.latchkey("fill", "hub.com").status == 3)
    }
}
