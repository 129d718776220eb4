public import LatchkeyCore

/// A credential as git and its helpers exchange it; see git-credential(1) and gitcredentials(7).
public struct GitCredential: Sendable, Equatable {
    /// The features of the protocol beyond user and password.
    public struct Capabilities: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A credential for an authentication scheme of HTTP, instead of a password.
        public static let authtype = Capabilities(rawValue: 1)
        /// Text that git stores for a helper until its next call.
        public static let state = Capabilities(rawValue: 2)

        /// The names that git uses, in the order in which they are written.
        static let names: [(name: String, capability: Capabilities)] = [("authtype", .authtype), ("state", .state)]
    }

    public var capabilities: Capabilities = []
    /// The scheme of the remote's URL, such as `https`.
    public var `protocol`: String?
    /// The host, with its port if the URL has one.
    public var host: String?
    /// The path on the host, without a leading slash; git sends it if `credential.useHttpPath` is set.
    public var path: String?
    public var username: String?
    public var password: Secret?
    /// When the password expires, in seconds since 1970.
    public var passwordExpiry: Int64?
    /// The token that gets a new password once this one has expired.
    public var oauthRefreshToken: Secret?
    /// An authentication scheme of HTTP, such as `Bearer`.
    public var authenticationType: String?
    /// The credential for ``authenticationType``; it replaces user and password.
    public var credential: Secret?
    /// The credential is valid for this one request and must not be saved.
    public var isEphemeral = false
    /// The server's `WWW-Authenticate` headers, in order.
    public var challenges: [String] = []
    /// Text that git stores for its helpers; each line begins with the helper's own prefix.
    public var state: [String] = []

    public init() {}
}

/// An error in a credential's lines.
public enum GitCredentialError: Error, Hashable, Sendable {
    /// More than ``GitCredential/byteLimit``.
    case tooLong
    /// A line without `=`, counted from 1.
    case malformedLine(Int)
    /// A line with a NUL or a carriage return, at which other readers of this protocol split a line.
    case forbiddenByte(line: Int)
    /// A line that is not UTF-8.
    case notUTF8(line: Int)
    /// A value with a newline, a carriage return or a NUL.
    case unwritable(key: String)
}
