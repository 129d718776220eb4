package import Foundation
import GRDB
import LatchkeyProvider
import LatchkeySecret
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
        } catch .damaged(_), .notAVault, .wrongVaultKey, .newerFormat(_) {
            // What is there cannot be worked with, so it is set aside as it is.
        }
        let kept = try file.replace(with: VaultBackups.open(path), key: backup.vaultKey, at: clock.now())
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
    /// Puts a copy in the place of the vault's file, which is set aside with its journal.
    ///
    /// The copy is whole before anything moves; whoever has the old file open sees that it was replaced.
    fileprivate func replace(with backup: LockedVault, key: Secret, at time: Date) throws(VaultError) -> String? {
        let new = folder.appending(path: "vault-\(UUID().uuidString).restoring").path
        try VaultBackups.write(backup, key: key, to: new)
        let manager = FileManager.default
        defer { try? manager.removeItem(atPath: new) }
        do {
            var kept: String?
            if manager.fileExists(atPath: path) {
                try manager.createDirectory(
                    at: backups.folder, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: NSNumber(value: 0o700)])
                let aside = backups.freePath(for: .restore, at: time)
                // First the journal: the new file must never meet it.
                if manager.fileExists(atPath: path + "-journal") {
                    try manager.moveItem(atPath: path + "-journal", toPath: aside + "-journal")
                }
                try manager.moveItem(atPath: path, toPath: aside)
                kept = aside
            }
            try manager.moveItem(atPath: new, toPath: path)
            try VaultBackups.synchronise(folder)
            return kept
        } catch {
            throw VaultError(writing: error)
        }
    }
}
