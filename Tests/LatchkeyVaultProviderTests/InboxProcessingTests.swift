import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Inbox processing` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func deposit(
        _ reason: InboxProposal.Reason = .submittedLogin, _ site: String = "https://example.com",
        user: String = "alice", password: String = "new", session: String = ""
    ) async throws {
        let locked = try #require(try vault.access.open())
        let proposal = InboxProposal(
            reason: reason, title: "Example", user: user, password: Secret(password),
            sites: [try #require(Site(site))], proposed: TestVault.now, session: session)
        try await vault.access.deposit(proposal, in: locked)
    }

    private func logins() throws -> [String] { try vault.descriptions() }

    @Test func `adds new logins once`() async throws {
        try await vault.fill([.test("example.org", password: "same")], locked: true)
        try await deposit()
        try await deposit()
        try await deposit(.submittedLogin, "https://example.org", password: "same")
        let open = try vault.open()
        let result = try await open.processInbox()
        #expect(result.changes.count == 1 && result.questions.isEmpty)
        #expect(try logins() == ["alice new https://example.com", "alice same example.org"])
        #expect(try open.inbox().entries.isEmpty)
        #expect(try await open.processInbox().changes.isEmpty)
    }

    @Test func `counts the entries that it removes from the inbox, not the changed logins`() async throws {
        try await vault.fill([.test("https://known.example", password: "old")], locked: true)
        try await deposit(.generatedPassword, user: "", password: "first", session: "1")
        try await deposit(.generatedPassword, user: "", password: "made", session: "1")
        try await deposit(.submittedLogin, password: "made", session: "1")
        try await deposit(.savedByUser, "https://known.example")
        let open = try vault.open()
        #expect(try #require(try vault.access.open()).status().proposalCount == 4)
        let result = try await open.processInbox()
        #expect(result.processedCount == 3 && result.changes.count == 1 && result.questions.count == 1)
        #expect(try #require(try vault.access.open()).status().proposalCount == 1)
        #expect(try await open.processInbox().processedCount == 0)
    }

    @Test func `asks before it replaces a password for one that the user saved, and keeps the old one`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")], locked: true)[0]
        try await deposit(.savedByUser)
        let open = try vault.open()
        let question = try #require(try await open.processInbox().questions.first)
        #expect(question.isVerified)
        #expect(try logins() == ["alice old https://example.com"])
        #expect(try await open.answer(question, with: .update).count == 1)
        #expect(try logins() == ["alice new https://example.com"])
        #expect(try vault.open().record(id).login.history.map(\.password) == [Secret("old")])
    }

    @Test func `adds a credential from git next to a password that git never tried`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit(.git)
        // A form's later password does not replace git's either.
        try await deposit(.submittedLogin, password: "form")
        let result = try await vault.open().processInbox()
        #expect(try logins() == ["alice new https://example.com", "alice old https://example.com"])
        #expect(result.questions.count == 1)
    }

    @Test(arguments: ["https://www.example.com", "https://example.com:8443", "http://example.com", "https://a.example"])
    func `never changes another site's login for an inbox entry`(stored: String) async throws {
        // For http, the roles are swapped: an http page proposes a change of an https login.
        try await vault.fill([.test(stored == "http://example.com" ? "https://example.com" : stored)], locked: true)
        try await deposit(.savedByUser, stored == "http://example.com" ? stored : "https://example.com")
        let result = try await vault.open().processInbox()
        #expect(result.changes.count == 1 && result.questions.isEmpty)
        #expect(try vault.open().overviews().count == 2)
    }

    @Test(arguments: [
        (SavePermission?.some(.update), ["alice new https://example.com"]),
        (.some(.addAnyway), ["alice new https://example.com", "alice old https://example.com"]),
        (nil, ["alice old https://example.com"]),
    ])
    func `asks about a different password and applies the decision`(
        decision: SavePermission?, after: [String]
    ) async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        let open = try vault.open()
        let question = try #require(try await open.processInbox().questions.first)
        #expect(question.sentence == "Update the password of alice for example.com?")
        #expect(try logins() == ["alice old https://example.com"])
        #expect(try open.inbox().entries.map(\.id) == [question.id])
        _ = try await open.answer(question, with: decision)
        #expect(try logins() == after)
        #expect(try open.inbox().entries.isEmpty)
        // The question was already answered.
        #expect(try await open.answer(question, with: .addAnyway).isEmpty)
    }

    @Test func `merges a generated password with the login submitted in the same form`() async throws {
        try await vault.fill(locked: true)
        try await deposit(.generatedPassword, user: "", password: "first", session: "1")
        try await deposit(.generatedPassword, user: "", password: "made", session: "1")
        try await deposit(.submittedLogin, password: "made", session: "1")
        #expect(try await vault.open().processInbox().questions.isEmpty)
        #expect(try logins() == ["alice made https://example.com"])
        let open = try vault.open()
        let id = try #require(try open.overviews().overviews.first).id
        #expect(try open.record(id).login.history.map(\.password) == [Secret("first")])
        #expect(try open.inbox().entries.isEmpty)
    }

    @Test func `keeps a generated password whose form was not submitted`() async throws {
        try await vault.fill([.test("https://example.com", user: "bob", password: "old")], locked: true)
        try await deposit(.generatedPassword, user: "", password: "first", session: "1")
        try await deposit(.generatedPassword, user: "", password: "last", session: "1")
        #expect(try await vault.open().processInbox().changes.count == 1)
        #expect(try logins() == [" last https://example.com", "bob old https://example.com"])
        // The form is submitted later; the stored login gets the user name.
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "last"), sessionID: "1", event: .formDidDisappear)
        let submitted = try #require(SubmittedLogin(request))
        _ = try await vault.open().save(submitted, permission: .addOnly)
        #expect(try logins() == ["alice last https://example.com", "bob old https://example.com"])
    }

    @Test func `does not merge entries of other forms or hosts with the same session`() async throws {
        try await vault.fill(locked: true)
        try await deposit(.generatedPassword, "https://other.example", user: "", password: "other", session: "1")
        try await deposit(.generatedPassword, user: "", password: "made", session: "2")
        try await deposit(.submittedLogin, password: "new", session: "1")
        _ = try await vault.open().processInbox()
        #expect(
            try logins() == [
                " made https://example.com", " other https://other.example", "alice new https://example.com",
            ])
    }

    @Test func `a generated password is asked about where the user has another one`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit(.generatedPassword, password: "made", session: "1")
        let result = try await vault.open().processInbox()
        #expect(result.questions.map(\.isGenerated) == [true])
        #expect(try vault.open().inbox().entries.count == 1)
    }

    @Test func `leaves entries from newer versions and other programs in the inbox`() async throws {
        try await vault.fill(locked: true)
        try await deposit(.unknown)
        try await deposit(.submittedLogin, "android://hash@com.example/")
        let result = try await vault.open().processInbox()
        #expect(result.changes.isEmpty && result.questions.isEmpty)
        #expect(try vault.open().inbox().entries.count == 2)
    }

    private func unlock(_ driver: SheetDriver) async throws {
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
    }

    @Test func `shows the list first, with a notice that opens the questions`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        try await deposit(.submittedLogin, "https://new.example", password: "fresh")
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await unlock(driver)
        try await driver.waitForSheet("Choose a Login")
        #expect(driver.list?.rowCount == 2)
        #expect(driver.messages == ["One login in the inbox waits for your decision."])
        try driver.press("review")
        try await driver.waitForSheet("Saved While Locked")
        #expect(driver.content("question") == .paragraph("Update the password of alice for example.com?"))
        try driver.press("update")
        try await driver.waitForSheet("Choose a Login")
        #expect(driver.messages.isEmpty)
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
        #expect(try logins() == ["alice fresh https://new.example", "alice new https://example.com"])
    }

    private static let service = ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL)
    private static let unlocks: [(title: String, begin: @MainActor @Sendable (VaultViewController) -> Void)] = [
        ("Choose a Login", { $0.prepareCredentialList(for: []) }),
        ("Choose a Code", { $0.prepareOneTimeCodeCredentialList(for: []) }),
        (
            "Update Password?",
            {
                $0.prepareInterface(
                    for: ASSavePasswordRequest(
                        serviceIdentifier: service, credential: ASPasswordCredential(user: "alice", password: "third"),
                        sessionID: "9", event: .formDidDisappear))
            }
        ),
    ]

    @Test(arguments: 0..<3) func `completes the request before it asks inbox questions`(number: Int) async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        try await deposit(.submittedLogin, "https://fresh.example", password: "fresh")
        let (title, begin) = Self.unlocks[number]
        let driver = SheetDriver(vault, begin)
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet(title)
        #expect(!driver.titles.contains("Saved While Locked"))
        // The new login was added, and the conflict is still in the inbox.
        #expect(try logins() == ["alice fresh https://fresh.example", "alice old https://example.com"])
        #expect(try vault.open().inbox().entries.count == 1)
    }

    private func filling(_ id: RecordIdentifier, user: String) -> SheetDriver {
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: Self.service, user: user, recordIdentifier: id.description)
        return SheetDriver(vault) {
            $0.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        }
    }

    @Test func `fills a login without an inbox question at once`() async throws {
        let ids = try await vault.fill(
            [.test("https://example.com", password: "old"), .test("https://example.com", user: "bob")], locked: true)
        try await deposit()
        let driver = filling(ids[1], user: "bob")
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "bob", password: "hunter2")))
        #expect(try vault.open().inbox().entries.count == 1)
    }

    @Test(arguments: [("update", "new"), ("discard", "old"), ("later", "old")])
    func `asks the inbox question of a login before it is filled`(
        decision: String, filled: String
    ) async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")], locked: true)[0]
        try await deposit()
        let driver = filling(id, user: "alice")
        try await unlock(driver)
        try await driver.waitForSheet("Saved While Locked")
        try driver.press(decision)
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "alice", password: filled)))
        #expect(try vault.open().inbox().entries.count == (decision == "later" ? 1 : 0))
    }

    @Test func `asks the inbox question of a login chosen in the list before it is filled`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")], locked: true)[0]
        try await deposit()
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: [Self.service]) }
        try await unlock(driver)
        try await driver.waitForSheet("Choose a Login")
        try driver.send(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await driver.waitForSheet("Saved While Locked")
        try driver.press("update")
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "alice", password: "new")))
    }

    @Test func `processes the inbox from the settings and shows postponed entries`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        let driver = SheetDriver(vault) { $0.prepareInterfaceForExtensionConfiguration() }
        try await driver.waitForSheet("Latchkey Vault") {
            $0.elements.contains { $0.identifier.components.identifier == "unlock" }
        }
        try driver.press("unlock")
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Saved While Locked")
        try driver.press("later")
        try await driver.waitForSheet("Latchkey Vault") {
            $0.elements.contains { $0.identifier.components.identifier == "take-in" }
        }
        #expect(driver.content("inbox") == .paragraph("There is one entry in the inbox."))
        try driver.press("take-in")
        try await driver.waitForSheet("Saved While Locked")
        try driver.press("update")
        try await driver.waitForSheet("Latchkey Vault") {
            $0.elements.contains { $0.identifier.components.identifier == "lock" }
        }
        #expect(driver.content("inbox") == nil)
        #expect(try logins() == ["alice new https://example.com"])
    }

    @Test func `shows the number of unreadable entries in the settings`() async throws {
        try await vault.fill()
        try vault.fillInbox()
        #expect(try await vault.open().processInbox().unreadableCount == 1024)
        let driver = SheetDriver(vault) { $0.prepareInterfaceForExtensionConfiguration() }
        try await driver.waitForSheet("Latchkey Vault") {
            $0.elements.contains { $0.identifier.components.identifier == "lock" }
        }
        #expect(driver.content("inbox") == .paragraph("1024 entries cannot be read; see “latchkey-vault inbox”."))
    }

    @Test func `keeps an entry whose question the user postpones`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await unlock(driver)
        try await driver.waitForSheet("Choose a Login")
        try driver.press("review")
        try await driver.waitForSheet("Saved While Locked")
        try driver.press("later")
        try await driver.waitForSheet("Choose a Login")
        #expect(try vault.open().inbox().entries.count == 1)
        #expect(try logins() == ["alice old https://example.com"])
    }
}

extension TestVault {
    /// User, password and sites of all logins, sorted.
    func descriptions() throws -> [String] {
        let open = try open()
        return try open.overviews().overviews.map { overview in
            let login = try open.record(overview.id).login
            return "\(login.user) \(login.password?.reveal() ?? "-") \(login.sites.map(\.text).joined(separator: " "))"
        }.sorted()
    }
}
