/// Who requests a credential, beyond what Apple's API says.
public struct RequestContext: Codable, Hashable, Sendable {
    /// The requesting program, as it named itself.
    public var program: String
    /// The origin in the address bar; `nil` without a page.
    public var topLevelOrigin: String?
    /// The origin of the frame with the field; `nil` without a page.
    public var frameOrigin: String?
    /// The origins of the documents around the frame, nearest first; `nil` if the client does not know frames.
    public var ancestorOrigins: [String]?
    /// Whether the page, and every document around it, came over a secure connection.
    public var isSecure: Bool
    /// The grade of the suggestion that was picked.
    public var grade: Grade?
    public var language: String?
    /// The attributes of a git request.
    public var git: GitContext?
    /// Domains whose logins match the page in addition to its own site's; only for the provider's list.
    public var affiliatedDomains: [String]?
    /// What the credential is for; `nil` means ``RequestPurpose/fill``.
    public var purpose: RequestPurpose?
    /// Whether the site takes a one-time code after the password in one field; only for a save.
    public var appendsCodeToPassword: Bool?
    /// The previous user name of the login that a save renames; only if the user confirmed both names.
    public var previousUser: String?
    /// Whether the request comes from a private window: the provider must not record it.
    public var isPrivate: Bool?

    public init(
        program: String, topLevelOrigin: String? = nil, frameOrigin: String? = nil, ancestorOrigins: [String]? = nil,
        isSecure: Bool = false, grade: Grade? = nil, language: String? = nil, git: GitContext? = nil,
        affiliatedDomains: [String]? = nil, purpose: RequestPurpose? = nil, appendsCodeToPassword: Bool? = nil,
        previousUser: String? = nil, isPrivate: Bool? = nil
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
        self.previousUser = previousUser
        self.isPrivate = isPrivate
    }
}
