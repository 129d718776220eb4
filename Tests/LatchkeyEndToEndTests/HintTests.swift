import Foundation
import Testing

/// Hints of error messages: each is a command that works.
@Suite struct HintTests {
    /// The arguments of the `latchkey` command in the hint.
    private func hintedCommand(_ ending: Program.Ending) throws -> [String] {
        let hint = try #require(ending.errorLines.last { $0.hasPrefix("latchkey: hint: run \"latchkey ") })
        let command = hint.split(separator: "\"")[1]
        return command.split(separator: " ").dropFirst().map(String.init)
    }

    @Test(arguments: [["suggest", "https://demo.example"], ["fill", "https://demo.example"], ["list"]])
    func `following the hints leads from a new installation to a login`(words: [String]) async throws {
        let world = try await World()
        try await world.startAgent()
        let first = try await world.start(words).end()
        #expect(first.status != 0)
        var command = try hintedCommand(first)
        #expect(command.prefix(2) == ["providers", "enable"])
        command[2] = Bundles.demo
        let asked = try await world.start(command).end()
        #expect(
            asked.errorLines.suffix(2) == [
                "latchkey: error: \(Bundles.demo) was not enabled: there is no terminal to confirm it on",
                "latchkey: hint: run \"latchkey providers enable --yes \(Bundles.demo)\" if that program is the right one",
            ])
        #expect(asked.status == 4)
        let enabled = try await world.start(try hintedCommand(asked)).end()
        #expect(enabled.status == 0)
        #expect(
            enabled.errorLines.last
                == "latchkey: optional settings: run \"latchkey providers configure \(Bundles.demo)\" on a "
                + "terminal")
        let configured = try await world.onTerminal("providers", "configure", Bundles.demo)
        #expect(configured.status == 0)
        let filled = try await world.latchkey("fill", "https://demo.example")
        #expect(filled.output == "correct horse battery staple\n")
    }

    @Test func `the first steps ask for the passphrase twice, to create the vault`() async throws {
        let world = try await World()
        try await world.startAgent()
        let enabled = try await world.onTerminal("providers", "enable", "--yes", Bundles.vault)
        #expect(enabled.output.contains("latchkey: next step: run \"latchkey-vault create\""), "\(enabled)")
        let passphrase = World.passphrase
        try world.write(
            """
            printf '\(passphrase)\\n\(passphrase)\\n' | script -qec '\(Program.folder)/latchkey-vault create' /dev/null

            """, to: "create")
        let created = try await world.run("/usr/bin/timeout", ["60", "/bin/sh", world.path + "/create"])
        #expect(created.output.components(separatedBy: " passphrase: ").count - 1 == 2, "\(created)")
        // Without a terminal, a further question would be an error.
        try world.write("url,username,password\nhttps://example.com/,ada,hunter2\n", to: "logins.csv")
        try await world.vault("import", world.path + "/logins.csv")
        #expect(try await world.latchkey("fill", "https://example.com/login").output == "hunter2\n")
        try await world.vault("unlock", "--auto-lock", "30")
        #expect(try await world.vault("status", "--json").contains("\"autoLockMinutes\":30"))
    }

    /// Runs the hinted shell command of a build that was not installed.
    @Test func `hints how to install the vault's provider from a clone`()
        async throws
    {
        let world = try await World()
        let data = world.path + "/home/empty"
        let program = BuiltPrograms.built + "/latchkey"
        let nothing = ["/usr/bin/env", "XDG_DATA_DIRS=\(data)"]
        let vault = "org.latchkey.vault.provider"
        func latchkey(_ words: String...) async throws -> Program.Ending {
            try await world.run(nothing[0], Array(nothing.dropFirst()) + [program] + words)
        }
        let refused = try await latchkey("providers", "enable", vault)
        let places = "\(world.path)/home/.local/share/latchkey/providers, \(data)/latchkey/providers"
        #expect(
            refused.errorLines.first
                == "latchkey: error: no provider \"\(vault)\" is installed; the search path is \(places)")
        let hint = try #require(refused.errorLines.last)
        let command = try #require(hint.split(separator: "\"").dropFirst().first.map(String.init))
        #expect(command.contains("/Scripts/assemble-provider ") && command.contains(" && "))
        let checks = try await latchkey("doctor").output.replacing("~", with: world.path + "/home")
        #expect(checks.filter { !$0.isWhitespace }.contains(command.filter { !$0.isWhitespace }))
        let added = try await world.run("/usr/bin/env", ["XDG_DATA_DIRS=\(data)", "/bin/sh", "-c", command])
        #expect(added.errorLines.last?.hasSuffix("enable it with \"latchkey providers enable \(vault)\"") == true)
        #expect(try await latchkey("providers", "enable", "--yes", "--no-configure", vault).status == 0)
    }

    @Test func `matches a user name in any case`() async throws {
        let world = try await World.started(providers: [Bundles.demo])
        #expect(try await world.latchkey("fill", "https://demo.example", "--user", "DEMO").status == 0)
        let unknown = try await world.latchkey("fill", "https://demo.example", "--user", "demos")
        #expect(unknown.errorLines.first?.hasPrefix("latchkey: error: no password of \"demos\" matches") == true)
        #expect(unknown.status == 3)
    }

    @Test func `doctor names a command for each problem`() async throws {
        let world = try await World()
        try await world.startAgent()
        let ending = try await world.latchkey("doctor", "--json")
        let checks = try ending.checks()
        let problems = checks.filter { $0["verdict"] != "good" }
        #expect(problems.map { $0["name"] }.contains("providers"))
        for problem in problems { #expect(problem["remedy"]?.contains("run \"") == true, "\(problem)") }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/xclip"), "needs xclip"))
    func `hints at --show if xclip finds no display`() async throws {
        let world = try await World.started(providers: [Bundles.demo])
        let line = "DISPLAY=:4711 \(Program.folder)/latchkey fill https://demo.example"
        let ending = try await Program(
            ["/usr/bin/timeout", "60", "/usr/bin/script", "-qec", line, "/dev/null"], environment: world.environment
        ).end()
        #expect(ending.status == 1)
        #expect(ending.output.contains("latchkey: error: xclip could not copy: it found no display"))
        #expect(ending.output.contains("latchkey: hint: add --show to print it instead"))
        let shown = try await world.onTerminal("fill", "https://demo.example", "--show")
        #expect(shown.output.contains("correct horse battery staple"))
    }
}
