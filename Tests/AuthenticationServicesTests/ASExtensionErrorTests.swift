import AuthenticationServices
import Testing

@Suite struct `Extension errors` {
    @Test func `cast from an NSError of the domain, with code and user information`() throws {
        let thrown: any Error = NSError(
            domain: ASExtensionErrorDomain, code: ASExtensionError.userCanceled.rawValue, userInfo: ["key": "value"])
        let error = try #require(thrown as? ASExtensionError)
        #expect(error.code == .userCanceled)
        #expect(error.userInfo["key"] as? String == "value")
    }

    @Test(arguments: [("PassExtension", 0), (ASExtensionErrorDomain, 999), (ASCredentialIdentityStoreErrorDomain, 0)])
    func `do not cast from a foreign domain or an unknown code`(domain: String, code: Int) {
        let thrown: any Error = NSError(domain: domain, code: code)
        #expect((thrown as? ASExtensionError) == nil)
    }

    @Test func `become an NSError with domain, code and user information`() {
        let error = ASExtensionError(.failed, userInfo: [NSLocalizedDescriptionKey: "no such login"]) as NSError
        #expect(error.domain == ASExtensionErrorDomain)
        #expect(error.code == 0)
        #expect(error.localizedDescription == "no such login")
    }

    @Test(arguments: [
        ASExtensionError(.userInteractionRequired) as any Error,
        NSError(domain: ASExtensionErrorDomain, code: 100),
    ])
    func `are caught by their code, however they were thrown`(thrown: any Error) {
        do {
            throw thrown
        } catch ASExtensionError.failed {
            Issue.record("caught by another code")
        } catch ASExtensionError.userInteractionRequired {
        } catch {
            Issue.record("not caught by its code")
        }
    }

    @Test func `are equal by code and user information`() {
        #expect(ASExtensionError(.failed) == ASExtensionError(.failed))
        #expect(ASExtensionError(.failed) != ASExtensionError(.userCanceled))
        #expect(ASExtensionError(.failed, userInfo: ["a": "b"]) != ASExtensionError(.failed))
        #expect(ASExtensionError(.failed).hashValue == ASExtensionError(.failed).hashValue)
    }

    @Test func `of the three types keep to their own domains`() {
        #expect((ASCredentialIdentityStoreError(.storeBusy) as NSError).domain == ASCredentialIdentityStoreErrorDomain)
        #expect((ASAuthorizationError(.canceled) as NSError).domain == ASAuthorizationErrorDomain)
        let busy: any Error = NSError(domain: ASCredentialIdentityStoreErrorDomain, code: 2)
        #expect((busy as? ASCredentialIdentityStoreError)?.code == .storeBusy)
        let handled: any Error = NSError(domain: ASAuthorizationErrorDomain, code: 1003)
        #expect((handled as? ASAuthorizationError)?.code == .notHandled)
    }
}
