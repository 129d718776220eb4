public import Foundation
internal import Synchronization

/// The identity of one passkey: relying party, account and credential.
///
/// Two identities are equal if relying party, user name, credential ID and record identifier are. Rank and detail are
/// not compared. In a registration request it has the new account and an empty credential ID.
open class ASPasskeyCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the constant properties are set in init, and locks protect the others.

    /// The relying party's identifier, a domain name (WebAuthn L3 §4).
    open private(set) var relyingPartyIdentifier: String
    /// The account's user name, as the relying party gave it.
    open private(set) var userName: String
    /// The credential ID, at most 1023 bytes; empty in a registration request.
    open private(set) var credentialID: Data
    /// The relying party's ID of the account, 1 to 64 bytes (WebAuthn L3 §5.4.3).
    open private(set) var userHandle: Data
    open private(set) var recordIdentifier: String?
    private let storedRank = Mutex(0)
    private let storedDetail = Mutex<String?>(nil)
    private let storedIsHidden = Mutex(false)
    private let storedDisplayName = Mutex<String?>(nil)
    private let storedLastUsed = Mutex<Date?>(nil)

    /// The relying party's identifier as a domain; Apple does not document the type.
    open var serviceIdentifier: ASCredentialServiceIdentifier {
        ASCredentialServiceIdentifier(identifier: relyingPartyIdentifier, type: .domain)
    }

    open var user: String { userName }

    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    package var detail: String? {
        get { storedDetail.withLock { $0 } }
        set { storedDetail.withLock { $0 = newValue } }
    }

    /// Whether the passkey is suggested only to a site that names it in `allowCredentials`; not part of Apple's API.
    package var isHidden: Bool {
        get { storedIsHidden.withLock { $0 } }
        set { storedIsHidden.withLock { $0 = newValue } }
    }

    /// The site's name for the user; not part of Apple's API.
    package var displayName: String? {
        get { storedDisplayName.withLock { $0 } }
        set { storedDisplayName.withLock { $0 = newValue } }
    }

    /// When the passkey was last used; not part of Apple's API.
    package var lastUsed: Date? {
        get { storedLastUsed.withLock { $0 } }
        set { storedLastUsed.withLock { $0 = newValue } }
    }

    /// Makes an identity with rank 0.
    ///
    /// - Parameter recordIdentifier: The provider's own identifier of the record; `nil` if it needs none.
    public init(
        relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data,
        recordIdentifier: String? = nil
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.userName = userName
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let relyingPartyIdentifier = coder.text(forKey: "relyingPartyIdentifier"),
            let userName = coder.text(forKey: "userName"),
            let credentialID = coder.bytes(forKey: "credentialID"),
            let userHandle = coder.bytes(forKey: "userHandle"),
            let recordIdentifier = coder.optionalText(forKey: "recordIdentifier"),
            let rank = coder.integer(forKey: "rank")
        else { return nil }
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.userName = userName
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.recordIdentifier = recordIdentifier
        super.init()
        self.rank = rank
    }

    open func encode(with coder: NSCoder) {
        coder.encode(text: relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
        coder.encode(text: userName, forKey: "userName")
        coder.encode(bytes: credentialID, forKey: "credentialID")
        coder.encode(bytes: userHandle, forKey: "userHandle")
        coder.encode(text: recordIdentifier, forKey: "recordIdentifier")
        coder.encode(integer: rank, forKey: "rank")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: relyingPartyIdentifier, userName: userName, credentialID: credentialID,
            userHandle: userHandle, recordIdentifier: recordIdentifier)
        copy.rank = rank
        copy.detail = detail
        copy.isHidden = isHidden
        copy.displayName = displayName
        copy.lastUsed = lastUsed
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPasskeyCredentialIdentity else { return false }
        return relyingPartyIdentifier == other.relyingPartyIdentifier && userName == other.userName
            && credentialID == other.credentialID && recordIdentifier == other.recordIdentifier
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(relyingPartyIdentifier)
        hasher.combine(userName)
        hasher.combine(credentialID)
        hasher.combine(recordIdentifier)
        return hasher.finalize()
    }

    // Without the record identifier and the user handle: both may contain private data.
    open override var description: String { "passkey of \(userName) for \(relyingPartyIdentifier)" }
}

extension ASPasskeyCredentialIdentity: DetailedCredentialIdentity {}
