import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Taking the inbox in` {
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

    @Test func `adds what is new, and nothing twice`() async throws {
        try await vault.fill([.test("example.org", password: "same")], locked: true)
        try await deposit()
        try await deposit()
        try await deposit(.submittedLogin, "https://example.org", password: "same")
        let open = try vault.open()
        let taken = try await open.takeInInbox()
        #expect(taken.changes.count == 1 && taken.questions.isEmpty)
        #expect(try logins() == ["alice new https://example.com", "alice same example.org"])
        #expect(try open.inbox().entries.isEmpty)
        #expect(try await open.takeInInbox().changes.isEmpty)
    }

    @Test func `replaces a password that the person vouched for, and keeps the old one`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")], locked: true)[0]
        try await deposit(.savedByPerson)
        #expect(try await vault.open().takeInInbox().changes.count == 1)
        #expect(try logins() == ["alice new https://example.com"])
        #expect(try vault.open().record(id).login.history.map(\.password) == [Secret("old")])
    }

    @Test func `puts what git found good beside a password that git was never given`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit(.git)
        // Nor does the page's form that is saved later take the place of git's.
        try await deposit(.submittedLogin, password: "form")
        let taken = try await vault.open().takeInInbox()
        #expect(try logins() == ["alice new https://example.com", "alice old https://example.com"])
        #expect(taken.questions.count == 1)
    }

    @Test(arguments: ["https://www.example.com", "https://example.com:8443", "http://example.com", "https://a.example"])
    func `never touches another service's login`(stored: String) async throws {
        // The other way round a page without encryption proposes for one with.
        try await vault.fill([.test(stored == "http://example.com" ? "https://example.com" : stored)], locked: true)
        try await deposit(.savedByPerson, stored == "http://example.com" ? stored : "https://example.com")
        let taken = try await vault.open().takeInInbox()
        #expect(taken.changes.count == 1 && taken.questions.isEmpty)
        #expect(try vault.open().overviews().count == 2)
    }

    @Test(arguments: [
        (SavePermission?.some(.update), ["alice new https://example.com"]),
        (.some(.addAnyway), ["alice new https://example.com", "alice old https://example.com"]),
        (nil, ["alice old https://example.com"]),
    ])
    func `asks about what differs, and does what is decided`(
        decision: SavePermission?, after: [String]
    ) async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        let open = try vault.open()
        let question = try #require(try await open.takeInInbox().questions.first)
        #expect(question.sentence == "Update the password of alice for example.com?")
        #expect(try logins() == ["alice old https://example.com"])
        #expect(try open.inbox().entries.map(\.id) == [question.id])
        _ = try await open.answer(question, with: decision)
        #expect(try logins() == after)
        #expect(try open.inbox().entries.isEmpty)
        // Answered by somebody else meanwhile.
        #expect(try await open.answer(question, with: .addAnyway) == nil)
    }

    @Test func `makes one login of a generated password and what was submitted with it`() async throws {
        try await vault.fill(locked: true)
        try await deposit(.generatedPassword, user: "", password: "first", session: "1")
        try await deposit(.generatedPassword, user: "", password: "made", session: "1")
        try await deposit(.submittedLogin, password: "made", session: "1")
        #expect(try await vault.open().takeInInbox().questions.isEmpty)
        #expect(try logins() == ["alice made https://example.com"])
        let open = try vault.open()
        let id = try #require(try open.overviews().overviews.first).id
        #expect(try open.record(id).login.history.map(\.password) == [Secret("first")])
        #expect(try open.inbox().entries.isEmpty)
    }

    @Test func `keeps a generated password that was never seen to be submitted`() async throws {
        try await vault.fill([.test("https://example.com", user: "bob", password: "old")], locked: true)
        try await deposit(.generatedPassword, user: "", password: "first", session: "1")
        try await deposit(.generatedPassword, user: "", password: "last", session: "1")
        #expect(try await vault.open().takeInInbox().changes.count == 1)
        #expect(try logins() == [" last https://example.com", "bob old https://example.com"])
        // The form is submitted after all: the name belongs to what is there.
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "last"), sessionID: "1", event: .formDidDisappear)
        let submitted = try #require(SubmittedLogin(request))
        _ = try await vault.open().save(submitted, permission: .addOnly)
        #expect(try logins() == ["alice last https://example.com", "bob old https://example.com"])
    }

    @Test func `does not mix forms or hosts of one session's name`() async throws {
        try await vault.fill(locked: true)
        try await deposit(.generatedPassword, "https://other.example", user: "", password: "other", session: "1")
        try await deposit(.generatedPassword, user: "", password: "made", session: "2")
        try await deposit(.submittedLogin, password: "new", session: "1")
        _ = try await vault.open().takeInInbox()
        #expect(
            try logins() == [
                " made https://example.com", " other https://other.example", "alice new https://example.com",
            ])
    }

    @Test func `a generated password is asked about where the user has another one`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit(.generatedPassword, password: "made", session: "1")
        let taken = try await vault.open().takeInInbox()
        #expect(taken.questions.map(\.isGenerated) == [true])
        #expect(try vault.open().inbox().entries.count == 1)
    }

    @Test func `leaves what a later version or nobody of us wrote`() async throws {
        try await vault.fill(locked: true)
        try await deposit(.unknown)
        try await deposit(.submittedLogin, "android://hash@com.example/")
        let taken = try await vault.open().takeInInbox()
        #expect(taken.changes.isEmpty && taken.questions.isEmpty)
        #expect(try vault.open().inbox().entries.count == 2)
    }

    private func unlock(_ desk: Desk) async throws {
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
    }

    @Test func `lets the list come first, which says what waits and leads to the questions`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        try await deposit(.submittedLogin, "https://new.example", password: "fresh")
        let desk = Desk(vault) { $0.prepareCredentialList(for: []) }
        try await unlock(desk)
        try await desk.see("Choose a Login")
        #expect(desk.list?.rowCount == 2)
        #expect(desk.messages == ["One login that was kept and is not saved yet waits for your answer."])
        try desk.press("review")
        try await desk.see("Saved While Locked")
        #expect(desk.content("question") == .paragraph("Update the password of alice for example.com?"))
        try desk.press("update")
        try await desk.see("Choose a Login")
        #expect(desk.messages.isEmpty)
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
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

    @Test(arguments: 0..<3) func `asks nothing before what the vault was unlocked for`(number: Int) async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        try await deposit(.submittedLogin, "https://fresh.example", password: "fresh")
        let (title, begin) = Self.unlocks[number]
        let desk = Desk(vault, begin)
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see(title)
        #expect(!desk.titles.contains("Saved While Locked"))
        // What needs no answer is there, and the question waits.
        #expect(try logins() == ["alice fresh https://fresh.example", "alice old https://example.com"])
        #expect(try vault.open().inbox().entries.count == 1)
    }

    private func filling(_ id: RecordIdentifier, user: String) -> Desk {
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: Self.service, user: user, recordIdentifier: id.description)
        return Desk(vault) {
            $0.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        }
    }

    @Test func `fills another login than the one in question at once`() async throws {
        let ids = try await vault.fill(
            [.test("https://example.com", password: "old"), .test("https://example.com", user: "bob")], locked: true)
        try await deposit()
        let desk = filling(ids[1], user: "bob")
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await desk.answer() == .password(ASPasswordCredential(user: "bob", password: "hunter2")))
        #expect(try vault.open().inbox().entries.count == 1)
    }

    @Test(arguments: [("update", "new"), ("discard", "old"), ("later", "old")])
    func `asks first which password it is where that very login is filled`(
        decision: String, filled: String
    ) async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")], locked: true)[0]
        try await deposit()
        let desk = filling(id, user: "alice")
        try await unlock(desk)
        try await desk.see("Saved While Locked")
        try desk.press(decision)
        #expect(await desk.answer() == .password(ASPasswordCredential(user: "alice", password: filled)))
        #expect(try vault.open().inbox().entries.count == (decision == "later" ? 1 : 0))
    }

    @Test func `asks first which password it is where that very login is chosen from the list`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")], locked: true)[0]
        try await deposit()
        let desk = Desk(vault) { $0.prepareCredentialList(for: [Self.service]) }
        try await unlock(desk)
        try await desk.see("Choose a Login")
        try desk.does(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await desk.see("Saved While Locked")
        try desk.press("update")
        #expect(await desk.answer() == .password(ASPasswordCredential(user: "alice", password: "new")))
    }

    @Test func `happens in the settings, which show what is put off`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        let desk = Desk(vault) { $0.prepareInterfaceForExtensionConfiguration() }
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.identifier.parted.identifier == "unlock" } }
        try desk.press("unlock")
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see("Saved While Locked")
        try desk.press("later")
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.identifier.parted.identifier == "take-in" } }
        #expect(desk.content("inbox") == .paragraph("One entry waits in the inbox."))
        try desk.press("take-in")
        try await desk.see("Saved While Locked")
        try desk.press("update")
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.identifier.parted.identifier == "lock" } }
        #expect(desk.content("inbox") == nil)
        #expect(try logins() == ["alice new https://example.com"])
    }

    @Test func `counts what cannot be read, which the settings show, too`() async throws {
        try await vault.fill()
        try vault.fillInbox()
        #expect(try await vault.open().takeInInbox().unreadableCount == 1024)
        let desk = Desk(vault) { $0.prepareInterfaceForExtensionConfiguration() }
        try await desk.see("Latchkey Vault") { $0.elements.contains { $0.identifier.parted.identifier == "lock" } }
        #expect(desk.content("inbox") == .paragraph("1024 cannot be read; see “latchkey-vault inbox”."))
    }

    @Test func `can wait for another time`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await deposit()
        let desk = Desk(vault) { $0.prepareCredentialList(for: []) }
        try await unlock(desk)
        try await desk.see("Choose a Login")
        try desk.press("review")
        try await desk.see("Saved While Locked")
        try desk.press("later")
        try await desk.see("Choose a Login")
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
