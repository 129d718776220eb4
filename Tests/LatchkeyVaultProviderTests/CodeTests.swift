import AuthenticationServices
import GRDB
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `One-time codes` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// The secret of the test vectors in RFC 4226 appendix D and RFC 6238 appendix B.
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
    func `computes the code of the current time step`(second: Double, code: String) async throws {
        let id = try await vault.fill([login("https://example.com", code: Self.byTime)])[0]
        vault.set(Date(timeIntervalSince1970: second))
        #expect(try await provided(request(id)) == Self.code(code))
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(id).lastUsed == Date(timeIntervalSince1970: second))
    }

    @Test func `computes a code when it is filled, not when it is listed`() async throws {
        try await vault.fill([login("https://example.com", code: Self.byTime), .test("https://example.com")])
        vault.set(Date(timeIntervalSince1970: 1_111_111_109))
        let driver = SheetDriver(vault) { $0.prepareOneTimeCodeCredentialList(for: []) }
        try await driver.waitForSheet("Choose a Code")
        let row = try #require(driver.list?.rows.first)
        #expect(driver.list?.rowCount == 1)
        vault.set(Date(timeIntervalSince1970: 1_111_111_110))
        try driver.send(.rowChosen(row.identifier), to: "logins")
        #expect(await driver.answer() == Self.code("050471"))
    }

    @Test func `requires interaction for a code if the vault is locked or the login asks every time`() async throws {
        let ids = try await vault.fill([
            login("https://a.example", code: Self.byTime),
            login("https://b.example", code: Self.byTime, asksEveryTime: true),
        ])
        #expect(try await provided(request(ids[1])) == .cancelled(.userInteractionRequired))
        try await vault.access.lock()
        #expect(try await provided(request(ids[0])) == .cancelled(.userInteractionRequired))

        vault.set(Date(timeIntervalSince1970: 59))
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(ids[0])) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(
            driver.content("reason") == .paragraph("Unlock the vault to fill in the code of alice for example.com."))
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == Self.code("287082"))
    }

    @Test func `uses each counter-based code once`() async throws {
        let id = try await vault.fill([login("https://example.com", code: Self.byCounter)])[0]
        // RFC 4226 appendix D.
        for code in ["755224", "287082", "359152"] {
            #expect(try await provided(request(id)) == Self.code(code))
        }
    }

    @Test func `fails if the next counter cannot be stored`() async throws {
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

    @Test func `reports a login without a code as not found and fails for an invalid secret`() async throws {
        let ids = try await vault.fill([
            .test("https://example.com"), login("https://example.com", code: "otpauth://nonsense"),
            login("https://example.com", code: Self.byTime),
        ])
        #expect(try await provided(request(ids[0])) == .cancelled(.credentialIdentityNotFound))
        #expect(try await provided(request(ids[1])) == .cancelled(.failed))
        #expect(try await provided(request(ids[2], label: "bob")) == .cancelled(.credentialIdentityNotFound))

        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request(ids[1])) }
        try await driver.waitForSheet("Latchkey Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["The stored one-time code is not valid. Set up the code again at the site."])
    }

    @Test func `adds and removes the identity of a one-time code with the code`() async throws {
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
