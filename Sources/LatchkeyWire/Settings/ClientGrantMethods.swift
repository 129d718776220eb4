/// A program that the user allowed to request logins.
public struct AllowedClient: Codable, Hashable, Sendable {
    /// The path of its executable, without symbolic links.
    public var path: String
    /// Whether the program itself shows the providers' sheets for its requests.
    public var showsSheets: Bool
    /// When the user allowed it, in seconds since 1970.
    public var time: Double

    public init(path: String, showsSheets: Bool, time: Double) {
        self.path = path
        self.showsSheets = showsSheets
        self.time = time
    }
}

/// Lists the programs that the user allowed, in the order of their paths.
public struct ListClients: Method {
    public static let name = "clients.list"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public var clients: [AllowedClient]

        public init(clients: [AllowedClient]) {
            self.clients = clients
        }
    }
}

/// Allows a program to request logins, until it is revoked, or until a user other than root replaces its file.
///
/// Only programs of this installation may call it.
public struct AllowClient: Method {
    public static let name = "clients.allow"

    public struct Parameters: Codable, Hashable, Sendable {
        /// An absolute path; symbolic links are followed.
        public var path: String
        /// See ``AllowedClient/showsSheets``; `nil` means `false`.
        public var showsSheets: Bool?

        public init(path: String, showsSheets: Bool? = nil) {
            self.path = path
            self.showsSheets = showsSheets
        }
    }

    public typealias Result = AllowedClient
}

/// Stops serving a program that the user allowed.
///
/// Only programs of this installation may call it.
public struct RevokeClient: Method {
    public static let name = "clients.revoke"

    public struct Parameters: Codable, Hashable, Sendable {
        /// ``AllowedClient/path``, or a path whose symbolic links resolve to it.
        public var path: String

        public init(path: String) {
            self.path = path
        }
    }

    /// The program that was revoked.
    public typealias Result = AllowedClient
}
