import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault restore-backup`: takes a backup in the vault's place.
struct RestoreBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup", abstract: "Puts a backup in the vault's place; the present vault is kept.",
        discussion: """
            The vault has the logins of the backup then, and goes on with its present passphrase. Where the present vault \
            is damaged, missing or another one, the backup takes its place whole, with the passphrase of its own.
            """)

    @Argument(help: "The backup's file, or its name in \"latchkey-vault backup --list\".", completion: .file())
    var file: String

    @Flag(help: "Does not ask.")
    var yes = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        let path = try find(in: session)
        let (backup, records) = try Self.look(at: path)
        if !yes {
            try await Prompt.confirm(
                "the vault gets the \(records) logins of \(path), the bin included; the present vault is kept"
            )
        }
        let opened = try await open(backup, session)
        let restored = try await session.access.restore(opened, at: path)
        if let kept = restored.kept { VaultProgram.console.note("the vault as it was is kept as \(kept)") }
        VaultProgram.console.note(
            restored.isSameVault
                ? "the vault has the backup's logins; its passphrase is the present one"
                : "the backup is the vault now; its passphrase is the backup's")
        await session.refill(from: restored.vault)
    }

    /// Opens the backup as far as that goes without a key, and counts its logins.
    private static func look(at path: String) throws -> (LockedVault, Int) {
        do throws(VaultError) {
            let backup = try VaultBackups.open(path)
            return (backup, try backup.status().recordCount)
        } catch {
            throw Sentences.unusableBackup(path, error)
        }
    }

    private func find(in session: VaultSession) throws -> String {
        if FileManager.default.fileExists(atPath: file) { return file }
        let named = session.access.file?.backups.list().first { $0.name == file }
        guard let named else { throw Sentences.noBackup(file) }
        return named.path
    }

    /// Opens the backup with the key that is kept, with the vault's present passphrase, or with the backup's own.
    private func open(_ backup: LockedVault, _ session: VaultSession) async throws -> UnlockedVault {
        let state = try? await session.access.state(renewing: false)
        if case .unlocked(let present)? = state, let opened = try? backup.unlock(vaultKey: present.vaultKey) {
            return opened
        }
        let present = try? session.access.open()
        return try await options.open { secret in
            if let key = try? present?.unlock(passphrase: secret).vaultKey,
                let opened = try? backup.unlock(vaultKey: key)
            {
                return opened
            }
            return try backup.unlock(passphrase: secret)
        }
    }
}
