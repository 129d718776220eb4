/// An identity in the agent's store.
package struct StoredIdentity: Hashable, Sendable {
    /// The store's identifier of the identity, 32 lower-case hexadecimal digits.
    ///
    /// It stays the same if the provider saves the identity again, also after a removal.
    package let id: String
    /// The provider that saved it.
    package let provider: ProviderIdentifier
    package let identity: CredentialIdentity
    /// Equal for the identities of one login of a provider: its record identifier, or the identity's own identifier.
    package var login: String { identity.recordIdentifier ?? id }

    package init(id: String, provider: ProviderIdentifier, identity: CredentialIdentity) {
        self.id = id
        self.provider = provider
        self.identity = identity
    }
}
