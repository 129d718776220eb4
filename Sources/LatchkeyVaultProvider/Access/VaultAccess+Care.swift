package import Foundation
import GRDB
import LatchkeyProvider
import LatchkeyCore
import LatchkeySystem
package import LatchkeyVault

extension VaultAccess {
    /// Copies the vault before something that changes much of it.
    ///
    /// - Throws: ``VaultError``; then whatever was about to begin must not.
    @concurrent
    @discardableResult
    package func backUp(
        _ vault: UnlockedVault, for occasion: VaultBackups.Occasion
    ) async throws(VaultError) -> VaultBackups.Backup {
        guard let file, let locked = try open() else { throw .storage(.cannotOpen) }
        return try file.backups.make(of: locked, key: vault.vaultKey, for: occasion, at: clock.now())
    }

    /// Copies the vault into a folder of the person's, under a name that says when.
    @concurrent
    package func backUp(
        _ vault: UnlockedVault, into folder: URL
    ) async throws(VaultError) -> VaultBackups.Backup {
        guard let locked = try open() else { throw .storage(.cannotOpen) }
        return try VaultBackups(folder: folder).make(
            of: locked, key: vault.vaultKey, for: .request, at: clock.now())
    }

    /// Copies the vault into a file that is not there yet.
    @concurrent
    package func copy(_ vault: UnlockedVault, to path: String) async throws(VaultError) {
        guard let locked = try open() else { throw .storage(.cannotOpen) }
        try VaultBackups.write(locked, key: vault.vaultKey, to: path)
    }

    /// Does what waited for an unlock and asks nobody: follows what sites have reported, and deletes what has lain in the
    /// bin for its time.
    ///
    /// What fails here is tried again at the next unlock.
    @concurrent
    package func tidy(_ vault: UnlockedVault) async {
        var changes = (try? await vault.takeInReports()) ?? []
        changes += (try? vault.emptyBin(after: UnlockedVault.binTime)) ?? []
        if !changes.isEmpty { _ = try? await suggestions.follow(changes, of: vault) }
    }

    /// Puts a backup in the vault's place; the present vault becomes a backup itself.
    ///
    /// Where both are the same vault, its records become those of the backup, as one more change with the vault's key: the
    /// present passphrase goes on. Where the present vault is damaged, missing or another one, its file is set aside and
    /// the backup takes its place, with its own passphrase.
    ///
    /// - Returns: The vault as it is now, and where the one before is kept.
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
                return RestoredVault(vault: unlocked, kept: kept.path, isSameVault: true)
            }
        } catch .damaged(_), .notAVault, .wrongVaultKey, .olderFormat(_), .newerFormat(_) {
            // What is there cannot be worked with, so it is set aside as it is.
        }
        let kept = try file.replace(
            with: VaultBackups.open(path, steps: file.steps), key: backup.vaultKey, at: clock.now())
        guard let present = try open() else { throw .storage(.cannotOpen) }
        let unlocked = try present.unlock(vaultKey: backup.vaultKey)
        return RestoredVault(vault: unlocked, kept: kept, isSameVault: false)
    }
}

/// A vault after a backup took its place.
package struct RestoredVault: Sendable {
    package let vault: UnlockedVault
    /// Where the vault before is; nothing where there was none.
    package let kept: String?
    /// Whether it is the vault that was there before, with its passphrase and recovery code.
    package let isSameVault: Bool
}

extension VaultFile {
    /// Puts a copy in the place of the vault's file, which is kept with its journal.
    ///
    /// The copy is whole before anything moves, and takes the name over in one step: whoever ends this program leaves the
    /// old file there or the new one. Whoever has the old file open sees that it was replaced.
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

    /// Copies the file and its journal, and takes the journal away; nothing where there is none.
    ///
    /// A second name for the file would be the living vault for as long as nothing has taken over the first.
    private func keepCopy(at time: Date) throws -> String? {
        let manager = FileManager.default
        // An empty file is no copy of anything.
        guard exists else { return nil }
        try manager.createDirectory(
            at: backups.folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: NSNumber(value: 0o700)])
        let aside = backups.freePath(for: .restore, at: time)
        let journal = path + "-journal"
        // The journal first, so that no copy is ever without the journal that belongs to it.
        if manager.fileExists(atPath: journal) { try keep(journal, as: aside + "-journal") }
        try keep(path, as: aside)
        try AtomicFile.synchronise(folder: backups.folder.path)
        // The new file must never meet it. What cannot be opened with its journal is lost without it no more than before,
        // and both lie aside.
        try PrivateFile.remove(journal)
        return aside
    }

    /// Copies a file; the copy has its name when it is whole.
    private func keep(_ file: String, as other: String) throws {
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
