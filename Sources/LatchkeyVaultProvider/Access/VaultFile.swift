package import Foundation
import GRDB
import LatchkeyProvider
package import LatchkeyCore
package import LatchkeySystem
package import LatchkeyVault

/// The vault's file, in the folder that the provider and its app share.
package struct VaultFile: Sendable {
    /// The App Group of the provider and its app.
    package static let groupIdentifier = "org.latchkey.vault"

    package let folder: URL
    /// The upgrade steps from each older format.
    ///
    /// Only tests pass other steps.
    let steps: VaultFormat.Steps

    package init(folder: URL, steps: VaultFormat.Steps = VaultFormat.steps) {
        self.folder = folder
        self.steps = steps
    }

    /// The file in this process's container; `nil` if the process has no container.
    package static var shared: VaultFile? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: groupIdentifier)
            .map { VaultFile(folder: $0) }
    }

    package var path: String { folder.appending(path: "vault.sqlite").path }

    /// The vault's automatic backups.
    package var backups: VaultBackups { VaultBackups(folder: folder.appending(path: "backups")) }

    /// Whether the vault exists.
    ///
    /// An empty file does not count: a crash leaves one if it happens between creating the file and the first
    /// transaction.
    package var exists: Bool { FileSystem.size(of: path) ?? 0 > 0 }

    /// The condition of the file and its backups, without opening the vault.
    package var report: VaultFileReport { VaultFileReport(folder: folder.path) }

    /// Opens the vault for reading and writing, and upgrades an older format.
    ///
    /// - Returns: `nil` if there is no vault.
    /// - Throws: ``VaultError/storage(_:)`` and ``VaultError/notAVault`` for a file that cannot be opened.
    package func open(clock: VaultClock = .system) throws(VaultError) -> LockedVault? {
        guard exists else { return nil }
        let database = try connect()
        // Opening rolls a creation that was interrupted back to an empty file.
        guard exists else { return nil }
        try upgrade(database, by: steps, at: clock.now())
        return LockedVault(database, clock: clock)
    }

    /// Creates the vault.
    ///
    /// Only its owner can read the file.
    ///
    /// - Throws: ``VaultError/alreadyExists`` if there is a vault.
    package func create(
        passphrase: Secret, cost: Argon2Cost, clock: VaultClock = .system
    ) throws(VaultError) -> CreatedVault {
        if exists { throw .alreadyExists }
        // SQLite would create the file with the umask's permissions.
        guard
            FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: NSNumber(value: 0o600)])
        else { throw .storage(.cannotOpen) }
        return try LockedVault.create(in: connect(), passphrase: passphrase, cost: cost, clock: clock)
    }

    /// Upgrades a vault of an older format: makes a backup, then runs all steps in one transaction.
    ///
    /// Does nothing for a newer vault or a file that is not a vault; opening them throws the error.
    ///
    /// - Parameter target: The format to reach. Only tests pass another one than the current format.
    func upgrade(
        _ database: any DatabaseWriter, to target: Int64 = VaultFormat.current, by steps: VaultFormat.Steps,
        at time: Date
    ) throws(VaultError) {
        guard let version = try? VaultFormat.version(of: database), version < target else { return }
        // Checked before the backup: each failing attempt would otherwise push out an older backup.
        guard (version..<target).allSatisfy({ steps[$0] != nil }) else { throw .olderFormat(version) }
        try backups.make(of: LockedVault(database), key: nil, for: .upgrade, at: time)
        try VaultFormat.upgrade(database, to: target, by: steps)
    }

    private func connect() throws(VaultError) -> DatabaseQueue {
        do {
            return try DatabaseQueue(path: path, configuration: VaultDatabase.configuration())
        } catch let error as DatabaseError {
            throw VaultError(error)
        } catch {
            throw .storage(.cannotOpen)
        }
    }
}
