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

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passkey creation` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    func driver(
        _ request: ASPasskeyCredentialRequest = TestRelyingParty.registration(),
        from origin: RequestOrigin? = TestRelyingParty.origin
    ) -> SheetDriver {
        SheetDriver(vault, from: origin) { $0.prepareInterface(forPasskeyRegistration: request) }
    }

    func created(
        _ request: ASPasskeyCredentialRequest = TestRelyingParty.registration()
    ) async throws -> TestRelyingParty.Registered {
        let driver = driver(request)
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        return try TestRelyingParty.registered(await driver.answer())
    }

    /// The texts and buttons of the sheet, in order.
    func lines(_ driver: SheetDriver) -> [String] {
        driver.sheet?.elements.compactMap { element in
            switch element.content {
            case .text(let text): text.text
            case .button(let button): "[\(button.title)]"
            default: nil
            }
        } ?? []
    }

    @Test func `shows the site, the account and the login of a new passkey`() async throws {
        try await vault.fill()
        let driver = driver(TestRelyingParty.registration(user: "al\u{202E}ice\nevil"))
        try await driver.waitForSheet("Create a Passkey?")
        #expect(
            lines(driver) == [
                "Site: www.example.com", "Account: al<U+202E>ice␊evil",
                "The passkey signs you in at example.com.", "It is saved as a new login.", "[Create Passkey]",
            ])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
        #expect(try vault.logins() == [])
    }

    @Test func `shows which login a new passkey joins and which passkey it replaces`() async throws {
        var login = Login.test("https://example.com", title: "Shop")
        login.passkeys = [try TestRelyingParty.passkey().passkey]
        try await vault.fill([login])
        let driver = driver()
        try await driver.waitForSheet("Create a Passkey?")
        #expect(
            lines(driver) == [
                "Site: www.example.com", "Account: alice", "The passkey signs you in at example.com.",
                "It is added to your login for “Shop”, which keeps its password.",
                "It replaces your current passkey, which is kept but no longer offered.",
                "[Create Passkey]", "[Create in a New Login]",
            ])
        driver.cancel()
        _ = await driver.answer()
    }

    @Test func `keeps the display name of a new passkey`() async throws {
        try await vault.fill()
        _ = try await created(TestRelyingParty.registration(displayName: "Alice Liddell"))
        #expect(try vault.logins().flatMap(\.passkeys).map(\.description.displayName) == ["Alice Liddell"])
    }

    @Test func `creates a login for a passkey of a new account`() async throws {
        try await vault.fill([.test("https://other.example"), .test("https://example.com", user: "bob")])
        let made = try await created()
        let login = try #require(try vault.logins().first { $0.user == "alice" && !$0.passkeys.isEmpty })
        #expect(login.title == "www.example.com")
        #expect(login.sites.map(\.text) == ["https://www.example.com"])
        #expect(login.password == nil)
        let passkey = try #require(login.passkeys.first)
        #expect(passkey.description.credentialID == made.credential.credentialID)
        #expect(passkey.description.userHandle == TestRelyingParty.handle)
        #expect(passkey.description.userName == "alice")
        #expect(passkey.description.created == TestVault.now)
        #expect(try PasskeyKey(pkcs8: passkey.privateKey).publicKey == made.key)
        #expect(passkey.prfSecrets?.verified != passkey.prfSecrets?.unverified)
    }

    @Test(arguments: ["https://www.example.com/login", "https://example.com", "example.com", "https://id.example.com"])
    func `adds a passkey to the account's login and keeps its password`(site: String) async throws {
        let ids = try await vault.fill([.test("https://other.example"), .test(site), .test("https://example.org")])
        let made = try await created()
        let login = try vault.open().record(ids[1]).login
        #expect(login.passkeys.map(\.description.credentialID) == [made.credential.credentialID])
        #expect(login.password == Secret("hunter2"))
        #expect(login.history == [])
        #expect(try vault.logins().count == 3)
    }

    @Test(arguments: ["https://example.org", "https://notexample.com", "https://example.com.evil.test"])
    func `does not add a passkey to another site's login`(site: String) async throws {
        let id = try await vault.fill([.test(site)])[0]
        _ = try await created()
        #expect(try vault.open().record(id).login.passkeys == [])
        #expect(try vault.logins().count == 2)
    }

    @Test func `creates a separate login if the user asks for one`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        let driver = driver()
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create-as-new")
        _ = try TestRelyingParty.registered(await driver.answer())
        #expect(try vault.open().record(id).login.passkeys == [])
        #expect(try vault.logins().count == 2)
    }

    @Test func `hides the replaced passkey and keeps it`() async throws {
        let (old, _) = try TestRelyingParty.passkey(user: "alice once")
        var login = Login.test("https://elsewhere.example")
        login.passkeys = [old]
        let id = try await vault.fill([login])[0]
        let made = try await created()
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.count == 2)
        #expect(record.login.passkeys[0] == old)
        #expect(record.overview.offeredPasskeys.map(\.credentialID) == [made.credential.credentialID])
    }

    @Test func `keeps the passkeys of a site's other accounts`() async throws {
        try await vault.fill()
        let first = try await created()
        let second = try await created(TestRelyingParty.registration(user: "bob", handle: Data([1])))
        let offered = try vault.open().overviews().overviews.flatMap(\.offeredPasskeys).map(\.credentialID)
        #expect(Set(offered) == [first.credential.credentialID, second.credential.credentialID])
    }

    @Test(arguments: [
        ([-7], -7), ([-8, -7], -8), ([-35, -999, -257, -8], -257), ([-7, -257], -7),
    ])
    func `uses the relying party's most preferred supported algorithm`(wanted: [Int], chosen: Int) async throws {
        try await vault.fill()
        let made = try await created(TestRelyingParty.registration(algorithms: wanted))
        #expect(made.key.algorithm.rawValue == chosen)
        let login = try #require(try vault.logins().first)
        // The stored key can sign.
        let key = try PasskeyKey(pkcs8: try #require(login.passkeys.first).privateKey)
        #expect(made.key.verifies(try key.sign([1, 2, 3]), over: [1, 2, 3]))
    }

    /// Requests that fail without a sheet.
    static let refused: [ASPasskeyCredentialRequest] = [
        TestRelyingParty.registration(algorithms: []), TestRelyingParty.registration(algorithms: [-35, -65535]),
        TestRelyingParty.registration(hash: Data([1])), TestRelyingParty.registration(handle: Data()),
        TestRelyingParty.registration(handle: Data(count: 65)), TestRelyingParty.registration(identifier: "com"),
        TestRelyingParty.registration(identifier: "Example.com"), TestRelyingParty.registration(identifier: ""),
        TestRelyingParty.registration(
            extensions: .init(prf: .inputValues(.saltInput1(Data("a site's own words".utf8))))),
    ]

    @Test(arguments: 0..<9) func `rejects an invalid registration at once`(number: Int) async throws {
        try await vault.fill()
        let request = Self.refused[number]
        #expect(try await vault.answer { $0.prepareInterface(forPasskeyRegistration: request) } == .cancelled(.failed))
    }

    @Test func `rejects an assertion request as a registration`() async throws {
        try await vault.fill()
        let request = ASPasswordCredentialRequest(
            credentialIdentity: ASPasswordCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
                user: "alice", recordIdentifier: nil))
        #expect(try await vault.answer { $0.prepareInterface(forPasskeyRegistration: request) } == .cancelled(.failed))
    }

    // The agent asks the user before the page learns of it.
    @Test func `reports an excluded passkey to the agent without a question about a new one`() async throws {
        let (old, _) = try TestRelyingParty.passkey(user: "somebody", handle: Data([1]))
        try await vault.fill([Login(title: "A", user: "somebody", passkeys: [old])])
        let driver = driver(TestRelyingParty.registration(excluding: [Data([1]), old.description.credentialID]))
        #expect(await driver.answer() == .cancelled(.matchedExcludedCredential))
        #expect(!driver.titles.contains("Create a Passkey?"))
        #expect(try vault.logins().flatMap(\.passkeys) == [old])
    }

    // An earlier attempt may have hidden it, whose passkey the site never received.
    @Test func `offers a hidden passkey again if the site excludes it`() async throws {
        let (old, _) = try TestRelyingParty.passkey()
        let (lost, _) = try TestRelyingParty.passkey()
        let (oldID, lostID) = (old.description.credentialID, lost.description.credentialID)
        var login = Login.test("https://example.com")
        login.passkeys = [old, lost]
        login.hiddenPasskeys = [oldID]
        let id = try await vault.fill([login])[0]
        func answer(excluding excluded: [Data]) async -> ProviderAnswer {
            await driver(TestRelyingParty.registration(excluding: excluded)).answer()
        }
        // If one of them is offered, the others stay hidden.
        #expect(await answer(excluding: [oldID, lostID]) == .cancelled(.matchedExcludedCredential))
        #expect(try vault.open().record(id).login.hiddenPasskeys == [oldID])

        #expect(await answer(excluding: [oldID]) == .cancelled(.matchedExcludedCredential))
        #expect(try vault.open().record(id).login.hiddenPasskeys == [])
        #expect(try vault.open().record(id).login.passkeys == [old, lost])
        await WorkAfterAnswer.settle()
    }

    @Test(arguments: ["create", "create-as-new"])
    func `deletes a new passkey that the site did not receive`(button: String) async throws {
        let (old, _) = try TestRelyingParty.passkey()
        var login = Login.test("https://example.com")
        login.passkeys = [old]
        let id = try await vault.fill([login])[0]
        let driver = SheetDriver(vault, from: TestRelyingParty.origin, completions: [true]) {
            $0.prepareInterface(forPasskeyRegistration: TestRelyingParty.registration())
        }
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press(button)
        _ = try TestRelyingParty.registered(await driver.answer())
        await WorkAfterAnswer.settle()
        let open = try vault.open()
        #expect(try open.record(id).login.passkeys == [old])
        #expect(try open.record(id).login.hiddenPasskeys == [])
        #expect(try open.overviews().overviews.map(\.id) == [id])
        #expect(try open.overviews(OverviewQuery(scope: .bin)).overviews == [])
    }

    @Test func `keeps a received passkey if the background time expires`() async throws {
        try await vault.fill([])
        let driver = SheetDriver(vault, from: TestRelyingParty.origin, completions: [false, true]) {
            $0.prepareInterface(forPasskeyRegistration: TestRelyingParty.registration())
        }
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        _ = try TestRelyingParty.registered(await driver.answer())
        await WorkAfterAnswer.settle()
        let open = try vault.open()
        let made = try #require(try open.overviews().overviews.first)
        #expect(try open.record(made.id).login.passkeys.count == 1)
    }

    @Test func `does not reveal an excluded passkey while the vault is locked`() async throws {
        let (old, _) = try TestRelyingParty.passkey()
        try await vault.fill([Login(title: "A", user: "alice", passkeys: [old])], locked: true)
        let driver = driver(TestRelyingParty.registration(excluding: [old.description.credentialID]))
        try await driver.waitForSheet("Unlock the Vault")
        #expect(driver.content("reason") == .paragraph("Unlock the vault to create a passkey for www.example.com."))
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `ignores excluded passkeys of other relying parties and in the bin`() async throws {
        let (other, _) = try TestRelyingParty.passkey(identifier: "example.org")
        let (binned, _) = try TestRelyingParty.passkey(user: "z", handle: Data([1]))
        let ids = try await vault.fill([
            Login(title: "A", user: "x", passkeys: [other]), Login(title: "B", user: "z", passkeys: [binned]),
        ])
        try vault.open().remove(ids[1])
        _ = try await created(
            TestRelyingParty.registration(excluding: [other, binned].map(\.description.credentialID)))
    }

    // MARK: After the registration

    @Test func `stores a passkey in one transaction and suggests it at once`() async throws {
        try await vault.fill([.test("https://example.com")])
        try await vault.access.suggestions.refill(from: vault.open())
        let before = try vault.open().mark().revision
        let made = try await created()
        #expect(try vault.open().mark().revision == before + 1)
        await WorkAfterAnswer.settle()
        let passkeys = vault.store.identities.compactMap { $0 as? ASPasskeyCredentialIdentity }
        #expect(passkeys.map(\.credentialID) == [made.credential.credentialID])
        #expect(passkeys.map(\.userHandle) == [TestRelyingParty.handle])
    }

    @Test func `adds the account's first password without a question`() async throws {
        try await vault.fill()
        _ = try await created()
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://www.example.com/", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "new"), title: nil, sessionID: "1",
            event: .formDidDisappear)
        #expect(
            try await vault.answer {
                $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
            } == .passwordSaved)
        let logins = try vault.logins()
        #expect(logins.count == 1)
        #expect(logins[0].password == Secret("new"))
        #expect(logins[0].passkeys.count == 1)
    }

    @Test func `stores no part of the private key unencrypted`() async throws {
        try await vault.fill()
        _ = try await created()
        let passkey = try #require(try vault.logins()[0].passkeys.first)
        let file = try Data(contentsOf: URL(filePath: VaultFile(folder: vault.folder).path))
        for secret in [passkey.privateKey, passkey.prfSecrets?.verified, passkey.prfSecrets?.unverified] {
            let bytes = try #require(secret).revealBytes(as: Data.self)
            #expect(file.range(of: bytes.suffix(32)) == nil)
        }
        #expect(file.range(of: passkey.description.credentialID) == nil)
    }

    // MARK: User verification

    @Test(arguments: [
        (ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred, false), (.discouraged, false),
        (.required, true), (.init("something new"), false),
    ])
    func `asks for the passphrase only if the registration requires it`(
        preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference, asks: Bool
    ) async throws {
        try await vault.fill()
        vault.forgetVerification()
        let driver = driver(TestRelyingParty.registration(verification: preference))
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        if asks {
            try await driver.waitForSheet("Confirm That It Is You")
            #expect(
                driver.content("reason")
                    == .paragraph("Type the vault’s passphrase to create the passkey for www.example.com."))
            #expect(try vault.logins() == [])
            try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        }
        let made = try TestRelyingParty.registered(await driver.answer())
        let verified = asks ? TestRelyingParty.verified : 0
        #expect(made.flags == TestRelyingParty.present | TestRelyingParty.backedUp | verified)
    }

    @Test func `accepts a passphrase typed within five minutes or in this sheet`() async throws {
        try await vault.fill()
        let flags = TestRelyingParty.present | TestRelyingParty.backedUp | TestRelyingParty.verified
        vault.keychain.pass(seconds: 299)
        #expect(try await created(TestRelyingParty.registration(verification: .required)).flags == flags)
        try await vault.access.lock()
        let driver = driver(TestRelyingParty.registration(verification: .required))
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        #expect(try TestRelyingParty.registered(await driver.answer()).flags == flags)
        #expect(!driver.titles.contains("Confirm That It Is You"))
    }

    @Test func `creates no passkey if the user is not verified`() async throws {
        try await vault.fill()
        vault.forgetVerification()
        let driver = driver(TestRelyingParty.registration(verification: .required))
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        try await driver.waitForSheet("Confirm That It Is You")
        try driver.press("unlock", secure: ["passphrase": "wrong"])
        try await driver.waitForSheet("Confirm That It Is You") {
            $0.elements.contains { $0.content.kind == "message" }
        }
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
        #expect(try vault.logins() == [])
    }

    // MARK: Extensions

    private func output(
        _ input: ASPasskeyRegistrationCredentialExtensionInput
    ) async throws -> (ASPasskeyRegistrationCredentialExtensionOutput, Passkey) {
        let made = try await created(TestRelyingParty.registration(extensions: input))
        return (try #require(made.credential.extensionOutput), try #require(try vault.logins()[0].passkeys.first))
    }

    private static let salt1 = Data(repeating: 3, count: 32)
    private static let salt2 = Data(repeating: 4, count: 32)

    @Test func `evaluates the PRF for verified users, with one salt and with two`() async throws {
        try await vault.fill()
        let (output, passkey) = try await output(
            .init(prf: .inputValues(.saltInput1(Self.salt1, saltInput2: Self.salt2))))
        let secret = SymmetricKey(data: try #require(passkey.prfSecrets).verified.revealBytes(as: Data.self))
        #expect(output.prf?.isSupported == true)
        #expect(
            output.prf?.first == SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Self.salt1, using: secret)))
        #expect(
            output.prf?.second == SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Self.salt2, using: secret)))
        #expect(output.largeBlob == nil)
    }

    @Test func `verifies the user before it evaluates the PRF`() async throws {
        try await vault.fill()
        vault.forgetVerification()
        let driver = driver(
            TestRelyingParty.registration(
                verification: .discouraged, extensions: .init(prf: .inputValues(.saltInput1(Self.salt1)))))
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        try await driver.waitForSheet("Confirm That It Is You")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        let made = try TestRelyingParty.registered(await driver.answer())
        #expect(made.flags & TestRelyingParty.verified != 0)
        #expect(made.credential.extensionOutput?.prf?.first != nil)
        #expect(made.credential.extensionOutput?.prf?.second == nil)
    }

    @Test func `reports the supported extensions`() async throws {
        try await vault.fill()
        vault.forgetVerification()
        let (output, _) = try await output(.init(largeBlob: .supportRequired, prf: .checkForSupport))
        #expect(output.prf?.isSupported == true)
        #expect(output.prf?.first == nil)
        #expect(output.largeBlob?.isSupported == true)
    }

    @Test func `returns no extension outputs if none are requested`() async throws {
        try await vault.fill()
        #expect(try await created().credential.extensionOutput == nil)
    }
}
