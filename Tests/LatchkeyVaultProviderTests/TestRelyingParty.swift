import AuthenticationServices
import Crypto
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyVaultProvider

/// A relying party that sends requests and verifies the responses as a server does.
enum TestRelyingParty {
    static let identifier = "example.com"
    static let handle = Data([9, 8, 7])
    static let clientDataHash = Data(SHA256.hash(data: Array("client data".utf8)))
    static let origin = RequestOrigin(
        program: "Chromium", topLevelOrigin: "https://www.example.com", frameOrigin: "https://www.example.com",
        ancestorOrigins: [], isSecure: true)

    static func registration(
        user: String = "alice", handle: Data = handle, algorithms: [Int] = [-7],
        verification: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred,
        excluding excluded: [Data]? = nil, extensions: ASPasskeyRegistrationCredentialExtensionInput? = nil,
        identifier: String = identifier, hash: Data = clientDataHash, displayName: String? = nil
    ) -> ASPasskeyCredentialRequest {
        let request = ProviderTestRequest.registration(
            relyingPartyIdentifier: identifier, userName: user, userHandle: handle, clientDataHash: hash,
            userVerification: verification, supportedAlgorithms: algorithms.map { ASCOSEAlgorithmIdentifier($0) },
            excludedCredentials: excluded, extensionInput: extensions)
        (request.credentialIdentity as? ASPasskeyCredentialIdentity)?.userDisplayName = displayName
        return request
    }

    static func assertion(
        _ passkey: PasskeyDescription, in record: RecordIdentifier,
        verification: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred,
        extensions: ASPasskeyAssertionCredentialExtensionInput? = nil, hash: Data = clientDataHash
    ) -> ASPasskeyCredentialRequest {
        ProviderTestRequest.assertion(
            for: ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: passkey.relyingPartyIdentifier, userName: passkey.userName,
                credentialID: passkey.credentialID, userHandle: passkey.userHandle,
                recordIdentifier: record.description), clientDataHash: hash, userVerification: verification,
            extensionInput: extensions)
    }

    /// Bits of the authenticator data's flags.
    static let present: UInt8 = 0x01
    static let verified: UInt8 = 0x04
    static let backedUp: UInt8 = 0x18

    struct Registered {
        let credential: ASPasskeyRegistrationCredential
        let data: AuthenticatorData
        let key: COSEKey
        var flags: UInt8 { data.flags.rawValue & ~0x40 }
    }

    /// - Throws: If the response is not a valid registration.
    static func registered(_ answer: ProviderAnswer) throws -> Registered {
        guard case .passkeyRegistration(let credential) = answer else { throw SheetDriverError.answer("\(answer)") }
        let object = try AttestationObject(credential.attestationObject)
        let data = try AuthenticatorData(object.authenticatorData)
        let attested = try #require(data.credential)
        #expect(credential.relyingParty == identifier)
        #expect(credential.clientDataHash == clientDataHash)
        #expect(object.format == "none")
        #expect(object.isValid(for: attested.publicKey, clientDataHash: Array(clientDataHash)) == true)
        #expect(data.relyingPartyHash == Array(SHA256.hash(data: Array(identifier.utf8))))
        #expect(data.signatureCount == 0)
        #expect(Data(attested.id) == credential.credentialID)
        #expect(attested.id.count == 32)
        #expect(attested.aaguid == Authenticator.aaguid)
        return Registered(credential: credential, data: data, key: attested.publicKey)
    }

    struct Asserted {
        let credential: ASPasskeyAssertionCredential
        let flags: UInt8
    }

    /// - Throws: If the response is not a valid assertion by the key.
    static func asserted(_ answer: ProviderAnswer, by key: COSEKey) throws -> Asserted {
        guard case .passkeyAssertion(let credential) = answer else { throw SheetDriverError.answer("\(answer)") }
        let data = try AuthenticatorData(credential.authenticatorData)
        #expect(credential.relyingParty == identifier)
        #expect(credential.clientDataHash == clientDataHash)
        #expect(data.relyingPartyHash == Array(SHA256.hash(data: Array(identifier.utf8))))
        #expect(data.signatureCount == 0)
        #expect(data.credential == nil)
        let message = Array(credential.authenticatorData) + Array(credential.clientDataHash)
        #expect(key.verifies(Array(credential.signature), over: message))
        #expect(!key.verifies(Array(credential.signature), over: message + [0]))
        return Asserted(credential: credential, flags: data.flags.rawValue)
    }

    /// Creates a passkey with the provider's code, and returns it with its public key.
    static func passkey(
        _ algorithm: COSEAlgorithm = .es256, user: String = "alice", handle: Data = handle,
        identifier: String = identifier, secrets: Bool = true, displayName: String? = nil
    ) throws -> (passkey: Passkey, key: COSEKey) {
        let key = try PasskeyKey.make(algorithm)
        let description = PasskeyDescription(
            relyingPartyIdentifier: identifier, credentialID: Secret.random(count: 32).revealBytes(),
            userHandle: handle, userName: user, displayName: displayName, created: TestVault.now)
        let prf = PasskeyPRFSecrets(
            verified: Secret(copying: [UInt8](repeating: 1, count: 32)),
            unverified: Secret(copying: [UInt8](repeating: 2, count: 32)))
        return (
            Passkey(description: description, privateKey: key.pkcs8, prfSecrets: secrets ? prf : nil), key.publicKey
        )
    }
}

extension TestVault {
    /// The response to a request that shows no sheet.
    ///
    /// - Parameter settling: Whether to wait for the work after the response.
    @MainActor
    func answer(
        from origin: RequestOrigin? = TestRelyingParty.origin, settling: Bool = false,
        _ entry: @MainActor (VaultViewController) -> Void
    ) async throws -> ProviderAnswer {
        let driver = SheetDriver(self, from: origin, entry)
        let answer = await driver.answer()
        // The host starts with an empty sheet.
        #expect(driver.titles.subtracting([""]) == [])
        if settling { await WorkAfterAnswer.settle() }
        return answer
    }

    /// Creates the vault with one login that has the passkey.
    func stored(
        _ made: (passkey: Passkey, key: COSEKey), locked: Bool = false, _ change: (inout Login) -> Void = { _ in }
    ) async throws -> RecordIdentifier {
        var login = Login.test("https://example.com")
        login.passkeys = [made.passkey]
        change(&login)
        return try await fill([login], locked: locked)[0]
    }

    /// Lets the verification expire; the vault stays unlocked.
    func forgetVerification() { keychain.pass(seconds: VaultAccess.verificationTime) }

    /// All logins except those in the bin.
    func logins() throws -> [Login] {
        let open = try open()
        return try open.overviews().overviews.map { try open.record($0.id).login }
    }
}
