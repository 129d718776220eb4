import LatchkeyMatching
import LatchkeyWire

extension SuggestionFinder {
    /// The credentials of exactly this scheme, host and port, and of this user where git names one: first those that are
    /// for git alone, then passwords, those that were used last first.
    ///
    /// - Parameter takesAuthenticationTypes: Whether those count that are no password.
    func findForGit(
        on page: PageURL, user: String?, takesAuthenticationTypes: Bool
    ) throws(RemoteError) -> [Found] {
        var found: [Found] = []
        if takesAuthenticationTypes {
            let key = Self.gitKey(of: page)
            do throws(IdentityStoreError) {
                found = try store.lookUp(IdentityQuery(site: key, hosts: [key])).identities
                    .sorted { $0.identity.rank > $1.identity.rank }
                    .map { self.found($0, .exact, in: PageFrame(page: page)) }
            } catch {
                throw RemoteError(error)
            }
        }
        found += try find(in: PageFrame(page: page), kinds: [.password], scope: .hostOnly).filter { found in
            guard let place = StoredService(found.identity.serviceIdentifier).place else { return false }
            // A bare host stands for its secure page, on that page's own port.
            return (place.scheme ?? .https) == page.scheme && (place.port != .unknown || page.explicitPort == nil)
        }
        guard let user else { return found }
        // git compares bytes, where Swift holds two spellings of one character for the same.
        return found.filter { $0.identity.user.utf8.elementsEqual(user.utf8) }
    }

    /// The keys of an identity that is for git alone; nothing for any other.
    static func gitKeys(of identity: CredentialIdentity) -> IdentityIndexKeys? {
        let service = identity.serviceIdentifier
        guard identity.kind == .password, service.type == .url,
            service.identifier.hasPrefix(ServiceIdentifier.gitPrefix),
            let page = try? PageURL(String(service.identifier.dropFirst(ServiceIdentifier.gitPrefix.count)))
        else { return nil }
        let key = gitKey(of: page)
        return IdentityIndexKeys(site: key, host: key)
    }

    /// No page's key has a scheme in it, so that neither finds the other's.
    private static func gitKey(of page: PageURL) -> String {
        "\(ServiceIdentifier.gitPrefix)\(page.scheme.rawValue)://\(page.hostAndPort)"
    }
}
