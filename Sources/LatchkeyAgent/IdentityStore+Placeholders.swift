import GRDB
import LatchkeyWire

// New passkeys that their providers have not saved yet.
extension IdentityStore {
    /// Stores a passkey that was just registered, so that it is suggested before its provider saves it.
    ///
    /// The row is a placeholder. It is removed as soon as the provider saves or removes an identity of the same
    /// credential, or replaces its identities. Nothing is stored when the provider is disabled or has saved the
    /// credential already. The provider's ``State/supportsIncrementalUpdates`` does not change.
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
            try db.execute(
                sql: "INSERT INTO identity (\(IdentityRecord.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: record.arguments)
        }
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
