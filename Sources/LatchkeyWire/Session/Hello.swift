/// The first message on every connection, in both directions at once: who is there and what it speaks.
public struct Hello: Method {
    public static let name = "hello"

    public struct Parameters: Codable, Hashable, Sendable {
        /// The newest protocol version that the caller speaks, and the oldest that it still accepts.
        public var protocolVersion: Int
        public var oldestProtocolVersion: Int
        public var productVersion: String
        public var features: [String]
        public var role: Role
        public var client: ClientDescription

        public init(
            protocolVersion: Int = ProtocolVersion.current, oldestProtocolVersion: Int = ProtocolVersion.oldest,
            productVersion: String = ProtocolVersion.product, features: [String] = [], role: Role = .client,
            client: ClientDescription
        ) {
            self.protocolVersion = protocolVersion
            self.oldestProtocolVersion = oldestProtocolVersion
            self.productVersion = productVersion
            self.features = features
            self.role = role
            self.client = client
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// The version that both sides speak from here on.
        public var protocolVersion: Int
        public var productVersion: String
        public var features: [String]

        public init(protocolVersion: Int, productVersion: String = ProtocolVersion.product, features: [String] = []) {
            self.protocolVersion = protocolVersion
            self.productVersion = productVersion
            self.features = features
        }
    }

    /// The feature of a client that shows sheets in windows beside pages, which could be imitated by them.
    public static let windows = "windows"

    /// The feature of a client that wants ``ProviderLocked``, since it may show what it was given.
    public static let locks = "locks"

    public enum Role: String, Codable, Sendable {
        /// Asks for credentials.
        case client
        /// A provider's own program; it proves that with ``AuthenticateApp``.
        case containingApp
    }
}

/// The versions of the protocol; each side accepts the other's last two.
public enum ProtocolVersion {
    public static let current = 1
    public static let oldest = 1
    public static let product = "0.1.0"

    /// Finds the version that the agent and a caller share, or which of them to update.
    ///
    /// - Throws: ``RemoteError/Reason/unsupportedVersion`` with a hint that names the side to update, and
    ///   ``RemoteError/Reason/invalidParameters`` for a range that ends before it begins.
    public static func negotiate(theirs: Int, theirOldest: Int) throws(RemoteError) -> Int {
        try negotiate(ours: oldest...current, theirs: theirs, theirOldest: theirOldest)
    }

    /// Checks, on the caller's side, the version that the agent chose.
    ///
    /// - Throws: ``RemoteError/Reason/unsupportedVersion`` for one that was not offered.
    public static func accept(_ answer: Hello.Result) throws(RemoteError) {
        try accept(answer.protocolVersion, ours: oldest...current)
    }

    static func negotiate(ours: ClosedRange<Int>, theirs: Int, theirOldest: Int) throws(RemoteError) -> Int {
        guard theirOldest <= theirs else {
            throw RemoteError(.invalidParameters, "the oldest protocol version is newer than the newest")
        }
        let shared = min(ours.upperBound, theirs)
        if shared < theirOldest { throw agentIsOld(speaks: ours.upperBound, needed: theirOldest) }
        if shared < ours.lowerBound {
            throw RemoteError(
                .unsupportedVersion,
                "the caller speaks protocol \(theirs), the agent needs at least \(ours.lowerBound)",
                hint: "update the program that asked", details: ["update": "client"])
        }
        return shared
    }

    static func accept(_ version: Int, ours: ClosedRange<Int>) throws(RemoteError) {
        if version < ours.lowerBound { throw agentIsOld(speaks: version, needed: ours.lowerBound) }
        if version > ours.upperBound {
            throw RemoteError(
                .unsupportedVersion, "the agent speaks protocol \(version), the caller at most \(ours.upperBound)",
                hint: "update the program that asked", details: ["update": "client"])
        }
    }

    private static func agentIsOld(speaks version: Int, needed: Int) -> RemoteError {
        RemoteError(
            .unsupportedVersion, "the agent speaks protocol \(version), the caller needs at least \(needed)",
            hint: "update the Latchkey agent", details: ["update": "agent"])
    }
}

/// The screen of whoever asks, so that a question appears where the person sits.
public struct ClientDescription: Codable, Hashable, Sendable {
    /// The program's name for the sheet's frame and the log, such as `latchkey` or `git`.
    public var program: String
    /// A path under `/dev` of the caller's terminal.
    public var tty: String?
    public var display: String?
    public var waylandDisplay: String?
    /// The file with the key to the display (`XAUTHORITY`), where it is not `~/.Xauthority`.
    public var xAuthority: String?
    public var sessionBusAddress: String?
    public var language: String?
    /// Whether this client can draw a provider's sheet itself.
    public var showsSheets: Bool

    public init(
        program: String, tty: String? = nil, display: String? = nil, waylandDisplay: String? = nil,
        xAuthority: String? = nil, sessionBusAddress: String? = nil, language: String? = nil, showsSheets: Bool
    ) {
        self.program = program
        self.tty = tty
        self.display = display
        self.waylandDisplay = waylandDisplay
        self.xAuthority = xAuthority
        self.sessionBusAddress = sessionBusAddress
        self.language = language
        self.showsSheets = showsSheets
    }
}
