import Crypto
import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyWire
import Synchronization

/// The credentials that git received, and their providers, as keyed digests.
///
/// git sends a credential back to store it after it worked, or to erase it after it was rejected. The agent makes the key
/// at its start and does not store it.
package final class GitCredentialCache: Sendable {
    /// A credential of git with its attributes.
    struct Credential {
        var address: GitAddress
        var path: String?
        var user: String
        var password: String
        var details: GitCredentialDetails
    }

    private static let limit = 64
    private let key = SymmetricKey(size: .bits256)
    private let recent = Mutex<[String]>([])
    /// The providers that received credentials to save, by origin; the latest is last.
    private let receivers = Mutex<[Receiver]>([])
    /// The providers that returned or saved a credential, by a digest of its origin, user and password; the latest is last.
    private let owners = Mutex<[Owner]>([])

    private struct Receiver: Equatable {
        var provider: ProviderIdentifier
        var origin: String
    }

    private struct Owner: Equatable {
        var provider: ProviderIdentifier
        var name: String
    }

    package init() {}

    /// Records a credential that a provider returned, and returns its name.
    func note(_ credential: Credential, from provider: ProviderIdentifier) -> String {
        noteOwner(of: credential, by: provider)
        let name = name(of: credential)
        recent.withLock { recent in
            recent.removeAll { $0 == name }
            recent.append(name)
            if recent.count > Self.limit { recent.removeFirst() }
        }
        return name
    }

    /// Forgets the returned credentials: after a rejection, every credential that works must be saved.
    func forget() { recent.withLock { $0.removeAll() } }

    /// Records the provider that received a credential to save, which can have no identity until its vault is unlocked.
    func noteSaving(of credential: Credential, by provider: ProviderIdentifier) {
        noteOwner(of: credential, by: provider)
        let receiver = Receiver(provider: provider, origin: credential.address.text)
        receivers.withLock { receivers in
            receivers.removeAll { $0 == receiver }
            receivers.append(receiver)
            if receivers.count > Self.limit { receivers.removeFirst() }
        }
    }

    /// The providers that received a credential of this origin.
    func receivers(for address: GitAddress) -> Set<ProviderIdentifier> {
        receivers.withLock { receivers in Set(receivers.filter { $0.origin == address.text }.map(\.provider)) }
    }

    /// The providers that returned or saved a credential; empty if the agent does not know.
    ///
    /// Only the attributes that git sends with a rejection are compared.
    func owners(of password: String, user: String, at address: GitAddress) -> Set<ProviderIdentifier> {
        let name = name(ofKnown: password, user: user, at: address)
        return owners.withLock { owners in Set(owners.filter { $0.name == name }.map(\.provider)) }
    }

    private func noteOwner(of credential: Credential, by provider: ProviderIdentifier) {
        let user = credential.details.authenticationType == nil ? credential.user : ""
        let owner = Owner(
            provider: provider, name: name(ofKnown: credential.password, user: user, at: credential.address))
        owners.withLock { owners in
            owners.removeAll { $0 == owner }
            owners.append(owner)
            if owners.count > Self.limit { owners.removeFirst() }
        }
    }

    /// Whether this credential was returned to git.
    func contains(_ credential: Credential) -> Bool {
        let name = name(of: credential)
        return recent.withLock { $0.contains(name) }
    }

    /// The name of a credential that git stores, for a provider that cannot read it back.
    func name(ofStored credential: Credential) -> String {
        digest(of: ["store", credential.user] + parts(of: credential))
    }

    /// The name of a credential that git erases, in which a missing attribute differs from an empty one.
    func name(ofErased target: GitTarget, password: String?, at address: GitAddress) -> String {
        let said = [target.path, target.username, password].flatMap { [$0 == nil ? "" : "said", $0 ?? ""] }
        return digest(of: ["erase", address.text] + said)
    }

    private func name(ofKnown password: String, user: String, at address: GitAddress) -> String {
        digest(of: ["know", address.text, user, password])
    }

    private func name(of credential: Credential) -> String { digest(of: parts(of: credential)) }

    private func parts(of credential: Credential) -> [String] {
        let details = credential.details
        // git receives no user with a credential that is not a password, and sends none back.
        let user = details.authenticationType == nil ? credential.user : ""
        return [
            credential.address.text, credential.path ?? "", user, credential.password,
            details.passwordExpiry.map { String($0) } ?? "", details.oauthRefreshToken ?? "",
            details.authenticationType ?? "",
        ]
    }

    private func digest(of parts: [String]) -> String {
        var authentication = HMAC<SHA256>(key: key)
        for part in parts {
            // Each has its length, so that different credentials never have the same text.
            authentication.update(data: Data("\(part.utf8.count):".utf8))
            authentication.update(data: Data(part.utf8))
        }
        return Hexadecimal.text(authentication.finalize().prefix(16))
    }
}
