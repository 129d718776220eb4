import Foundation
import GRDB
package import LatchkeyCore
import Synchronization

extension IdentityStore {
    /// Reads every identity of the enabled providers, one after the other.
    ///
    /// Grows with the store, as no look-up for a page does: for what a person types into a search.
    ///
    /// - Parameter fits: Which are wanted.
    /// - Returns: Those that fit, of at most `limit` in no order that means anything, and whether there are more.
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
