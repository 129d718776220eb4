import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeySystem
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault restore-backup`: replaces the vault with a backup.
struct RestoreBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup",
        abstract: "Replaces the vault with a backup; the current vault is kept as a backup.",
        discussion: """
            The vault gets the logins of the backup and keeps its current passphrase. If the current vault is damaged, \
            missing or a different vault, the backup replaces it completely, including the passphrase.
            """)

    @Argument(
        help: "The backup's file, or its name in \"latchkey-vault backup --list\".",
        completion: ShellCompletion.list { typed in BackupCompletion.candidates(for: typed) })
    var file: String

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        /// The file that was restored.
        let path: String
        /// The previous vault's copy; `nil` if there was no vault.
        let kept: String?
        /// Whether the backup is of the same vault, so that the passphrase has not changed.
        let isSameVault: Bool
    }

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let path = try find(in: session)
        let (backup, records) = try Self.look(at: path)
        if !yes {
            try await Prompt.confirm(
                "replace the vault's contents with \(path) (\(Messages.entries(records)), including notes, cards and the bin)? "
                    + "The current vault is kept as a backup.",
                unconfirmed: "nothing was restored")
        }
        let opened = try await open(backup, session)
        let restored = try await session.access.restore(opened, at: path)
        if json {
            try VaultProgram.console.print(
                json: Output(path: path, kept: restored.kept, isSameVault: restored.isSameVault))
        }
        if let kept = restored.kept { VaultProgram.console.note("kept the previous vault as \(kept)") }
        VaultProgram.console.note(
            restored.isSameVault
                ? "restored; your passphrase has not changed"
                : "restored; the vault now has the backup's passphrase")
        await session.noteIfNotAnchored(restored.vault)
        await session.refill(from: restored.vault)
    }

    /// Opens the backup without a key and counts its logins.
    private static func look(at path: String) throws -> (LockedVault, Int) {
        do throws(VaultError) {
            let backup = try VaultBackups.open(path)
            return (backup, try backup.status().recordCount)
        } catch {
            throw Messages.unusableBackup(path, error)
        }
    }

    private func find(in session: VaultSession) throws -> String {
        if FileManager.default.fileExists(atPath: file) { return file }
        let named = session.access.file?.backups.list().first { $0.name == file }
        guard let named else { throw Messages.noBackup(file) }
        return named.path
    }

    /// Opens the backup with the key in the keychain, the vault's current passphrase, or the backup's passphrase.
    private func open(_ backup: LockedVault, _ session: VaultSession) async throws -> UnlockedVault {
        switch try? await session.access.state(renewing: false) {
        case .unlocked(let current)?, .replaced(let current, _)?:
            if let opened = try? backup.unlock(vaultKey: current.vaultKey) { return opened }
        default: break
        }
        let current = try? session.access.open()
        return try await options.open { secret in
            if let key = try? current?.unlock(passphrase: secret).vaultKey,
                let opened = try? backup.unlock(vaultKey: key)
            {
                return opened
            }
            return try backup.unlock(passphrase: secret)
        }
    }
}

/// The completion of a backup: the names of the backups next to the vault, and files.
private enum BackupCompletion {
    static func candidates(for typed: String) -> [String] {
        names.filter { $0.hasPrefix(typed) } + files(for: typed)
    }

    private static var names: [String] {
        guard let locations = try? Locations(environment: ProcessInfo.processInfo.environment),
            let provider = try? ProviderIdentifier(VaultSession.provider)
        else { return [] }
        return VaultFileReport(locations: locations, provider: provider).backups
    }

    /// The files in the folder that was typed so far; folders end with a slash.
    private static func files(for typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return found.sorted().map { folder + $0 }.filter { $0.hasPrefix(typed) }.map { path in
            var isFolder: ObjCBool = false
            _ = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            return isFolder.boolValue ? path + "/" : path
        }
    }
}
