public import AuthenticationServices
public import LatchkeyCore
import LatchkeyWire

/// Who asks, as far as the agent knows: more than Apple's API hands over.
///
/// A provider can refuse what it does not like the look of, such as a frame of another origin than the page's.
public struct RequestOrigin: Hashable, Sendable {
    /// The program that asks, as it named itself.
    public var program: String
    /// The origin in the address bar, where a page asks.
    public var topLevelOrigin: String?
    /// The origin of the frame with the field, where a page asks.
    public var frameOrigin: String?
    /// The origins of the documents around that frame, nearest first; `null` for one that is nobody's.
    ///
    /// Empty for a page in the address bar; nothing where whoever asks knows no frames.
    public var ancestorOrigins: [String]?
    /// Whether the page, and every one around it, came over a secure connection.
    public var isSecure: Bool
    /// The person's language, a BCP 47 tag.
    public var language: String?
    /// Domains whose logins the page may be given beside its own site's; only where a list is opened for it.
    public var affiliatedDomains: [String]
    /// What becomes of the credential.
    public var purpose: Purpose
    /// The site is known to take a one-time code behind the password, in one field; only where something is saved.
    public var appendsCodeToPassword: Bool
    /// A private window asks: remember nothing of it, not even that the login was used.
    public var isPrivate: Bool

    public typealias Purpose = RequestPurpose

    package init(
        program: String, topLevelOrigin: String? = nil, frameOrigin: String? = nil, ancestorOrigins: [String]? = nil,
        isSecure: Bool = false, language: String? = nil, affiliatedDomains: [String] = [], purpose: Purpose = .fill,
        appendsCodeToPassword: Bool = false, isPrivate: Bool = false
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
        self.isPrivate = isPrivate
    }
}

extension ASCredentialProviderExtensionContext {
    /// Who asks; nothing outside a request.
    public var requestOrigin: RequestOrigin? {
        ProcessLink.context.map {
            RequestOrigin(
                program: $0.program, topLevelOrigin: $0.topLevelOrigin, frameOrigin: $0.frameOrigin,
                ancestorOrigins: $0.ancestorOrigins, isSecure: $0.isSecure, language: $0.language,
                affiliatedDomains: $0.affiliatedDomains ?? [],
                purpose: $0.purpose ?? .fill,
                appendsCodeToPassword: $0.appendsCodeToPassword ?? false, isPrivate: $0.isPrivate ?? false)
        }
    }
}

extension ASCredentialProviderExtensionContext {
    /// Completes the request with a code, and says for how many seconds it is good.
    ///
    /// Apple's credential has no place for the time; `latchkey fill --json` prints it.
    public func completeOneTimeCodeRequest(
        using credential: ASOneTimeCodeCredential, expiresIn seconds: Int,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        ProcessLink.noteCode(expiresIn: seconds)
        completeOneTimeCodeRequest(using: credential, completionHandler: completionHandler)
    }
}

/// A controller that can hand over all its identities again, after the system has lost them.
///
/// The agent asks without an interface. A provider that cannot do it now, because it is locked, returns; it will see
/// `supportsIncrementalUpdates == false` the next time that it looks.
@preconcurrency @MainActor
public protocol IdentityStoreRefilling: AnyObject {
    func refillCredentialIdentityStore() async
}
