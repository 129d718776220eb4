import AuthenticationServices
import Testing

@Suite struct `Credentials` {
    @Test func `descriptions of credentials omit the secret`() {
        let credentials: [NSObject] = [
            ASPasswordCredential(user: "ann", password: "planted-secret"),
            ASOneTimeCodeCredential(code: "planted-secret"),
            ASGeneratedPassword(kind: .strong, value: "planted-secret"), Samples.save,
        ]
        for credential in credentials {
            for text in [
                credential.description, credential.debugDescription, "\(credential)", String(reflecting: credential),
                "\([credential])", "\(credential as Any?)",
            ] {
                #expect(!text.contains("planted-secret"))
            }
        }
    }

    @Test(arguments: [
        ExtensionAnswer.password(ASPasswordCredential(user: "ann", password: "planted-secret")),
        .oneTimeCode(ASOneTimeCodeCredential(code: "planted-secret")), .text("planted-secret"),
        .generatedPasswords([ASGeneratedPassword(kind: .strong, value: "planted-secret")]),
    ])
    func `the description of an answer omits the secret`(answer: ExtensionAnswer) {
        #expect(!"\(answer)".contains("planted-secret"))
        #expect(!String(reflecting: answer).contains("planted-secret"))
    }

    @Test func `credentials with equal contents are equal`() {
        #expect(ASPasswordCredential(user: "a", password: "b") == ASPasswordCredential(user: "a", password: "b"))
        #expect(ASPasswordCredential(user: "a", password: "b") != ASPasswordCredential(user: "a", password: "c"))
        #expect(ASOneTimeCodeCredential(code: "1") == ASOneTimeCodeCredential(code: "1"))
        #expect(ASOneTimeCodeCredential(code: "1") != ASOneTimeCodeCredential(code: "2"))
        #expect(Samples.assertionCredential == Samples.assertionCredential)
        #expect(Samples.registrationCredential == Samples.registrationCredential)
    }

    @Test func `a credential's copy has its own extension outputs`() throws {
        let original = Samples.assertionCredential
        let copy = try #require(original.copy() as? ASPasskeyAssertionCredential)
        copy.extensionOutput = nil
        #expect(original.extensionOutput?.prf?.first == SymmetricKey(data: Data([7])))
        #expect(copy == original)
    }

    @Test func `a passkey credential has no extension output by default`() {
        let signed = ASPasskeyAssertionCredential(
            userHandle: Data(), relyingParty: "example.com", signature: Data(), clientDataHash: Data(),
            authenticatorData: Data(), credentialID: Data())
        #expect(signed.extensionOutput == nil)
    }

    @Test func `a generated password is named after its kind`() {
        #expect(ASGeneratedPassword(kind: .passphrase, value: "a").localizedName == "Passphrase")
        #expect(ASGeneratedPassword(kind: .init("other"), value: "a").localizedName == "other")
    }
}
