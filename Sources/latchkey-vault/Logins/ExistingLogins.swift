import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// Finds logins in the vault that a new login duplicates.
///
/// It reads every overview of the vault.
struct ExistingLogins {
    private let overviews: [Overview]

    init(in vault: UnlockedVault) throws {
        overviews = try vault.overviews().overviews.filter { $0.kind == .login }
    }

    /// The logins with the same user and title at the same site, which users could not distinguish from the new one.
    ///
    /// - Parameter hasOwnTitle: Whether the user chose the title; otherwise titles are not compared.
    func duplicates(of new: Login, hasOwnTitle: Bool) -> [Overview] {
        overviews.filter { old in
            // git's login and a website's are two logins.
            guard old.user == new.user, !old.contents.contains(.onlyForGit) else { return false }
            let isSameTitle = old.title == new.title
            if new.sites.isEmpty { return old.sites.isEmpty && isSameTitle }
            guard isSameTitle || !hasOwnTitle else { return false }
            return old.sites.contains { site in new.sites.contains { $0.isSamePlace(as: site) } }
        }
    }

    /// The logins without a code that match the issuer of a code; only those of its account if there are any.
    func owners(ofCode code: Login) -> [Overview] {
        let issuer = Self.folded(code.title)
        guard !issuer.isEmpty else { return [] }
        let found = overviews.filter { overview in
            guard !overview.contents.contains(.oneTimeCode) else { return false }
            return Self.folded(overview.title) == issuer
                || overview.sites.contains { Self.names(of: $0).contains(issuer) }
        }
        let own = found.filter { $0.user.lowercased() == code.user.lowercased() }
        return own.isEmpty ? found : own
    }

    /// The names by which an issuer may call a site, such as `github.com` and `github`.
    private static func names(of site: Site) -> [String] {
        let domain = (try? Host(site.host))?.registrableDomain?.text ?? site.host
        return [site.host, domain, String(domain.prefix { $0 != "." })].map(folded)
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

extension Site {
    /// Whether both are the same page; a scheme, port or path that only one of them has is ignored.
    fileprivate func isSamePlace(as other: Site) -> Bool {
        guard host == other.host, scheme == other.scheme || scheme == nil || other.scheme == nil else { return false }
        guard effectivePort == other.effectivePort || effectivePort == nil || other.effectivePort == nil else {
            return false
        }
        return path == other.path || path.isEmpty || other.path.isEmpty
    }

    private var effectivePort: UInt16? {
        port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
    }

    /// Path and query without trailing slashes; empty for the front page.
    private var path: String {
        var path = pathAndMore.prefix { $0 != "#" }
        while path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
