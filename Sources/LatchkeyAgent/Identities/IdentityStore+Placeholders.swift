import Foundation
import GRDB
import LatchkeyWire

// New passkeys that their providers have not saved yet.
extension IdentityStore {
    /// Stores a passkey that was just registered, so that it is suggested before its provider saves it.
    ///
    /// The row is a placeholder. It is removed as soon as the provider saves or removes an identity of the same
    /// credential, or replaces its identities. Nothing is stored when the provider is disabled or has saved the
    /// credential already. Of a provider's placeholders the newest ``maximumPlaceholders`` are kept. The provider's ``State/supportsIncrementalUpdates`` does not change.
    ///
    /// - Parameter isUnlocked: Whether the provider was not locked since the registration began. When the store is kept
    ///   in memory only, a lock has emptied it, and nothing is stored after that.
    func addPlaceholder(
        _ identity: CredentialIdentity, of provider: ProviderIdentifier, isUnlocked: @escaping @Sendable () -> Bool
    ) async throws(IdentityStoreError) {
        guard identity.size <= Self.maximumIdentitySize else { throw .identityTooLong }
        guard let id = IdentityRecord.placeholderID(of: identity, provider: provider) else { return }
        let number = IdentityRecord.number(of: provider)
        let record = IdentityRecord(identity, of: provider, number: number, keys: keys(identity), id: id)
        try await writing { db in
            guard self.isEnabled(number), !self.isInMemory || isUnlocked() else { return }
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT \(IdentityRecord.columns) FROM identity WHERE credential = ? AND provider = ?",
                arguments: [record.credential, number])
            while let row = try rows.next() {
                let stored = try IdentityRecord(row).stored(by: provider)
                if stored?.identity.credentialID == identity.credentialID { return }
            }
            // A row of this identifier that is still there is one that the disk has changed.
            try db.execute(
                sql: "INSERT OR REPLACE INTO identity (\(IdentityRecord.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: record.arguments)
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
                SELECT \(IdentityRecord.columns) FROM identity
                WHERE provider = ? AND kind = ? ORDER BY sequence DESC
                """,
            arguments: [number, Int64(CredentialKind.passkey.code)])
        var old: [Data] = []
        var count = 0
        while let row = try rows.next() {
            let record = try IdentityRecord(row)
            guard let identity = record.stored(by: provider)?.identity,
                record.id == IdentityRecord.placeholderID(of: identity, provider: provider)
            else { continue }
            count += 1
            if count > maximumPlaceholders { old.append(record.id) }
        }
        for id in old { try db.execute(sql: "DELETE FROM identity WHERE id = ?", arguments: [id]) }
    }
}

extension SuggestionFinder.Found {
    /// Whether a client picked this suggestion, or the placeholder whose place its identity has taken since.
    func isPicked(as suggestion: String) -> Bool {
        if self.suggestion.id == suggestion { return true }
        let placeholder = IdentityRecord.placeholderID(of: identity, provider: self.suggestion.provider)
        return placeholder.map(IdentityRecord.name) == suggestion
    }
}
