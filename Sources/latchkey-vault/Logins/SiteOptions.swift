import Foundation
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// The values of `--site`.
enum SiteOptions {
    /// Parses the addresses, drops repeated ones, and prints a note about each that works differently than it looks.
    static func parse(_ texts: [String]) throws -> [Site] {
        var sites: [Site] = []
        for text in texts {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let site = Site(text) else { throw Messages.invalidSite(text) }
            if let prefix = site.unknownRule { throw Messages.unknownRule(text, isExclusion: prefix == "never") }
            guard !sites.contains(site) else { continue }
            if site.origin == nil {
                VaultProgram.console.note(Messages.neverSuggested(text, isForGit: site.gitServiceIdentifier != nil))
            } else if site.place == nil {
                throw Messages.invalidHost(text)
            }
            sites.append(site)
        }
        for site in sites where site.rule != nil { noteRule(of: site, among: sites) }
        return sites
    }

    private static func noteRule(of site: Site, among sites: [Site]) {
        if site.rule == .start, site.place?.rule == .exact {
            VaultProgram.console.note(Messages.ruleOfQuery(site))
        }
        if let whole = sites.first(where: { $0.rule == nil && $0.isOfSameSite(as: site) }) {
            VaultProgram.console.note(Messages.ruleWithoutEffect(site, because: whole))
        }
    }
}

extension Site {
    /// The prefix of the scheme that looks like a rule, such as `starts` in `starts+https`; `nil` if there is none.
    fileprivate var unknownRule: Substring? {
        guard rule == nil, let start = scheme ?? text.lowercased().split(separator: "/").first.map(String.init),
            let plus = start.firstIndex(of: "+")
        else { return nil }
        let prefix = start[..<plus]
        if AddressRule(rawValue: String(prefix)) != nil { return prefix }
        let isWeb = ["http", "https"].contains(start[start.index(after: plus)...])
        return isWeb && !Self.transports.contains(prefix) ? prefix : nil
    }

    /// Version control systems whose addresses can begin with, for example, `svn+https`.
    private static let transports: Set<Substring> = ["bzr", "git", "hg", "svn"]

    fileprivate var place: ServicePlace? {
        matchingServiceIdentifier().flatMap { try? ServicePlace($0) }
    }

    /// Whether a login of this address is suggested on the other's host.
    fileprivate func isOfSameSite(as other: Site) -> Bool {
        guard let place, let other = other.place else { return false }
        return place.host.site == other.host.site
    }
}
