package import LatchkeyCore

extension ServiceIdentifier {
    /// The prefix of the scheme of a host where a login is never suggested, such as `never+https://www.example.org`.
    ///
    /// No page has such a scheme, so the identity itself is never suggested. It removes the other identities of its
    /// record from the suggestions for the host's pages.
    package static let exclusionPrefix = "never+"

    /// The place where the login is never suggested; `nil` for the service identifier of a login.
    package var excludedPlace: ServicePlace? {
        guard type == .url, identifier.hasPrefix(Self.exclusionPrefix) else { return nil }
        let address = String(identifier.dropFirst(Self.exclusionPrefix.count))
        return try? ServicePlace(ServiceIdentifier(type: .url, identifier: address))
    }
}

extension ServicePlace {
    /// Whether an exclusion of this place applies to the page: host and port must match.
    package func excludes(_ page: PageURL) -> Bool {
        host == page.host && portFits(page)
    }
}

/// The logins that their providers exclude from a page.
struct Exclusions {
    private struct Login: Hashable {
        let provider: ProviderIdentifier
        let record: String
    }

    private let logins: Set<Login>

    init(among identities: [StoredIdentity], on page: PageURL) {
        var logins: Set<Login> = []
        for stored in identities {
            guard let record = stored.identity.recordIdentifier,
                let place = stored.identity.serviceIdentifier.excludedPlace, place.excludes(page)
            else { continue }
            logins.insert(Login(provider: stored.provider, record: record))
        }
        self.logins = logins
    }

    /// Whether the identity is one of an excluded login; a passkey's relying party alone decides where it is used.
    func cover(_ stored: StoredIdentity) -> Bool {
        guard !logins.isEmpty, stored.identity.kind != .passkey, let record = stored.identity.recordIdentifier else {
            return false
        }
        return logins.contains(Login(provider: stored.provider, record: record))
    }
}
