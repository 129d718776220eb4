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

// Who must be there when a passkey is made, and what that unlocks.
extension `Creating a passkey` {
    @Test(arguments: [
        (ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred, false), (.discouraged, false),
        (.required, true), (.init("something new"), false),
    ])
    func `asks for the passphrase only where that is required`(
        preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference, asks: Bool
    ) async throws {
        try await vault.fill()
        vault.forgetPerson()
        let desk = desk(PasskeyParty.registration(verification: preference))
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        if asks {
            try await desk.see("Confirm That It Is You")
            #expect(
                desk.content("reason")
                    == .paragraph("Type the vault’s passphrase to create the passkey for www.example.com."))
            #expect(try vault.logins() == [])
            try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        }
        let made = try PasskeyParty.registered(await desk.answer())
        let verified = asks ? PasskeyParty.verified : 0
        #expect(made.flags == PasskeyParty.present | PasskeyParty.backedUp | verified)
    }

    @Test func `takes a passphrase that was typed within five minutes, or in this sheet`() async throws {
        try await vault.fill()
        let flags = PasskeyParty.present | PasskeyParty.backedUp | PasskeyParty.verified
        vault.keychain.pass(seconds: 299)
        #expect(try await created(PasskeyParty.registration(verification: .required)).flags == flags)
        try await vault.access.lock()
        let desk = desk(PasskeyParty.registration(verification: .required))
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        #expect(try PasskeyParty.registered(await desk.answer()).flags == flags)
        #expect(!desk.titles.contains("Confirm That It Is You"))
    }

    @Test func `makes nothing when the person does not show who they are`() async throws {
        try await vault.fill()
        vault.forgetPerson()
        let desk = desk(PasskeyParty.registration(verification: .required))
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        try await desk.see("Confirm That It Is You")
        try desk.press("unlock", secure: ["passphrase": "wrong"])
        try await desk.see("Confirm That It Is You") { $0.elements.contains { $0.content.kind == "message" } }
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
        #expect(try vault.logins() == [])
    }

    // MARK: Extensions

    private func output(
        _ input: ASPasskeyRegistrationCredentialExtensionInput
    ) async throws -> (ASPasskeyRegistrationCredentialExtensionOutput, Passkey) {
        let made = try await created(PasskeyParty.registration(extensions: input))
        return (try #require(made.credential.extensionOutput), try #require(try vault.logins()[0].passkeys.first))
    }

    private static let salt1 = Data(repeating: 3, count: 32)
    private static let salt2 = Data(repeating: 4, count: 32)

    @Test func `evaluates the pseudo-random function of a verified person, for one salt and for two`() async throws {
        try await vault.fill()
        let (output, passkey) = try await output(
            .init(prf: .inputValues(.saltInput1(Self.salt1, saltInput2: Self.salt2))))
        let secret = SymmetricKey(data: try #require(passkey.prfSecrets).verified.revealData())
        #expect(output.prf?.isSupported == true)
        #expect(
            output.prf?.first == SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Self.salt1, using: secret)))
        #expect(
            output.prf?.second == SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Self.salt2, using: secret)))
        #expect(output.largeBlob == nil)
    }

    @Test func `asks who is there before it evaluates the pseudo-random function`() async throws {
        try await vault.fill()
        vault.forgetPerson()
        let desk = desk(
            PasskeyParty.registration(
                verification: .discouraged, extensions: .init(prf: .inputValues(.saltInput1(Self.salt1)))))
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        try await desk.see("Confirm That It Is You")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let made = try PasskeyParty.registered(await desk.answer())
        #expect(made.flags & PasskeyParty.verified != 0)
        #expect(made.credential.extensionOutput?.prf?.first != nil)
        #expect(made.credential.extensionOutput?.prf?.second == nil)
    }

    @Test func `says what it can do where nothing more is asked`() async throws {
        try await vault.fill()
        vault.forgetPerson()
        let (output, _) = try await output(.init(largeBlob: .supportRequired, prf: .checkForSupport))
        #expect(output.prf?.isSupported == true)
        #expect(output.prf?.first == nil)
        #expect(output.largeBlob?.isSupported == true)
    }

    @Test func `has no outputs where none are asked for`() async throws {
        try await vault.fill()
        #expect(try await created().credential.extensionOutput == nil)
    }
}
