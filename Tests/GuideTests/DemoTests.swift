import AuthenticationServices
import LatchkeyTesting
import Testing

@testable import ThirtyLineProvider

@MainActor
@Suite struct `Demo` {
    @Test func `fills the chosen login`() async throws {
        let site = ASCredentialServiceIdentifier(identifier: "demo.example", type: .domain)
        let identity = ASPasswordCredentialIdentity(serviceIdentifier: site, user: "demo", recordIdentifier: "1")
        let request = ASPasswordCredentialRequest(credentialIdentity: identity)
        let host = ProviderTestHost { DemoViewController() }
        let answer = try await host.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
        #expect(answer == .password(ASPasswordCredential(user: "demo", password: "correct horse battery staple")))
    }
}
