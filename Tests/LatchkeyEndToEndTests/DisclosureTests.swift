import LatchkeyClient
import LatchkeyWire
import Testing

/// What `latchkey log` shows of `latchkey-vault`, which opens the vault itself.
@Suite struct DisclosureTests {
    @Test func `the log names the revealed login, and an export of all logins, without a secret or a title`()
        async throws
    {
        let world = try await World.withVault()
        try world.write("planted-secret\n", to: "password")
        try await world.vault(
            "add", "--title", "Planted title", "--site", "https://github.com/login?planted", "--user", "ada",
            "--password-fd", "3", descriptor3: "password")
        try await world.vault("show", "github", "--reveal")
        try await world.vault("show", "github", "--field", "password")
        try await world.vault(
            "export", world.path + "/all.json", "--format", "json", "--passphrase-fd", "3", descriptor3: "passphrase")
        // Not a disclosure.
        try await world.vault("show", "github")
        let log = try await world.latchkey("log").output
        let lines = disclosures(log)
        try #require(lines.count == 3, "\(log)")
        for line in lines.prefix(2) {
            #expect(line.contains(" reveal done ada for github.com by latchkey-vault ("), "\(line)")
        }
        #expect(lines[2].contains(" export done all logins by latchkey-vault ("), "\(lines[2])")
        #expect(!log.contains("lanted"), "\(log)")
    }

    @Test func `show --field is logged only for a secret or a custom field that exists`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://github.com", user: "ada", password: "planted-1")
        let program = Program.folder + "/latchkey-vault"
        for (words, secret) in [
            (["--note-fd", "3"], "planted-2"), (["--code-fd", "3"], "GEZDGNBVGY3TQOJQ"),
            (["--field-fd", "PIN=3"], "planted-3"), (["--field", "Member=7"], ""),
        ] {
            try world.write(secret + "\n", to: "secret")
            try world.succeed(await world.run(program, ["edit", "github"] + words, descriptor3: "secret"))
        }
        var logged = 0
        for (field, exists, isLogged) in [
            ("title", true, false), ("user", true, false), ("url", true, false), ("URL", true, false),
            ("nosuch", false, false), ("password", true, true), ("Password", true, true), ("notes", true, true),
            ("code", true, true), ("Member", true, true), ("PIN", true, true),
        ] {
            let shown = try await world.run(program, ["show", "github", "--field", field])
            #expect((shown.status == 0) == exists, "\(shown)")
            if isLogged { logged += 1 }
            let log = try await world.latchkey("log", "--limit", "200").output
            #expect(disclosures(log).count == logged, "\(field): \(log)")
        }
    }

    /// The entries of reveals and exports, with single spaces.
    private func disclosures(_ log: String) -> [String] {
        log.split(separator: "\n").filter { $0.contains("  reveal  ") || $0.contains("  export  ") }
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test func `only an authenticated app can log a disclosure`() async throws {
        let world = try await World.withVault()
        let client = try await world.connect()
        #expect(
            await errorReason {
                try await client.call(LogDisclosure.self, LogDisclosure.Parameters(kind: .export))
            } == .notPermitted)
        await client.close()
    }
}
