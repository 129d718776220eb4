public import Foundation

/// A service that a credential belongs to or is requested for: a domain, a URL or an app.
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are only set in init. They are variables so that subclasses can override
    // them.

    /// The syntax of an identifier, with Apple's numbers.
    public enum IdentifierType: Int, Sendable {
        /// A domain name (RFC 1035).
        case domain = 0
        /// A URL (RFC 1738).
        case URL = 1
        /// An app's identifier, which names no website.
        case app = 2
    }

    /// The domain, URL or app identifier.
    open private(set) var identifier: String
    /// The syntax of ``identifier``.
    open private(set) var type: IdentifierType
    private let givenDisplayName: String?

    /// The service's name for the user, never used for matching.
    ///
    /// The name given at creation, otherwise the domain or the URL's host; `nil` for an app without a given name.
    open var displayName: String? {
        if let givenDisplayName { return givenDisplayName }
        switch type {
        case .domain: return identifier
        case .URL: return Foundation.URL(string: identifier)?.host ?? identifier
        case .app: return nil
        }
    }

    /// Makes an identifier without a display name of its own; the text is not validated.
    public convenience init(identifier: String, type: IdentifierType) {
        self.init(identifier: identifier, type: type, givenDisplayName: nil)
    }

    /// Makes an identifier with a name for the user.
    public convenience init(identifier: String, type: IdentifierType, displayName: String) {
        self.init(identifier: identifier, type: type, givenDisplayName: displayName)
    }

    /// Makes an identifier with an empty domain, which matches no service; Apple's class inherits this initializer.
    public convenience override init() {
        self.init(identifier: "", type: .domain, givenDisplayName: nil)
    }

    private init(identifier: String, type: IdentifierType, givenDisplayName: String?) {
        self.identifier = identifier
        self.type = type
        self.givenDisplayName = givenDisplayName
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let identifier = coder.text(forKey: "identifier"),
            let type = coder.integer(forKey: "type").flatMap(IdentifierType.init(rawValue:)),
            let displayName = coder.optionalText(forKey: "displayName")
        else { return nil }
        self.identifier = identifier
        self.type = type
        self.givenDisplayName = displayName
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: identifier, forKey: "identifier")
        coder.encode(integer: type.rawValue, forKey: "type")
        coder.encode(text: givenDisplayName, forKey: "displayName")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    // The display name does not identify the service.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASCredentialServiceIdentifier else { return false }
        return identifier == other.identifier && type == other.type
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(identifier)
        hasher.combine(type)
        return hasher.finalize()
    }

    open override var description: String { "\(type) \(identifier)" }
}
