import AuthenticationServices
import Testing

@Suite struct `Credential requests` {
    let identity = Samples.passkey

    @Test func `are of their identity's kind`() {
        #expect(ASPasswordCredentialRequest(credentialIdentity: Samples.password).type == .password)
        #expect(ASOneTimeCodeCredentialRequest(credentialIdentity: Samples.oneTimeCode).type == .oneTimeCode)
        #expect(Samples.assertion.type == .passkeyAssertion)
        #expect(Samples.registration.type == .passkeyRegistration)
    }

    @Test func `without extension inputs make a passkey where algorithms are named or no credential is`() {
        let new = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data(), userHandle: Data([1]))
        #expect(request(identity, []).type == .passkeyAssertion)
        #expect(request(identity, [.ES256]).type == .passkeyRegistration)
        #expect(request(new, []).type == .passkeyRegistration)
        guard case .none = request(identity, []).extensionInput else {
            Issue.record("extension inputs out of nothing")
            return
        }
    }

    @Test func `take algorithms as plain numbers, and as identifiers where the list is empty`() {
        let request = ASPasskeyCredentialRequest(
            credentialIdentity: identity, clientDataHash: Data(), userVerificationPreference: .preferred,
            supportedAlgorithms: [NSNumber(value: -7)])
        #expect(request.supportedAlgorithms == [.ES256])
        let none = ASPasskeyCredentialRequest(
            credentialIdentity: identity, clientDataHash: Data(), userVerificationPreference: .preferred,
            supportedAlgorithms: [])
        #expect(none.supportedAlgorithms.isEmpty)
    }

    @Test func `are copied with a user verification preference that then goes its own way`() throws {
        let original = Samples.registration
        let copy = try #require(original.copy() as? ASPasskeyCredentialRequest)
        copy.userVerificationPreference = .discouraged
        #expect(original.userVerificationPreference == .required)
        #expect(copy.excludedCredentials == original.excludedCredentials)
        #expect(copy.type == .passkeyRegistration)
    }

    @Test(arguments: [
        ("https://example.com:8443/a", "https://example.com:8443/a"), ("http://example.com", "http://example.com"),
        ("ftp://example.com", nil), ("https://", nil), ("mailto:a@example.com", nil),
    ])
    func `to save are scoped to web addresses`(given: String, back: String?) throws {
        let url = try #require(URL(string: given))
        #expect(ASAutoFillURLScope(url: url)?.url?.absoluteString == back)
    }

    @Test func `to save are scoped to https without port or path unless given`() {
        let scope = ASAutoFillURLScope(host: "example.com")
        #expect(scope.scheme == .https)
        #expect(scope.port == nil)
        #expect(scope.path == "")
        #expect(scope.url?.absoluteString == "https://example.com")
        #expect(ASAutoFillURLScope(host: "example.com", port: 70_000).url == nil)
        #expect(ASAutoFillURLScope(host: "example.com", path: "no-slash").url == nil)
    }

    private func request(
        _ identity: ASPasskeyCredentialIdentity, _ algorithms: [ASCOSEAlgorithmIdentifier]
    ) -> ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            credentialIdentity: identity, clientDataHash: Data([1]), userVerificationPreference: .preferred,
            supportedAlgorithms: algorithms)
    }
}
