public import FoundationEssentials

/// The latest state of a provider's vault that was seen, stored outside of the provider's container.
///
/// A provider that compares its vault with the anchor notices an older or another file. The agent reads only `vault` and
/// `revision`.
public struct StoredAnchor: Codable, Hashable, Sendable {
    /// The vault's identifier.
    public var vault: Data
    /// Grows with each change of the vault.
    public var revision: Int
    /// The head of the vault's hash chain at this revision.
    public var chain: Data
    /// The public key of the vault's inbox.
    public var inboxKey: Data
    /// When the state was seen first, in seconds since 1970.
    public var date: Double

    public init(vault: Data, revision: Int, chain: Data, inboxKey: Data, date: Double) {
        self.vault = vault
        self.revision = revision
        self.chain = chain
        self.inboxKey = inboxKey
        self.date = date
    }
}

extension StoredAnchor {
    /// Whether the values have sizes that the agent stores.
    package var isValid: Bool {
        (1...Self.byteLimit).contains(vault.count) && chain.count <= Self.byteLimit
            && inboxKey.count <= Self.byteLimit && revision >= 0 && date.isFinite
    }

    /// The longest value, in bytes.
    private static let byteLimit = 64
}

/// Reads the anchor of the calling process's provider; containing apps cannot call it.
public struct GetAnchor: Method {
    public static let name = "anchor.get"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        /// `nil` until the provider has stored one.
        public var anchor: StoredAnchor?
        /// 32 random bytes that authenticate entries of the vault's inbox; `nil` without an anchor.
        ///
        /// The agent draws them when an anchor of another vault is stored.
        public var inboxAuthenticationKey: Data?
        /// The state that a restore was about to put in place; it is as good as `anchor`.
        public var pending: StoredAnchor?

        public init(
            anchor: StoredAnchor? = nil, inboxAuthenticationKey: Data? = nil, pending: StoredAnchor? = nil
        ) {
            self.anchor = anchor
            self.pending = pending
            self.inboxAuthenticationKey = inboxAuthenticationKey
        }
    }
}

/// Stores the anchor of the calling process's provider; containing apps cannot call it.
public struct SetAnchor: Method {
    public static let name = "anchor.set"

    public struct Parameters: Codable, Hashable, Sendable {
        public var anchor: StoredAnchor
        /// Whether the anchor also replaces one of another vault, or one with the same or a higher revision.
        ///
        /// `nil` means `false`: such an anchor is ignored then.
        public var replaces: Bool?

        public init(anchor: StoredAnchor, replaces: Bool? = nil) {
            self.anchor = anchor
            self.replaces = replaces
        }
    }

    public typealias Result = Empty
}
