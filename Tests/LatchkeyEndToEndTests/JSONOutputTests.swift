import Foundation
import Synchronization
import Testing

/// The output of `--json`, compared with the tables of Docs/json.md.
@Suite(.timeLimit(.minutes(3))) struct JSONOutputTests {
    /// Runs commands and validates their output.
    private final class Checker: Sendable {
        let world: World
        let shapes: DocumentedShapes
        private let checked = Mutex<Set<String>>([])

        init(_ world: World) throws {
            self.world = world
            shapes = try DocumentedShapes()
        }

        var checkedSections: Set<String> { checked.withLock { $0 } }

        /// Runs a command with `--json`; returns its output.
        ///
        /// - Parameters:
        ///   - section: The heading of its table.
        ///   - command: Its words; `nil` if they are the section's heading.
        @discardableResult
        func check(
            _ section: String, _ command: String? = nil, with more: [String] = [], status: Int32 = 0,
            descriptor3 file: String? = nil
        ) async throws -> String {
            let words = (command ?? section).split(separator: " ").map(String.init) + more + ["--json"]
            let ending = try await world.run(
                Program.folder + "/" + words[0], Array(words.dropFirst()), descriptor3: file)
            let name = words.joined(separator: " ")
            #expect(ending.status == status, "\(name): \(ending)")
            #expect(ending.output.count { $0 == "\n" } == 1, "\(name): \(ending.output)")
            let problems = try shapes.problems(of: ending.output, in: section)
            #expect(problems == [], "\(name): \(ending.output)")
            try expectMessages(ending, name)
            checked.withLock { _ = $0.insert(section) }
            return ending.output
        }

        /// Checks that each line of stderr is a JSON object, with an error if the command failed.
        func expectMessages(_ ending: Program.Ending, _ name: String) throws {
            struct Message: Decodable {
                struct Details: Decodable {
                    let message: String
                    let status: Int32
                }
                let error: Details?
                let note: String?
                let hint: String?
            }
            let messages = try ending.errorLines.map { line in
                try JSONDecoder().decode(Message.self, from: Data(line.utf8))
            }
            for message in messages {
                #expect(message.error != nil || message.note != nil || message.hint != nil, "\(name): \(ending.error)")
            }
            let statuses = messages.compactMap(\.error?.status)
            #expect(statuses == (ending.status == 0 ? [] : [ending.status]), "\(name): \(ending.error)")
        }
    }

    @Test func `each command prints the object that Docs/json.md describes`() async throws {
        let world = try await World.withVault()
        let checker = try Checker(world)
        try await checkEntries(checker)
        try await checkFilling(checker)
        try await checkCopies(checker)
        try await checkVault(checker)
        try await checkAgent(checker)
        let providers = try Checker(try await World(dataFolder: "/nonexistent"))
        try await checkProviders(providers)
        let checked = checker.checkedSections.union(providers.checkedSections)
        let described = Set(checker.shapes.sections.keys.filter { $0.hasPrefix("latchkey") })
        #expect(described.subtracting(checked) == [])
    }

    private func checkEntries(_ checker: Checker) async throws {
        let world = checker.world
        try world.write("planted-1\n", to: "first")
        try world.write("planted-2\n", to: "second")
        try world.write("GEZDGNBVGY3TQOJQ\n", to: "code")
        let list = "latchkey-vault list"
        let show = "latchkey-vault show"
        try await checker.check(
            list, "latchkey-vault add --site https://example.com --user ada --password-fd 3", descriptor3: "first")
        try await checker.check(
            list, "latchkey-vault add --site https://weak.example --user ada --password-fd 3", descriptor3: "first")
        try await checker.check(show, "latchkey-vault edit weak.example --code-fd 3", descriptor3: "code")
        try await checker.check(show, "latchkey-vault edit example.com --password-fd 3", descriptor3: "second")
        try await checker.check(show, "latchkey-vault edit example.com --field Member=7 --favorite")
        let record =
            #"{"relyingPartyIdentifier":"example.org","userName":"bob","credentialID":"AQQ","userHandle":"BQ","#
            + #""created":1700000000000,"#
            + #""privateKey":"MC4CAQAwBQYDK2VwBCIEIHNlY3JldC1rZXktc2VjcmV0LWtleS1zZWNyZXQta2V5"}"#
        try world.write(
            #"{"format":"latchkey-vault","version":1,"logins":[{"title":"Alone","user":"bob","passkeys":["# + record
                + #"]}]}"#, to: "passkeys.json")
        try world.write(
            "name,url,username,password\nOne,https://one.example/,carl,planted-3\nNone,,,\n"
                + "example.com,https://example.com,ada,planted-4\nWord,notaurl,w,planted-5\n", to: "logins.csv")
        try await checker.check("latchkey-vault import", with: [world.path + "/passkeys.json"])
        try await checker.check("latchkey-vault import", with: [world.path + "/logins.csv", "--dry-run"])
        try await checker.check("latchkey-vault import", with: [world.path + "/logins.csv"])
        try await checker.check(list)
        try await checker.check(list, "latchkey-vault list nothing-like-it", status: 3)
        for options in [[], ["--reveal"], ["--history"], ["--history", "--reveal"]] {
            try await checker.check(show, "latchkey-vault show example.com ada", with: options)
            try await checker.check(show, "latchkey-vault show Alone", with: options)
        }
        try await checker.check("latchkey-vault show --code", "latchkey-vault show weak.example --code")
        for title in ["One", "Word"] {
            try await checker.check(show, "latchkey-vault remove \(title)")
        }
        try await checker.check(list, "latchkey-vault list --bin")
        try await checker.check(show, "latchkey-vault restore One")
        try await checker.check(show, "latchkey-vault purge --yes Word")
        try await checker.check(show, "latchkey-vault remove One")
        try await checker.check(list, "latchkey-vault empty-bin --yes")
        try await checker.check(list, "latchkey-vault empty-bin --yes")
        try await checker.check("latchkey-vault generate")
        try await checker.check("latchkey-vault generate", "latchkey-vault generate --words 5")
        try await checker.check("latchkey-vault health")
    }

    private func checkFilling(_ checker: Checker) async throws {
        try await checker.check("latchkey suggest", with: ["https://example.com", "--explain"])
        try await checker.check("latchkey suggest", with: ["https://nothing.example"], status: 3)
        let filled = try await checker.check("latchkey fill", with: ["https://example.com"])
        #expect(filled.contains("\"user\":\"ada\""))
        try await checker.check("latchkey fill", with: ["https://weak.example", "--kind", "code"])
        try await checker.check("latchkey passkeys")
    }

    private func checkCopies(_ checker: Checker) async throws {
        let world = checker.world
        let backup = try await checker.check("latchkey-vault backup")
        try await checker.check("latchkey-vault backup --list")
        let path = try #require(try JSONDecoder().decode([String: String].self, from: Data(backup.utf8))["path"])
        try await checker.check("latchkey-vault restore-backup", with: ["--yes", path])
        try await checker.check("latchkey-vault accept")
        for format in ["csv", "json"] {
            try await checker.check(
                "latchkey-vault export",
                with: [world.path + "/out.\(format)", "--format", format, "--passphrase-fd", "3"],
                descriptor3: "passphrase")
        }
    }

    private func checkVault(_ checker: Checker) async throws {
        let world = checker.world
        try await checker.check("latchkey-vault status")
        // git's own login, whose rejection while the vault is locked waits for the user's decision.
        let login = ["protocol=https", "host=git.example", "username=ada", "password=planted-6"]
        _ = try await world.helper("store", lines: login)
        try await checker.check("latchkey-vault lock")
        try await checker.check("latchkey-vault status")
        _ = try await world.helper("erase", lines: login)
        try await eventually("the report is queued") {
            try await world.vault("status", "--json").contains("\"waiting\":1")
        }
        let secret = ["--passphrase-fd", "3"]
        try await checker.check("latchkey-vault unlock", with: secret, descriptor3: "passphrase")
        let inbox = try await checker.check("latchkey-vault inbox")
        let id = try #require(inbox.firstMatch(of: /"id":"([0-9a-f]+)"/)?.1)
        try await checker.check("latchkey-vault inbox --discard", with: [String(id), "--yes"])
        try await checker.check("latchkey-vault inbox --discard", "latchkey-vault inbox --discard-unreadable")
        try await checker.check(
            "latchkey-vault passwd",
            with: ["--passphrase-fd", "3", "--new-passphrase-fd", "4"],
            descriptor3: "passphrase' 4<'\(world.path)/passphrase")
        for command in ["latchkey-vault passwd --new-recovery-code", "latchkey-vault rekey"] {
            try await checker.check("latchkey-vault create", command, with: secret, descriptor3: "passphrase")
        }
    }

    private func checkAgent(_ checker: Checker) async throws {
        let world = checker.world
        try await checker.check("latchkey providers list")
        try await checker.check("latchkey providers order", with: [Bundles.vault])
        try await checker.check("latchkey settings list")
        try await checker.check("latchkey settings sheet-mark", with: ["--word", "Quiet Harbour"])
        try await checker.check("latchkey settings keep-identities-in-memory", with: ["off"])
        try await checker.check("latchkey clients allow", with: ["/usr/bin/env"])
        try await checker.check("latchkey clients list")
        try await checker.check("latchkey clients allow", "latchkey clients revoke", with: ["/usr/bin/env"])
        try FileManager.default.createDirectory(atPath: world.path + "/quirks", withIntermediateDirectories: true)
        try world.write(
            #"{"shop.example": "https://id.shop.example/password"}"#, to: "quirks/change-password-URLs.json")
        try await checker.check("latchkey quirks install", with: [world.path + "/quirks"])
        try await checker.check("latchkey quirks status")
        try await checker.check("latchkey quirks site", with: ["https://shop.example"])
        try await checker.check("latchkey browser install", with: ["chromium"])
        try await checker.check("latchkey browser status", with: ["chromium"])
        try await checker.check("latchkey browser status", with: ["firefox"], status: 1)
        try await checker.check("latchkey browser uninstall")
        try await checker.check("latchkey log", with: ["--limit", "20"])
        try await checker.check("latchkey doctor", with: [])
    }

    private func checkProviders(_ checker: Checker) async throws {
        let world = checker.world
        try await world.startAgent()
        try await checker.check("latchkey providers list", status: 0)
        let bundle = Bundles.providers + "/LatchkeyVault.appex"
        try await checker.check("latchkey providers add", with: [bundle])
        try await checker.check("latchkey providers enable", with: ["--yes", "--no-configure", Bundles.vault])
        try await checker.check("latchkey providers disable", with: [Bundles.vault])
        try await checker.check("latchkey providers remove", with: [Bundles.vault])
        try world.write(World.passphrase + "\n", to: "passphrase")
        try await checker.check("latchkey-vault status")
        try await checker.check("latchkey-vault create", with: ["--passphrase-fd", "3"], descriptor3: "passphrase")
    }

    /// The arguments of a command, and the status of its error.
    @Test(arguments: [
        ("latchkey", ["suggest", "--jsn", "--json"], Int32(2)), ("latchkey", ["--json"], 2),
        ("latchkey", ["frobnicate", "--json"], 2), ("latchkey", ["fill", "--json", "nothing", "--show"], 2),
        ("latchkey", ["clients", "revoke", "/nonexistent", "--json"], 3),
        ("latchkey-vault", ["edit", "x", "--generat", "--json"], 2), ("latchkey-vault", ["show", "x", "--json"], 1),
        ("latchkey-vault", ["import", "/nonexistent", "--json"], 2),
    ])
    func `reports each error as JSON, also of invalid arguments`(
        program: String, words: [String], status: Int32
    ) async throws {
        let world = try await World()
        let checker = try Checker(world)
        let ending = try await world.run(Program.folder + "/" + program, words)
        #expect(ending.status == status, "\(ending)")
        #expect(ending.output == "")
        try checker.expectMessages(ending, words.joined(separator: " "))
    }

    /// `--experimental-dump-help` of a program.
    private struct Tool: Decodable {
        struct Command: Decodable {
            let commandName: String
            let superCommands: [String]?
            let subcommands: [Command]?
            let arguments: [Argument]?
        }
        struct Argument: Decodable {
            struct Name: Decodable { let name: String }
            let names: [Name]?
        }

        let command: Command
    }

    @Test(arguments: ["latchkey", "latchkey-vault"])
    func `every command has --json except those that Docs/json.md lists`(program: String) async throws {
        let help = try await Program(
            [Program.folder + "/" + program, "--experimental-dump-help"], environment: [:]
        ).end()
        func commandsWithoutJSON(_ command: Tool.Command, _ path: String) -> [String] {
            let children = (command.subcommands ?? []).filter { $0.commandName != "help" }
            guard children.isEmpty else {
                return children.flatMap { commandsWithoutJSON($0, path + " " + $0.commandName) }
            }
            let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)
            return names.contains("json") ? [] : [path]
        }
        let root = try JSONDecoder().decode(Tool.self, from: Data(help.output.utf8)).command
        #expect(
            commandsWithoutJSON(root, program)
                == (program == "latchkey" ? ["latchkey providers configure", "latchkey providers debug"] : []))
    }
}
