import Foundation
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// The values of `--site`.
enum SiteOptions {
    /// Parses the addresses and drops duplicates.
    ///
    /// Prints a note for an address that is never suggested, and for one whose rule is ignored or stricter than written.
    static func parse(_ texts: [String]) throws -> [Site] {
        var sites: [Site] = []
        for text in texts {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let site = Site(text) else { throw Messages.invalidSite(text) }
            if let prefix = site.invalidRulePrefix { throw Messages.unknownRule(text, isExclusion: prefix == "never") }
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

    /// Checks an address on whose host a login is never suggested.
    static func checkExcluded(_ text: String) throws {
        guard let site = Site(text), site.rule == nil, site.origin != nil else { throw Messages.invalidSite(text) }
        if site.place == nil { throw Messages.invalidHost(text) }
    }

    private static func noteRule(of site: Site, among sites: [Site]) {
        if site.rule == .start, site.place?.rule == .exact {
            VaultProgram.console.note(Messages.matchesExactPathOnly(site))
        }
        if let siteWithoutRule = sites.first(where: { $0.rule == nil && $0.isOfSameSite(as: site) }) {
            VaultProgram.console.note(Messages.ruleWithoutEffect(site, because: siteWithoutRule))
        }
    }
}

extension Site {
    /// The part before `+` of an address that looks like one with a rule, such as `starts+https://example.com`; `nil`
    /// for any other address, and for one with a valid rule.
    fileprivate var invalidRulePrefix: Substring? {
        guard rule == nil,
            let start = scheme ?? text.lowercased().split(whereSeparator: "/?#".contains).first.map(String.init),
            let plus = start.firstIndex(of: "+")
        else { return nil }
        let prefix = start[..<plus]
        if AddressRule(rawValue: String(prefix)) != nil { return prefix }
        let isWeb = ["http", "https"].contains(start[start.index(after: plus)...])
        return isWeb && !Self.transports.contains(prefix) ? prefix : nil
    }

    /// Protocols of version control and WebDAV whose addresses can begin with, for example, `svn+https`.
    private static let transports: Set<Substring> = ["bzr", "caldav", "carddav", "dav", "git", "hg", "svn", "webdav"]

    fileprivate var place: ServicePlace? {
        matchingServiceIdentifier().flatMap { try? ServicePlace($0) }
    }

    /// Whether both hosts have the same registrable domain; hosts without one must be equal, and the ports as well.
    fileprivate func isOfSameSite(as other: Site) -> Bool {
        guard let place, let other = other.place else { return false }
        return place.host.standsForItself
            ? place.host == other.host && place.port == other.port : place.host.site == other.host.site
    }
}
