import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// The user chooses another site's login in a list that a page requested.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Logins of other sites` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private static let origin = "https://m.example.com"
    private static let answer = ProviderAnswer.password(ASPasswordCredential(user: "alice", password: "hunter2"))

    private func services(_ origin: String = origin) -> [ASCredentialServiceIdentifier] {
        [ASCredentialServiceIdentifier(identifier: origin + "/login", type: .URL)]
    }

    /// Opens the page's list and chooses the only login.
    private func choose(
        _ site: String, from origin: RequestOrigin, at address: String = origin, asksEveryTime: Bool = false,
        excluding excluded: String? = nil
    ) async throws -> SheetDriver {
        var login = Login(
            title: "One", user: "alice", password: Secret("hunter2"), sites: [Site(site)].compactMap(\.self),
            asksEveryTime: asksEveryTime)
        login.fields = [excluded].compactMap(\.self).map { text in
            CustomField(name: Login.excludedAddressField, value: Secret(text), isConcealed: false)
        }
        let id = try await vault.fill([login])[0]
        let driver = SheetDriver(vault, from: origin) { $0.prepareCredentialList(for: services(address)) }
        try await driver.waitForSheet("Choose a Login")
        try driver.send(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        return driver
    }

    private func requestOrigin(
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
        ("smtp://m.example.com:587", "This login is for smtp://m.example.com:587, not for m.example.com."),
        (
            "cert://localhost/home/ada/key.pem",
            "This login is for cert://localhost/home/ada/key.pem, not for m.example.com."
        ),
        ("android://hash@com.example/", "This login is for com.example, not for m.example.com."),
        ("", "This login names no site."),
    ])
    func `asks before it fills another site's login and names both sites`(site: String, warning: String) async throws {
        let driver = try await choose(site, from: requestOrigin())
        try await driver.waitForSheet("Fill In?")
        #expect(driver.content("question") == .paragraph("Fill in the password of alice for m.example.com?"))
        #expect(driver.messages == [warning])
        // Enter presses the focused button, which cancels.
        #expect(driver.sheet?.defaultButton == nil)
        #expect(driver.sheet?.focus?.components.identifier == "decline")
        #expect(driver.answered == nil)
        try driver.press("fill")
        #expect(await driver.answer() == Self.answer)
    }

    @Test func `fills nothing if the user cancels the question about another site`() async throws {
        let driver = try await choose("https://bank.example", from: requestOrigin(), asksEveryTime: true)
        try await driver.waitForSheet("Fill In?")
        #expect(driver.content("note") == .note("This login asks every time."))
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test(arguments: ["https://m.example.com", "example.com", "https://www.example.com", "https://m.example.com:8443"])
    func `fills a login of the page's own host or site without a question`(site: String) async throws {
        #expect(await (try choose(site, from: requestOrigin())).answer() == Self.answer)
    }

    @Test func `asks before it fills a login on a host that the login excludes`() async throws {
        let driver = try await choose("https://www.example.com", from: requestOrigin(), excluding: Self.origin)
        try await driver.waitForSheet("Fill In?")
        #expect(driver.messages == ["This login is for www.example.com, not for m.example.com."])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test(arguments: [
        "exact+https://m.example.com/login", "host+https://m.example.com", "start+https://m.example.com/l",
    ])
    func `fills a login without a question if its rule allows the page`(site: String) async throws {
        let driver = try await choose(site, from: requestOrigin())
        #expect(await driver.answer() == Self.answer)
    }

    @Test(arguments: [
        ("exact+https://m.example.com/other", "This login is for other pages of m.example.com."),
        ("start+https://m.example.com/app/", "This login is for other pages of m.example.com."),
        ("host+https://www.example.com", "This login is for www.example.com, not for m.example.com."),
    ])
    func `asks before it fills a login on a page that its rule does not allow`(site: String, message: String)
        async throws
    {
        let driver = try await choose(site, from: requestOrigin())
        try await driver.waitForSheet("Fill In?")
        #expect(driver.messages == [message])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `fills a login of an affiliated site without a question`() async throws {
        let driver = try await choose("https://other.example", from: requestOrigin(affiliated: ["other.example"]))
        #expect(await driver.answer() == Self.answer)
    }

    @Test func `asks about a login if only another site is affiliated`() async throws {
        let driver = try await choose("https://bank.example", from: requestOrigin(affiliated: ["other.example"]))
        try await driver.waitForSheet("Fill In?")
        try driver.press("decline")
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `copies or shows another site's login without a question`() async throws {
        let driver = try await choose("https://bank.example", from: requestOrigin(purpose: .copy))
        #expect(await driver.answer() == Self.answer)
    }

    @Test func `fills a chosen login without a question if no page asks`() async throws {
        let id = try await vault.fill([.test("https://bank.example")])[0]
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await driver.waitForSheet("Choose a Login")
        try driver.send(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        #expect(await driver.answer() == Self.answer)
    }

    @Test func `asks before it fills a page that uses http`() async throws {
        let address = "http://m.example.com"
        let driver = try await choose("https://m.example.com", from: requestOrigin(address), at: address)
        try await driver.waitForSheet("Fill In?")
        #expect(driver.messages == ["m.example.com is not secure (http); others may read what is filled."])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `asks before it fills a code of an affiliated site`() async throws {
        let code = Login(
            title: "One", user: "alice", sites: [Site("https://other.example")].compactMap(\.self),
            oneTimeCode: Secret("JBSWY3DPEHPK3PXP"))
        let id = try await vault.fill([code])[0]
        let driver = SheetDriver(vault, from: requestOrigin(affiliated: ["other.example"])) {
            $0.prepareOneTimeCodeCredentialList(for: services())
        }
        try await driver.waitForSheet("Choose a Code")
        try driver.send(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await driver.waitForSheet("Fill In?")
        #expect(driver.messages == ["This login is for other.example, not for m.example.com."])
    }

    @Test func `shows user and site in every row of the list`() async throws {
        try await vault.fill([
            .test("https://bank.example", user: "ada", title: "m.example.com"),
            .test("https://www.example.com", user: "", title: "Mail"),
            Login(
                title: "Two", user: "bob", password: Secret("x"),
                sites: [Site("https://first.example"), Site("https://m.example.com:8443")].compactMap(\.self)),
        ])
        let driver = SheetDriver(vault, from: requestOrigin()) {
            $0.prepareCredentialList(for: services() + SiteDomains.site)
        }
        try await driver.waitForSheet("Choose a Login")
        #expect(
            driver.list?.rows.map { "\($0.title): \($0.subtitle ?? "")" } == [
                "Two: bob — m.example.com:8443 and 1 more", "Mail: www.example.com",
                "m.example.com: ada — bank.example",
            ])
    }
}

/// The domains that the agent sends in addition to the page's URL.
enum SiteDomains {
    static let site = [
        ASCredentialServiceIdentifier(identifier: "m.example.com", type: .domain),
        ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
    ]
}

/// The texts of sheets for each purpose, and the name of the requesting page.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Sheet texts` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// The page's host differs from the login's.
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
    func `names the action and the frame's host when it unlocks for one login`(
        purpose: RequestOrigin.Purpose, reason: String
    ) async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            user: "alice", recordIdentifier: id.description)
        let driver = SheetDriver(vault, from: origin(purpose)) {
            $0.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(driver.content("reason") == .paragraph(reason))
    }

    @Test(arguments: [
        (RequestOrigin.Purpose.fill, "Unlock the vault to choose a login for m.example.com:8443."),
        (.copy, "Unlock the vault to choose a login for m.example.com:8443 and copy its password."),
        (.reveal, "Unlock the vault to choose a login for m.example.com:8443 and show its password."),
    ])
    func `names the action and the page when it unlocks for a list`(purpose: RequestOrigin.Purpose, reason: String)
        async throws
    {
        try await vault.fill(locked: true)
        let driver = SheetDriver(vault, from: origin(purpose)) {
            $0.prepareCredentialList(for: [
                ASCredentialServiceIdentifier(identifier: "https://m.example.com:8443/login", type: .URL),
                ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
            ])
        }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(driver.content("reason") == .paragraph(reason))
    }

    @Test func `names the action when it unlocks for a list without a page`() async throws {
        try await vault.fill(locked: true)
        let origin = RequestOrigin(program: "latchkey", purpose: .copy)
        let driver = SheetDriver(vault, from: origin) { $0.prepareOneTimeCodeCredentialList(for: []) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(driver.content("reason") == .paragraph("Unlock the vault to choose a code and copy it."))
    }

    @Test func `asks with the verb of the requested action`() async throws {
        let id = try await vault.fill([.test("https://example.com", asksEveryTime: true)])[0]
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            user: "alice", recordIdentifier: id.description)
        let driver = SheetDriver(vault, from: origin(.reveal)) {
            $0.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        }
        try await driver.waitForSheet("Show?")
        #expect(driver.content("question") == .paragraph("Show the password of alice for m.example.com:8443?"))
        driver.cancel()
    }
}

/// Sites that accept a one-time code after the password, in the same field.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passwords with an appended code` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func save(_ password: String, appends: Bool = true) async throws -> SheetDriver {
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: password), sessionID: "1",
            event: .formDidDisappear)
        let origin = RequestOrigin(program: "Chromium", appendsCodeToPassword: appends)
        return SheetDriver(vault, from: origin) {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
        }
    }

    @Test func `recognizes the stored password with an appended code`() async throws {
        try await vault.fill([.test("https://example.com")])
        #expect(await (try save("hunter2123456")).answer() == .passwordSaved)
        #expect(try vault.descriptions() == ["alice hunter2 https://example.com"])
    }

    @Test(arguments: [
        ("hunter2123456", false), ("hunter212345", true), ("hunter2123456789", true), ("hunter2abcdef", true),
        ("Hunter2123456", true),
    ])
    func `treats other appended characters as a new password`(password: String, appends: Bool) async throws {
        try await vault.fill([.test("https://example.com")])
        #expect(await (try save(password, appends: appends)).answer() == .cancelled(.userInteractionRequired))
    }
}
