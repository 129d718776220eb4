import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Filling one login` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(_ id: RecordIdentifier, user: String = "alice") -> ASPasswordCredentialRequest {
        ASPasswordCredentialRequest(
            credentialIdentity: ASPasswordCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
                user: user, recordIdentifier: id.description))
    }

    private func provided(_ request: ASPasswordCredentialRequest) async throws -> ProviderAnswer {
        try await ProviderTestHost { VaultViewController(access: vault.access) }
            .answer { $0.provideCredentialWithoutUserInteraction(for: request) }
    }

    private static let alice = ProviderAnswer.password(ASPasswordCredential(user: "alice", password: "hunter2"))

    @Test func `fills with the stored key and records the use`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        #expect(try await provided(request(id)) == Self.alice)
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(id).lastUsed == TestVault.now)
    }

    @Test func `records no use in a private window`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        let driver = SheetDriver(vault, from: RequestOrigin(program: "Chromium", isPrivate: true)) {
            $0.provideCredentialWithoutUserInteraction(for: request(id))
        }
        #expect(await driver.answer() == Self.alice)
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(id).lastUsed == nil)
    }

    @Test func `requires interaction if the vault is locked or the login asks every time`() async throws {
        let ids = try await vault.fill([.test("https://a.example"), .test("https://b.example", asksEveryTime: true)])
        #expect(try await provided(request(ids[1])) == .cancelled(.userInteractionRequired))
        try await vault.access.lock()
        #expect(try await provided(request(ids[0])) == .cancelled(.userInteractionRequired))
    }

    @Test func `does not find a deleted or binned login or one whose user changed`() async throws {
        let ids = try await vault.fill([.test("https://a.example"), .test("https://b.example")])
        try vault.open().remove(ids[0])
        #expect(try await provided(request(ids[0])) == .cancelled(.credentialIdentityNotFound))
        #expect(try await provided(request(RecordIdentifier())) == .cancelled(.credentialIdentityNotFound))
        #expect(try await provided(request(ids[1], user: "bob")) == .cancelled(.credentialIdentityNotFound))
    }

    @Test func `removes a key that does not fit the vault`() async throws {
        let id = try await vault.fill([.test("https://a.example")])[0]
        vault.keychain.put(.random(count: 32))
        #expect(try await provided(request(id)) == .cancelled(.userInteractionRequired))
        #expect(vault.keychain.isEmpty)
    }

    @Test func `fails if the record is damaged`() async throws {
        let id = try await vault.fill([.test("https://a.example")])[0]
        try vault.damageDetails()
        #expect(try await provided(request(id)) == .cancelled(.failed))
    }

    @Test func `shows a message after a wrong passphrase and fills after the right one`() async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(
            driver.content("reason") == .paragraph("Unlock the vault to fill in the password of alice for example.com.")
        )

        try driver.press("unlock", secure: ["passphrase": "wrong"])
        try await driver.waitForSheet("Unlock the Vault") { $0.elements.contains { $0.content.kind == "progress" } }
        try await driver.waitForSheet("Unlock the Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["That is not the passphrase. Try again."])
        #expect(vault.keychain.isEmpty)

        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == Self.alice)
        #expect(vault.keychain.lifetime == 900)
    }

    @Test func `accepts the recovery code instead of the passphrase`() async throws {
        let created = try await vault.access.create(passphrase: Secret(TestVault.passphrase))
        let change = try created.vault.add(.test("https://example.com"))
        guard case .added(let overview) = change else { return }
        try await vault.access.lock()
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(overview.id)) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("other")
        try await driver.waitForSheet("Unlock the Vault") { _ in driver.content("recovery-code") != nil }
        try driver.press("unlock", secure: ["recovery-code": "0000"])
        try await driver.waitForSheet("Unlock the Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["The code is 24 characters too short."])
        try driver.press("unlock", secure: ["recovery-code": created.recoveryCode.formatted.reveal()])
        #expect(await driver.answer() == Self.alice)
    }

    @Test func `asks before it fills a login that asks every time from an unlocked vault`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)])[0]
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await driver.waitForSheet("Fill In?")
        #expect(driver.content("question") == .paragraph("Fill in the password of alice for example.com?"))
        try driver.press("fill")
        #expect(await driver.answer() == Self.alice)
    }

    @Test func `does not ask again right after the passphrase`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)], locked: true)[0]
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == Self.alice)
    }

    @Test func `asks before it fills if the vault was unlocked in another process`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)], locked: true)[0]
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(await vault.access.storeKey(of: try vault.open()))
        try await driver.waitForSheet("Fill In?")
        try driver.press("fill")
        #expect(await driver.answer() == Self.alice)
    }

    @Test func `asks about a chosen login if the vault was unlocked in another process`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)], locked: true)[0]
        let services = [ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL)]
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: services) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(await vault.access.storeKey(of: try vault.open()))
        try await driver.waitForSheet("Choose a Login")
        try driver.send(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await driver.waitForSheet("Fill In?")
        driver.cancel()
    }

    @Test func `cancels the request when the user cancels the sheet`() async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await driver.waitForSheet("Unlock the Vault")
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `reports that there is no vault yet`() async throws {
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(RecordIdentifier())) }
        try await driver.waitForSheet("Latchkey Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["There is no vault yet. Create one with “latchkey-vault create”."])
        try driver.press("close")
        #expect(await driver.answer() == .cancelled(.failed))
    }
}
