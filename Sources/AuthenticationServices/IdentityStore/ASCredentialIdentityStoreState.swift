public import Foundation

/// Whether the identity store takes changes, and which.
open class ASCredentialIdentityStoreState: NSObject {
    private let enabled: Bool
    private let incremental: Bool

    /// Whether the person has turned the provider on; a store that is off takes nothing.
    open var isEnabled: Bool { enabled }

    /// Whether single changes are enough; `false` while the store is new or was lost, and wants the whole list.
    open var supportsIncrementalUpdates: Bool { incremental }

    /// Makes the state of a store that is off: what tests of a provider subclass.
    public override init() {
        enabled = false
        incremental = false
        super.init()
    }

    package init(isEnabled: Bool, supportsIncrementalUpdates: Bool) {
        self.enabled = isEnabled
        self.incremental = supportsIncrementalUpdates
        super.init()
    }
}
