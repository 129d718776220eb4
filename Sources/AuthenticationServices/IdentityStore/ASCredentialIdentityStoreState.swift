public import Foundation

/// Whether the identity store accepts changes, and whether it needs all identities.
open class ASCredentialIdentityStoreState: NSObject {
    private let enabled: Bool
    private let incremental: Bool

    /// Whether the user has enabled the provider; a disabled store rejects every change.
    open var isEnabled: Bool { enabled }

    /// Whether saving and removing single identities is enough.
    ///
    /// `false` while the store is empty, because it is new or was lost: replace all identities then.
    open var supportsIncrementalUpdates: Bool { incremental }

    /// Makes the state of a disabled store, for tests of a provider.
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
