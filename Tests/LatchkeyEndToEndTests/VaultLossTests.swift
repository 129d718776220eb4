import Foundation
import Glibc
import Testing

/// A vault whose file is lost, damaged or unreadable.
@Suite(.timeLimit(.minutes(10))) struct VaultLossTests {
    /// What has happened to the vault's file.
    enum Loss: String, CaseIterable, CustomTestStringConvertible {
        case missing, empty, truncated, text, closed, folder, closedFolder

        var testDescription: String { rawValue }

        /// The beginning of the error message.
        func sentence(_ vault: String) -> String {
            switch self {
            case .missing: "the vault's file is missing: \(vault)"
            case .empty: "the vault's file is empty: \(vault)"
            case .truncated: "the vault's file is damaged; it has 9000 of "
            case .text: "the vault's file is damaged; it is not a vault: \(vault)"
            case .closed: "the vault's file cannot be opened: Permission denied: \(vault)"
            case .folder: "the vault's path is not a regular file: \(vault)"
            case .closedFolder: "the vault's folder cannot be written: Permission denied: "
            }
        }

        /// Whether the vault still works.
        var isReadable: Bool { self == .closedFolder }
    }

    /// A world of an ordinary user, whose vault has a login and a backup.
    private struct VaultFixture {
        let world: World
        let backup: String
        var folder: String { world.container(Bundles.vault) + "/groups/org.latchkey.vault" }
        var vault: String { folder + "/vault.sqlite" }

        init(hasBackup: Bool = true) async throws {
            world = try await World.withVault(as: World.users.last ?? nil)
            try await world.addLogin("https://site.example", user: "ada", password: "stored-password")
            let path = hasBackup ? try await world.vault("backup").trimmingCharacters(in: .newlines) : ""
            backup = URL(filePath: path).lastPathComponent
        }

        func apply(_ loss: Loss) throws {
            let files = FileManager.default
            switch loss {
            case .missing: try files.removeItem(atPath: vault)
            case .empty: try replace(with: Data())
            case .truncated: try replace(with: Data(contentsOf: URL(filePath: vault)).prefix(9000))
            case .text: try replace(with: Data(String(repeating: "notes of mine\n", count: 400).utf8))
            case .closed: try files.setAttributes([.posixPermissions: 0o000], ofItemAtPath: vault)
            case .folder:
                try files.removeItem(atPath: vault)
                try files.createDirectory(atPath: vault, withIntermediateDirectories: false)
                if let user = world.user { #expect(unsafe chown(vault, user, user) == 0) }
            case .closedFolder: try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
            }
        }

        /// Writes into the existing file, so that it keeps its owner.
        private func replace(with content: Data) throws {
            let file = try FileHandle(forWritingTo: URL(filePath: vault))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: content)
            try file.close()
        }

        func latchkeyVault(_ words: String...) async throws -> Program.Ending {
            try await world.run(Program.folder + "/latchkey-vault", words, descriptor3: "passphrase")
        }

        func fill() async throws -> Program.Ending {
            try await world.latchkey("fill", "https://site.example")
        }

        /// The vault's check in the output of `latchkey doctor --json`.
        func vaultCheck(in doctor: Program.Ending) throws -> [String: String]? {
            try doctor.checks().first { $0["name"] == "vault" }
        }

        /// Runs the command of a hint in a shell.
        func runCommand(in hint: String) async throws -> Program.Ending {
            let command = try #require(hint.split(separator: "\"").dropFirst().first.map(String.init))
            let rest = command.contains("restore-backup") ? " --yes --passphrase-fd 3" : ""
            return try await world.run(
                "/bin/sh", ["-c", "PATH='\(Program.folder)':$PATH; \(command)\(rest)"], descriptor3: "passphrase")
        }
    }

    /// Expects the backup's name in a message, if the loss needs a backup.
    private func expectBackup(_ text: String, _ fixture: VaultFixture, _ loss: Loss) {
        guard ![.closed, .closedFolder].contains(loss) else { return }
        #expect(text.contains(fixture.backup), "\(text)")
    }

    @Test(arguments: Loss.allCases) func `every command reports a lost vault with a hint that restores it`(
        loss: Loss
    ) async throws {
        let fixture = try await VaultFixture()
        let world = fixture.world
        #expect(try await fixture.fill().output.contains("stored-password"))
        #expect(try await world.latchkey("doctor").status == 0)
        try fixture.apply(loss)
        let sentence = loss.sentence(fixture.vault)

        let doctor = try await world.latchkey("doctor", "--json")
        #expect(doctor.status == 1)
        let check = try #require(try fixture.vaultCheck(in: doctor))
        #expect(check["verdict"] == "bad")
        #expect(check["finding"]?.hasPrefix(sentence) == true, "\(check)")
        let remedy = try #require(check["remedy"])
        expectBackup(check["finding"] ?? "", fixture, loss)
        expectBackup(remedy, fixture, loss)

        let suggested = try await world.latchkey("suggest", "https://site.example")
        #expect(suggested.status == 0 && suggested.output.contains("ada"))
        #expect(suggested.errorLines.first?.hasPrefix("latchkey: warning: \(sentence)") == true, "\(suggested)")
        #expect(suggested.errorLines.last == "latchkey: hint: \(remedy)")

        let created = try await fixture.latchkeyVault("create", "--passphrase-fd", "3")
        #expect(created.status == 1)
        #expect(created.errorLines.first?.hasPrefix("latchkey-vault: error: \(sentence)") == true, "\(created)")
        #expect(created.errorLines.last == "latchkey-vault: hint: \(remedy)")

        if !loss.isReadable {
            let filled = try await fixture.fill()
            #expect(filled.status == 1)
            #expect(
                filled.errorLines.first?.hasPrefix("latchkey: error: Latchkey failed: \(sentence)")
                    == true, "\(filled)")
            #expect(filled.errorLines.last == "latchkey: hint: Latchkey says: \(remedy)")
            for words in [["unlock", "--passphrase-fd", "3"], ["status"], ["list", "--passphrase-fd", "3"]] {
                let ending = try await world.run(
                    Program.folder + "/latchkey-vault", words, descriptor3: "passphrase")
                #expect(ending.status == 1)
                #expect(
                    ending.errorLines.first?.hasPrefix("latchkey-vault: error: \(sentence)") == true,
                    "\(words): \(ending)")
                #expect(ending.errorLines.last == "latchkey-vault: hint: \(remedy)")
            }
        } else {
            let status = try await fixture.latchkeyVault("status")
            #expect(status.errorLines.contains { $0.hasPrefix("latchkey-vault: warning: \(sentence)") }, "\(status)")
            #expect(status.errorLines.contains("latchkey-vault: hint: \(remedy)"))
        }

        let helped = try await fixture.runCommand(in: remedy)
        #expect(helped.status == 0, "\(helped)")
        try await world.unlockVault()
        #expect(try await fixture.fill().output.contains("stored-password"))
        #expect(try await world.latchkey("doctor").status == 0)
    }

    @Test(arguments: [Loss.missing, .empty]) func `reports a lost vault without backups`(
        loss: Loss
    ) async throws {
        let fixture = try await VaultFixture(hasBackup: false)
        try fixture.apply(loss)
        let sentence = loss.sentence(fixture.vault) + "; there are no backups"
        let hint =
            "run \"latchkey-vault restore-backup FILE\" with a backup of your own, or "
            + "\"latchkey-vault create --replace-lost\" for a new, empty vault"
        let check = try #require(try fixture.vaultCheck(in: await fixture.world.latchkey("doctor", "--json")))
        #expect(check == ["name": "vault", "verdict": "bad", "finding": sentence, "remedy": hint])
        let filled = try await fixture.fill()
        #expect(
            filled.errorLines == [
                "latchkey: error: Latchkey failed: \(sentence)",
                "latchkey: hint: Latchkey says: \(hint)",
            ])
        for words in [["create"], ["unlock"], ["list"]] {
            let ending = try await fixture.world.run(
                Program.folder + "/latchkey-vault", words + ["--passphrase-fd", "3"], descriptor3: "passphrase")
            #expect(
                ending.errorLines == ["latchkey-vault: error: \(sentence)", "latchkey-vault: hint: \(hint)"],
                "\(words)")
        }
    }

    @Test(arguments: [Loss.missing, .empty]) func `replaces a lost vault only with --replace-lost`(
        loss: Loss
    ) async throws {
        let fixture = try await VaultFixture()
        try fixture.apply(loss)
        let before = try? Data(contentsOf: URL(filePath: fixture.vault))
        #expect(try await fixture.latchkeyVault("create", "--passphrase-fd", "3").status == 1)
        #expect((try? Data(contentsOf: URL(filePath: fixture.vault))) == before)
        let created = try await fixture.latchkeyVault("create", "--replace-lost", "--passphrase-fd", "3")
        #expect(created.status == 0, "\(created)")
        // The new vault has no logins to suggest.
        #expect(try await fixture.world.latchkey("suggest", "https://site.example").status == 3)
        #expect(try await fixture.world.latchkey("doctor").status == 0)
        let listed = try await fixture.world.vault("backup", "--list")
        #expect(listed.contains(fixture.backup))
        let restored = try await fixture.latchkeyVault(
            "restore-backup", "--yes", fixture.backup, "--passphrase-fd", "3")
        #expect(restored.status == 0, "\(restored)")
        try await fixture.world.unlockVault()
        #expect(try await fixture.fill().output.contains("stored-password"))
    }

    @Test func `reports that no vault was created yet`() async throws {
        let world = try await World(user: World.users.last ?? nil)
        try await world.startAgent()
        try world.write(World.passphrase + "\n", to: "passphrase")
        let program = Program.folder + "/latchkey-vault"
        let listed = try await world.run(program, ["list"])
        #expect(
            listed.errorLines == [
                "latchkey-vault: error: there is no vault yet", "latchkey-vault: hint: run \"latchkey-vault create\"",
            ])
        // A crash before the first transaction leaves an empty file.
        let vault = world.container(Bundles.vault) + "/groups/org.latchkey.vault/vault.sqlite"
        try Data().write(to: URL(filePath: vault))
        if let user = world.user { #expect(unsafe chown(vault, user, user) == 0) }
        let empty = try await world.run(program, ["list"])
        #expect(empty.errorLines.first == "latchkey-vault: error: there is no vault yet; its file is empty")
        try await world.vault("create", "--passphrase-fd", "3", descriptor3: "passphrase")
        #expect(try await world.latchkey("doctor").status == 0)
    }
}
