import Foundation
import LatchkeyMatching
package import LatchkeyVault

/// Which sites are known to take one-time codes or passkeys, by their registrable domains.
///
/// What is in it is little and certain; a site that is missing may take both all the same. The person's own file adds to
/// it, and corrects it.
package struct SecondFactorList: Hashable, Sendable {
    private var factors: [String: SecondFactors]

    /// Made by this project in November 2026: only sites whose own documentation says so, with its address.
    ///
    /// Lists that others keep change daily and are made to be asked for over the network, which this program never does.
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

    /// How long a person's file may be, in bytes.
    private static let byteLimit = 1024 * 1024

    /// What is wrong with a person's file.
    package enum Mistake: Error, Hashable, Sendable {
        case unreadable
        case tooLong(limit: Int)
        /// It is not one object of domains with lists of words.
        case notSites
        /// Not a registrable domain such as `example.com`.
        case domain(String)
        /// Neither `code` nor `passkey`.
        case factor(String, of: String)
    }

    /// Takes over what a person's file says, in the place of what the list says about the same sites.
    ///
    /// The file is a JSON object such as `{"example.com": ["code", "passkey"], "example.org": []}`; the empty list says
    /// that a site takes neither. A file that is not there changes nothing, and neither does one with a mistake.
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

    /// What the sites of a login take.
    package func possible(at sites: [Site]) -> SecondFactors {
        sites.reduce(into: []) { found, site in
            guard site.origin != nil, let domain = (try? Host(site.host))?.registrableDomain else { return }
            found.formUnion(factors[domain.text] ?? [])
        }
    }
}
