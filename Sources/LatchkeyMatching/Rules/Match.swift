package import LatchkeyCore

/// A stored identity that matches a page, and how.
package struct Match: Hashable, Sendable {
    package let stored: StoredIdentity
    /// The place of its service; `nil` if matching did not go by a place, as for git's own credentials.
    package let place: ServicePlace?
    package let acceptance: Acceptance

    package init(_ stored: StoredIdentity, place: ServicePlace? = nil, acceptance: Acceptance) {
        self.stored = stored
        self.place = place
        self.acceptance = acceptance
    }

    package var identity: CredentialIdentity { stored.identity }
    package var provider: ProviderIdentifier { stored.provider }

    /// The service that the credential was saved for, to be shown.
    package var service: String { place?.hostAndPort ?? identity.serviceIdentifier.identifier }
}
