import AuthenticationServices
import GRDB
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `One-time codes of logins` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// The secret of the examples in RFC 4226 appendix D and RFC 6238 appendix B.
    static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    static let byTime = "otpauth://totp/alice?secret=\(secret)"
    static let byCounter = "otpauth://hotp/alice?secret=\(secret)&counter=0"

    private func login(_ site: String, code: String, asksEveryTime: Bool = false) -> Login {
        var login = Login.test(site, asksEveryTime: asksEveryTime)
        login.oneTimeCode = Secret(code)
        return login
    }

    private func request(_ id: RecordIdentifier, label: String = "alice") -> ASOneTimeCodeCredentialRequest {
        ASOneTimeCodeCredentialRequest(
            credentialIdentity: ASOneTimeCodeCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
                label: label, recordIdentifier: id.description))
    }

    private func provided(_ request: ASOneTimeCodeCredentialRequest) async throws -> ProviderAnswer {
        try await ProviderTestHost { VaultViewController(access: vault.access) }
            .answer { $0.provideCredentialWithoutUserInteraction(for: request) }
    }

    private static func code(_ text: String) -> ProviderAnswer { .oneTimeCode(ASOneTimeCodeCredential(code: text)) }

    @Test(arguments: [
        // RFC 6238 appendix B, the last six digits; a step begins at 1111111110.
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_110, "050471"), (1_111_111_111, "050471"),
    ])
    func `are those of the very second`(second: Double, code: String) async throws {
        let id = try await vault.fill([login("https://example.com", code: Self.byTime)])[0]
        vault.set(Date(timeIntervalSince1970: second))
        #expect(try await provided(request(id)) == Self.code(code))
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(id).lastUsed == Date(timeIntervalSince1970: second))
    }

    @Test func `are computed when they are filled, not when they are listed`() async throws {
        try await vault.fill([login("https://example.com", code: Self.byTime), .test("https://example.com")])
        vault.set(Date(timeIntervalSince1970: 1_111_111_109))
        let desk = Desk(vault) { $0.prepareOneTimeCodeCredentialList(for: []) }
        try await desk.see("Choose a Code")
        let row = try #require(desk.list?.rows.first)
        #expect(desk.list?.rowCount == 1)
        vault.set(Date(timeIntervalSince1970: 1_111_111_110))
        try desk.does(.rowChosen(row.identifier), to: "logins")
        #expect(await desk.answer() == Self.code("050471"))
    }

    @Test func `need the person while the vault is locked, and for a login that asks every time`() async throws {
        let ids = try await vault.fill([
            login("https://a.example", code: Self.byTime),
            login("https://b.example", code: Self.byTime, asksEveryTime: true),
        ])
        #expect(try await provided(request(ids[1])) == .cancelled(.userInteractionRequired))
        try await vault.access.lock()
        #expect(try await provided(request(ids[0])) == .cancelled(.userInteractionRequired))

        vault.set(Date(timeIntervalSince1970: 59))
        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(ids[0])) }
        try await desk.see("Unlock the Vault")
        #expect(desk.content("reason") == .paragraph("Unlock the vault to fill in the code of alice for example.com."))
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await desk.answer() == Self.code("287082"))
    }

    @Test func `by counter are each used once`() async throws {
        let id = try await vault.fill([login("https://example.com", code: Self.byCounter)])[0]
        // RFC 4226 appendix D.
        for code in ["755224", "287082", "359152"] {
            #expect(try await provided(request(id)) == Self.code(code))
        }
    }

    @Test func `by counter are kept back while the next one cannot be stored`() async throws {
        let id = try await vault.fill([login("https://example.com", code: Self.byCounter)])[0]
        let database = try DatabaseQueue(path: VaultFile(folder: vault.folder).path)
        try await database.write { db in
            try db.execute(
                sql: "CREATE TRIGGER full BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        #expect(try await provided(request(id)) == .cancelled(.failed))
        try await database.write { db in try db.execute(sql: "DROP TRIGGER full") }
        #expect(try await provided(request(id)) == Self.code("755224"))
    }

    @Test func `are not found where there is none, and fail where what is stored gives none`() async throws {
        let ids = try await vault.fill([
            .test("https://example.com"), login("https://example.com", code: "otpauth://nonsense"),
            login("https://example.com", code: Self.byTime),
        ])
        #expect(try await provided(request(ids[0])) == .cancelled(.credentialIdentityNotFound))
        #expect(try await provided(request(ids[1])) == .cancelled(.failed))
        #expect(try await provided(request(ids[2], label: "bob")) == .cancelled(.credentialIdentityNotFound))

        let desk = Desk(vault) { $0.prepareInterfaceToProvideCredential(for: request(ids[1])) }
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["What is stored gives no code. Set the code up anew at the site."])
    }

    @Test func `have identities of their own, which come and go with them`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        let open = try vault.open()
        try await vault.access.suggestions.refill(from: open)
        let added = try #require(try open.edit(id) { $0.oneTimeCode = Secret(Self.byTime) })
        #expect(try await vault.access.suggestions.follow([added], of: open))
        #expect(vault.store.identities.count == 2)
        #expect(vault.store.identities.compactMap { $0 as? ASOneTimeCodeCredentialIdentity }.map(\.label) == ["alice"])
        let gone = try #require(try open.edit(id) { $0.oneTimeCode = nil })
        #expect(try await vault.access.suggestions.follow([gone], of: open))
        #expect(vault.store.identities.count == 1)
        #expect(vault.store.identities.first is ASPasswordCredentialIdentity)
    }
}
