import Crypto
public import Foundation
public import LatchkeyCore

/// A login to save, or a report about an account, that arrives while the vault is locked.
///
/// A proposal changes no record. The provider processes it after the next unlock.
public struct InboxProposal: Sendable, Equatable {
    public static let byteLimit = 16 * 1024

    public enum Reason: UInt8, Hashable, Sendable {
        /// A form was submitted with this login.
        case submittedLogin = 1
        /// This password was generated for a form and may be in use already.
        case generatedPassword = 2
        /// The user asked to save this login.
        case savedByUser = 3
        /// git approved this credential.
        case git = 4
        /// A site or an app reported a change of an account; see ``InboxProposal/report``.
        case accountReport = 5
        /// git rejected this credential; see ``InboxProposal/refused``.
        case gitRefusal = 6
        /// A reason of a later version.
        case unknown = 0
    }

    public var reason: Reason
    public var title: String
    public var user: String
    public var password: Secret
    public var sites: [Site]
    /// When it was proposed, to the millisecond.
    public var proposed: Date
    /// The form's session, which connects a generated password with the login submitted later; empty for none.
    public var session: String
    /// An attribute of git's credential; see ``Login``.
    public var passwordExpiry: Date?
    public var oauthRefreshToken: Secret?
    public var authenticationType: String?
    /// The report about an account; the proposal has no login to save then.
    public internal(set) var report: AccountReport?
    /// The parts of a rejected credential that git named.
    ///
    /// The others are empty and are not compared.
    public internal(set) var refused: RefusedParts = []

    public struct RefusedParts: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let user = RefusedParts(rawValue: 1)
        public static let password = RefusedParts(rawValue: 2)
    }

    public init(
        reason: Reason, title: String = "", user: String, password: Secret, sites: [Site], proposed: Date,
        session: String = ""
    ) {
        self.reason = reason
        self.title = title
        self.user = user
        self.password = password
        self.sites = sites
        self.proposed = proposed.roundedToMilliseconds
        self.session = session
    }
}

extension InboxProposal {
    /// A credential that git rejected while the vault was locked.
    ///
    /// Only the unlocked vault can find its login.
    public init(refusedByGitAt site: Site, user: String?, password: Secret?, at time: Date) {
        self.init(
            reason: .gitRefusal, user: user ?? "", password: password ?? Secret(""), sites: [site], proposed: time)
        if user != nil { refused.insert(.user) }
        if password != nil { refused.insert(.password) }
    }
}

extension InboxProposal {
    var isStreamSafe: Bool {
        var login = Login(title: title, user: user, password: password, sites: sites)
        login.oauthRefreshToken = oauthRefreshToken
        login.authenticationType = authenticationType
        return login.isStreamSafe
    }
}

extension InboxProposal {
    private static let padding = 256
    /// The length of the largest sealed proposal.
    ///
    /// Longer entries are not opened.
    static let sealedByteLimit = byteLimit + InboxKeyPair.overheadByteCount

    /// The proposal's encoding, which includes its vault and its entry's identifier.
    ///
    /// - Parameter authentication: The key of the MAC over all other fields; `nil` writes no MAC.
    package func encoded(
        vault: RecordIdentifier, entry: RecordIdentifier, authentication: Secret? = nil
    ) -> [UInt8] {
        var writer = FieldWriter(prefix: vault.bytes + entry.bytes)
        writer.write(1, CollectionOfOne(reason.rawValue))
        writer.write(2, title)
        writer.write(3, user)
        writer.write(4, password)
        for site in sites { writer.write(5, site.text.utf8) }
        writer.write(6, proposed)
        if !session.isEmpty { writer.write(7, session) }
        if let passwordExpiry { writer.write(8, passwordExpiry) }
        writer.write(9, oauthRefreshToken)
        if let authenticationType { writer.write(10, authenticationType) }
        if let report { writer.writeNested(11) { report.write(to: &$0) } }
        if !refused.isEmpty { writer.write(12, CollectionOfOne(refused.rawValue)) }
        // An empty name removes the older one.
        if let name = report?.displayName { writer.write(13, name.utf8) }
        if let authentication {
            writer.writeCode(Self.codeTag) { bytes in
                Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(authentication)))
            }
        }
        return writer.finish(padding: Self.padding)
    }

    /// The last field: HMAC-SHA-256 of all bytes before it.
    private static let codeTag: UInt8 = 255

    /// Whether an encoded proposal of this vault and entry has a valid code.
    static func isAuthentic(
        _ bytes: [UInt8], vault: RecordIdentifier, entry: RecordIdentifier, with key: Secret
    ) -> Bool {
        guard var reader = try? FieldReader(bytes[...], prefixCount: vault.bytes.count + entry.bytes.count),
            bytes.dropFirst().starts(with: vault.bytes + entry.bytes)
        else { return false }
        while let field = try? reader.next() {
            guard field.tag == codeTag else { continue }
            let authenticated = bytes[..<(field.bytes.startIndex - FieldReader.headerByteCount)]
            return HMAC<SHA256>.isValidAuthenticationCode(
                field.bytes, authenticating: authenticated, using: SymmetricKey(key))
        }
        return false
    }

    /// Decodes a proposal.
    ///
    /// Unknown fields are ignored, because a proposal is never written again.
    package init(decoding bytes: [UInt8], vault: RecordIdentifier, entry: RecordIdentifier) throws(MalformedFields) {
        let prefix = vault.bytes + entry.bytes
        var reader = try FieldReader(bytes[...], prefixCount: prefix.count)
        guard bytes.dropFirst().starts(with: prefix) else { throw MalformedFields() }
        var reason: UInt8?
        var title: String?
        var user: String?
        var password: Secret?
        var sites: [Site] = []
        var proposed: Date?
        var session: String?
        var passwordExpiry: Date?
        var oauthRefreshToken: Secret?
        var authenticationType: String?
        var report: AccountReport?
        var refused: UInt8?
        var displayName: String?
        while let field = try reader.next() {
            switch field.tag {
            case 1: try reason.setOnce(field.byte())
            case 2: try title.setOnce(field.text())
            case 3: try user.setOnce(field.text())
            case 4: try password.setOnce(field.secret())
            case 5:
                guard let site = Site(try field.text()) else { throw MalformedFields() }
                sites.append(site)
            case 6: try proposed.setOnce(field.date())
            case 7: try session.setOnce(field.text())
            case 8: try passwordExpiry.setOnce(field.date())
            case 9: try oauthRefreshToken.setOnce(field.secret())
            case 10: try authenticationType.setOnce(field.text())
            case 11: try report.setOnce(AccountReport(decoding: field.bytes))
            case 12: try refused.setOnce(field.byte())
            case 13: try displayName.setOnce(field.text())
            default: continue
            }
        }
        guard let reason, let password, let proposed else { throw MalformedFields() }
        self.init(
            reason: Reason(rawValue: reason) ?? .unknown, title: title ?? "", user: user ?? "", password: password,
            sites: sites, proposed: proposed, session: session ?? "")
        self.passwordExpiry = passwordExpiry
        self.oauthRefreshToken = oauthRefreshToken
        self.authenticationType = authenticationType
        self.report = report?.withDisplayName(displayName)
        self.refused = RefusedParts(rawValue: refused ?? 0)
    }
}
