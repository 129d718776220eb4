import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Signing in with a passkey` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    typealias Preference = ASAuthorizationPublicKeyCredentialUserVerificationPreference

    private func provided(
        _ request: ASPasskeyCredentialRequest, settling: Bool = false
    ) async throws -> ProviderAnswer {
        try await vault.answer(settling: settling) { $0.provideCredentialWithoutUserInteraction(for: request) }
    }

    @Test(arguments: [COSEAlgorithm.es256, .edDSA, .rs256])
    func `signs, and notes the use`(algorithm: COSEAlgorithm) async throws {
        let made = try PasskeyParty.passkey(algorithm)
        let id = try await vault.stored(made)
        let before = try vault.open().mark().revision
        let answer = try await provided(PasskeyParty.assertion(made.passkey.description, in: id), settling: true)
        let asserted = try PasskeyParty.asserted(answer, by: made.key)
        #expect(asserted.credential.userHandle == PasskeyParty.handle)
        #expect(asserted.credential.credentialID == made.passkey.description.credentialID)
        #expect(asserted.credential.extensionOutput == nil)
        let overview = try vault.open().overview(id)
        #expect(overview.lastUsed == TestVault.now)
        // A passkey's use is no password's.
        #expect(overview.passwordFilled == nil)
        #expect(try vault.open().mark().revision == before + 1)
    }

    // Threat 45: flags and counter are the same every time.
    @Test func `says the same of its backup and its count each time`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetPerson()
        for _ in 0..<3 {
            let answer = try await provided(PasskeyParty.assertion(made.passkey.description, in: id))
            #expect(
                try PasskeyParty.asserted(answer, by: made.key).flags == PasskeyParty.present | PasskeyParty.backedUp)
        }
    }

    // Threat 44: the flag is set for a passphrase alone, and where it is required nothing goes without.
    @Test(arguments: [Preference.preferred, .discouraged, .required], [true, false])
    func `says that the person was verified only if they were`(preference: Preference, isRecent: Bool) async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        vault.keychain.pass(seconds: isRecent ? 299 : 300)
        let answer = try await provided(
            PasskeyParty.assertion(made.passkey.description, in: id, verification: preference))
        guard isRecent || preference != .required else {
            #expect(answer == .cancelled(.userInteractionRequired))
            return
        }
        let flags = PasskeyParty.present | PasskeyParty.backedUp | (isRecent ? PasskeyParty.verified : 0)
        #expect(try PasskeyParty.asserted(answer, by: made.key).flags == flags)
    }

    @Test func `does not take another vault's passphrase, or one from before a lock, for this one's`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        let request = PasskeyParty.assertion(made.passkey.description, in: id, verification: .required)
        try await vault.access.keychain.noteVerification(Secret(copying: RecordIdentifier().bytes), 300)
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let open = try vault.open()
        #expect(await vault.access.keep(open, verifying: true))
        try await vault.access.lock()
        // Unlocked by what is no passphrase of now.
        #expect(await vault.access.keep(open))
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
    }

    // What lies in the keychain makes a vault look unlocked.
    @Test func `knows of a person for no longer than the vault is unlocked`() async throws {
        try await vault.fill()
        let file = try #require(vault.access.file)
        let open = try vault.open()
        try file.save(VaultSettings(autoLockMinutes: 1))
        // Noted for five minutes, and kept for one from now on.
        #expect(await vault.access.keep(open))
        #expect(vault.keychain.holdsAnything(after: 59))
        #expect(!vault.keychain.holdsAnything(after: 60))
        #expect(await !vault.access.isPersonVerified(for: open))
        #expect(await vault.access.keep(open, verifying: true))
        #expect(await vault.access.isPersonVerified(for: open))
        #expect(!vault.keychain.holdsAnything(after: 60))
        // The note begins, and so ends, no later than the key.
        #expect(vault.keychain.written.suffix(2) == ["note", "key"])
    }

    @Test func `asks for the passphrase where verification is required, though the vault is unlocked`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetPerson()
        let request = PasskeyParty.assertion(made.passkey.description, in: id, verification: .required)
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await desk.see("Confirm That It Is You")
        #expect(desk.content("reason") == .paragraph("Type the vault’s passphrase to sign in to www.example.com."))
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let flags = PasskeyParty.present | PasskeyParty.backedUp | PasskeyParty.verified
        #expect(try PasskeyParty.asserted(await desk.answer(), by: made.key).flags == flags)
        // Which holds for five minutes.
        #expect(try PasskeyParty.asserted(await provided(request), by: made.key).flags == flags)
    }

    @Test func `does not take an unlock elsewhere for this person's passphrase`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetPerson()
        let request = PasskeyParty.assertion(made.passkey.description, in: id, verification: .required)
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await desk.see("Confirm That It Is You")
        // What the unlock sheet looks for does not end this one.
        #expect(await vault.access.keep(try vault.open()))
        try desk.press("unlock", secure: ["passphrase": "wrong"])
        try await desk.see("Confirm That It Is You") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.answered == nil)
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `unlocks first, which verifies`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made, locked: true)
        let request = PasskeyParty.assertion(made.passkey.description, in: id)
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await desk.see("Unlock the Vault")
        #expect(
            desk.content("reason")
                == .paragraph("Unlock the vault to sign in to www.example.com with the passkey of alice."))
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let flags = PasskeyParty.present | PasskeyParty.backedUp | PasskeyParty.verified
        #expect(try PasskeyParty.asserted(await desk.answer(), by: made.key).flags == flags)
    }

    @Test(arguments: [Preference.preferred, .discouraged])
    func `asks for the passphrase every time where the login is marked so`(preference: Preference) async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made) { $0.asksEveryTime = true }
        let request = PasskeyParty.assertion(made.passkey.description, in: id, verification: preference)
        // Though the passphrase was typed a moment ago.
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await desk.see("Confirm That It Is You")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(try PasskeyParty.asserted(await desk.answer(), by: made.key).flags & PasskeyParty.verified != 0)
    }

    // MARK: What is not there

    @Test func `does not find what is gone, hidden, in the bin, or another relying party's`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        let description = made.passkey.description
        var other = description
        other.relyingPartyIdentifier = "example.org"
        #expect(try await provided(PasskeyParty.assertion(other, in: id)) == .cancelled(.credentialIdentityNotFound))
        other = description
        other.credentialID = Data([1])
        #expect(try await provided(PasskeyParty.assertion(other, in: id)) == .cancelled(.credentialIdentityNotFound))
        let request = PasskeyParty.assertion(description, in: RecordIdentifier())
        #expect(try await provided(request) == .cancelled(.credentialIdentityNotFound))
        try vault.open().edit(id) { $0.hiddenPasskeys = [description.credentialID] }
        #expect(
            try await provided(PasskeyParty.assertion(description, in: id)) == .cancelled(.credentialIdentityNotFound))
        try vault.open().edit(id) { $0.hiddenPasskeys = [] }
        try vault.open().remove(id)
        #expect(
            try await provided(PasskeyParty.assertion(description, in: id)) == .cancelled(.credentialIdentityNotFound))
    }

    @Test func `refuses to sign what is no hash of client data`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        for hash in [Data(), Data(count: 31), Data(count: 33)] {
            let request = PasskeyParty.assertion(made.passkey.description, in: id, hash: hash)
            #expect(try await provided(request) == .cancelled(.credentialIdentityNotFound))
        }
    }

    @Test func `says what it cannot use, where there is somebody to say it to`() async throws {
        var made = try PasskeyParty.passkey()
        made.passkey.privateKey = Secret("no key")
        let id = try await vault.stored(made)
        let request = PasskeyParty.assertion(made.passkey.description, in: id, verification: .required)
        #expect(try await provided(request) == .cancelled(.failed))
        vault.forgetPerson()
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await desk.see("Confirm That It Is You")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["This passkey is of a kind that Latchkey cannot use."])
        try desk.press("close")
        #expect(await desk.answer() == .cancelled(.failed))
    }

    @Test func `opens its own record alone`() async throws {
        let made = try PasskeyParty.passkey()
        let id = try await vault.stored(made)
        let other = try vault.open().add(.test("https://other.example"))
        guard case .added(let damaged) = other else { return }
        try vault.damageDetails(of: damaged.id)
        let answer = try await provided(PasskeyParty.assertion(made.passkey.description, in: id))
        _ = try PasskeyParty.asserted(answer, by: made.key)
    }
}
