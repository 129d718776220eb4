import AuthenticationServices
import Testing

/// The numbers of Apple's headers.
@Suite struct `Raw values` {
    @Test(arguments: [
        (ASExtensionError.failed, 0), (.userCanceled, 1), (.userInteractionRequired, 100),
        (.credentialIdentityNotFound, 101), (.matchedExcludedCredential, 102),
    ])
    func `raw values of extension errors are Apple's`(code: ASExtensionError.Code, raw: Int) {
        #expect(code.rawValue == raw)
        #expect(ASExtensionError.Code(rawValue: raw) == code)
    }

    @Test(arguments: [(ASCredentialIdentityStoreError.internalError, 0), (.storeDisabled, 1), (.storeBusy, 2)])
    func `raw values of identity store errors are Apple's`(code: ASCredentialIdentityStoreError.Code, raw: Int) {
        #expect(code.rawValue == raw)
    }

    @Test(arguments: [
        (ASAuthorizationError.unknown, 1000), (.canceled, 1001), (.invalidResponse, 1002), (.notHandled, 1003),
        (.failed, 1004), (.notInteractive, 1005), (.matchedExcludedCredential, 1006), (.credentialImport, 1007),
        (.credentialExport, 1008), (.preferSignInWithApple, 1009), (.deviceNotConfiguredForPasskeyCreation, 1010),
    ])
    func `raw values of authorization errors are Apple's`(code: ASAuthorizationError.Code, raw: Int) {
        #expect(code.rawValue == raw)
    }

    @Test(arguments: [
        (ASCredentialRequestType.password, 0), (.passkeyAssertion, 1), (.passkeyRegistration, 2), (.oneTimeCode, 3),
    ])
    func `raw values of request types are Apple's`(type: ASCredentialRequestType, raw: Int) {
        #expect(type.rawValue == raw)
    }

    @Test(arguments: [(ASCredentialServiceIdentifier.IdentifierType.domain, 0), (.URL, 1), (.app, 2)])
    func `raw values of service identifier types are Apple's`(
        type: ASCredentialServiceIdentifier.IdentifierType, raw: Int
    ) {
        #expect(type.rawValue == raw)
    }

    @Test(arguments: [
        (ASSavePasswordRequest.Event.userInitiated, 0), (.formDidDisappear, 1), (.generatedPasswordFilled, 2),
    ])
    func `raw values of save events are Apple's`(event: ASSavePasswordRequest.Event, raw: Int) {
        #expect(event.rawValue == raw)
    }

    @Test(arguments: [
        (ASCredentialIdentityStore.IdentityTypes.all, UInt(0)), (.password, 1), (.passkey, 2), (.oneTimeCode, 4),
    ])
    func `raw values of identity types are Apple's`(types: ASCredentialIdentityStore.IdentityTypes, raw: UInt) {
        #expect(types.rawValue == raw)
    }

    @Test func `raw values of public-key constants are those of WebAuthn and COSE`() {
        #expect(ASCOSEAlgorithmIdentifier.ES256.rawValue == -7)
        #expect(ASCOSEEllipticCurveIdentifier.P256.rawValue == 1)
        #expect(ASAuthorizationPublicKeyCredentialAttachment.platform.rawValue == 0)
        #expect(ASAuthorizationPublicKeyCredentialAttachment.crossPlatform.rawValue == 1)
        #expect(ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred.rawValue == "preferred")
        #expect(ASAuthorizationPublicKeyCredentialUserVerificationPreference.required.rawValue == "required")
        #expect(ASAuthorizationPublicKeyCredentialUserVerificationPreference.discouraged.rawValue == "discouraged")
        #expect(ASAuthorizationPublicKeyCredentialAttestationKind.enterprise.rawValue == "enterprise")
        #expect(ASAuthorizationPublicKeyCredentialResidentKeyPreference("required") == .required)
    }

    @Test func `error domains are the strings in logs`() {
        #expect(ASExtensionErrorDomain == "ASExtensionErrorDomain")
        #expect(ASCredentialIdentityStoreErrorDomain == "ASCredentialIdentityStoreErrorDomain")
        #expect(ASAuthorizationErrorDomain == "com.apple.AuthenticationServices.AuthorizationError")
        #expect(ASExtensionError.errorDomain == ASExtensionErrorDomain)
    }
}
