package import AuthenticationServices
import LatchkeyMatching
import LatchkeyVault

/// The services that a list was asked for, the most specific first; it says which of them a login is for.
///
/// This only orders a list in which every login stays reachable. What may be suggested is decided by the agent.
package struct ServiceOrder: Sendable {
    fileprivate enum Service: Sendable {
        /// A page: this host and port.
        case page(host: String, port: UInt16?)
        /// A domain and all below it.
        case domain(String, port: UInt16?)
    }

    private var services: [Service] = []
    /// What to call the page, if there is one: its host, as the agent's frame around a sheet has it.
    package let name: String?

    /// Reads the identifiers as the system hands them over; those that name no place on the web fit nothing.
    package init(_ identifiers: [ASCredentialServiceIdentifier]) {
        services = identifiers.compactMap { identifier in
            guard identifier.type != .app, let site = Site(identifier.identifier) else { return nil }
            let host = Self.comparable(site.host)
            return identifier.type == .URL
                ? .page(host: host, port: site.effectivePort) : .domain(host, port: site.port)
        }
        name = identifiers.first.flatMap { first in
            let page = first.type == .URL ? try? PageURL(first.identifier) : nil
            return page.map { Host.displayText(of: $0.hostAndPort) } ?? first.displayName
        }
    }

    /// The first service that one of the login's sites is for, and that site.
    func place(of overview: Overview) -> (service: Int, site: Site)? {
        guard !services.isEmpty else { return nil }
        return overview.sites.compactMap { site in
            let host = Self.comparable(site.host)
            return services.firstIndex { $0.fits(site, host: host) }.map { ($0, site) }
        }.min { $0.0 < $1.0 }
    }

    /// The host in its ASCII form, which pages have; as it is where it is none.
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
    /// The port, or that of the scheme.
    fileprivate var effectivePort: UInt16? { port ?? (scheme == "http" ? 80 : 443) }
}
