public import Foundation
internal import Synchronization

/// The identity of one password: service, user name and record identifier.
///
/// Two identities are equal if these three are. Rank and detail are not compared.
open class ASPasswordCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding, @unchecked Sendable
{
    // `@unchecked`: the stored properties are only set in init, and locks protect rank and detail.

    /// The service to which the password belongs.
    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    open private(set) var user: String
    open private(set) var recordIdentifier: String?
    private let storedRank = Mutex(0)
    private let storedDetail = Mutex<String?>(nil)

    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

    package var detail: String? {
        get { storedDetail.withLock { $0 } }
        set { storedDetail.withLock { $0 = newValue } }
    }

    /// Makes an identity with rank 0.
    ///
    /// - Parameters:
    ///   - user: The user name; empty for an account without one.
    ///   - recordIdentifier: The provider's own identifier of the record; `nil` if it needs none.
    public init(serviceIdentifier: ASCredentialServiceIdentifier, user: String, recordIdentifier: String?) {
        self.serviceIdentifier = serviceIdentifier
        self.user = user
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let service = coder.value(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
            let user = coder.text(forKey: "user"),
            let recordIdentifier = coder.optionalText(forKey: "recordIdentifier"),
            let rank = coder.integer(forKey: "rank")
        else { return nil }
        self.serviceIdentifier = service
        self.user = user
        self.recordIdentifier = recordIdentifier
        super.init()
        self.rank = rank
    }

    open func encode(with coder: NSCoder) {
        coder.encode(value: serviceIdentifier, forKey: "serviceIdentifier")
        coder.encode(text: user, forKey: "user")
        coder.encode(text: recordIdentifier, forKey: "recordIdentifier")
        coder.encode(integer: rank, forKey: "rank")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASPasswordCredentialIdentity(
            serviceIdentifier: serviceIdentifier, user: user, recordIdentifier: recordIdentifier)
        copy.rank = rank
        copy.detail = detail
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASPasswordCredentialIdentity else { return false }
        return serviceIdentifier == other.serviceIdentifier && user == other.user
            && recordIdentifier == other.recordIdentifier
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(serviceIdentifier)
        hasher.combine(user)
        hasher.combine(recordIdentifier)
        return hasher.finalize()
    }

    // Without the record identifier: some providers store entire records in it.
    open override var description: String { "password of \(user) for \(serviceIdentifier)" }
}

extension ASPasswordCredentialIdentity: DetailedCredentialIdentity {}
