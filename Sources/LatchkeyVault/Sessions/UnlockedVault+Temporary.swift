import GRDB
import LatchkeyCore

extension UnlockedVault {
    /// A new vault in memory that nobody can open again, to see what happens to one.
    package static func temporary() throws -> UnlockedVault {
        try LockedVault.create(
            in: DatabaseQueue(configuration: VaultDatabase.configuration()), passphrase: Secret("temporary"),
            cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        ).vault
    }
}
