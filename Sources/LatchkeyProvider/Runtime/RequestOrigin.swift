public import AuthenticationServices
public import LatchkeyCore
import LatchkeyWire

/// The program and page that request a credential, which Apple's API does not provide.
///
/// A provider can refuse a request because of it, such as one of a frame whose origin differs from the page's.
public struct RequestOrigin: Hashable, Sendable {
    /// The requesting program's name, as it gave it itself.
    public var program: String
    /// The origin in the address bar; `nil` if no page requests the credential.
    public var topLevelOrigin: String?
    /// The origin of the frame with the field; `nil` if no page requests the credential.
    public var frameOrigin: String?

    /// The origins of the frame's ancestors, the nearest first; `null` for an opaque origin.
    ///
    /// Empty for a top-level page; `nil` if the requesting program does not know frames.
    public var ancestorOrigins: [String]?
    /// Whether the page and all its ancestors were loaded over a secure connection.
    public var isSecure: Bool
    /// The user's language, a BCP 47 tag; `nil` if it is unknown.
    public var language: String?
    /// The other domains whose logins the page may get; empty except in a request for a list.
    public var affiliatedDomains: [String]
    /// What the requesting program does with the credential.
    public var purpose: Purpose
    /// Whether the site takes a one-time code in the password's field, after the password; only for save requests.
    public var appendsCodeToPassword: Bool
    /// The previous user name of the login that a save request renames to its credential's user; `nil` for any other
    /// request.
    ///
    /// Only a provider that declares `LatchkeySupportsUserNameChanges` gets it. The event is `userInitiated`: the user
    /// has confirmed both names. Keep everything else of the login, and its password, too, if the credential's password
    /// is empty.
    public var previousUser: String?
    /// Whether a private window sent the request: store nothing about it, not even that the login was used.
    public var isPrivate: Bool

    /// What a requesting program does with a credential: fill, copy or reveal it.
    public typealias Purpose = RequestPurpose

    package init(
        program: String, topLevelOrigin: String? = nil, frameOrigin: String? = nil, ancestorOrigins: [String]? = nil,
        isSecure: Bool = false, language: String? = nil, affiliatedDomains: [String] = [], purpose: Purpose = .fill,
        appendsCodeToPassword: Bool = false, previousUser: String? = nil, isPrivate: Bool = false
    ) {
        self.program = program
        self.topLevelOrigin = topLevelOrigin
        self.frameOrigin = frameOrigin
        self.ancestorOrigins = ancestorOrigins
        self.isSecure = isSecure
        self.language = language
        self.affiliatedDomains = affiliatedDomains
        self.purpose = purpose
        self.appendsCodeToPassword = appendsCodeToPassword
        self.previousUser = previousUser
        self.isPrivate = isPrivate
    }
}

extension ASCredentialProviderExtensionContext {
    /// The program and page of the current request; `nil` outside of a request.
    public var requestOrigin: RequestOrigin? {
        ProcessLink.context.map {
            RequestOrigin(
                program: $0.program, topLevelOrigin: $0.topLevelOrigin, frameOrigin: $0.frameOrigin,
                ancestorOrigins: $0.ancestorOrigins, isSecure: $0.isSecure, language: $0.language,
                affiliatedDomains: $0.affiliatedDomains ?? [],
                purpose: $0.purpose ?? .fill,
                appendsCodeToPassword: $0.appendsCodeToPassword ?? false, previousUser: $0.previousUser,
                isPrivate: $0.isPrivate ?? false)
        }
    }

    /// Completes the request with a code and its remaining validity.
    ///
    /// Apple's credential has no property for it. `latchkey fill --json` prints it.
    ///
    /// - Parameters:
    ///   - seconds: The remaining validity in seconds.
    ///   - completionHandler: Called on a background thread, with whether the provider's time has expired.
    public func completeOneTimeCodeRequest(
        using credential: ASOneTimeCodeCredential, expiresIn seconds: Int,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        ProcessLink.noteCode(expiresIn: seconds)
        completeOneTimeCodeRequest(using: credential, completionHandler: completionHandler)
    }
}
