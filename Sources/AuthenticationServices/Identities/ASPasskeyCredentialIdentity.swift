public import Foundation
internal import Synchronization

/// The identity of one passkey: relying party, account and credential.
///
/// Two are equal when relying party, user name, credential ID and record identifier are; the rank does not count.
/// In a registration request it carries the new account and an empty credential ID.
open class ASPasskeyCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked`: the stored properties are set once, in init, and the rank lies behind a lock.

    open private(set) var relyingPartyIdentifier: String
    open private(set) var userName: String
    open private(set) var credentialID: Data
    open private(set) var userHandle: Data
    open private(set) var recordIdentifier: String?
    private let storedRank = Mutex(0)

    /// The relying party as a domain: Apple names no type, and a relying-party identifier is a domain name.
    open var serviceIdentifier: ASCredentialServiceIdentifier {
        ASCredentialServiceIdentifier(identifier: relyingPartyIdentifier, type: .domain)
    }

    open var user: String { userName }

    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

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

    // The record identifier and the user handle are left out: both may hold more than a name.
    open override var description: String { "passkey of \(userName) for \(relyingPartyIdentifier)" }
}
