import Foundation
import Glibc
import Testing

/// A vault whose file is lost, damaged or closed: every command says so, and its hint is the command that helps.
@Suite(.timeLimit(.minutes(10))) struct VaultLossTests {
    /// What has happened to the vault's file, with a backup beside it.
    enum Loss: String, CaseIterable, CustomTestStringConvertible {
        case missing, empty, truncated, text, closed, folder, closedFolder

        var testDescription: String { rawValue }

        /// How the sentence about it begins.
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

        /// A vault that can be read is used as before.
        var isReadable: Bool { self == .closedFolder }
    }

    /// A world of an ordinary user, whose vault has a login and a backup.
    private struct Setting {
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

        /// In its place, so that the file keeps its owner.
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
            try await world.latchkey("fill", "https://site.example", "--json")
        }

        /// What doctor says of the vault.
        func check(_ doctor: Program.Ending) throws -> [String: String]? {
            let checks = try #require(
                JSONSerialization.jsonObject(with: Data(doctor.output.utf8)) as? [[String: String]])
            return checks.first { $0["name"] == "vault" }
        }

        /// The command of a hint, run as it stands in a shell.
        func run(_ hint: String) async throws -> Program.Ending {
            let command = try #require(hint.split(separator: "\"").dropFirst().first.map(String.init))
            let rest = command.contains("restore-backup") ? " --yes --passphrase-fd 3" : ""
            return try await world.run(
                "/bin/sh", ["-c", "PATH='\(Program.folder)':$PATH; \(command)\(rest)"], descriptor3: "passphrase")
        }
    }

    /// What a sentence or hint says of a backup.
    private func expectBackup(_ text: String, _ setting: Setting, _ loss: Loss) {
        guard ![.closed, .closedFolder].contains(loss) else { return }
        #expect(text.contains(setting.backup), "\(text)")
    }

    @Test(arguments: Loss.allCases) func `every command reports a lost vault with a hint that restores it`(
        loss: Loss
    ) async throws {
        let setting = try await Setting()
        let world = setting.world
        #expect(try await setting.fill().output.contains("stored-password"))
        #expect(try await world.latchkey("doctor").status == 0)
        try setting.apply(loss)
        let sentence = loss.sentence(setting.vault)

        let doctor = try await world.latchkey("doctor", "--json")
        #expect(doctor.status == 1)
        let check = try #require(try setting.check(doctor))
        #expect(check["verdict"] == "bad")
        #expect(check["finding"]?.hasPrefix(sentence) == true, "\(check)")
        let remedy = try #require(check["remedy"])
        expectBackup(check["finding"] ?? "", setting, loss)
        expectBackup(remedy, setting, loss)

        let suggested = try await world.latchkey("suggest", "https://site.example")
        #expect(suggested.status == 0 && suggested.output.contains("ada"))
        #expect(suggested.complaints.first?.hasPrefix("latchkey: warning: \(sentence)") == true, "\(suggested)")
        #expect(suggested.complaints.last == "latchkey: hint: \(remedy)")

        let created = try await setting.latchkeyVault("create", "--passphrase-fd", "3")
        #expect(created.status == 1)
        #expect(created.complaints.first?.hasPrefix("latchkey-vault: error: \(sentence)") == true, "\(created)")
        #expect(created.complaints.last == "latchkey-vault: hint: \(remedy)")

        if !loss.isReadable {
            let filled = try await setting.fill()
            #expect(filled.status == 1)
            #expect(
                filled.complaints.first?.hasPrefix("latchkey: error: Latchkey could not answer; it says: \(sentence)")
                    == true, "\(filled)")
            #expect(filled.complaints.last == "latchkey: hint: Latchkey says: \(remedy)")
            for words in [["unlock", "--passphrase-fd", "3"], ["status"], ["list", "--passphrase-fd", "3"]] {
                let ending = try await world.run(
                    Program.folder + "/latchkey-vault", words, descriptor3: "passphrase")
                #expect(ending.status == 1)
                #expect(
                    ending.complaints.first?.hasPrefix("latchkey-vault: error: \(sentence)") == true,
                    "\(words): \(ending)")
                #expect(ending.complaints.last == "latchkey-vault: hint: \(remedy)")
            }
        } else {
            let status = try await setting.latchkeyVault("status")
            #expect(status.complaints.contains { $0.hasPrefix("latchkey-vault: warning: \(sentence)") }, "\(status)")
            #expect(status.complaints.contains("latchkey-vault: hint: \(remedy)"))
        }

        let helped = try await setting.run(remedy)
        #expect(helped.status == 0, "\(helped)")
        try await world.unlockVault()
        #expect(try await setting.fill().output.contains("stored-password"))
        #expect(try await world.latchkey("doctor").status == 0)
    }

    @Test(arguments: [Loss.missing, .empty]) func `reports a lost vault without backups`(
        loss: Loss
    ) async throws {
        let setting = try await Setting(hasBackup: false)
        try setting.apply(loss)
        let sentence = loss.sentence(setting.vault) + "; there are no backups"
        let hint =
            "run \"latchkey-vault restore-backup FILE\" with a backup of your own, or "
            + "\"latchkey-vault create --replace-lost\" for a new, empty vault"
        let check = try #require(try setting.check(await setting.world.latchkey("doctor", "--json")))
        #expect(check == ["name": "vault", "verdict": "bad", "finding": sentence, "remedy": hint])
        let filled = try await setting.fill()
        #expect(
            filled.complaints == [
                "latchkey: error: Latchkey could not answer; it says: \(sentence)",
                "latchkey: hint: Latchkey says: \(hint)",
            ])
        for words in [["create"], ["unlock"], ["list"]] {
            let ending = try await setting.world.run(
                Program.folder + "/latchkey-vault", words + ["--passphrase-fd", "3"], descriptor3: "passphrase")
            #expect(
                ending.complaints == ["latchkey-vault: error: \(sentence)", "latchkey-vault: hint: \(hint)"],
                "\(words)")
        }
    }

    @Test(arguments: [Loss.missing, .empty]) func `replaces a lost vault only with --replace-lost`(
        loss: Loss
    ) async throws {
        let setting = try await Setting()
        try setting.apply(loss)
        let before = try? Data(contentsOf: URL(filePath: setting.vault))
        #expect(try await setting.latchkeyVault("create", "--passphrase-fd", "3").status == 1)
        #expect((try? Data(contentsOf: URL(filePath: setting.vault))) == before)
        let created = try await setting.latchkeyVault("create", "--replace-lost", "--passphrase-fd", "3")
        #expect(created.status == 0, "\(created)")
        // What it suggests is the new vault's.
        #expect(try await setting.world.latchkey("suggest", "https://site.example").status == 3)
        #expect(try await setting.world.latchkey("doctor").status == 0)
        let listed = try await setting.world.vault("backup", "--list")
        #expect(listed.contains(setting.backup))
        let restored = try await setting.latchkeyVault(
            "restore-backup", "--yes", setting.backup, "--passphrase-fd", "3")
        #expect(restored.status == 0, "\(restored)")
        try await setting.world.unlockVault()
        #expect(try await setting.fill().output.contains("stored-password"))
    }

    @Test func `reports that no vault was created yet`() async throws {
        let world = try await World(user: World.users.last ?? nil)
        try await world.startAgent()
        try world.write(World.passphrase + "\n", to: "passphrase")
        let program = Program.folder + "/latchkey-vault"
        let listed = try await world.run(program, ["list"])
        #expect(
            listed.complaints == [
                "latchkey-vault: error: there is no vault yet", "latchkey-vault: hint: run \"latchkey-vault create\"",
            ])
        // As a crash leaves it between the file and its first transaction.
        let vault = world.container(Bundles.vault) + "/groups/org.latchkey.vault/vault.sqlite"
        try Data().write(to: URL(filePath: vault))
        if let user = world.user { #expect(unsafe chown(vault, user, user) == 0) }
        let empty = try await world.run(program, ["list"])
        #expect(empty.complaints.first == "latchkey-vault: error: there is no vault yet; its file is empty")
        try await world.vault("create", "--passphrase-fd", "3", descriptor3: "passphrase")
        #expect(try await world.latchkey("doctor").status == 0)
    }
}
