public import Foundation

/// The service that a credential is asked for: a domain, a page's address, or an app.
open class ASCredentialServiceIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init; they are variables only so that they can be overridden.

    public enum IdentifierType: Int, Sendable {
        /// A name as in RFC 1035.
        case domain = 0
        /// An address as in RFC 1738.
        case URL = 1
        /// An app's identifier.
        case app = 2
    }

    open private(set) var identifier: String
    open private(set) var type: IdentifierType
    private let givenDisplayName: String?

    /// A name for people, as good as can be had; never used to match.
    open var displayName: String? {
        if let givenDisplayName { return givenDisplayName }
        switch type {
        case .domain: return identifier
        case .URL: return Foundation.URL(string: identifier)?.host ?? identifier
        case .app: return nil
        }
    }

    public convenience init(identifier: String, type: IdentifierType) {
        self.init(identifier: identifier, type: type, givenDisplayName: nil)
    }

    public convenience init(identifier: String, type: IdentifierType, displayName: String) {
        self.init(identifier: identifier, type: type, givenDisplayName: displayName)
    }

    /// Makes an identifier of the empty domain: Apple's class inherits this initializer without a use for it.
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

    // The display name is not compared: it says nothing about which service this is.
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
