/// An error that one side of a connection answers the other with.
///
/// `reason` is the stable code that programs compare; Docs/protocol.md lists every one. `message` is a sentence for
/// people and may change. Neither ever holds a secret.
public struct RemoteError: Error, Hashable, Sendable {
    /// The stable codes, append only.
    public enum Reason: String, Codable, CaseIterable, Sendable {
        // What is wrong with the call.
        case malformedMessage
        case unknownMethod
        case invalidParameters
        case unsupportedVersion
        case helloExpected
        case notPermitted
        case busy
        // How a request ended.
        case nothingFound
        case userCanceled
        case locked
        case timedOut
        case providerFailed
        case providerCrashed
        case credentialIdentityNotFound
        case requestCancelled
        case interactionRequired
        case noClipboard
        case declined
        // Providers.
        case unknownProvider
        case providerDisabled
        case providerChanged
        case providerUnusable
        case confirmationRequired
        case noProviders
        // The identity store.
        case storeDisabled
        case storeBusy
        case storeInternalError
        // Addresses.
        case invalidURL
        case insecureOrigin
        case otherSiteFrame
        // Passkeys: the exceptions of WebAuthn that a page sees, by the DOM's names.
        case typeError
        case securityError
        case notSupportedError
        case invalidStateError
        case syntaxError
        case relatedOriginsNeeded
        // Anything that is our own fault.
        case internalError
    }

    public var reason: Reason
    public var message: String
    /// What the user can do, a command if there is one.
    public var hint: String?
    /// Facts that a program may need, by name.
    public var details: [String: String]?

    public init(_ reason: Reason, _ message: String, hint: String? = nil, details: [String: String]? = nil) {
        self.reason = reason
        self.message = message
        self.hint = hint
        self.details = details
    }
}

extension RemoteError: Codable {
    private enum CodingKeys: String, CodingKey { case reason, message, hint, details }

    /// A reason that this version does not know yet reads as an internal error with its name kept.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let name = try members.decode(String.self, forKey: .reason)
        reason = Reason(rawValue: name) ?? .internalError
        message = try members.decode(String.self, forKey: .message)
        hint = try members.decodeIfPresent(String.self, forKey: .hint)
        details = try members.decodeIfPresent([String: String].self, forKey: .details)
        if Reason(rawValue: name) == nil { details = (details ?? [:]).merging(["reason": name]) { _, new in new } }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(reason.rawValue, forKey: .reason)
        try members.encode(message, forKey: .message)
        try members.encodeIfPresent(hint, forKey: .hint)
        try members.encodeIfPresent(details, forKey: .details)
    }
}
