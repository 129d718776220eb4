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
    private var username: String?
    private let takesAuthenticationTypes: Bool

    /// Nothing for a scheme or host that is no place on the web.
    package init?(_ request: GitCredentialRequest) {
        guard let page = PageURL(gitProtocol: request.protocol, host: request.host) else { return nil }
        self.page = page
        path = request.path.map(Self.withoutOuterSlashes).flatMap { $0.isEmpty ? nil : $0 }
        username = request.username
        takesAuthenticationTypes = request.takesAuthenticationTypes
    }

    /// What was meant when ``site`` was noted; nothing for what is no page.
    ///
    /// - Parameter user: Nothing where git named none.
    init?(_ site: Site, user: String?) {
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
        !overview.isRemoved && isOfUser(overview.user) && overview.sites.contains(where: fits)
    }

    /// Whether git can use a login, which its secrets tell: not where its server has refused this very password.
    package func canUse(_ record: Record) -> Bool {
        (record.login.authenticationType == nil || takesAuthenticationTypes) && !isRefused(record)
    }

    /// Whether the password that a login has now was refused here.
    func isRefused(_ record: Record) -> Bool {
        guard let digest = record.overview.passwordDigest else { return false }
        return record.login.gitUse.refusals.contains { $0.password == digest && isCovered(by: $0.place) }
    }

    /// Whether what is known of a place holds here: it is the whole host, or this very path of it.
    func isCovered(by place: String) -> Bool {
        guard let other = Site(place).flatMap({ GitMatch($0, user: nil) }), other.page.scheme == page.scheme,
            other.page.hostAndPort == page.hostAndPort
        else { return false }
        guard let otherPath = other.path else { return true }
        return path.map { $0.utf8.elementsEqual(otherPath.utf8) } ?? false
    }

    /// Which logins a credential may be stored in.
    ///
    /// git names no user beside a credential that is no password, and hands it back so.
    func storing(for user: String, _ details: GitCredentialDetails) -> GitMatch {
        var match = self
        match.username = user.isEmpty && details.authenticationType != nil ? nil : user
        return match
    }

    /// git compares bytes, where Swift holds two spellings of one character for the same.
    private func isOfUser(_ user: String) -> Bool {
        username.map { $0.utf8.elementsEqual(user.utf8) } ?? true
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
