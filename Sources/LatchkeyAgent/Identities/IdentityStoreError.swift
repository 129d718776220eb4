package import LatchkeyWire

/// An error of the identity store; `ASCredentialIdentityStoreError` has three of these.
package enum IdentityStoreError: Error, Hashable, Sendable {
    /// The provider is not enabled (`storeDisabled`).
    case disabled
    /// Too many changes are open, or another process has locked the database; trying again later helps (`storeBusy`).
    case busy
    /// No open change of this provider has that number.
    case unknownChange
    /// The identity is longer than ``IdentityStore/maximumIdentitySize``.
    case identityTooLong
    /// The provider has, or saves, more than ``IdentityStore/maximumIdentityCount`` identities.
    case tooManyIdentities
    /// The disk or the database is full; the store is unchanged.
    case full
    /// The database cannot be opened or written.
    case unavailable(sqliteCode: Int32)
    /// The folder or the file cannot be created.
    case unusableFolder
}

/// Why a store is empty although there was one before.
package struct IdentityStoreLoss: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        /// The file is damaged, truncated or another database.
        case damaged
        /// A later version wrote the file.
        case newerFormat
        /// An earlier version wrote the file.
        case olderFormat
        /// The file is from another machine or a backup.
        case otherMachine
        /// The store is in memory only, and the agent was started or locked.
        case forgotten
        /// There is no file although providers are enabled.
        case missing
    }

    package var reason: Reason
    /// The new name of the damaged file, in the same folder; `nil` if it was removed.
    package var setAside: String?

    package init(reason: Reason, setAside: String? = nil) {
        self.reason = reason
        self.setAside = setAside
    }
}

extension RemoteError {
    /// Converts an error of the store.
    package init(_ error: IdentityStoreError) {
        switch error {
        case .disabled: self.init(.storeDisabled, "the provider is disabled", hint: "enable it first")
        case .busy: self.init(.storeBusy, "the identity store is busy; try again")
        case .unknownChange: self.init(.invalidParameters, "no such change is open")
        case .identityTooLong: self.init(.invalidParameters, "an identity is longer than the store takes")
        case .tooManyIdentities: self.init(.storeInternalError, "there are more identities than the store takes")
        case .full: self.init(.storeInternalError, "the disk is full; the identity store is as it was")
        case .unavailable(let code):
            self.init(.storeInternalError, "the identity store cannot be opened or written (SQLite \(code))")
        case .unusableFolder: self.init(.storeInternalError, "the identity store's folder cannot be used")
        }
    }
}
