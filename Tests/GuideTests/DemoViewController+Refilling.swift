import AuthenticationServices
import LatchkeyProvider

@testable import ThirtyLineProvider

extension DemoViewController: IdentityStoreRefilling {
    func refillCredentialIdentityStore() async {
        let site = ASCredentialServiceIdentifier(identifier: "demo.example", type: .domain)
        let identity = ASPasswordCredentialIdentity(serviceIdentifier: site, user: "demo", recordIdentifier: "1")
        try? await ASCredentialIdentityStore.shared.replaceCredentialIdentities([identity])
    }
}
