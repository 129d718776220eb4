public import AuthenticationServices

// Properties of a passkey's account that Apple's API does not have.

extension ASPasskeyCredentialIdentity {
    /// The site's name for the user (WebAuthn's `user.displayName`), which suggestions show beside the user name.
    ///
    /// Set in a registration request if the site gives one; a provider sets it in the identities that it stores. `nil`
    /// if it is unknown or equals the user name.
    public var userDisplayName: String? {
        get { displayName }
        set { displayName = newValue }
    }

    /// When the passkey was last used, which suggestions show; `nil` if it was never used, or the provider does not know.
    public var lastUse: Date? {
        get { lastUsed }
        set { lastUsed = newValue }
    }
}

extension ASCredentialProviderExtensionContext {
    /// The display name in the report of a changed account (WebAuthn's `signalCurrentUserDetails`).
    ///
    /// It belongs to `reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)`; `nil` if the site gave none.
    public var reportedUserDisplayName: String? { ProcessLink.reportedUserDisplayName }
}
