import AuthenticationServices

/// One valid value of each class, with a different value in every field.
enum Samples {
    static let service = ASCredentialServiceIdentifier(identifier: "https://m.example.com/login", type: .URL)

    static var password: ASPasswordCredentialIdentity {
        let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "ann", recordIdentifier: "r1")
        identity.rank = 7
        return identity
    }

    static var oneTimeCode: ASOneTimeCodeCredentialIdentity {
        let identity = ASOneTimeCodeCredentialIdentity(
            serviceIdentifier: service, label: "work", recordIdentifier: "r2")
        identity.rank = -3
        return identity
    }

    static var passkey: ASPasskeyCredentialIdentity {
        let identity = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data([1, 2]),
            userHandle: Data([3, 4]), recordIdentifier: "r3")
        identity.rank = 9
        return identity
    }

    static var registration: ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            type: .passkeyRegistration, credentialIdentity: passkey, clientDataHash: Data([5]),
            userVerificationPreference: .required, supportedAlgorithms: [.ES256, ASCOSEAlgorithmIdentifier(-8)],
            excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data([6]))],
            extensionInput: .registration(
                ASPasskeyRegistrationCredentialExtensionInput(
                    largeBlob: .supportPreferred,
                    prf: .inputValues(.saltInput1(Data([7]), saltInput2: Data([8]))))))
    }

    static var assertion: ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            credentialIdentity: passkey, clientDataHash: Data([5]), userVerificationPreference: .discouraged,
            supportedAlgorithms: [], extensionInput: assertionInput)
    }

    static var assertionInput: ASPasskeyAssertionCredentialExtensionInput {
        ASPasskeyAssertionCredentialExtensionInput(
            largeBlob: .write(Data([9])),
            prf: .inputValues(
                .saltInput1(Data([10])), perCredentialInputValues: [Data([11]): .init(saltInput1: Data([12]))]))
    }

    static var parameters: ASPasskeyCredentialRequestParameters {
        ASPasskeyCredentialRequestParameters(
            relyingPartyIdentifier: "example.com", clientDataHash: Data([5]), userVerificationPreference: .preferred,
            allowedCredentials: [Data([1]), Data([2])], extensionInput: assertionInput)
    }

    static var assertionCredential: ASPasskeyAssertionCredential {
        ASPasskeyAssertionCredential(
            userHandle: Data([1]), relyingParty: "example.com", signature: Data([2]), clientDataHash: Data([3]),
            authenticatorData: Data([4]), credentialID: Data([5]),
            extensionOutput: ASPasskeyAssertionCredentialExtensionOutput(
                largeBlob: .read(data: Data([6])),
                prf: .init(first: SymmetricKey(data: Data([7])), second: SymmetricKey(data: Data([8])))))
    }

    static var registrationCredential: ASPasskeyRegistrationCredential {
        ASPasskeyRegistrationCredential(
            relyingParty: "example.com", clientDataHash: Data([3]), credentialID: Data([5]),
            attestationObject: Data([4]),
            extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput(
                largeBlob: .supported, prf: .init(first: SymmetricKey(data: Data([7])), second: nil)))
    }

    static var save: ASSavePasswordRequest {
        ASSavePasswordRequest(
            serviceIdentifier: service, credential: ASPasswordCredential(user: "ann", password: "planted-secret"),
            title: "Shop", sessionID: "s1", event: .generatedPasswordFilled, passwordKind: .passphrase)
    }

    static var generate: ASGeneratePasswordsRequest {
        ASGeneratePasswordsRequest(
            serviceIdentifier: service, passwordFieldPasswordRules: "minlength: 8",
            confirmPasswordFieldPasswordRules: "minlength: 9", passwordRulesFromQuirks: "minlength: 10")
    }

    /// All classes that can be archived, with their optional fields.
    static var archived: [(object: any NSObject & NSSecureCoding, optional: Set<String>)] {
        [
            (ASCredentialServiceIdentifier(identifier: "a", type: .app, displayName: "A"), ["displayName"]),
            (password, ["recordIdentifier"]), (oneTimeCode, ["recordIdentifier"]), (passkey, ["recordIdentifier"]),
            (ASPasswordCredentialRequest(credentialIdentity: password), []),
            (ASOneTimeCodeCredentialRequest(credentialIdentity: oneTimeCode), []),
            (registration, ["excludedCredentials", "registrationInput"]), (assertion, ["assertionInput"]),
            (parameters, ["extensionInput"]),
            (ASPasswordCredential(user: "ann", password: "planted-secret"), []),
            (ASOneTimeCodeCredential(code: "123456"), []),
            (assertionCredential, ["extensionOutput"]), (registrationCredential, ["extensionOutput"]),
            (ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data([6])), []),
            (save, ["title", "passwordKind"]),
            (
                generate,
                ["passwordFieldPasswordRules", "confirmPasswordFieldPasswordRules", "passwordRulesFromQuirks"]
            ),
            (ASGeneratedPassword(kind: .strong, value: "planted-secret"), []),
        ]
    }
}
