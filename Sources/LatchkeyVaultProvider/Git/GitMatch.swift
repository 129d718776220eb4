import Foundation
import LatchkeyMatching
package import LatchkeyProvider
package import LatchkeyVault

/// Matches logins to a git request by git's own rule (credential.c, `credential_match`).
///
/// Every part that git sends must equal the login's; a missing part matches anything. Scheme, host and port must be
/// equal: parent domains and affiliated sites do not match.
package struct GitMatch: Sendable {
    private let address: GitAddress
    private let path: String?
    private var username: String?
    private let takesAuthenticationTypes: Bool

    /// `nil` if the protocol or the host is invalid.
    package init?(_ request: GitCredentialRequest) {
        guard let address = GitAddress(protocol: request.protocol, host: request.host) else { return nil }
        self.address = address
        path = request.path.map(Self.withoutOuterSlashes).flatMap { $0.isEmpty ? nil : $0 }
        username = request.username
        takesAuthenticationTypes = request.takesAuthenticationTypes
    }

    /// Restores a match from its ``site``; `nil` if the site has no scheme or is invalid.
    ///
    /// - Parameter user: `nil` if git named no user.
    init?(_ site: Site, user: String?) {
        guard site.scheme != nil, let address = GitAddress(site.url) else { return nil }
        self.address = address
        path = Self.path(of: site.url).flatMap { $0.isEmpty ? nil : $0 }
        username = user
        takesAuthenticationTypes = true
    }

    /// The site of a new login; `nil` if the path cannot be encoded.
    package var site: Site? {
        // A site always has a host.
        let origin = address.host == nil ? "\(address.scheme)://localhost" : address.text
        guard let path else { return Site(origin) }
        return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).flatMap { Site("\(origin)/\($0)") }
    }

    /// The title of a new login: the host, or the file's name if there is no host.
    package var title: String {
        if address.host != nil { return address.hostAndPort }
        return path?.split(separator: "/").last.map(String.init) ?? address.scheme
    }

    /// Whether a login matches, judged by its overview.
    package func fits(_ overview: Overview) -> Bool {
        !overview.isRemoved && overview.kind == .login && isOfUser(overview.user)
            && overview.sites.contains(where: fits)
    }

    /// Whether git can use a login: git supports its authentication type, and the server has not rejected its password.
    package func canUse(_ record: Record) -> Bool {
        (record.login.authenticationType == nil || takesAuthenticationTypes) && !isRejected(record)
    }

    /// Whether this server has rejected the login's current password.
    func isRejected(_ record: Record) -> Bool {
        guard let digest = record.overview.passwordDigest else { return false }
        return record.login.gitUse.rejections.contains { $0.password == digest && isCovered(by: $0.url) }
    }

    /// Whether a rejection at a site applies here: the site is the whole host, or has the same path.
    func isCovered(by site: String) -> Bool {
        guard let other = Site(site).flatMap({ GitMatch($0, user: nil) }), other.address == address else {
            return false
        }
        guard let otherPath = other.path else { return true }
        return path.map { $0.utf8.elementsEqual(otherPath.utf8) } ?? false
    }

    /// The match for storing a credential of a user.
    ///
    /// git sends no user name with a credential of an authentication type.
    func storing(for user: String, _ details: GitCredentialDetails) -> GitMatch {
        var match = self
        match.username = user.isEmpty && details.authenticationType != nil ? nil : user
        return match
    }

    /// Compares bytes, as git does; Swift's `==` treats canonically equivalent strings as equal.
    private func isOfUser(_ user: String) -> Bool {
        username.map { $0.utf8.elementsEqual(user.utf8) } ?? true
    }

    private func fits(_ site: Site) -> Bool {
        // A bare host means https.
        guard (site.scheme ?? "https") == address.scheme else { return false }
        // Ignores the rule: git usually sends no path, so a path rule would refuse its requests.
        guard GitAddress(site.url) == address else { return false }
        guard let path else { return true }
        return Self.path(of: site.url).map { $0.utf8.elementsEqual(path.utf8) } ?? false
    }

    /// The path of a URL as in git's requests: percent-decoded, without leading and trailing slashes.
    ///
    /// Works on bytes, because a slash before a combining mark is not a `Character` of its own.
    private static func path(of url: String) -> String? {
        let slash = UInt8(ascii: "/")
        guard let mark = url.utf8.firstRange(of: "://".utf8) else { return nil }
        let path = url.utf8[mark.upperBound...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            .drop { $0 != slash }
        return String(Substring(path)).removingPercentEncoding.map(withoutOuterSlashes)
    }

    private static func withoutOuterSlashes(_ path: String) -> String {
        path.trimmingCharacters(in: CharacterSet(charactersIn: "/"))
    }
}
