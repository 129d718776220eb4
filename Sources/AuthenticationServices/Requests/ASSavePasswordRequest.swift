public import Foundation

/// A request to save a password.
open class ASSavePasswordRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are only set in init. They are variables so that subclasses can override
    // them.

    /// The event that caused the request, with Apple's numbers; it decides whether the provider may ask.
    public enum Event: Int, Sendable {
        /// The user asked to save: save new and changed passwords, and ask for missing parts.
        case userInitiated = 0
        /// The form was sent or removed: save a new password, and ask before replacing an old one.
        case formDidDisappear = 1
        /// A generated password was filled and the form not yet sent: save it without asking.
        case generatedPasswordFilled = 2
    }

    /// The service to which the password belongs.
    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    /// The user name and password to save.
    open private(set) var credential: ASPasswordCredential
    /// A name for the record; `nil` lets the provider choose one.
    open private(set) var title: String?
    /// The same for all requests from one form, so that a later one updates the record of an earlier one.
    open private(set) var sessionID: String
    /// The event that caused the request.
    open private(set) var event: Event
    /// The kind of the generated password that was filled; `nil` if it was typed.
    open private(set) var passwordKind: ASGeneratedPassword.Kind?

    /// Makes a request without a title, for a typed password.
    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
        event: Event
    ) {
        self.init(serviceIdentifier, credential, title: nil, sessionID, event, passwordKind: nil)
    }

    /// Makes a request with a title, for a typed password; `nil` for no title.
    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, title: String?,
        sessionID: String, event: Event
    ) {
        self.init(serviceIdentifier, credential, title: title, sessionID, event, passwordKind: nil)
    }

    /// Makes a request without a title, for a generated password; `nil` for a typed one.
    public convenience init(
        serviceIdentifier: ASCredentialServiceIdentifier, credential: ASPasswordCredential, sessionID: String,
        event: Event, passwordKind: ASGeneratedPassword.Kind?
    ) {
        self.init(serviceIdentifier, credential, title: nil, sessionID, event, passwordKind: passwordKind)
    }

    /// Makes a request with a title, for a generated password; `nil` for no title or a typed password.
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
