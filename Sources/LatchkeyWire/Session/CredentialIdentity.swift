public import FoundationEssentials

/// The three kinds of credential that a provider can offer.
public enum CredentialKind: String, Codable, CaseIterable, Sendable {
    case password
    case passkey
    case code
}

/// What a provider tells the system about one credential: enough to suggest it, never its secret.
public struct CredentialIdentity: Codable, Hashable, Sendable {
    public var kind: CredentialKind
    /// For a passkey, its relying-party identifier as a domain.
    public var serviceIdentifier: ServiceIdentifier
    /// The user name; for a one-time code its label.
    public var user: String
    /// The provider's key into its own database, opaque to the system.
    public var recordIdentifier: String?
    /// Compared among identities of equal service identifiers only; the larger goes first.
    public var rank: Int
    /// Passkeys only.
    public var credentialID: Data?
    /// Passkeys only.
    public var userHandle: Data?

    public init(
        kind: CredentialKind, serviceIdentifier: ServiceIdentifier, user: String, recordIdentifier: String? = nil,
        rank: Int = 0, credentialID: Data? = nil, userHandle: Data? = nil
    ) {
        self.kind = kind
        self.serviceIdentifier = serviceIdentifier
        self.user = user
        self.recordIdentifier = recordIdentifier
        self.rank = rank
        self.credentialID = credentialID
        self.userHandle = userHandle
    }
}
