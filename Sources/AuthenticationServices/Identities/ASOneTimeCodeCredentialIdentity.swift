public import Foundation
internal import Synchronization

/// The identity of one source of one-time codes: service, label and the provider's own key.
///
/// Two are equal when service, label and record identifier are; the rank does not count.
open class ASOneTimeCodeCredentialIdentity: NSObject, ASCredentialIdentity, NSCopying, NSSecureCoding,
    @unchecked Sendable
{
    // `@unchecked`: the stored properties are set once, in init, and the rank lies behind a lock.

    open private(set) var serviceIdentifier: ASCredentialServiceIdentifier
    /// What the suggestion shows.
    open private(set) var label: String
    open private(set) var recordIdentifier: String?
    private let storedRank = Mutex(0)

    /// The label: Apple does not say what a code's user is, and every list shows this property.
    open var user: String { label }

    open var rank: Int {
        get { storedRank.withLock { $0 } }
        set { storedRank.withLock { $0 = newValue } }
    }

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

    // The record identifier is left out: providers put whole records of their own into it.
    open override var description: String { "one-time code of \(label) for \(serviceIdentifier)" }
}
