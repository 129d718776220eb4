import LatchkeyCore
import LatchkeyMatching
import LatchkeyVault

extension Overview {
    /// The excluded sites that have an effect.
    ///
    /// A web address of the login takes precedence over an exclusion of the same host and port. The default ports of
    /// http and https are equal, and a bare host without a port has them. An address whose rule names pages takes
    /// precedence on those pages only, see ``isExcluded(from:)``.
    var effectiveExcludedSites: [Site] {
        // Almost every login, and a list checks all of them.
        guard !excludedSites.isEmpty else { return [] }
        let own = Set(sites.filter { !$0.namesPages }.compactMap { $0.webPlace?.hostAndPort })
        return excludedSites.filter { site in
            guard let place = site.webPlace else { return false }
            return !own.contains(place.hostAndPort)
        }
    }

    /// Whether no address of the login matches the page, except one whose rule names pages.
    func isExcluded(from page: PageURL) -> Bool {
        effectiveExcludedSites.contains { $0.webPlace?.excludes(page) ?? false }
    }
}

extension Site {
    /// Whether the address has a rule that names pages of its host.
    var namesPages: Bool { rule?.namesPages ?? false }

    /// Scheme, host and port, where a bare host means https; `nil` for a site that is not on the web.
    var webOrigin: String? {
        origin.map { scheme == nil ? "https://" + $0 : $0 }
    }

    /// The place of the site, with its host in ASCII form; `nil` for a site that is not on the web.
    fileprivate var webPlace: ServicePlace? {
        webOrigin.flatMap { try? ServicePlace(ServiceIdentifier(type: .url, identifier: $0)) }
    }
}
