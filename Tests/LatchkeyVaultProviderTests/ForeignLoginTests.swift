import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// What happens when a person chooses another site's login from the list that a page had opened.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `A login of another site` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private static let origin = "https://m.example.com"
    private static let answer = ProviderAnswer.password(ASPasswordCredential(user: "alice", password: "hunter2"))

    private func services(_ origin: String = origin) -> [ASCredentialServiceIdentifier] {
        [ASCredentialServiceIdentifier(identifier: origin + "/login", type: .URL)]
    }

    /// Opens the list for the page and chooses the one login.
    private func choose(
        _ site: String, from origin: RequestOrigin, at address: String = origin, asksEveryTime: Bool = false
    ) async throws -> Desk {
        let login = Login(
            title: "One", user: "alice", password: Secret("hunter2"), sites: [Site(site)].compactMap(\.self),
            asksEveryTime: asksEveryTime)
        let id = try await vault.fill([login])[0]
        let desk = Desk(vault, from: origin) { $0.prepareCredentialList(for: services(address)) }
        try await desk.see("Choose a Login")
        try desk.does(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        return desk
    }

    private func asker(
        _ origin: String = origin, affiliated: [String] = [], purpose: RequestOrigin.Purpose = .fill
    ) -> RequestOrigin {
        RequestOrigin(
            program: "Chromium", topLevelOrigin: origin, frameOrigin: origin, isSecure: true,
            affiliatedDomains: affiliated, purpose: purpose)
    }

    @Test(arguments: [
        ("https://bank.example", "This login is for bank.example, not for m.example.com."),
        ("https://notexample.com", "This login is for notexample.com, not for m.example.com."),
        ("https://bank.example:8443", "This login is for bank.example:8443, not for m.example.com."),
        ("android://hash@com.example/", "This login is for com.example, not for m.example.com."),
        ("", "This login is for no site that it names."),
    ])
    func `is filled after a question that names both places`(site: String, warning: String) async throws {
        let desk = try await choose(site, from: asker())
        try await desk.see("Fill In?")
        #expect(desk.content("question") == .paragraph("Fill in the password of alice for m.example.com?"))
        #expect(desk.messages == [warning])
        // Enter alone does not get past it: it presses what has the focus.
        #expect(desk.sheet?.defaultButton == nil)
        #expect(desk.sheet?.focus?.parted.identifier == "decline")
        #expect(desk.answered == nil)
        try desk.press("fill")
        #expect(await desk.answer() == Self.answer)
    }

    @Test func `stays where it is when the person leaves the question`() async throws {
        let desk = try await choose("https://bank.example", from: asker(), asksEveryTime: true)
        try await desk.see("Fill In?")
        #expect(desk.content("note") == .note("This login asks every time."))
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test(arguments: ["https://m.example.com", "example.com", "https://www.example.com", "https://m.example.com:8443"])
    func `is none of the page's own host or site`(site: String) async throws {
        #expect(await (try choose(site, from: asker())).answer() == Self.answer)
    }

    @Test func `is none of a site that shares its logins, as the agent says`() async throws {
        let desk = try await choose("https://other.example", from: asker(affiliated: ["other.example"]))
        #expect(await desk.answer() == Self.answer)
    }

    @Test func `is one where the agent says that yet another site shares its logins`() async throws {
        let desk = try await choose("https://bank.example", from: asker(affiliated: ["other.example"]))
        try await desk.see("Fill In?")
        try desk.press("decline")
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `is copied or shown without a question, for nothing goes to the page`() async throws {
        let desk = try await choose("https://bank.example", from: asker(purpose: .copy))
        #expect(await desk.answer() == Self.answer)
    }

    @Test func `is none where no page asks`() async throws {
        let id = try await vault.fill([.test("https://bank.example")])[0]
        let desk = Desk(vault) { $0.prepareCredentialList(for: []) }
        try await desk.see("Choose a Login")
        try desk.does(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        #expect(await desk.answer() == Self.answer)
    }

    @Test func `is asked about on a page that is not secure, even of its own`() async throws {
        let address = "http://m.example.com"
        let desk = try await choose("https://m.example.com", from: asker(address), at: address)
        try await desk.see("Fill In?")
        #expect(desk.messages == ["m.example.com is not secure (http); what is filled can be read on the way."])
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `has its code asked about, also where the sites share logins`() async throws {
        let code = Login(
            title: "One", user: "alice", sites: [Site("https://other.example")].compactMap(\.self),
            oneTimeCode: Secret("JBSWY3DPEHPK3PXP"))
        let id = try await vault.fill([code])[0]
        let desk = Desk(vault, from: asker(affiliated: ["other.example"])) {
            $0.prepareOneTimeCodeCredentialList(for: services())
        }
        try await desk.see("Choose a Code")
        try desk.does(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await desk.see("Fill In?")
        #expect(desk.messages == ["This login is for other.example, not for m.example.com."])
    }

    @Test func `is seen as one in the list: every row has user and place`() async throws {
        try await vault.fill([
            .test("https://bank.example", user: "ada", title: "m.example.com"),
            .test("https://www.example.com", user: "", title: "Mail"),
            Login(
                title: "Two", user: "bob", password: Secret("x"),
                sites: [Site("https://first.example"), Site("https://m.example.com:8443")].compactMap(\.self)),
        ])
        let desk = Desk(vault, from: asker()) { $0.prepareCredentialList(for: services() + ListTestsServices.site) }
        try await desk.see("Choose a Login")
        #expect(
            desk.list?.rows.map { "\($0.title): \($0.subtitle ?? "")" } == [
                "Two: bob — m.example.com:8443 and 1 more", "Mail: www.example.com",
                "m.example.com: ada — bank.example",
            ])
    }
}

/// The domains that the agent names beside the page's address.
enum ListTestsServices {
    static let site = [
        ASCredentialServiceIdentifier(identifier: "m.example.com", type: .domain),
        ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
    ]
}

/// The words of sheets: what becomes of a credential, and what the asking page is called.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Words of sheets` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// The page is of another host of the site than the login.
    private func origin(_ purpose: RequestOrigin.Purpose) -> RequestOrigin {
        RequestOrigin(
            program: "Chromium", topLevelOrigin: "https://shop.example", frameOrigin: "https://m.example.com:8443",
            purpose: purpose)
    }

    @Test(arguments: [
        (RequestOrigin.Purpose.fill, "Unlock the vault to fill in the password of alice for m.example.com:8443."),
        (.copy, "Unlock the vault to copy the password of alice for m.example.com:8443."),
        (.reveal, "Unlock the vault to show the password of alice for m.example.com:8443."),
    ])
    func `say what a login is unlocked for, and name the frame's own host`(
        purpose: RequestOrigin.Purpose, reason: String
    ) async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            user: "alice", recordIdentifier: id.description)
        let desk = Desk(vault, from: origin(purpose)) {
            $0.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        }
        try await desk.see("Unlock the Vault")
        #expect(desk.content("reason") == .paragraph(reason))
    }

    @Test(arguments: [
        (RequestOrigin.Purpose.fill, "Unlock the vault to choose a login for m.example.com:8443."),
        (.copy, "Unlock the vault to choose a login for m.example.com:8443 and copy its password."),
        (.reveal, "Unlock the vault to choose a login for m.example.com:8443 and show its password."),
    ])
    func `say what a list is unlocked for`(purpose: RequestOrigin.Purpose, reason: String) async throws {
        try await vault.fill(locked: true)
        let desk = Desk(vault, from: origin(purpose)) {
            $0.prepareCredentialList(for: [
                ASCredentialServiceIdentifier(identifier: "https://m.example.com:8443/login", type: .URL),
                ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
            ])
        }
        try await desk.see("Unlock the Vault")
        #expect(desk.content("reason") == .paragraph(reason))
    }

    @Test func `say what a list without a page is unlocked for`() async throws {
        try await vault.fill(locked: true)
        let origin = RequestOrigin(program: "latchkey", purpose: .copy)
        let desk = Desk(vault, from: origin) { $0.prepareOneTimeCodeCredentialList(for: []) }
        try await desk.see("Unlock the Vault")
        #expect(desk.content("reason") == .paragraph("Unlock the vault to choose a code and copy it."))
    }

    @Test func `ask with the word of what will happen`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)])[0]
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            user: "alice", recordIdentifier: id.description)
        let desk = Desk(vault, from: origin(.reveal)) {
            $0.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        }
        try await desk.see("Show?")
        #expect(desk.content("question") == .paragraph("Show the password of alice for m.example.com:8443?"))
        desk.leave()
    }
}

/// Sites that take a one-time code behind the password, in one field.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `A password with a code behind it` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func save(_ password: String, appends: Bool = true) async throws -> Desk {
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: password), sessionID: "1",
            event: .formDidDisappear)
        let origin = RequestOrigin(program: "Chromium", appendsCodeToPassword: appends)
        return Desk(vault, from: origin) {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
        }
    }

    @Test func `is nothing new at a site that wants it so`() async throws {
        try await vault.fill([.test("https://example.com")])
        #expect(await (try save("hunter2123456")).answer() == .passwordSaved)
        #expect(try vault.descriptions() == ["alice hunter2 https://example.com"])
    }

    @Test(arguments: [
        ("hunter2123456", false), ("hunter212345", true), ("hunter2123456789", true), ("hunter2abcdef", true),
        ("Hunter2123456", true),
    ])
    func `is a new password otherwise`(password: String, appends: Bool) async throws {
        try await vault.fill([.test("https://example.com")])
        #expect(await (try save(password, appends: appends)).answer() == .cancelled(.userInteractionRequired))
    }
}
