public import Foundation
internal import Synchronization

/// The identity of one generator of one-time codes: service, label and record identifier.
///
/// Two identities are equal if these three are. Rank and detail are not compared.
open class ASOneTimeCodeCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding,
    @unchecked Sendable
{
    // `@unchecked`: the stored properties are only set in init, and locks protect rank and detail.

    /// The service that asks for the code.
    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    /// The text that the suggestion shows, usually the user name.
    open private(set) var label: String
    open private(set) var recordIdentifier: String?
    private let storedRank = Mutex(0)
    private let storedDetail = Mutex<String?>(nil)

    /// The same as ``label``; Apple does not document this property for codes.
    open var user: String { label }

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
    /// - Parameter recordIdentifier: The provider's own identifier of the record; `nil` if it needs none.
    public init(serviceIdentifier: ASCredentialServiceIdentifier, label: String, recordIdentifier: String?) {
        self.serviceIdentifier = serviceIdentifier
        self.label = label
        self.recordIdentifier = recordIdentifier
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let service = coder.value(of: ASCredentialServiceIdentifier.self, forKey: "serviceIdentifier"),
            let label = coder.text(forKey: "label"),
            let recordIdentifier = coder.optionalText(forKey: "recordIdentifier"),
            let rank = coder.integer(forKey: "rank")
        else { return nil }
        self.serviceIdentifier = service
        self.label = label
        self.recordIdentifier = recordIdentifier
        super.init()
        self.rank = rank
    }

    open func encode(with coder: NSCoder) {
        coder.encode(value: serviceIdentifier, forKey: "serviceIdentifier")
        coder.encode(text: label, forKey: "label")
        coder.encode(text: recordIdentifier, forKey: "recordIdentifier")
        coder.encode(integer: rank, forKey: "rank")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ASOneTimeCodeCredentialIdentity(
            serviceIdentifier: serviceIdentifier, label: label, recordIdentifier: recordIdentifier)
        copy.rank = rank
        copy.detail = detail
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ASOneTimeCodeCredentialIdentity else { return false }
        return serviceIdentifier == other.serviceIdentifier && label == other.label
            && recordIdentifier == other.recordIdentifier
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(serviceIdentifier)
        hasher.combine(label)
        hasher.combine(recordIdentifier)
        return hasher.finalize()
    }

    // Without the record identifier: some providers store entire records in it.
    open override var description: String { "one-time code of \(label) for \(serviceIdentifier)" }
}

extension ASOneTimeCodeCredentialIdentity: DetailedCredentialIdentity {}
