/// Why the identity store did not do what it was asked for; `ASCredentialIdentityStoreError` has three of these.
package enum IdentityStoreError: Error, Hashable, Sendable {
    /// The provider is not enabled (`storeDisabled`).
    case disabled
    /// Too many changes are open, or somebody else holds the database; trying again later helps (`storeBusy`).
    case busy
    /// No open change of this provider has that number.
    case unknownChange
    /// The identity is longer than ``IdentityStore/maximumIdentitySize``.
    case identityTooLong
    /// The provider has or hands over more than ``IdentityStore/maximumIdentityCount`` identities.
    case tooManyIdentities
    /// The disk or the database is full; what was there before is still there.
    case full
    /// The database cannot be opened or written.
    case unavailable(sqliteCode: Int32)
    /// The folder cannot be made, or the file cannot be created in it.
    case unusableFolder
}

/// Why a store starts empty although there was one before.
package struct IdentityStoreLoss: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        /// The file is damaged, cut short or no database of ours.
        case damaged
        /// A later version wrote the file.
        case newerFormat
        /// An earlier version wrote the file.
        case olderFormat
        /// The file came here from another machine or out of a backup.
        case otherMachine
        /// The store is kept in memory only, and this is a new start or it was forgotten.
        case forgotten
        /// The file is gone although providers are enabled.
        case missing
    }

    package var reason: Reason
    /// The name that the damaged file has now, in the same folder.
    package var setAside: String?

    package init(reason: Reason, setAside: String? = nil) {
        self.reason = reason
        self.setAside = setAside
    }
}
