import LatchkeyCore
import LatchkeyMatching
import LatchkeyWire

/// The keys by which the store finds an identity again.
///
/// They are canonical: ``IdentityQuery`` gets its own from the same parser.
struct IdentityIndexKeys: Hashable, Sendable {
    /// The ``Host/site`` of the service.
    var site: String
    /// The host, followed by a colon and the port if the service has one that is not its scheme's own.
    var host: String

    /// Computes the keys of an identity; `nil` if no page can match its service.
    ///
    /// An identity without keys is stored for its provider and never suggested.
    init?(of identity: CredentialIdentity) {
        if let key = identity.gitKey {
            site = key
            host = key
            return
        }
        // An exclusion is indexed under its host, so that a look-up returns it with the identities that it excludes.
        let service = identity.serviceIdentifier
        guard let place = service.excludedPlace ?? (try? ServicePlace(service)) else { return nil }
        site = place.host.site
        host = place.hostAndPort
    }
}

extension CredentialIdentity {
    /// The key of an identity that only git can use; `nil` for any other.
    fileprivate var gitKey: String? {
        let text = serviceIdentifier.identifier
        guard kind == .password, serviceIdentifier.type == .url, text.hasPrefix(ServiceIdentifier.gitPrefix),
            let address = GitAddress(String(text.dropFirst(ServiceIdentifier.gitPrefix.count)))
        else { return nil }
        return address.gitKey
    }
}

extension GitAddress {
    /// The key, and the service identifier, of credentials that only git can use.
    ///
    /// It has a scheme, unlike the keys of pages, so a look-up for one never finds the other.
    var gitKey: String { ServiceIdentifier.gitPrefix + text }
}
