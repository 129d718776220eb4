import Foundation
import GRDB
import LatchkeyWire

// New passkeys that their providers have not saved yet.
extension IdentityStore {
    /// Stores a passkey that was just registered, so that it is suggested before its provider saves it.
    ///
    /// The row is a placeholder. It is removed as soon as the provider saves or removes an identity of the same
    /// credential, or replaces its identities. Nothing is stored when the provider is disabled or has saved the
    /// credential already. Of a provider's placeholders the newest ``maximumPlaceholders`` are kept. The provider's
    /// ``State/supportsIncrementalUpdates`` does not change.
    ///
    /// - Parameter isUnlocked: Whether the provider was not locked since the registration began. When the store is kept
    ///   in memory only, a lock has emptied it, and nothing is stored after that.
    func addPlaceholder(
        _ identity: CredentialIdentity, of provider: ProviderIdentifier, isUnlocked: @escaping @Sendable () -> Bool
    ) async throws(IdentityStoreError) {
        guard identity.size <= Self.maximumIdentitySize else { throw .identityTooLong }
        guard let credentialID = identity.credentialID,
            let id = StoredIdentity.placeholderID(of: identity, provider: provider)
        else { return }
        let number = StoredIdentity.number(of: provider)
        let row = StoredIdentity.arguments(for: identity, of: provider, number: number, id: id)
        try await writing { db in
            guard self.isEnabled(number), !self.isInMemory || isUnlocked() else { return }
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT \(StoredIdentity.columns) FROM identity WHERE credential = ? AND provider = ?",
                arguments: [StoredIdentity.number(ofCredential: credentialID), number])
            while let row = try rows.next() {
                let stored = try StoredIdentity(row, enabled: [number: provider])
                if stored?.identity.credentialID == credentialID { return }
            }
            // An existing row with this identifier is a damaged one.
            try db.execute(
                sql: "INSERT OR REPLACE INTO identity (\(StoredIdentity.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: row)
            try Self.removeOldPlaceholders(of: provider, number: number, in: db)
        }
    }

    /// How many new passkeys a provider can leave unsaved before the oldest are no longer suggested.
    static let maximumPlaceholders = 64

    private static func removeOldPlaceholders(
        of provider: ProviderIdentifier, number: Int64, in db: Database
    ) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(StoredIdentity.columns) FROM identity
                WHERE provider = ? AND kind = ? ORDER BY sequence DESC
                """,
            arguments: [number, Int64(CredentialKind.passkey.code)])
        var old: [Data] = []
        var count = 0
        while let row = try rows.next() {
            guard let stored = try StoredIdentity(row, enabled: [number: provider]), let id = stored.rowID,
                id == StoredIdentity.placeholderID(of: stored.identity, provider: provider)
            else { continue }
            count += 1
            if count > maximumPlaceholders { old.append(id) }
        }
        for id in old { try db.execute(sql: "DELETE FROM identity WHERE id = ?", arguments: [id]) }
    }
}

extension StoredIdentity {
    /// Whether a suggestion stands for this identity, or for the placeholder that this identity has replaced.
    func isNamed(by suggestion: String) -> Bool {
        if id == suggestion { return true }
        let placeholder = Self.placeholderID(of: identity, provider: provider)
        return placeholder.map(Hexadecimal.text) == suggestion
    }
}
