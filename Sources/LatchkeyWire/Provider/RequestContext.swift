/// What the provider learns of the asker beyond Apple's API.
public struct RequestContext: Codable, Hashable, Sendable {
    /// The program that asks, as it named itself.
    public var program: String
    /// The origin in the address bar, where a page asks.
    public var topLevelOrigin: String?
    /// The origin of the frame with the field, where a page asks.
    public var frameOrigin: String?
    /// The origins of the documents around the frame, nearest first; nothing where the asker knows no frames.
    public var ancestorOrigins: [String]?
    /// The page, and every document around it, came over a secure connection.
    public var isSecure: Bool
    /// The grade of the suggestion that was picked.
    public var grade: Grade?
    public var language: String?
    /// What git says, where git asks.
    public var git: GitContext?
    /// Domains whose logins the page may be given beside its own site's, where the provider's list is opened for it.
    public var affiliatedDomains: [String]?
    /// What becomes of the credential; nothing for a fill.
    public var purpose: RequestPurpose?
    /// The site is known to take a one-time code behind the password, in one field; only where something is saved.
    public var appendsCodeToPassword: Bool?
    /// A private window asks: the provider remembers nothing of it, not even that the login was used.
    public var isPrivate: Bool?

    public init(
        program: String, topLevelOrigin: String? = nil, frameOrigin: String? = nil, ancestorOrigins: [String]? = nil,
        isSecure: Bool = false, grade: Grade? = nil, language: String? = nil, git: GitContext? = nil,
        affiliatedDomains: [String]? = nil, purpose: RequestPurpose? = nil, appendsCodeToPassword: Bool? = nil,
        isPrivate: Bool? = nil
    ) {
        self.program = program
        self.topLevelOrigin = topLevelOrigin
        self.frameOrigin = frameOrigin
        self.ancestorOrigins = ancestorOrigins
        self.isSecure = isSecure
        self.grade = grade
        self.language = language
        self.git = git
        self.affiliatedDomains = affiliatedDomains
        self.purpose = purpose
        self.appendsCodeToPassword = appendsCodeToPassword
        self.isPrivate = isPrivate
    }
}
