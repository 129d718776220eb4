import AuthenticationServices
import Testing

@Suite struct `Credential requests` {
    let identity = Samples.passkey

    @Test func `a request has the type of its identity`() {
        #expect(ASPasswordCredentialRequest(credentialIdentity: Samples.password).type == .password)
        #expect(ASOneTimeCodeCredentialRequest(credentialIdentity: Samples.oneTimeCode).type == .oneTimeCode)
        #expect(Samples.assertion.type == .passkeyAssertion)
        #expect(Samples.registration.type == .passkeyRegistration)
    }

    @Test func `a passkey request with algorithms or without credential ID is a registration`() {
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

    @Test func `algorithms can be plain numbers, and an empty list is accepted`() {
        let request = ASPasskeyCredentialRequest(
            credentialIdentity: identity, clientDataHash: Data(), userVerificationPreference: .preferred,
            supportedAlgorithms: [NSNumber(value: -7)])
        #expect(request.supportedAlgorithms == [.ES256])
        let none = ASPasskeyCredentialRequest(
            credentialIdentity: identity, clientDataHash: Data(), userVerificationPreference: .preferred,
            supportedAlgorithms: [])
        #expect(none.supportedAlgorithms.isEmpty)
    }

    @Test func `a copied request has its own user verification preference`() throws {
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
    func `an AutoFill scope accepts web URLs only`(given: String, back: String?) throws {
        let url = try #require(URL(string: given))
        #expect(ASAutoFillURLScope(url: url)?.url?.absoluteString == back)
    }

    @Test func `an AutoFill scope is https without port or path by default`() {
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
