package import LatchkeyWire

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
