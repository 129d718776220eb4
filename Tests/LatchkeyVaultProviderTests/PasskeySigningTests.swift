import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passkey sign-in` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    typealias Preference = ASAuthorizationPublicKeyCredentialUserVerificationPreference

    private func provided(
        _ request: ASPasskeyCredentialRequest, settling: Bool = false
    ) async throws -> ProviderAnswer {
        try await vault.answer(settling: settling) { $0.provideCredentialWithoutUserInteraction(for: request) }
    }

    @Test(arguments: [COSEAlgorithm.es256, .edDSA, .rs256])
    func `signs an assertion and records the use`(algorithm: COSEAlgorithm) async throws {
        let made = try TestRelyingParty.passkey(algorithm)
        let id = try await vault.stored(made)
        let before = try vault.open().mark().revision
        let answer = try await provided(TestRelyingParty.assertion(made.passkey.description, in: id), settling: true)
        let asserted = try TestRelyingParty.asserted(answer, by: made.key)
        #expect(asserted.credential.userHandle == TestRelyingParty.handle)
        #expect(asserted.credential.credentialID == made.passkey.description.credentialID)
        #expect(asserted.credential.extensionOutput == nil)
        let overview = try vault.open().overview(id)
        #expect(overview.lastUsed == TestVault.now)
        #expect(overview.passkeys.map(\.lastUsed) == [TestVault.now])
        // A passkey sign-in does not count as a use of the password.
        #expect(overview.passwordFilled == nil)
        #expect(try vault.open().mark().revision == before + 1)
    }

    // Threat 45: flags and counter are constant.
    @Test func `reports constant backup flags and a zero counter`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetVerification()
        for _ in 0..<3 {
            let answer = try await provided(TestRelyingParty.assertion(made.passkey.description, in: id))
            #expect(
                try TestRelyingParty.asserted(answer, by: made.key).flags == TestRelyingParty.present
                    | TestRelyingParty.backedUp)
        }
    }

    // Threat 44: only a passphrase sets the flag, and required verification cannot be skipped.
    @Test(arguments: [Preference.preferred, .discouraged, .required], [true, false])
    func `sets the user verification flag only after verification`(preference: Preference, isRecent: Bool) async throws
    {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        vault.keychain.pass(seconds: isRecent ? 299 : 300)
        let answer = try await provided(
            TestRelyingParty.assertion(made.passkey.description, in: id, verification: preference))
        guard isRecent || preference != .required else {
            #expect(answer == .cancelled(.userInteractionRequired))
            return
        }
        let flags = TestRelyingParty.present | TestRelyingParty.backedUp | (isRecent ? TestRelyingParty.verified : 0)
        #expect(try TestRelyingParty.asserted(answer, by: made.key).flags == flags)
    }

    @Test func `ignores a verification for another vault or from before a lock`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        let request = TestRelyingParty.assertion(made.passkey.description, in: id, verification: .required)
        try await vault.access.keychain.noteVerification(Secret(copying: RecordIdentifier().bytes), 300)
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let open = try vault.open()
        #expect(await vault.access.storeKey(of: open, verifying: true))
        try await vault.access.lock()
        // Unlocked without a passphrase since the lock.
        #expect(await vault.access.storeKey(of: open))
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
    }

    // The agent reports a vault as unlocked while its keychain has any item.
    @Test func `forgets the verification when the vault locks`() async throws {
        try await vault.fill()
        let file = try #require(vault.access.file)
        let open = try vault.open()
        try file.save(VaultSettings(autoLockMinutes: 1))
        // The verification is stored for five minutes, the key for one.
        #expect(await vault.access.storeKey(of: open))
        #expect(vault.keychain.holdsAnything(after: 59))
        #expect(!vault.keychain.holdsAnything(after: 60))
        #expect(await !vault.access.isUserVerified(for: open))
        #expect(await vault.access.storeKey(of: open, verifying: true))
        #expect(await vault.access.isUserVerified(for: open))
        #expect(!vault.keychain.holdsAnything(after: 60))
        // The verification is stored first, so that it expires no later than the key.
        #expect(vault.keychain.written.suffix(2) == ["note", "key"])
    }

    @Test func `asks for the passphrase if verification is required, even if the vault is unlocked`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetVerification()
        let request = TestRelyingParty.assertion(made.passkey.description, in: id, verification: .required)
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterfaceToProvideCredential(for: request)
        }
        try await driver.waitForSheet("Confirm That It Is You")
        #expect(driver.content("reason") == .paragraph("Type the vault’s passphrase to sign in to www.example.com."))
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let flags = TestRelyingParty.present | TestRelyingParty.backedUp | TestRelyingParty.verified
        #expect(try TestRelyingParty.asserted(await driver.answer(), by: made.key).flags == flags)
        // The verification is valid for five minutes.
        #expect(try TestRelyingParty.asserted(await provided(request), by: made.key).flags == flags)
    }

    @Test func `does not accept an unlock in another process as verification`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        vault.forgetVerification()
        let request = TestRelyingParty.assertion(made.passkey.description, in: id, verification: .required)
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterfaceToProvideCredential(for: request)
        }
        try await driver.waitForSheet("Confirm That It Is You")
        // An unlock in another process does not end a verification sheet.
        #expect(await vault.access.storeKey(of: try vault.open()))
        try driver.press("unlock", secure: ["passphrase": "wrong"])
        try await driver.waitForSheet("Confirm That It Is You") {
            $0.elements.contains { $0.content.kind == "message" }
        }
        #expect(driver.answered == nil)
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `counts an unlock as verification`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made, locked: true)
        let request = TestRelyingParty.assertion(made.passkey.description, in: id)
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterfaceToProvideCredential(for: request)
        }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(
            driver.content("reason")
                == .paragraph("Unlock the vault to sign in to www.example.com with the passkey of alice."))
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let flags = TestRelyingParty.present | TestRelyingParty.backedUp | TestRelyingParty.verified
        #expect(try TestRelyingParty.asserted(await driver.answer(), by: made.key).flags == flags)
    }

    @Test(arguments: [Preference.preferred, .discouraged])
    func `asks for the passphrase of a login that asks every time`(preference: Preference) async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made) { $0.asksEveryTime = true }
        let request = TestRelyingParty.assertion(made.passkey.description, in: id, verification: preference)
        // Even right after the passphrase was typed.
        #expect(try await provided(request) == .cancelled(.userInteractionRequired))
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterfaceToProvideCredential(for: request)
        }
        try await driver.waitForSheet("Confirm That It Is You")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(
            try TestRelyingParty.asserted(await driver.answer(), by: made.key).flags & TestRelyingParty.verified != 0)
    }

    // MARK: Missing passkeys

    @Test func `does not find deleted, hidden or binned passkeys or another relying party's`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        let description = made.passkey.description
        var other = description
        other.relyingPartyIdentifier = "example.org"
        #expect(
            try await provided(TestRelyingParty.assertion(other, in: id)) == .cancelled(.credentialIdentityNotFound))
        other = description
        other.credentialID = Data([1])
        #expect(
            try await provided(TestRelyingParty.assertion(other, in: id)) == .cancelled(.credentialIdentityNotFound))
        let request = TestRelyingParty.assertion(description, in: RecordIdentifier())
        #expect(try await provided(request) == .cancelled(.credentialIdentityNotFound))
        try vault.open().edit(id) { $0.hiddenPasskeys = [description.credentialID] }
        #expect(
            try await provided(TestRelyingParty.assertion(description, in: id))
                == .cancelled(.credentialIdentityNotFound))
        // The agent marks the identity if the site names the credential.
        let named = TestRelyingParty.assertion(description, in: id)
        (named.credentialIdentity as? ASPasskeyCredentialIdentity)?.isHidden = true
        _ = try TestRelyingParty.asserted(try await provided(named), by: made.key)
        try vault.open().edit(id) { $0.hiddenPasskeys = [] }
        try vault.open().remove(id)
        #expect(
            try await provided(TestRelyingParty.assertion(description, in: id))
                == .cancelled(.credentialIdentityNotFound))
    }

    @Test func `rejects a client data hash of the wrong length`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        for hash in [Data(), Data(count: 31), Data(count: 33)] {
            let request = TestRelyingParty.assertion(made.passkey.description, in: id, hash: hash)
            #expect(try await provided(request) == .cancelled(.credentialIdentityNotFound))
        }
    }

    @Test func `shows a message for an unsupported key if a sheet is open`() async throws {
        var made = try TestRelyingParty.passkey()
        made.passkey.privateKey = Secret("no key")
        let id = try await vault.stored(made)
        let request = TestRelyingParty.assertion(made.passkey.description, in: id, verification: .required)
        #expect(try await provided(request) == .cancelled(.failed))
        vault.forgetVerification()
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await driver.waitForSheet("Confirm That It Is You")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Latchkey Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["Latchkey does not support this passkey’s key type."])
        try driver.press("close")
        #expect(await driver.answer() == .cancelled(.failed))
    }

    @Test func `opens only the passkey's record`() async throws {
        let made = try TestRelyingParty.passkey()
        let id = try await vault.stored(made)
        let other = try vault.open().add(.test("https://other.example"))
        guard case .added(let damaged) = other else { return }
        try vault.damageDetails(of: damaged.id)
        let answer = try await provided(TestRelyingParty.assertion(made.passkey.description, in: id))
        _ = try TestRelyingParty.asserted(answer, by: made.key)
    }
}
