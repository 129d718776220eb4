/// The first message of a client: who it is, and which protocol versions it speaks.
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
        /// The version that both sides use from now on.
        public var protocolVersion: Int
        public var productVersion: String
        public var features: [String]

        public init(protocolVersion: Int, productVersion: String = ProtocolVersion.product, features: [String] = []) {
            self.protocolVersion = protocolVersion
            self.productVersion = productVersion
            self.features = features
        }
    }

    /// The feature of a client that shows sheets in windows next to pages, which could imitate them.
    public static let windows = "windows"

    /// The feature of a client that receives ``ProviderLocked``, since it may show secrets.
    public static let locks = "locks"

    public enum Role: String, Codable, Sendable {
        /// Asks for credentials.
        case client
        /// A provider's containing app; it proves that with ``AuthenticateApp``.
        case containingApp
    }
}

/// The versions of the protocol, of which each side accepts the other's last two.
public enum ProtocolVersion {
    public static let current = 1
    public static let oldest = 1
    public static let product = "0.1.0"

    /// Finds the newest version that the agent and a caller share.
    ///
    /// - Throws: ``RemoteError/Reason/unsupportedVersion`` with a hint that names the side to update, or
    ///   ``RemoteError/Reason/invalidParameters`` if `theirOldest` is newer than `theirs`.
    public static func negotiate(theirs: Int, theirOldest: Int) throws(RemoteError) -> Int {
        try negotiate(ours: oldest...current, theirs: theirs, theirOldest: theirOldest)
    }

    /// Checks the version that the agent chose, on the caller's side.
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
                hint: "update the calling program", details: ["update": "client"])
        }
        return shared
    }

    static func accept(_ version: Int, ours: ClosedRange<Int>) throws(RemoteError) {
        if version < ours.lowerBound { throw agentIsOld(speaks: version, needed: ours.lowerBound) }
        if version > ours.upperBound {
            throw RemoteError(
                .unsupportedVersion, "the agent speaks protocol \(version), the caller at most \(ours.upperBound)",
                hint: "update the calling program", details: ["update": "client"])
        }
    }

    private static func agentIsOld(speaks version: Int, needed: Int) -> RemoteError {
        RemoteError(
            .unsupportedVersion, "the agent speaks protocol \(version), the caller needs at least \(needed)",
            hint: "update the Latchkey agent", details: ["update": "agent"])
    }
}

/// A client and its screen, so that a question appears in front of the user.
public struct ClientDescription: Codable, Hashable, Sendable {
    /// The program's name for frames of sheets and for the log, such as `latchkey` or `git`.
    public var program: String
    /// The path of the client's terminal, under `/dev`.
    public var tty: String?
    public var display: String?
    public var waylandDisplay: String?
    /// The file with the key of the display (`XAUTHORITY`); `nil` for `~/.Xauthority`.
    public var xAuthority: String?
    public var sessionBusAddress: String?
    public var language: String?
    /// Whether this client can show sheets itself.
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
