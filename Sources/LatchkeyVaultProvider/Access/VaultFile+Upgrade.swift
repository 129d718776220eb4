import Foundation
import GRDB
import LatchkeyVault

extension VaultFile {
    /// Where copies of the vault lie.
    package var backups: VaultBackups { VaultBackups(folder: folder.appending(path: "backups")) }

    /// Brings a vault of an older format to the current one: copies it first, then takes all steps in one transaction.
    ///
    /// A newer vault, and a file that is none, stay untouched; opening them says what they are.
    ///
    /// - Parameter target: the format to reach; another than the program's own is for tests.
    func upgrade(
        _ database: any DatabaseWriter, to target: Int64 = VaultFormat.current, by steps: VaultFormat.Steps,
        at time: Date
    ) throws(VaultError) {
        guard let version = try? VaultFormat.version(of: database), version < target else { return }
        // Before a copy, which would take the place of an older one whenever the file is opened.
        guard (version..<target).allSatisfy({ steps[$0] != nil }) else { throw .olderFormat(version) }
        try backups.make(of: LockedVault(database), key: nil, for: .upgrade, at: time)
        try VaultFormat.upgrade(database, to: target, by: steps)
    }
}
