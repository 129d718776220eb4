import Foundation
import LatchkeyMatching
package import LatchkeyVault

/// Sites that are known to support one-time codes or passkeys, by registrable domain.
///
/// The built-in list is short; other sites may support both. The user's own file extends and overrides it.
package struct SecondFactorList: Hashable, Sendable {
    private var factors: [String: SecondFactors]

    /// The built-in list of November 2026: sites whose documentation states the support; the comments link to it.
    ///
    /// Public lists change daily and must be downloaded, but this program never uses the network.
    package static let builtIn = SecondFactorList(
        factors: [
            // https://bitwarden.com/help/setup-two-step-login-authenticator/
            // https://bitwarden.com/help/login-with-passkeys/
            "bitwarden.com": [.code, .passkey],
            // https://developers.cloudflare.com/fundamentals/user-profiles/2fa/
            "cloudflare.com": .code,
            // https://support.discord.com/hc/en-us/articles/219576828
            "discord.com": .code,
            // https://docs.docker.com/security/2fa/
            "docker.com": .code,
            // https://docs.github.com/en/authentication/securing-your-account-with-two-factor-authentication-2fa
            // https://docs.github.com/en/authentication/authenticating-with-a-passkey
            "github.com": [.code, .passkey],
            // https://docs.gitlab.com/user/profile/account/two_factor_authentication/
            "gitlab.com": .code,
            // https://support.google.com/accounts/answer/1066447
            // https://support.google.com/accounts/answer/13548313
            "google.com": [.code, .passkey],
            // https://devcenter.heroku.com/articles/multi-factor-authentication
            "heroku.com": .code,
            // https://proton.me/support/two-factor-authentication-2fa
            "proton.me": .code,
            // https://pypi.org/help/#totp
            "pypi.org": .code,
            // https://guides.rubygems.org/setting-up-multifactor-authentication/
            "rubygems.org": .code,
            // https://wordpress.com/support/security/two-step-authentication/
            "wordpress.com": .code,
        ])

    private init(factors: [String: SecondFactors]) { self.factors = factors }

    /// The maximum size of the user's file, in bytes.
    private static let byteLimit = 1024 * 1024

    /// An error in the user's file.
    package enum Mistake: Error, Hashable, Sendable {
        case unreadable
        /// The file exceeds `limit` bytes.
        case tooLong(limit: Int)
        /// The file is not a JSON object whose values are arrays of strings.
        case notSites
        /// Not a registrable domain such as `example.com`.
        case domain(String)
        /// Neither `code` nor `passkey`.
        case factor(String, of: String)
    }

    /// Adds the sites of the user's file, and overrides sites that are already listed.
    ///
    /// The file is a JSON object such as `{"example.com": ["code", "passkey"], "example.org": []}`. An empty array
    /// means that the site supports neither. Returns the list unchanged if the file does not exist.
    package func adding(fileAt path: String) throws(Mistake) -> SecondFactorList {
        guard FileManager.default.fileExists(atPath: path) else { return self }
        guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: Self.byteLimit + 1) else { throw .unreadable }
        guard bytes.count <= Self.byteLimit else { throw .tooLong(limit: Self.byteLimit) }
        return try adding(bytes)
    }

    func adding(_ bytes: Data) throws(Mistake) -> SecondFactorList {
        guard let sites = try? JSONDecoder().decode([String: [String]].self, from: bytes) else { throw .notSites }
        var list = self
        for (name, words) in sites.sorted(by: { $0.key < $1.key }) {
            guard let host = try? Host(name), let domain = host.registrableDomain, domain.text == host.text else {
                throw .domain(name)
            }
            var factors: SecondFactors = []
            for word in words {
                switch word {
                case "code": factors.insert(.code)
                case "passkey": factors.insert(.passkey)
                default: throw .factor(word, of: name)
                }
            }
            list.factors[domain.text] = factors
        }
        return list
    }

    /// The factors that any of a login's sites supports.
    package func possible(at sites: [Site]) -> SecondFactors {
        sites.reduce(into: []) { found, site in
            guard site.origin != nil, let domain = (try? Host(site.host))?.registrableDomain else { return }
            found.formUnion(factors[domain.text] ?? [])
        }
    }
}

/// The factors that a site supports in addition to a password, or instead of it.
package struct SecondFactors: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One-time codes from any authenticator app.
    package static let code = SecondFactors(rawValue: 1)
    package static let passkey = SecondFactors(rawValue: 2)
}
