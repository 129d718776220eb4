public import Foundation
public import LatchkeyCore

/// A credential as git and its helpers hand it to each other: what git says in gitcredentials(7) and git-credential(1).
public struct GitCredential: Sendable, Equatable {
    /// What a side understands beyond user and password.
    public enum Capability: String, CaseIterable, Sendable {
        /// A credential that is no password, for a scheme of HTTP authentication.
        case authtype
        /// Text that git keeps for a helper from one call to the next.
        case state
    }

    public var capabilities: Set<Capability> = []
    /// The scheme of the remote's URL, such as `https`.
    public var `protocol`: String?
    /// The host, with its port where one is given.
    public var host: String?
    /// The path on the host, without a slash before it; git sends it where `credential.useHttpPath` is set.
    public var path: String?
    public var username: String?
    public var password: Secret?
    /// When the password stops being good.
    public var passwordExpiry: Date?
    /// What a new password is fetched with, once this one has expired.
    public var oauthRefreshToken: Secret?
    /// A scheme of HTTP authentication, such as `Bearer`.
    public var authenticationType: String?
    /// What goes with ``authenticationType`` in the place of user and password.
    public var credential: Secret?
    /// The credential is good for this one request and is not to be saved.
    public var isEphemeral = false
    /// The server's `WWW-Authenticate` headers, in order.
    public var challenges: [String] = []
    /// What helpers gave git to keep for them, each line with the helper's own prefix.
    public var state: [String] = []

    public init() {}
}

/// Why what arrived is not a credential.
public enum GitCredentialError: Error, Hashable, Sendable {
    /// More than ``GitCredential/byteLimit``.
    case tooLong
    /// A line without `=`, counted from one.
    case malformedLine(Int)
    /// A line with a NUL or a carriage return, which would be something else to another reader of this protocol.
    case forbiddenByte(line: Int)
    /// A line whose text is not UTF-8.
    case notUTF8(line: Int)
    /// A value that no line of the protocol can carry.
    case unwritable(key: String)
}
