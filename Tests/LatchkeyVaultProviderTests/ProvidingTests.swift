import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Providing a login` {
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

    @Test func `fills with the kept key, and notes the use`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        #expect(try await provided(request(id)) == Self.alice)
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(id).lastUsed == TestVault.now)
    }

    @Test func `notes no use in a private window`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        let desk = Desk(vault, from: RequestOrigin(program: "Chromium", isPrivate: true)) {
            $0.provideCredentialWithoutUserInteraction(for: request(id))
        }
        #expect(await desk.answer() == Self.alice)
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(id).lastUsed == nil)
    }

    @Test func `needs the person while the vault is locked, and for a login that asks every time`() async throws {
        let ids = try await vault.fill([.test("https://a.example"), .test("https://b.example", asksEveryTime: true)])
        #expect(try await provided(request(ids[1])) == .cancelled(.userInteractionRequired))
        try await vault.access.lock()
        #expect(try await provided(request(ids[0])) == .cancelled(.userInteractionRequired))
    }

    @Test func `does not find what is gone, in the bin, or another user's by now`() async throws {
        let ids = try await vault.fill([.test("https://a.example"), .test("https://b.example")])
        try vault.open().remove(ids[0])
        #expect(try await provided(request(ids[0])) == .cancelled(.credentialIdentityNotFound))
        #expect(try await provided(request(RecordIdentifier())) == .cancelled(.credentialIdentityNotFound))
        #expect(try await provided(request(ids[1], user: "bob")) == .cancelled(.credentialIdentityNotFound))
    }

    @Test func `removes a key that fits no longer`() async throws {
        let id = try await vault.fill([.test("https://a.example")])[0]
        vault.keychain.put(.random(count: 32))
        #expect(try await provided(request(id)) == .cancelled(.userInteractionRequired))
        #expect(vault.keychain.isEmpty)
    }

    @Test func `fails when the record is damaged`() async throws {
        let id = try await vault.fill([.test("https://a.example")])[0]
        try vault.damageDetails()
        #expect(try await provided(request(id)) == .cancelled(.failed))
    }

    @Test func `stays with a message after a wrong passphrase, and fills after the right one`() async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await desk.see("Unlock the Vault")
        #expect(
            desk.content("reason") == .paragraph("Unlock the vault to fill in the password of alice for example.com."))

        try desk.press("unlock", secure: ["passphrase": "wrong"])
        try await desk.see("Unlock the Vault") { $0.elements.contains { $0.content.kind == "progress" } }
        try await desk.see("Unlock the Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["That is not the passphrase. Try again."])
        #expect(vault.keychain.isEmpty)

        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await desk.answer() == Self.alice)
        #expect(vault.keychain.lifetime == 900)
    }

    @Test func `takes the recovery code where the passphrase is forgotten`() async throws {
        let created = try await vault.access.create(passphrase: Secret(TestVault.passphrase))
        let change = try created.vault.add(.test("https://example.com"))
        guard case .added(let overview) = change else { return }
        try await vault.access.lock()
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(overview.id)) }
        try await desk.see("Unlock the Vault")
        try desk.press("other")
        try await desk.see("Unlock the Vault") { _ in desk.content("recovery-code") != nil }
        try desk.press("unlock", secure: ["recovery-code": "0000"])
        try await desk.see("Unlock the Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["The code has 24 characters too few."])
        try desk.press("unlock", secure: ["recovery-code": created.recoveryCode.formatted.reveal()])
        #expect(await desk.answer() == Self.alice)
    }

    @Test func `asks before an unlocked vault gives a login that asks every time`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)])[0]
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await desk.see("Fill In?")
        #expect(desk.content("question") == .paragraph("Fill in the password of alice for example.com?"))
        try desk.press("fill")
        #expect(await desk.answer() == Self.alice)
    }

    @Test func `does not ask twice: the passphrase has just proven who is there`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)], locked: true)[0]
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await desk.answer() == Self.alice)
    }

    @Test func `asks where the vault was unlocked elsewhere: nobody has shown here to be there`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)], locked: true)[0]
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await desk.see("Unlock the Vault")
        #expect(await vault.access.keep(try vault.open()))
        try await desk.see("Fill In?")
        try desk.press("fill")
        #expect(await desk.answer() == Self.alice)
    }

    @Test func `asks about a choice of a list, too, where the vault was unlocked elsewhere`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)], locked: true)[0]
        let services = [ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL)]
        let desk = Desk(vault) { $0.prepareCredentialList(for: services) }
        try await desk.see("Unlock the Vault")
        #expect(await vault.access.keep(try vault.open()))
        try await desk.see("Choose a Login")
        try desk.does(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await desk.see("Fill In?")
        desk.leave()
    }

    @Test func `can be left`() async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(id)) }
        try await desk.see("Unlock the Vault")
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `says that there is no vault yet`() async throws {
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(RecordIdentifier())) }
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["There is no vault yet. Make one with “latchkey-vault create”."])
        try desk.press("close")
        #expect(await desk.answer() == .cancelled(.failed))
    }
}
