import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyWire

// The log names accounts as people know them, where reports and answers know passkeys by their identifiers alone.
extension Agent {
    /// The account that a report is about, as the store knows it; to be asked before the provider has followed the report.
    func user(ofReport request: ProviderRequest, to provider: ProviderIdentifier) -> String? {
        switch request {
        case .report(.unknownPublicKeyCredential(let party, let credential)):
            user(at: party, of: provider, naming: [Array(credential)]) { $0.credentialID == Array(credential) }
        case .report(.allAcceptedPublicKeyCredentials(let party, let handle, let accepted)):
            user(at: party, of: provider, naming: Set(accepted.map(Array.init))) { $0.userHandle == Array(handle) }
        default: nil
        }
    }

    /// The account of the passkey that was chosen from a provider's list.
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
        // Where the store cannot be read, the log says less.
        let found = try? store.lookUp(query).identities.first { stored in
            stored.provider == provider && stored.identity.serviceIdentifier.identifier == party
                && stored.identity.kind == .passkey && isMeant(stored.identity)
        }
        return found.flatMap { $0.identity.user.isEmpty ? nil : $0.identity.user }
    }
}

extension CredentialReport {
    /// Where the account is that it is about.
    var place: String {
        switch self {
        case .publicKeyCredentialUpdate(let party, _, _), .unknownPublicKeyCredential(let party, _),
            .allAcceptedPublicKeyCredentials(let party, _, _):
            party
        case .unusedPasswordCredential(let domain, _): domain
        }
    }

    /// The name of the account, where the report has one.
    var user: String? {
        switch self {
        case .publicKeyCredentialUpdate(_, _, let name): name
        case .unusedPasswordCredential(_, let user): user
        case .unknownPublicKeyCredential, .allAcceptedPublicKeyCredentials: nil
        }
    }
}
