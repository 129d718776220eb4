import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Saving logins` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        _ address: String = "https://example.com/login?next=/", user: String = "alice", password: String = "new",
        title: String? = nil, session: String = "1", event: ASSavePasswordRequest.Event = .formDidDisappear
    ) -> ASSavePasswordRequest {
        ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: address, type: .URL),
            credential: ASPasswordCredential(user: user, password: password), title: title, sessionID: session,
            event: event
        )
    }

    private func saved(_ request: ASSavePasswordRequest) async throws -> ProviderAnswer {
        let answer = try await ProviderTestHost { VaultViewController(access: vault.access) }
            .answer { $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request) }
        await WorkAfterAnswer.settle()
        return answer
    }

    /// User, password and sites of all logins, by user and password.
    private func logins() throws -> [String] {
        let open = try vault.open()
        return try open.overviews().overviews.map { overview in
            let login = try open.record(overview.id).login
            return "\(login.user) \(login.password?.reveal() ?? "-") \(login.sites.map(\.text).joined(separator: " "))"
        }.sorted()
    }

    @Test(arguments: [ASSavePasswordRequest.Event.userInitiated, .formDidDisappear])
    func `adds a new login without the page's path`(event: ASSavePasswordRequest.Event) async throws {
        try await vault.fill()
        #expect(try await saved(request(title: "Example", event: event)) == .passwordSaved)
        #expect(try logins() == ["alice new https://example.com"])
        #expect(try vault.open().overviews().overviews.map(\.title) == ["Example"])
    }

    @Test(arguments: [
        ("exact+https://example.com/login?a", ["alice new exact+https://example.com/login?a"]),
        ("start+https://example.com/lo", ["alice new start+https://example.com/lo"]),
        ("host+https://example.com", ["alice new host+https://example.com"]),
        ("host+https://www.example.com", ["alice new https://example.com", "alice old host+https://www.example.com"]),
    ])
    func `replaces the password of a login only if its rule allows the page, and keeps the rule`(
        stored: String, expected: [String]
    ) async throws {
        try await vault.fill([.test(stored, password: "old")])
        #expect(try await saved(request(event: .userInitiated)) == .passwordSaved)
        #expect(try logins() == expected)
    }

    @Test(arguments: [ASSavePasswordRequest.Event.userInitiated, .formDidDisappear])
    func `asks about a password from a page that the login's rule does not allow`(
        event: ASSavePasswordRequest.Event
    ) async throws {
        try await vault.fill([.test("exact+https://example.com/app", password: "old")])
        let request = request(event: event)
        #expect(try await saved(request) == .cancelled(.userInteractionRequired))
        #expect(try logins() == ["alice old exact+https://example.com/app"])
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request) }
        try await driver.waitForSheet("Update Password?")
        try driver.press("update")
        #expect(await driver.answer() == .passwordSaved)
        #expect(try logins() == ["alice new exact+https://example.com/app"])
    }

    @Test func `an http page is not asked about a login of https outside of its rule`() async throws {
        try await vault.fill([.test("exact+https://example.com/app", password: "old")])
        #expect(try await saved(request("http://example.com/", event: .userInitiated)) == .passwordSaved)
        #expect(
            try logins() == ["alice new http://example.com", "alice old exact+https://example.com/app"])
    }

    @Test func `an inbox entry matches the stored login whose rule allows its page`() async throws {
        try await vault.fill([.test("exact+https://example.com/login", password: "old")], locked: true)
        #expect(try await saved(request(event: .userInitiated)) == .passwordSaved)
        let submitted = try #require(SubmittedLogin(try vault.open().inbox().entries[0].proposal))
        #expect(submitted.site.text == "https://example.com")
        let overview = try #require(try vault.open().overviews().overviews.first)
        #expect(submitted.isOfSameService(as: overview))
        #expect(submitted.login.sites.map(\.text) == ["https://example.com"])
    }

    @Test(arguments: [ASSavePasswordRequest.Event.userInitiated, .formDidDisappear])
    func `changes nothing for a login that exists`(event: ASSavePasswordRequest.Event) async throws {
        try await vault.fill([.test("example.com", password: "new")])
        #expect(try await saved(request(event: event)) == .passwordSaved)
        #expect(try logins() == ["alice new example.com"])
    }

    @Test func `replaces a password without a question only if the user asked to save`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")])[0]
        #expect(try await saved(request(event: .formDidDisappear)) == .cancelled(.userInteractionRequired))
        #expect(try logins() == ["alice old https://example.com"])
        #expect(try await saved(request(event: .userInitiated)) == .passwordSaved)
        #expect(try logins() == ["alice new https://example.com"])
        #expect(try vault.open().record(id).login.history.map(\.password) == [Secret("old")])
    }

    /// Sites of other logins, which stay unchanged while a new login is added.
    @Test(arguments: [
        "https://www.example.com", "https://example.com:8443", "https://other.example", "android://hash@com.example/",
    ])
    func `never changes another site's login when it saves`(stored: String) async throws {
        try await vault.fill([.test(stored, password: "old")])
        #expect(try await saved(request(event: .userInitiated)) == .passwordSaved)
        #expect(try logins() == ["alice new https://example.com", "alice old \(stored)"])
    }

    @Test func `does not let an http page change a login of an https page`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")])
        #expect(try await saved(request("http://example.com/", event: .userInitiated)) == .passwordSaved)
        #expect(try logins() == ["alice new http://example.com", "alice old https://example.com"])
    }

    @Test(arguments: [
        (ASSavePasswordRequest.Event.formDidDisappear, InboxProposal.Reason.submittedLogin),
        (.userInitiated, .savedByUser), (.generatedPasswordFilled, .generatedPassword),
    ])
    func `adds a login to the inbox while the vault is locked`(
        event: ASSavePasswordRequest.Event, reason: InboxProposal.Reason
    ) async throws {
        try await vault.fill(locked: true)
        #expect(try await saved(request(event: event)) == .passwordSaved)
        let proposals = try vault.open().inbox().entries.map(\.proposal)
        #expect(proposals.map(\.reason) == [reason])
        #expect(proposals.map(\.user) == ["alice"])
        #expect(proposals.map(\.password) == [Secret("new")])
        #expect(proposals.flatMap(\.sites).map(\.text) == ["https://example.com/login"])
        #expect(try logins() == [])
    }

    @Test func `adds a generated password to the inbox even while the vault is unlocked`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")])
        #expect(try await saved(request(event: .generatedPasswordFilled)) == .passwordSaved)
        #expect(try vault.open().inbox().entries.map(\.proposal.reason) == [.generatedPassword])
        #expect(try logins() == ["alice old https://example.com"])
    }

    @Test(arguments: [ASSavePasswordRequest.Event.userInitiated, .formDidDisappear])
    func `merges a generated password with the form submitted with it`(
        event: ASSavePasswordRequest.Event
    ) async throws {
        try await vault.fill()
        #expect(try await saved(request(user: "", password: "made", event: .generatedPasswordFilled)) == .passwordSaved)
        #expect(try await saved(request(user: "alice", password: "made", event: event)) == .passwordSaved)
        #expect(try logins() == ["alice made https://example.com"])
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test func `keeps a generated password of another form in the inbox`() async throws {
        try await vault.fill()
        #expect(try await saved(request(user: "", password: "made", event: .generatedPasswordFilled)) == .passwordSaved)
        #expect(try await saved(request(session: "2")) == .passwordSaved)
        #expect(try vault.open().inbox().entries.map(\.proposal.password) == [Secret("made")])
    }

    @Test func `keeps a generated password in the history if the form sent another one`() async throws {
        try await vault.fill()
        #expect(try await saved(request(password: "made", event: .generatedPasswordFilled)) == .passwordSaved)
        #expect(try await saved(request(password: "typed")) == .passwordSaved)
        let open = try vault.open()
        let id = try #require(try open.overviews().overviews.first).id
        #expect(try logins() == ["alice typed https://example.com"])
        #expect(try open.record(id).login.history.map(\.password) == [Secret("made")])
        #expect(try open.inbox().entries.isEmpty)
    }

    @Test(arguments: [ASSavePasswordRequest.Event.userInitiated, .formDidDisappear])
    func `creates one login from two simultaneous saves`(event: ASSavePasswordRequest.Event) async throws {
        try await vault.fill()
        async let first = saved(request(event: event))
        async let second = saved(request(event: event))
        let answers = try await [first, second]
        #expect(answers == [.passwordSaved, .passwordSaved])
        #expect(try logins() == ["alice new https://example.com"])
    }

    @Test func `replaces only the password of the most recently used login`() async throws {
        let ids = try await vault.fill([
            .test("https://example.com", password: "first"), .test("https://example.com", password: "second"),
            .test("https://example.com", user: "bob", password: "third"),
        ])
        vault.set(TestVault.now + 60)
        try vault.open().markUsed(ids[0])
        #expect(try await saved(request(event: .userInitiated)) == .passwordSaved)
        #expect(
            try logins() == [
                "alice new https://example.com", "alice second https://example.com", "bob third https://example.com",
            ])
    }

    @Test(arguments: [ASSavePasswordRequest.Event.userInitiated, .formDidDisappear])
    func `saving does not change logins in the bin`(event: ASSavePasswordRequest.Event) async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")])[0]
        try vault.open().remove(id)
        #expect(try await saved(request(event: event)) == .passwordSaved)
        #expect(try logins() == ["alice new https://example.com"])
        #expect(try vault.open().record(id).login.password == Secret("old"))
    }

    @Test func `keeps the given title, even while the vault is locked`() async throws {
        try await vault.fill(locked: true)
        #expect(try await saved(request(title: "My Shop")) == .passwordSaved)
        _ = try await vault.open().processInbox()
        #expect(try vault.open().overviews().overviews.map(\.title) == ["My Shop"])
    }

    @Test func `saves in a sheet if the inbox is full`() async throws {
        try await vault.fill(locked: true)
        try vault.fillInbox()
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request()) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == .passwordSaved)
        #expect(try logins() == ["alice new https://example.com"])
    }

    @Test func `requires interaction if the inbox is full`() async throws {
        try await vault.fill(locked: true)
        try vault.fillInbox()
        #expect(try await saved(request()) == .cancelled(.userInteractionRequired))
    }

    @Test func `fails to save for an app or without a vault`() async throws {
        #expect(try await saved(request("nonsense://")) == .cancelled(.failed))
        #expect(try await saved(request()) == .cancelled(.failed))
    }

    @Test(arguments: [
        ("update", ProviderAnswer.passwordSaved, ["alice new https://example.com"]),
        ("save-as-new", .passwordSaved, ["alice new https://example.com", "alice old https://example.com"]),
        ("not-now", .cancelled(.userCanceled), ["alice old https://example.com"]),
    ])
    func `asks before it replaces a password`(
        button: String, answer: ProviderAnswer, after: [String]
    ) async throws {
        try await vault.fill([.test("https://example.com", password: "old")])
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request()) }
        try await driver.waitForSheet("Update Password?")
        #expect(driver.content("question") == .paragraph("Update the password of alice for example.com?"))
        try driver.press(button)
        #expect(await driver.answer() == answer)
        #expect(try logins() == after)
    }

    @Test(arguments: [
        ("Work account", "You call it “Work account”."), ("example.com", nil), ("https://example.com", nil), ("", nil),
    ])
    func `names the login whose password it would replace`(title: String, name: String?) async throws {
        try await vault.fill([
            .test("https://example.com", password: "old", title: title),
            .test("https://www.example.com", password: "w"),
        ])
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request()) }
        try await driver.waitForSheet("Update Password?")
        #expect(driver.content("login") == name.map { .note($0) })
        driver.cancel()
        _ = await driver.answer()
    }

    @Test func `saves a new login after the passphrase without a question`() async throws {
        try await vault.fill(locked: true)
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request()) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == .passwordSaved)
        #expect(try logins() == ["alice new https://example.com"])
    }

    @Test func `cancels the save for "Not Now"`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")])
        let driver = SheetDriver(vault) { $0.prepareInterface(for: request()) }
        try await driver.waitForSheet("Update Password?")
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
        #expect(try logins() == ["alice old https://example.com"])
    }
}
