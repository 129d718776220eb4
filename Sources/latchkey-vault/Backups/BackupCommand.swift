import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault backup`: copies the encrypted vault.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies the encrypted vault and checks the copy.",
        discussion: """
            Without a destination, the backup goes to the folder backups next to the vault. Latchkey also creates backups \
            there before an import, a change of the passphrase or the key, a restore, and a purge of the bin; it keeps the \
            newest \(VaultBackups.keptCount). A backup opens with the passphrase and recovery code that the vault had at that time.
            """)

    @Argument(
        help: "An existing folder, or a new file with an extension, such as copy.sqlite.", completion: .file())
    var destination: String?

    @Flag(help: "Lists the backups next to the vault instead.")
    var list = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if list, destination != nil { throw ValidationError("--list cannot be combined with a destination") }
    }

    private struct Output: Encodable {
        struct Backup: Encodable {
            let path: String
            let made: String
            let reason: String
            let bytes: Int
            /// `true` if the copy cannot be opened; otherwise `nil`.
            let damaged: Bool?
        }

        let backups: [Backup]
    }

    func run() async throws {
        let session = try await VaultSession.open()
        if list { return try show(session.access.file?.backups.list() ?? []) }
        let path = try await write(session)
        if json { try VaultProgram.console.print(json: ["path": path]) } else { VaultProgram.console.print(path) }
    }

    /// Checks that the destination's folder exists, before asking for the passphrase.
    ///
    /// A name without an extension may be meant as a folder, so such a file is not written.
    private func checkDestination() throws {
        guard let destination else { return }
        let url = URL(filePath: destination)
        let folder = destination.hasSuffix("/") ? url : url.deletingLastPathComponent()
        if let problem = Messages.problem(withFolder: folder.path) { throw problem }
        guard url.pathExtension.isEmpty, !destination.hasSuffix("/"),
            !FileManager.default.fileExists(atPath: url.path)
        else { return }
        throw Messages.backupFolderOrFile(destination)
    }

    private func write(_ session: VaultSession) async throws -> String {
        try checkDestination()
        // Opening checks the vault: a copy of a damaged one would be useless.
        let vault = try await session.unlockedVault(options)
        guard let destination else { return try await session.access.backUp(vault, for: .request).path }
        let resolved = URL(filePath: destination).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        do throws(VaultError) {
            switch attributes?[.type] as? FileAttributeType {
            case .typeDirectory?: return try await session.access.backUp(vault, into: URL(filePath: destination)).path
            case _?: throw .alreadyExists
            case nil: break
            }
            try await session.access.copy(vault, to: destination)
            return URL(filePath: destination).path
        } catch .alreadyExists {
            throw Messages.fileExists(destination)
        } catch .storage(.cannotOpen), .storage(.readOnly) {
            throw Messages.backupNotWritten(destination)
        }
    }

    /// Whether the copy can be opened, which needs no key.
    private static func isUsable(_ backup: VaultBackups.Backup) -> Bool {
        (try? VaultBackups.open(backup.path).status()) != nil
    }

    private func show(_ backups: [VaultBackups.Backup]) throws {
        if json {
            return try VaultProgram.console.print(
                json: Output(
                    backups: backups.map {
                        Output.Backup(
                            path: $0.path, made: JSONDate.text($0.made), reason: $0.occasion.rawValue,
                            bytes: $0.byteCount, damaged: Self.isUsable($0) ? nil : true)
                    }))
        }
        var table = Table(wholeColumns: [2, 3])
        for backup in backups {
            table.add(
                backup.made.formatted(.iso8601), "\((backup.byteCount + 1023) / 1024) KiB", backup.name,
                Self.isUsable(backup) ? "" : "(damaged)")
        }
        VaultProgram.console.print(table)
        if backups.isEmpty { VaultProgram.console.note("there are no backups yet") }
    }
}
