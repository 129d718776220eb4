import AuthenticationServices
import Crypto
import Foundation
import LatchkeyWire

// Conversions between the protocol's and Apple's types for passkeys, without any decisions.

typealias PRFInput = ASAuthorizationPublicKeyCredentialPRFAssertionInput

extension UserVerification {
    var applePreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { .init(rawValue) }
}

extension CredentialIdentity {
    var applePasskeyIdentity: ASPasskeyCredentialIdentity {
        let identity = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: serviceIdentifier.identifier, userName: user,
            credentialID: Data(credentialID ?? []), userHandle: Data(userHandle ?? []),
            recordIdentifier: recordIdentifier)
        identity.isHidden = isHidden
        identity.displayName = displayName
        identity.lastUsed = lastUse.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        return identity
    }
}

extension PasskeyAssertionRequest {
    var appleRequest: ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            type: .passkeyAssertion, credentialIdentity: identity.applePasskeyIdentity, clientDataHash: clientDataHash,
            userVerificationPreference: userVerification.applePreference, supportedAlgorithms: [],
            extensionInput: extensions.map { .assertion($0.appleInput) } ?? .none)
    }
}

extension PasskeyRegistrationRequest {
    var appleRequest: ASPasskeyCredentialRequest {
        ASPasskeyCredentialRequest(
            type: .passkeyRegistration, credentialIdentity: identity.applePasskeyIdentity,
            clientDataHash: clientDataHash, userVerificationPreference: userVerification.applePreference,
            supportedAlgorithms: supportedAlgorithms.map { ASCOSEAlgorithmIdentifier($0) },
            excludedCredentials: excludedCredentials.map {
                ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
            },
            extensionInput: extensions.map { .registration($0.appleInput) } ?? .none)
    }
}

extension PasskeyRequestParameters {
    var appleParameters: ASPasskeyCredentialRequestParameters {
        ASPasskeyCredentialRequestParameters(
            relyingPartyIdentifier: relyingPartyIdentifier, clientDataHash: clientDataHash,
            userVerificationPreference: userVerification.applePreference, allowedCredentials: allowedCredentials,
            extensionInput: extensions?.appleInput)
    }
}

extension PRFValues {
    var appleValues: PRFInput.InputValues { PRFInput.InputValues(saltInput1: first, saltInput2: second) }

    init(first: SymmetricKey, second: SymmetricKey?) {
        self.init(first: first.data, second: second?.data)
    }
}

extension SymmetricKey {
    fileprivate var data: Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}

extension PasskeyAssertionInput {
    var appleInput: ASPasskeyAssertionCredentialExtensionInput {
        ASPasskeyAssertionCredentialExtensionInput(
            largeBlob: largeBlob.map { $0.write.map { .write($0) } ?? .read }, prf: applePRF)
    }

    private var applePRF: PRFInput? {
        var single: [Data: PRFInput.InputValues] = [:]
        for salts in prfByCredential ?? [] { single[salts.credentialID] = salts.values.appleValues }
        if let prf { return .inputValues(prf.appleValues, perCredentialInputValues: single.isEmpty ? nil : single) }
        return single.isEmpty ? nil : .perCredentialInputValues(single)
    }
}

extension PasskeyRegistrationInput {
    var appleInput: ASPasskeyRegistrationCredentialExtensionInput {
        ASPasskeyRegistrationCredentialExtensionInput(
            largeBlob: largeBlob.map { $0 == .required ? .supportRequired : .supportPreferred },
            prf: prf.map { $0.values.map { .inputValues($0.appleValues) } ?? .checkForSupport })
    }
}

extension PasskeyAssertion {
    init(_ credential: ASPasskeyAssertionCredential) {
        self.init(
            userHandle: credential.userHandle, relyingParty: credential.relyingParty, signature: credential.signature,
            clientDataHash: credential.clientDataHash, authenticatorData: credential.authenticatorData,
            credentialID: credential.credentialID,
            extensions: credential.extensionOutput.map(PasskeyAssertionOutput.init))
    }
}

extension PasskeyAssertionOutput {
    init(_ output: ASPasskeyAssertionCredentialExtensionOutput) {
        let largeBlob: LargeBlob? =
            switch output.largeBlob?.result {
            case .read(let data): LargeBlob(read: data)
            case .write(let success): LargeBlob(written: success)
            case nil: nil
            }
        self.init(largeBlob: largeBlob, prf: output.prf.map { PRFValues(first: $0.first, second: $0.second) })
    }
}

extension PasskeyRegistration {
    init(_ credential: ASPasskeyRegistrationCredential) {
        self.init(
            relyingParty: credential.relyingParty, clientDataHash: credential.clientDataHash,
            credentialID: credential.credentialID, attestationObject: credential.attestationObject,
            extensions: credential.extensionOutput.map(PasskeyRegistrationOutput.init))
    }
}

extension PasskeyRegistrationOutput {
    init(_ output: ASPasskeyRegistrationCredentialExtensionOutput) {
        self.init(
            supportsLargeBlob: output.largeBlob?.isSupported, supportsPRF: output.prf?.isSupported,
            prf: output.prf?.first.map { PRFValues(first: $0, second: output.prf?.second) })
    }
}
