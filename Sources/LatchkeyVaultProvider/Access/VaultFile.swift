package import Foundation
import GRDB
import LatchkeyProvider
package import LatchkeyCore
package import LatchkeyVault

/// The file in which the vault lies, in the folder that the provider and its app share.
package struct VaultFile: Sendable {
    /// The App Group of provider and app.
    package static let groupIdentifier = "org.latchkey.vault"

    package let folder: URL
    /// The steps from each older format; others than the program's own are for tests.
    let steps: VaultFormat.Steps

    package init(folder: URL, steps: VaultFormat.Steps = VaultFormat.steps) {
        self.folder = folder
        self.steps = steps
    }

    /// The one in this process's container; nothing before the process has one.
    package static var shared: VaultFile? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: groupIdentifier)
            .map { VaultFile(folder: $0) }
    }

    package var path: String { folder.appending(path: "vault.sqlite").path }

    /// Whether there is a vault yet.
    ///
    /// An empty file is none: it is what a crash leaves between the file and its first transaction.
    package var exists: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
    }

    /// Opens the vault for reading and writing, in the current format; nothing where there is none yet.
    ///
    /// - Throws: ``VaultError/storage(_:)`` and ``VaultError/notAVault`` for a file that cannot be opened.
    package func open(clock: VaultClock = .system) throws(VaultError) -> LockedVault? {
        guard exists else { return nil }
        let database = try connect()
        try upgrade(database, by: steps, at: clock.now())
        return LockedVault(database, clock: clock)
    }

    /// Makes the vault, readable by its owner alone.
    ///
    /// - Throws: ``VaultError/alreadyExists`` where there is one.
    package func create(
        passphrase: Secret, cost: Argon2Cost, clock: VaultClock = .system
    ) throws(VaultError) -> CreatedVault {
        if exists { throw .alreadyExists }
        // Before SQLite opens it, so that no byte is ever written to a file that others may read.
        guard
            FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: NSNumber(value: 0o600)])
        else { throw .storage(.cannotOpen) }
        return try LockedVault.create(in: connect(), passphrase: passphrase, cost: cost, clock: clock)
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
