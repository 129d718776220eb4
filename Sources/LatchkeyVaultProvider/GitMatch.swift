import Foundation
import LatchkeyMatching
package import LatchkeyProvider
package import LatchkeyVault

/// Which logins are meant when git asks: git's own rule (credential.c, `credential_match`), and no page's.
///
/// A part that git gives must be that of the login; one that it does not give is not compared. No parent of a host, no
/// affiliated one, no other port, and never `http` for `https`.
package struct GitMatch: Sendable {
    private let page: PageURL
    private let path: String?
    private let username: String?
    private let takesAuthenticationTypes: Bool

    /// Nothing for a scheme or host that is no place on the web.
    package init?(_ request: GitCredentialRequest) {
        guard let page = try? PageURL("\(request.protocol)://\(request.host)/"),
            // A host that ends the authority early, or is decoded once more, would be another one than git's.
            !request.host.contains(where: { "/?#@\\%".contains($0) })
        else { return nil }
        self.page = page
        path = request.path.map(Self.withoutOuterSlashes).flatMap { $0.isEmpty ? nil : $0 }
        username = request.username
        takesAuthenticationTypes = request.takesAuthenticationTypes
    }

    /// What was stored for git: the site that ``site`` gave; nothing for what is no page.
    init?(_ site: Site, user: String) {
        guard site.scheme != nil, let page = try? PageURL(site.text) else { return nil }
        self.page = page
        path = Self.path(of: page).flatMap { $0.isEmpty ? nil : $0 }
        username = user
        takesAuthenticationTypes = true
    }

    /// Where a new login belongs.
    package var site: Site? {
        let origin = "\(page.scheme.rawValue)://\(page.hostAndPort)"
        guard let path else { return Site(origin) }
        return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).flatMap { Site("\(origin)/\($0)") }
    }

    package var host: String { page.hostAndPort }

    /// Whether a login can be what git means, as far as its overview tells.
    package func fits(_ overview: Overview) -> Bool {
        !overview.isRemoved && (username == nil || overview.user == username) && overview.sites.contains(where: fits)
    }

    /// Whether git can use a login, which its secrets tell.
    package func canUse(_ login: Login) -> Bool {
        login.authenticationType == nil || takesAuthenticationTypes
    }

    private func fits(_ site: Site) -> Bool {
        // A bare host stands for its secure page.
        let text = site.scheme == nil ? "https://" + site.text : site.text
        guard let stored = try? PageURL(text), stored.scheme == page.scheme, stored.hostAndPort == page.hostAndPort
        else {
            return false
        }
        guard let path else { return true }
        return Self.path(of: stored).map { $0.utf8.elementsEqual(path.utf8) } ?? false
    }

    /// The path of an address as git has it: decoded, without slashes at its ends.
    private static func path(of page: PageURL) -> String? {
        // The canonical text is ASCII, and always has a slash after the host.
        let afterScheme = page.text.dropFirst(page.scheme.rawValue.count + 3)
        let path = afterScheme.drop { $0 != "/" }.prefix { $0 != "?" && $0 != "#" }
        return String(path).removingPercentEncoding.map(withoutOuterSlashes)
    }

    private static func withoutOuterSlashes(_ path: String) -> String {
        path.trimmingCharacters(in: CharacterSet(charactersIn: "/"))
    }
}
