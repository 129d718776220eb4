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

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passkey extensions` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func provided(_ request: ASPasskeyCredentialRequest) async throws -> ProviderAnswer {
        try await vault.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
    }

    private static let salt1 = Data(repeating: 3, count: 32)
    private static let salt2 = Data(repeating: 4, count: 32)

    private static func result(_ salt: Data, _ secret: UInt8) -> SymmetricKey {
        let key = SymmetricKey(data: [UInt8](repeating: secret, count: 32))
        return SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: salt, using: key))
    }

    // Threat 51.
    @Test func `evaluates the PRF for two salts and prefers the credential's own input`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        let mine = made.passkey.description.credentialID
        let both = ASPasskeyAssertionCredentialExtensionInput(
            prf: .inputValues(
                .saltInput1(Self.salt1, saltInput2: Self.salt2),
                perCredentialInputValues: [Data([1]): .saltInput1(Self.salt2)]))
        var answer = try await provided(
            TestRelyingParty.assertion(made.passkey.description, in: id, extensions: both))
        var prf = try TestRelyingParty.asserted(answer, by: made.key).credential.extensionOutput?.prf
        #expect(prf?.first == Self.result(Self.salt1, 1))
        #expect(prf?.second == Self.result(Self.salt2, 1))

        let own = ASPasskeyAssertionCredentialExtensionInput(
            prf: .inputValues(.saltInput1(Self.salt1), perCredentialInputValues: [mine: .saltInput1(Self.salt2)]))
        answer = try await provided(TestRelyingParty.assertion(made.passkey.description, in: id, extensions: own))
        prf = try TestRelyingParty.asserted(answer, by: made.key).credential.extensionOutput?.prf
        #expect(prf?.first == Self.result(Self.salt2, 1))
        #expect(prf?.second == nil)
    }

    /// The specification's test vectors (WebAuthn L3 §16): signed data of `none-es256`, and results of `prf`.
    private enum Vector {
        static let scalar = "6e68e7a58484a3264f66b77f5d6dc5bc36a47085b615c9727ab334e8c369c2ee"
        static let credentialID = "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4"
        static let authenticatorData = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000"
        static let clientDataHash = "676a6e380fd31ea5710705c7be1ac4889b037895d0a25291f51251b7d7b1df02"
        static let signature =
            "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd"
            + "380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87"
        static let secret = "437e065e723a98b2f08f39d8baf7c53ecb3c363c5e5104bdaaf5d5ca2e028154"
        static let salts = [
            "527413ebb48293772df30f031c5ac4650c7de14bf9498671ae163447b6a772b3",
            "d68ac03329a10ee5e0ec834492bb9a96a0e547baf563bf78ccbe8789b22e776b",
        ]
        static let results = [
            "3c33e07d202c3b029cc21f1722767021bf27d595933b3d2b6a1b9d5dddc77fae",
            "a62a8773b19cda90d7ed4ef72a80a804320dbd3997e2f663805ad1fd3293d50b",
        ]
    }

    @Test func `signs the specification's test vectors`() async throws {
        let key = try PasskeyKey(
            pkcs8: Secret(
                copying: P256.Signing.PrivateKey(rawRepresentation: Data(hex: Vector.scalar)).derRepresentation))
        let secret = Secret(copying: try Data(hex: Vector.secret))
        let description = PasskeyDescription(
            relyingPartyIdentifier: "example.org", credentialID: try Data(hex: Vector.credentialID),
            userHandle: Data([1]), userName: "alice")
        let passkey = Passkey(
            description: description, privateKey: key.pkcs8,
            prfSecrets: PasskeyPRFSecrets(verified: secret, unverified: .random(count: 32)))
        let id = try await vault.fill([Login(title: "A", user: "alice", passkeys: [passkey])])[0]
        let salts = PRFInputValues(
            saltInput1: try Data(hex: Vector.salts[0]), saltInput2: try Data(hex: Vector.salts[1]))
        let hash = try Data(hex: Vector.clientDataHash)
        func signed(_ prf: PRFInputValues?) async throws -> ASPasskeyAssertionCredential {
            let answer = try await provided(
                TestRelyingParty.assertion(
                    description, in: id,
                    extensions: prf.map { .init(prf: .inputValues($0)) }, hash: hash))
            guard case .passkeyAssertion(let credential) = answer else { throw SheetDriverError.answer("\(answer)") }
            return credential
        }
        let results = try #require(try await signed(salts).extensionOutput?.prf)
        #expect(results.first == SymmetricKey(data: try Data(hex: Vector.results[0])))
        #expect(results.second == SymmetricKey(data: try Data(hex: Vector.results[1])))

        vault.forgetVerification()
        let credential = try await signed(nil)
        let data = try Data(hex: Vector.authenticatorData)
        #expect(credential.authenticatorData == data)
        #expect(key.publicKey.verifies(Array(credential.signature), over: Array(data + hash)))
        // The vector's signature has the same key and message.
        #expect(key.publicKey.verifies(Array(try Data(hex: Vector.signature)), over: Array(data + hash)))
    }

    @Test func `returns the same PRF results at sign-in as at registration`() async throws {
        try await vault.fill()
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterface(
                forPasskeyRegistration: TestRelyingParty.registration(
                    extensions: .init(prf: .inputValues(.saltInput1(Self.salt1)))))
        }
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        let made = try TestRelyingParty.registered(await driver.answer())
        let overview = try #require(try vault.open().overviews().overviews.first)
        let answer = try await provided(
            TestRelyingParty.assertion(
                overview.passkeys[0], in: overview.id,
                extensions: .init(
                    prf: .perCredentialInputValues([
                        made.credential.credentialID: .saltInput1(Self.salt1)
                    ]))))
        let asserted = try TestRelyingParty.asserted(answer, by: made.key)
        let first = try #require(made.credential.extensionOutput?.prf?.first)
        #expect(asserted.credential.extensionOutput?.prf?.first == first)
    }

    @Test func `evaluates the PRF only for verified users, whatever the site prefers`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetVerification()
        let request = TestRelyingParty.assertion(
            made.passkey.description, in: id, verification: .discouraged,
            extensions: .init(prf: .inputValues(.saltInput1(Self.salt1))))
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterfaceToProvideCredential(for: request)
        }
        try await driver.waitForSheet("Confirm That It Is You")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let asserted = try TestRelyingParty.asserted(await driver.answer(), by: made.key)
        #expect(asserted.credential.extensionOutput?.prf?.first == Self.result(Self.salt1, 1))
    }

    @Test func `returns no PRF results for a passkey without PRF secrets and does not ask the user`() async throws {
        let made = try TestRelyingParty.passkey(secrets: false)
        let id = try await vault.stored(made)
        vault.forgetVerification()
        let answer = try await provided(
            TestRelyingParty.assertion(
                made.passkey.description, in: id, extensions: .init(prf: .inputValues(.saltInput1(Self.salt1)))))
        #expect(try TestRelyingParty.asserted(answer, by: made.key).credential.extensionOutput == nil)
    }

    @Test func `rejects a PRF salt that is not a hash`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        for input in [
            PRFInputValues.saltInput1(Data("words".utf8)), .saltInput1(Self.salt1, saltInput2: Data("words".utf8)),
        ] {
            let request = TestRelyingParty.assertion(
                made.passkey.description, in: id, extensions: .init(prf: .inputValues(input)))
            #expect(try await provided(request) == .cancelled(.credentialIdentityNotFound))
        }
    }

    private func blob(
        _ operation: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput,
        _ made: (passkey: Passkey, key: COSEKey), _ id: RecordIdentifier
    ) async throws -> ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput.OperationResult {
        let answer = try await provided(
            TestRelyingParty.assertion(made.passkey.description, in: id, extensions: .init(largeBlob: operation)))
        let output = try TestRelyingParty.asserted(answer, by: made.key).credential.extensionOutput
        return try #require(output?.largeBlob?.result)
    }

    @Test func `stores a large blob and returns it`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        guard case .read(nil) = try await blob(.read, made, id) else {
            Issue.record("there is something before anything was written")
            return
        }
        for bytes in [Data("a certificate".utf8), Data(count: 65_536), Data(count: 65_536), Data()] {
            guard case .write(true) = try await blob(.write(bytes), made, id),
                case .read(bytes) = try await blob(.read, made, id)
            else {
                Issue.record("\(bytes.count) bytes did not come back")
                return
            }
        }
        let login = try vault.open().record(id).login
        #expect(login.passkeys[0].privateKey == made.passkey.privateKey)
        #expect(login.password == Secret("hunter2"))
    }

    @Test func `signs but does not store a large blob over the limit`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made) { $0.passkeys[0].largeBlob = Secret("before") }
        guard case .write(false) = try await blob(.write(Data(count: 65_537)), made, id) else {
            Issue.record("it was written")
            return
        }
        #expect(try vault.open().record(id).login.passkeys[0].largeBlob == Secret("before"))
    }
}

extension Data {
    /// Bytes from hexadecimal digits.
    fileprivate init(hex: String) throws {
        let digits = hex.compactMap(\.hexDigitValue)
        try #require(digits.count == hex.count && digits.count.isMultiple(of: 2))
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
