import Crypto
import Foundation
import LatchkeyMatching
import LatchkeyWire
import Synchronization

/// Remembers what git was given, and by whom, without its secrets: git hands all of it back, to be stored once it has
/// worked or to be erased once it has not.
///
/// A name is a keyed digest; the key is the agent's and ends with it.
package final class GitCredentialCache: Sendable {
    /// What git gets for one place, and hands back.
    struct Credential {
        var page: PageURL
        var path: String?
        var user: String
        var password: String
        var details: GitCredentialDetails
    }

    private static let limit = 64
    private let key = SymmetricKey(size: .bits256)
    private let recent = Mutex<[String]>([])
    /// Who was handed what for which place, the latest last.
    private let savers = Mutex<[Receiver]>([])
    /// Who knows which credential, by its place, user and password alone; the latest last.
    private let knowers = Mutex<[Owner]>([])

    private struct Receiver: Equatable {
        var provider: ProviderIdentifier
        var origin: String
    }

    private struct Owner: Equatable {
        var provider: ProviderIdentifier
        var name: String
    }

    package init() {}

    /// Notes a credential that a provider gave, and gives its name.
    func note(_ credential: Credential, from provider: ProviderIdentifier) -> String {
        noteKnowledge(of: credential, by: provider)
        let name = name(of: credential)
        recent.withLock { recent in
            recent.removeAll { $0 == name }
            recent.append(name)
            if recent.count > Self.limit { recent.removeFirst() }
        }
        return name
    }

    /// Forgets what was given: once something was refused, all that works is news.
    func forget() { recent.withLock { $0.removeAll() } }

    /// Notes who was handed a credential to be saved; it may have no identity before its vault is unlocked.
    func noteSaving(of credential: Credential, by provider: ProviderIdentifier) {
        noteKnowledge(of: credential, by: provider)
        let receiver = Receiver(provider: provider, origin: credential.page.text)
        savers.withLock { savers in
            savers.removeAll { $0 == receiver }
            savers.append(receiver)
            if savers.count > Self.limit { savers.removeFirst() }
        }
    }

    /// Who was handed a credential for this place.
    func savers(for page: PageURL) -> Set<ProviderIdentifier> {
        savers.withLock { savers in Set(savers.filter { $0.origin == page.text }.map(\.provider)) }
    }

    /// Who gave a credential, or was handed it to be saved; nobody where the agent does not know.
    ///
    /// Only what git says when it refuses one is compared.
    func knowers(of password: String, user: String, at page: PageURL) -> Set<ProviderIdentifier> {
        let name = name(ofKnown: password, user: user, at: page)
        return knowers.withLock { knowers in Set(knowers.filter { $0.name == name }.map(\.provider)) }
    }

    private func noteKnowledge(of credential: Credential, by provider: ProviderIdentifier) {
        let user = credential.details.authenticationType == nil ? credential.user : ""
        let owner = Owner(
            provider: provider, name: name(ofKnown: credential.password, user: user, at: credential.page))
        knowers.withLock { knowers in
            knowers.removeAll { $0 == owner }
            knowers.append(owner)
            if knowers.count > Self.limit { knowers.removeFirst() }
        }
    }

    /// Whether exactly this was given.
    func contains(_ credential: Credential) -> Bool {
        let name = name(of: credential)
        return recent.withLock { $0.contains(name) }
    }

    /// Names what git stores, for whoever keeps it where it cannot be read.
    func name(ofStored credential: Credential) -> String {
        digest(of: ["store", credential.user] + parts(of: credential))
    }

    /// Names what git erases; what it does not say is told from what is empty.
    func name(ofErased target: GitTarget, password: String?, on page: PageURL) -> String {
        let said = [target.path, target.username, password].flatMap { [$0 == nil ? "" : "said", $0 ?? ""] }
        return digest(of: ["erase", page.text] + said)
    }

    private func name(ofKnown password: String, user: String, at page: PageURL) -> String {
        digest(of: ["know", page.text, user, password])
    }

    private func name(of credential: Credential) -> String { digest(of: parts(of: credential)) }

    private func parts(of credential: Credential) -> [String] {
        let details = credential.details
        // git is given no user beside a credential that is no password, and says none when it hands that back.
        let user = details.authenticationType == nil ? credential.user : ""
        return [
            credential.page.text, credential.path ?? "", user, credential.password,
            details.passwordExpiry.map { String($0) } ?? "", details.oauthRefreshToken ?? "",
            details.authenticationType ?? "",
        ]
    }

    private func digest(of parts: [String]) -> String {
        var authentication = HMAC<SHA256>(key: key)
        for part in parts {
            // Each with its length, so that two credentials never come to one text.
            authentication.update(data: Data("\(part.utf8.count):".utf8))
            authentication.update(data: Data(part.utf8))
        }
        return authentication.finalize().prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
