import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault backup`: copies the vault, sealed as it is.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the vault, sealed as it is, and checks the copy.",
        discussion: """
            Without a place the copy goes into the folder backups beside the vault, where copies are also made before \
            an import, a change of the passphrase and a restore; of those the newest \(VaultBackups.keptCount) stay. A \
            copy opens with the passphrase and recovery code that the vault had when it was made.
            """)

    @Argument(help: "A folder, or the file to write; it must not be there yet.", completion: .file())
    var place: String?

    @Flag(help: "Lists the copies beside the vault instead.")
    var list = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if list, place != nil { throw ValidationError("--list takes no place") }
    }

    private struct Output: Encodable {
        struct Backup: Encodable {
            let path: String
            let made: String
            let reason: String
            let bytes: Int
        }

        let backups: [Backup]
    }

    func run() async throws {
        let session = try await VaultSession.open()
        if list { return try show(session.access.file?.backups.list() ?? []) }
        let path = try await write(session)
        if json { try VaultProgram.console.print(json: ["path": path]) } else { VaultProgram.console.print(path) }
    }

    /// Refuses a place that no copy can get to, before anybody is asked for a passphrase.
    private func checkPlace() throws {
        guard let place else { return }
        let url = URL(filePath: place)
        let folder = place.hasSuffix("/") ? url : url.deletingLastPathComponent()
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue
        else { throw Sentences.noFolderForBackup(folder.path) }
    }

    private func write(_ session: VaultSession) async throws -> String {
        try checkPlace()
        // Opened before it is copied: a copy of a damaged vault would be worth nothing.
        let vault = try await session.unlockedVault(options)
        guard let place else { return try await session.access.backUp(vault, for: .request).path }
        let resolved = URL(filePath: place).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        do throws(VaultError) {
            switch attributes?[.type] as? FileAttributeType {
            case .typeDirectory?: return try await session.access.backUp(vault, into: URL(filePath: place)).path
            case _?: throw .alreadyExists
            case nil: break
            }
            try await session.access.copy(vault, to: place)
            return URL(filePath: place).path
        } catch .alreadyExists {
            throw Sentences.fileExists(place)
        } catch .storage(.cannotOpen), .storage(.readOnly) {
            throw Sentences.backupNotWritten(place)
        }
    }

    private func show(_ backups: [VaultBackups.Backup]) throws {
        if json {
            return try VaultProgram.console.print(
                json: Output(
                    backups: backups.map {
                        Output.Backup(
                            path: $0.path, made: $0.made.formatted(.iso8601), reason: $0.occasion.rawValue,
                            bytes: $0.byteCount)
                    }))
        }
        var table = Table(wholeColumns: [2])
        for backup in backups {
            table.add(backup.made.formatted(.iso8601), "\((backup.byteCount + 1023) / 1024) KiB", backup.name)
        }
        VaultProgram.console.print(table)
        if backups.isEmpty { VaultProgram.console.note("there are no backups beside the vault yet") }
    }
}
