import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyWire

// The log has user names, while reports and answers identify passkeys by their identifiers only.
extension Agent {
    /// The user name of a reported account; `nil` if the store does not have it.
    ///
    /// It must be called before the provider processes the report, which can remove the identity.
    func user(ofReport request: ProviderRequest, to provider: ProviderIdentifier) -> String? {
        switch request {
        case .report(.unknownPublicKeyCredential(let party, let credential)):
            user(at: party, of: provider, naming: [Array(credential)]) { $0.credentialID == Array(credential) }
        case .report(.allAcceptedPublicKeyCredentials(let party, let handle, let accepted)):
            user(at: party, of: provider, naming: Set(accepted.map(Array.init))) { $0.userHandle == Array(handle) }
        default: nil
        }
    }

    /// The user name of the passkey that was chosen from a provider's list; `nil` if the store does not have it.
    func user(of answer: ProviderAnswer, by provider: ProviderIdentifier) -> String? {
        guard case .passkeyAssertion(let signed) = answer else { return nil }
        let credentialID = Array(signed.credentialID)
        return user(at: signed.relyingParty, of: provider, naming: [credentialID]) { $0.credentialID == credentialID }
    }

    private func user(
        at party: String, of provider: ProviderIdentifier, naming credentials: Set<[UInt8]>,
        where isMeant: (CredentialIdentity) -> Bool
    ) -> String? {
        let service = ServiceIdentifier(type: .domain, identifier: party)
        guard let site = (try? ServicePlace(service))?.host.site else { return nil }
        let query = IdentityQuery(site: site, hosts: [party], kinds: [.passkey], credentialIDs: credentials)
        // If the store cannot be read, the log has no user name.
        let found = try? store.lookUp(query).identities.first { stored in
            stored.provider == provider && stored.identity.serviceIdentifier.identifier == party
                && stored.identity.kind == .passkey && isMeant(stored.identity)
        }
        return found.flatMap { $0.identity.user.isEmpty ? nil : $0.identity.user }
    }
}

extension CredentialReport {
    /// The relying party or domain of the account.
    var place: String {
        switch self {
        case .publicKeyCredentialUpdate(let party, _, _, _), .unknownPublicKeyCredential(let party, _),
            .allAcceptedPublicKeyCredentials(let party, _, _):
            party
        case .unusedPasswordCredential(let domain, _): domain
        }
    }

    /// The user name of the account; `nil` if the report has none.
    var user: String? {
        switch self {
        case .publicKeyCredentialUpdate(_, _, let name, _): name
        case .unusedPasswordCredential(_, let user): user
        case .unknownPublicKeyCredential, .allAcceptedPublicKeyCredentials: nil
        }
    }
}
