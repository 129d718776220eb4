import AuthenticationServices
import LatchkeyVault
import LatchkeyWebAuthn

/// What a relying party wants signed with a passkey, and what else of it.
struct AssertionWish: Sendable {
    let relyingParty: String
    let clientDataHash: [UInt8]
    private let preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    private let extensions: ASPasskeyAssertionCredentialExtensionInput?

    /// Nothing for a request of another kind, or one that nobody signs.
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

    /// Whether the person must show who they are before a passkey is used.
    ///
    /// - A login that asks every time is asked about every time.
    /// - A pseudo-random function is the one of a verified person: of the two that a passkey has, relying parties are shown
    ///   this one alone, or what they derive from it would change with the person's day (WebAuthn L3 §10.1.4).
    func needsVerification(of opened: OpenedPasskey) -> Bool {
        opened.asksEveryTime || preference == .required || prfInput(of: opened.passkey) != nil
    }

    /// What the passkey's pseudo-random function is asked for: its own input before everybody's.
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
    /// Whether both are what the client makes of a site's words: SHA-256 of them, never the words (WebAuthn L3 §10.1.4).
    var isHashed: Bool {
        saltInput1.count == PseudoRandomFunction.length
            && (saltInput2.map { $0.count == PseudoRandomFunction.length } ?? true)
    }
}

/// The bytes of SHA-256, which is what is signed of the client data.
let clientDataHashByteCount = 32
