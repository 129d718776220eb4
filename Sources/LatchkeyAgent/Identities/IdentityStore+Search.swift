import Foundation
import GRDB
package import LatchkeyCore
import Synchronization

extension IdentityStore {
    /// Finds identities of the enabled providers by a predicate.
    ///
    /// It reads the whole store, unlike a look-up for a page.
    ///
    /// - Parameter fits: Whether to return an identity.
    /// - Returns: At most `limit` identities in any order, and whether these are all.
    package func search(
        limit: Int, fits: @Sendable @escaping (StoredIdentity) -> Bool
    ) async throws(IdentityStoreError) -> FoundIdentities {
        let enabled = contents.withLock { $0.enabled }
        return try await reading { db in
            var found = FoundIdentities(identities: [], isComplete: true)
            let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.everything))
            while let row = try rows.next() {
                guard let stored = try StoredIdentity(row, enabled: enabled), fits(stored) else { continue }
                guard found.identities.count < limit else {
                    found.isComplete = false
                    break
                }
                found.identities.append(stored)
            }
            return found
        }
    }

    private static let everything = "SELECT \(StoredIdentity.columns) FROM identity"
}
