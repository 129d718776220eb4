package import Foundation
import GRDB
import LatchkeyProvider
import LatchkeyCore
import LatchkeySystem
package import LatchkeyVault

extension VaultAccess {
    /// Makes a backup before a large change.
    ///
    /// - Throws: ``VaultError``. The caller must then not make the change.
    @concurrent
    @discardableResult
    package func backUp(
        _ vault: UnlockedVault, for occasion: VaultBackups.Occasion
    ) async throws(VaultError) -> VaultBackups.Backup {
        guard let file, let locked = try open() else { throw .storage(.cannotOpen) }
        return try file.backups.make(of: locked, key: vault.vaultKey, for: occasion, at: clock.now())
    }

    /// Makes a backup in a folder that the user chose; the name contains the time.
    @concurrent
    package func backUp(
        _ vault: UnlockedVault, into folder: URL
    ) async throws(VaultError) -> VaultBackups.Backup {
        guard let locked = try open() else { throw .storage(.cannotOpen) }
        return try VaultBackups(folder: folder).make(
            of: locked, key: vault.vaultKey, for: .request, at: clock.now())
    }

    /// Copies the vault into a new file.
    ///
    /// - Throws: ``VaultError/alreadyExists`` if there is a file.
    @concurrent
    package func copy(_ vault: UnlockedVault, to path: String) async throws(VaultError) {
        guard let locked = try open() else { throw .storage(.cannotOpen) }
        try VaultBackups.write(locked, key: vault.vaultKey, to: path)
    }

    /// Restores a backup; the current vault becomes a backup itself.
    ///
    /// If both are the same vault, the backup's records replace the vault's records in one change, and the current
    /// passphrase stays valid. If the current vault is damaged, missing or a different one, the backup's file replaces
    /// the vault's file, and the backup's passphrase applies.
    ///
    /// - Returns: The restored vault, and the path of the previous one.
    @concurrent
    package func restore(_ backup: UnlockedVault, at path: String) async throws(VaultError) -> RestoredVault {
        guard let file else { throw .storage(.cannotOpen) }
        try backup.verify()
        do throws(VaultError) {
            if let present = try open() {
                let unlocked = try present.unlock(vaultKey: backup.vaultKey)
                let kept = try file.backups.make(
                    of: present, key: backup.vaultKey, for: .restore, at: clock.now())
                try unlocked.replaceRecords(with: backup)
                await accept(unlocked)
                return RestoredVault(vault: unlocked, kept: kept.path, isSameVault: true)
            }
        } catch .damaged(_), .notAVault, .wrongVaultKey, .olderFormat(_), .newerFormat(_) {
            // The current file is unusable or a different vault, so the backup's file replaces it.
        }
        // The replaced file may be opened before the anchor is stored. Without this note the user would be asked.
        if let anchor = try? backup.anchor() { try? anchors.prepare(anchor) }
        let kept: String?
        do throws(VaultError) {
            kept = try file.replace(
                with: VaultBackups.open(path, steps: file.steps), key: backup.vaultKey, at: clock.now())
        } catch {
            // The backup would otherwise be accepted later, too.
            if let latest = (try? await anchors.read()) ?? nil { try? await anchors.write(latest, true) }
            throw error
        }
        guard let present = try open() else { throw .storage(.cannotOpen) }
        let unlocked = try present.unlock(vaultKey: backup.vaultKey)
        await accept(unlocked)
        return RestoredVault(vault: unlocked, kept: kept, isSameVault: false)
    }
}

/// The result of restoring a backup.
package struct RestoredVault: Sendable {
    package let vault: UnlockedVault
    /// The path of the previous vault's copy; `nil` if there was no vault.
    package let kept: String?
    /// Whether the previous vault's passphrase and recovery code remain valid.
    package let isSameVault: Bool
}

extension VaultFile {
    /// Replaces the vault's file with a copy of a backup, and keeps the old file with its journal.
    ///
    /// The copy is complete before any file moves, and one rename puts it in place: after a crash, the path has either
    /// the old file or the new one. Processes with the old file open detect the replacement.
    ///
    /// - Returns: The path of the kept file; `nil` if there was none.
    fileprivate func replace(with backup: LockedVault, key: Secret, at time: Date) throws(VaultError) -> String? {
        VaultBackups.sweep(folder, at: time)
        let new = try VaultBackups.partialCopy(of: backup, key: key, for: URL(filePath: path))
        defer { VaultBackups.discard(new) }
        do {
            let kept = try keepCopy(at: time)
            try PrivateFile.rename(new, to: path)
            try AtomicFile.synchronise(folder: folder.path)
            return kept
        } catch {
            throw VaultError(writing: error)
        }
    }

    /// Copies the file and its journal into the backups' folder, and removes the journal; `nil` if there is no vault.
    ///
    /// Copies instead of hard links: a second link would still be the vault in use until the rename.
    private func keepCopy(at time: Date) throws -> String? {
        let manager = FileManager.default
        guard exists else { return nil }
        try PrivateFolder.make(backups.folder.path)
        let aside = backups.freePath(for: .restore, at: time)
        let journal = path + "-journal"
        // The journal first, so that a copy is never without its journal.
        if manager.fileExists(atPath: journal) { try copy(journal, to: aside + "-journal") }
        try copy(path, to: aside)
        try AtomicFile.synchronise(folder: backups.folder.path)
        // SQLite must not apply the old journal to the new file. The copies keep the old file and its journal together.
        try PrivateFile.remove(journal)
        try AtomicFile.synchronise(folder: folder.path)
        return aside
    }

    /// Copies a file; the copy gets its name once it is complete and on disk.
    private func copy(_ file: String, to other: String) throws {
        let manager = FileManager.default
        let target = URL(filePath: other)
        let partial = VaultBackups.partialPath(for: target)
        defer { VaultBackups.discard(partial) }
        try manager.copyItem(atPath: file, toPath: partial)
        try manager.setAttributes([.posixPermissions: NSNumber(value: 0o600)], ofItemAtPath: partial)
        let handle = try FileHandle(forUpdating: URL(filePath: partial))
        try handle.synchronize()
        try handle.close()
        try AtomicFile.place(partial, at: other)
    }
}
