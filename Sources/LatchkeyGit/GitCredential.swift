public import LatchkeyCore

/// A credential as git and its helpers exchange it; see git-credential(1) and gitcredentials(7).
public struct GitCredential: Sendable, Equatable {
    /// A feature of the protocol beyond user and password.
    public enum Capability: String, CaseIterable, Sendable {
        /// A credential for an authentication scheme of HTTP, instead of a password.
        case authtype
        /// Text that git stores for a helper until its next call.
        case state
    }

    public var capabilities: Set<Capability> = []
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
