import AuthenticationServices
import Testing

@Suite struct `Extension errors` {
    @Test func `an NSError of the domain casts to the error, with code and user information`() throws {
        let thrown: any Error = NSError(
            domain: ASExtensionErrorDomain, code: ASExtensionError.userCanceled.rawValue, userInfo: ["key": "value"])
        let error = try #require(thrown as? ASExtensionError)
        #expect(error.code == .userCanceled)
        #expect(error.userInfo["key"] as? String == "value")
    }

    @Test(arguments: [("PassExtension", 0), (ASExtensionErrorDomain, 999), (ASCredentialIdentityStoreErrorDomain, 0)])
    func `an NSError of another domain or with an unknown code does not cast`(domain: String, code: Int) {
        let thrown: any Error = NSError(domain: domain, code: code)
        #expect((thrown as? ASExtensionError) == nil)
    }

    @Test func `the error casts to an NSError with domain, code and user information`() {
        let error = ASExtensionError(.failed, userInfo: [NSLocalizedDescriptionKey: "no such login"]) as NSError
        #expect(error.domain == ASExtensionErrorDomain)
        #expect(error.code == 0)
        #expect(error.localizedDescription == "no such login")
    }

    @Test(arguments: [
        ASExtensionError(.userInteractionRequired) as any Error,
        NSError(domain: ASExtensionErrorDomain, code: 100),
    ])
    func `a catch clause matches the code of a structure and of an NSError`(thrown: any Error) {
        do {
            throw thrown
        } catch ASExtensionError.failed {
            Issue.record("caught by another code")
        } catch ASExtensionError.userInteractionRequired {
        } catch {
            Issue.record("not caught by its code")
        }
    }

    @Test func `errors are equal if code and user information are`() {
        #expect(ASExtensionError(.failed) == ASExtensionError(.failed))
        #expect(ASExtensionError(.failed) != ASExtensionError(.userCanceled))
        #expect(ASExtensionError(.failed, userInfo: ["a": "b"]) != ASExtensionError(.failed))
        #expect(ASExtensionError(.failed).hashValue == ASExtensionError(.failed).hashValue)
    }

    @Test func `the three error types have different domains`() {
        #expect((ASCredentialIdentityStoreError(.storeBusy) as NSError).domain == ASCredentialIdentityStoreErrorDomain)
        #expect((ASAuthorizationError(.canceled) as NSError).domain == ASAuthorizationErrorDomain)
        let busy: any Error = NSError(domain: ASCredentialIdentityStoreErrorDomain, code: 2)
        #expect((busy as? ASCredentialIdentityStoreError)?.code == .storeBusy)
        let handled: any Error = NSError(domain: ASAuthorizationErrorDomain, code: 1003)
        #expect((handled as? ASAuthorizationError)?.code == .notHandled)
    }
}
