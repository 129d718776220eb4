import AuthenticationServices
import LatchkeyVault
import LatchkeyWebAuthn

/// A relying party's request to sign in with a passkey.
struct AssertionRequest: Sendable {
    let relyingParty: String
    let clientDataHash: [UInt8]
    private let preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    private let extensions: ASPasskeyAssertionCredentialExtensionInput?

    /// `nil` for a registration request, or one with a client data hash or PRF salts of a wrong length.
    init?(_ request: ASPasskeyCredentialRequest) {
        guard request.type == .passkeyAssertion,
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
        else { return nil }
        var extensions: ASPasskeyAssertionCredentialExtensionInput?
        if case .assertion(let input) = request.extensionInput { extensions = input }
        self.init(
            identity.relyingPartyIdentifier, request.clientDataHash, request.userVerificationPreference, extensions)
    }

    init?(_ parameters: ASPasskeyCredentialRequestParameters) {
        self.init(
            parameters.relyingPartyIdentifier, parameters.clientDataHash, parameters.userVerificationPreference,
            parameters.extensionInput)
    }

    private init?(
        _ relyingParty: String, _ hash: Data,
        _ preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference,
        _ extensions: ASPasskeyAssertionCredentialExtensionInput?
    ) {
        let salts =
            [extensions?.prf?.inputValues].compactMap(\.self)
            + Array((extensions?.prf?.perCredentialInputValues ?? [:]).values)
        guard hash.count == clientDataHashByteCount, salts.allSatisfy(\.isHashed) else { return nil }
        self.relyingParty = relyingParty
        clientDataHash = Array(hash)
        self.preference = preference
        self.extensions = extensions
    }

    /// Whether the user must be verified before the passkey signs.
    ///
    /// - A login that asks every time always requires it.
    /// - The pseudo-random function requires it: a passkey has two, and relying parties receive only the one for
    ///   verified users. Otherwise derived keys would depend on whether the user was verified (WebAuthn L3 §10.1.4).
    func needsVerification(of opened: OpenedPasskey) -> Bool {
        opened.asksEveryTime || preference == .required || prfInput(of: opened.passkey) != nil
    }

    /// The PRF input for a passkey: the input for this credential, or else the common input.
    ///
    /// `nil` if the request has none, or the passkey has no PRF secrets.
    func prfInput(of passkey: Passkey) -> PRFInputValues? {
        guard passkey.prfSecrets != nil, let prf = extensions?.prf else { return nil }
        return prf.perCredentialInputValues?[passkey.description.credentialID] ?? prf.inputValues
    }

    var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput.Operation? {
        extensions?.largeBlob?.operation
    }
}

typealias PRFInputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

extension PRFInputValues {
    /// Whether both salts have the length of the SHA-256 hash that the client must send (WebAuthn L3 §10.1.4).
    var isHashed: Bool {
        saltInput1.count == PseudoRandomFunction.length
            && (saltInput2.map { $0.count == PseudoRandomFunction.length } ?? true)
    }
}

/// The length of the client data's SHA-256 hash, in bytes.
let clientDataHashByteCount = 32
