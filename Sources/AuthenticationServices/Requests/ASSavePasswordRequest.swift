public import Foundation

/// A wish to have a password saved.
open class ASSavePasswordRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init; they are variables only so that they can be overridden.

    public enum Event: Int, Sendable {
        /// The person asked: save what is new or changed, and ask for more where needed.
        case userInitiated = 0
        /// A form was sent or went away: save what is new, ask before anything is overwritten.
        case formDidDisappear = 1
        /// A generated password was filled and not sent yet: keep it and ask nothing.
        case generatedPasswordFilled = 2
    }

    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    open private(set) var credential: ASPasswordCredential
    /// A name for the record, apart from the service's.
    open private(set) var title: String?
    /// Ties the events of one form together.
    open private(set) var sessionID: String
    open private(set) var event: Event
    /// The kind of generated password that was filled.
    open private(set) var passwordKind: ASGeneratedPassword.Kind?

    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
        event: Event
    ) {
        self.init(serviceIdentifier, credential, title: nil, sessionID, event, passwordKind: nil)
    }

    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, title: String?,
        sessionID: String, event: Event
    ) {
        self.init(serviceIdentifier, credential, title: title, sessionID, event, passwordKind: nil)
    }

    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
        event: Event, passwordKind: ASGeneratedPassword.Kind?
    ) {
        self.init(serviceIdentifier, credential, title: nil, sessionID, event, passwordKind: passwordKind)
    }

    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, title: String?,
        sessionID: String, event: Event, passwordKind: ASGeneratedPassword.Kind?
    ) {
        self.init(serviceIdentifier, credential, title: title, sessionID, event, passwordKind: passwordKind)
    }

    private init(
        _ serviceIdentifier: ASCredentialServiceIdentifier, _ credential: ASPasswordCredential, title: String?,
        _ sessionID: String, _ event: Event, passwordKind: ASGeneratedPassword.Kind?
    ) {
        self.serviceIdentifier = serviceIdentifier
        self.credential = credential
        self.title = title
        self.sessionID = sessionID
        self.event = event
        self.passwordKind = passwordKind
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let service = coder.value(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
            let credential = coder.value(of: ASPasswordCredential.self, forKey: "credential"),
            let title = coder.optionalText(forKey: "title"),
            let sessionID = coder.text(forKey: "sessionID"),
            let event = coder.integer(forKey: "event").flatMap(Event.init(rawValue:)),
            let kind = coder.optionalText(forKey: "passwordKind")
        else { return nil }
        self.serviceIdentifier = service
        self.credential = credential
        self.title = title
        self.sessionID = sessionID
        self.event = event
        self.passwordKind = kind.map { ASGeneratedPassword.Kind($0) }
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(value: serviceIdentifier, forKey: "serviceIdentifier")
        coder.encode(value: credential, forKey: "credential")
        coder.encode(text: title, forKey: "title")
        coder.encode(text: sessionID, forKey: "sessionID")
        coder.encode(integer: event.rawValue, forKey: "event")
        coder.encode(text: passwordKind?.rawValue, forKey: "passwordKind")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String { "request to save the \(credential) for \(serviceIdentifier) (\(event))" }
}
