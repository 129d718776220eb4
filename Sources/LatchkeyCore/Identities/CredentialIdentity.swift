/// What a provider tells the agent about one credential: enough to suggest it, never its secret.
public struct CredentialIdentity: Hashable, Sendable {
    public var kind: CredentialKind
    /// For a passkey, its relying-party identifier as a domain.
    public var serviceIdentifier: ServiceIdentifier
    /// The user name; for a one-time code its label.
    public var user: String
    /// The provider's key into its own database, opaque to the agent.
    public var recordIdentifier: String?
    /// The provider's order among identities of equal service identifiers; the largest comes first.
    public var rank: Int
    /// Passkeys only.
    public var credentialID: [UInt8]?
    /// Passkeys only.
    public var userHandle: [UInt8]?
    /// A text that distinguishes the credential from others of the same service and user, such as its login's title.
    ///
    /// `nil` if no other one has the same service and user, and from older providers.
    public var detail: String?
    /// Whether a passkey is suggested only to a site that names it in `allowCredentials`.
    ///
    /// Its provider keeps it, but does not offer it. Passkeys only.
    public var isHidden: Bool
    /// WebAuthn's `user.displayName` of a passkey.
    ///
    /// `nil` if it is unknown or equals the user name.
    public var displayName: String?
    /// When a passkey was last used, in seconds since 1970.
    ///
    /// `nil` if it was never used, or if the time is unknown.
    public var lastUse: Int64?

    public init(
        kind: CredentialKind, serviceIdentifier: ServiceIdentifier, user: String, recordIdentifier: String? = nil,
        rank: Int = 0, credentialID: [UInt8]? = nil, userHandle: [UInt8]? = nil, detail: String? = nil,
        isHidden: Bool = false, displayName: String? = nil, lastUse: Int64? = nil
    ) {
        self.kind = kind
        self.serviceIdentifier = serviceIdentifier
        self.user = user
        self.recordIdentifier = recordIdentifier
        self.rank = rank
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.detail = detail
        self.isHidden = isHidden
        self.displayName = displayName
        self.lastUse = lastUse
    }
}

extension CredentialIdentity: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, serviceIdentifier, user, recordIdentifier, rank, credentialID, userHandle, detail, isHidden
        case displayName, lastUse
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func bytes(_ key: CodingKeys) throws -> [UInt8]? {
            guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let bytes = Base64.decode(text.utf8) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: members, debugDescription: "the string is not Base64")
            }
            return bytes
        }
        kind = try members.decode(CredentialKind.self, forKey: .kind)
        serviceIdentifier = try members.decode(ServiceIdentifier.self, forKey: .serviceIdentifier)
        user = try members.decode(String.self, forKey: .user)
        recordIdentifier = try members.decodeIfPresent(String.self, forKey: .recordIdentifier)
        rank = try members.decode(Int.self, forKey: .rank)
        credentialID = try bytes(.credentialID)
        userHandle = try bytes(.userHandle)
        detail = try members.decodeIfPresent(String.self, forKey: .detail)
        isHidden = try members.decodeIfPresent(Bool.self, forKey: .isHidden) ?? false
        displayName = try members.decodeIfPresent(String.self, forKey: .displayName)
        lastUse = try members.decodeIfPresent(Int64.self, forKey: .lastUse)
    }

    public func encode(to encoder: any Encoder) throws {
        func base64(_ bytes: [UInt8]) -> String { String(decoding: Base64.encode(bytes), as: UTF8.self) }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .kind)
        try members.encode(serviceIdentifier, forKey: .serviceIdentifier)
        try members.encode(user, forKey: .user)
        try members.encodeIfPresent(recordIdentifier, forKey: .recordIdentifier)
        try members.encode(rank, forKey: .rank)
        try members.encodeIfPresent(credentialID.map(base64), forKey: .credentialID)
        try members.encodeIfPresent(userHandle.map(base64), forKey: .userHandle)
        try members.encodeIfPresent(detail, forKey: .detail)
        if isHidden { try members.encode(isHidden, forKey: .isHidden) }
        try members.encodeIfPresent(displayName, forKey: .displayName)
        try members.encodeIfPresent(lastUse, forKey: .lastUse)
    }
}
