/// A service that a credential belongs to, as Apple's API names it.
///
/// On the wire `type` is spelled as Apple spells it: `domain`, `URL` or `app`.
public struct ServiceIdentifier: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case domain
        case url = "URL"
        case app
    }

    public var type: Kind
    public var identifier: String
    /// A name to show; matching ignores it.
    public var displayName: String?

    public init(type: Kind, identifier: String, displayName: String? = nil) {
        self.type = type
        self.identifier = identifier
        self.displayName = displayName
    }
}
