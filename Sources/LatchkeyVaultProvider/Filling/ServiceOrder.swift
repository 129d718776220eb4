package import AuthenticationServices
import LatchkeyMatching
import LatchkeyVault

/// The services of a list request, most specific first; orders the logins by the service that they match.
///
/// Every login stays in the list, whatever its service. The agent alone decides which logins are suggested.
package struct ServiceOrder: Sendable {
    fileprivate enum Service: Sendable {
        /// A page of exactly this host and port.
        case page(host: String, port: UInt16?)
        /// A domain and its subdomains.
        case domain(String, port: UInt16?)
    }

    private var services: [Service] = []
    /// The page of the first identifier; `nil` if that is a domain or an app.
    private let page: PageURL?
    /// The name of the first service: the page's host as in the agent's frame, or the display name.
    ///
    /// `nil` if there is no service, or it has neither.
    package let name: String?

    /// Takes the system's identifiers.
    ///
    /// Identifiers of apps match no login.
    package init(_ identifiers: [ASCredentialServiceIdentifier]) {
        services = identifiers.compactMap { identifier in
            guard identifier.type != .app, let site = Site(identifier.identifier) else { return nil }
            let host = Self.comparable(site.host)
            return identifier.type == .URL
                ? .page(host: host, port: site.effectivePort) : .domain(host, port: site.port)
        }
        let page = identifiers.first.flatMap { $0.type == .URL ? try? PageURL($0.identifier) : nil }
        self.page = page
        name = page.map { Host.displayText(of: $0.hostAndPort) } ?? identifiers.first?.displayName
    }

    /// The index of the first service that matches one of the login's sites, and that site; `nil` if none matches.
    func match(of overview: Overview) -> (service: Int, site: Site)? {
        guard !services.isEmpty else { return nil }
        let isExcluded = page.map(overview.isExcluded(from:)) ?? false
        return overview.sites.filter { (!isExcluded || $0.namesPages) && isCandidate($0) }.compactMap { site in
            let host = Self.comparable(site.host)
            return services.firstIndex { $0.fits(site, host: host) }.map { ($0, site) }
        }.min { $0.0 < $1.0 }
    }

    /// The first website of the login on the page's host; `nil` if there is none, or if the login excludes the host.
    func siteOnPageHost(of overview: Overview) -> Site? {
        guard let page, !overview.isExcluded(from: page) else { return nil }
        return overview.sites.first { $0.origin != nil && Self.comparable($0.host) == page.host.text }
    }

    /// Whether the site is on the web, and its rule allows the page.
    ///
    /// A site of another protocol, such as smtp, belongs to no page of its host.
    private func isCandidate(_ site: Site) -> Bool {
        guard site.rule != nil else { return site.origin != nil }
        guard let page, let place = site.matchingServiceIdentifier().flatMap({ try? ServicePlace($0) }) else {
            return false
        }
        return place.ruleAllows(page)
    }

    /// The host in ASCII form, as in page URLs; unchanged if it is not a valid host.
    private static func comparable(_ host: String) -> String {
        if host.utf8.allSatisfy({ $0 < 0x80 }) { return host }
        return (try? Host(host))?.text ?? host
    }
}

extension ServiceOrder.Service {
    fileprivate func fits(_ site: Site, host: String) -> Bool {
        switch self {
        case .page(host, let port): site.port == nil && site.scheme == nil || site.effectivePort == port
        case .page: false
        case .domain(let domain, let port):
            (host == domain || host.hasSuffix("." + domain)) && (port == nil || port == site.port)
        }
    }
}

extension Site {
    /// The explicit port, or the scheme's default port.
    fileprivate var effectivePort: UInt16? { port ?? (scheme == "http" ? 80 : 443) }
}
