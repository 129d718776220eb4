import AuthenticationServices
import LatchkeyCore
import LatchkeyProvider
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Login list` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// The identifiers that the agent sends for `https://m.example.com/login`.
    static let page = [
        ASCredentialServiceIdentifier(identifier: "https://m.example.com/login", type: .URL),
        ASCredentialServiceIdentifier(identifier: "m.example.com", type: .domain),
        ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
    ]

    private func open(_ services: [ASCredentialServiceIdentifier] = page) async throws -> SheetDriver {
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: services) }
        try await driver.waitForSheet("Choose a Login")
        return driver
    }

    private func titles(_ driver: SheetDriver) -> [String]? { driver.list?.rows.map(\.title) }

    @Test func `lists the service's logins first, in the order of the identifiers`() async throws {
        try await vault.fill([
            .test("https://aaa.example", title: "Other"), .test("example.com", title: "Site"),
            .test("https://www.example.com", title: "Sibling"), .test("https://m.example.com:8443", title: "Port"),
            .test("https://m.example.com/login", title: "Page"), .test("https://notexample.com", title: "Stranger"),
            .test("smtp://m.example.com", title: "Mail"),
        ])
        let driver = try await open()
        #expect(titles(driver) == ["Page", "Port", "Sibling", "Site", "Mail", "Other", "Stranger"])
        #expect(
            driver.list?.sections == [
                Sheet.Section(title: "For m.example.com", firstRow: 0), Sheet.Section(title: "All Logins", firstRow: 4),
            ])
    }

    @Test func `lists logins of the page's host first among all logins, with the pages of their rules`() async throws {
        let exact = ["https://aaa.example", "exact+https://m.example.com/account"]
        var excluded = Login.test("https://www.example.com", title: "Excluded")
        excluded.fields = [
            CustomField(name: Login.excludedAddressField, value: Secret("https://m.example.com"), isConcealed: false)
        ]
        try await vault.fill([
            .test("https://aaa.example", title: "Other"), .test("https://m.example.com", title: "Page"),
            .test("start+https://m.example.com/app/", title: "Start"), .test("smtp://m.example.com", title: "Mail"),
            .test("start+https://m.example.com/app/?a", title: "Start of a query"), excluded,
            Login(title: "Exact", user: "alice", password: Secret("x"), sites: exact.compactMap(Site.init)),
        ])
        let driver = try await open()
        #expect(
            titles(driver) == ["Page", "Exact", "Start", "Start of a query", "Excluded", "Mail", "Other"])
        #expect(driver.list?.sections.map(\.firstRow) == [0, 1])
        #expect(
            driver.list?.rows.prefix(4).compactMap(\.subtitle) == [
                "alice — m.example.com", "alice — m.example.com/account and 1 more", "alice — m.example.com/app/…",
                "alice — m.example.com/app/",
            ])
    }

    @Test func `asks before it fills a password that git stored into a page`() async throws {
        try await vault.fill([])
        let request = GitCredentialRequest(protocol: "https", host: "m.example.com", username: "alice")
        _ = try await vault.open().save(Secret("token"), for: "alice", of: request)
        let id = try #require(try vault.open().overviews().overviews.first).id
        let origin = RequestOrigin(
            program: "Chromium", topLevelOrigin: "https://m.example.com", frameOrigin: "https://m.example.com")
        let driver = SheetDriver(vault, from: origin) { $0.prepareCredentialList(for: Self.page) }
        try await driver.waitForSheet("Choose a Login")
        try driver.send(.rowChosen(ItemIdentifier(id.description)), to: "logins")
        try await driver.waitForSheet("Fill In?")
        #expect(driver.messages == ["git stored this password; it may not be the website's password."])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `lists a password that git stored among all logins`() async throws {
        var website = Login.test("https://m.example.com", title: "Website")
        website.notes = Secret("more than the account that git could update")
        try await vault.fill([website])
        let request = GitCredentialRequest(protocol: "https", host: "m.example.com", username: "alice")
        _ = try await vault.open().save(Secret("token"), for: "alice", of: request)
        let driver = try await open()
        #expect(titles(driver) == ["Website", "m.example.com (git)"])
        #expect(driver.list?.sections.map(\.firstRow) == [0, 1])
    }

    @Test func `shows identifiers for logins with the same title and user`() async throws {
        let ids = try await vault.fill([
            .test("https://a.example", user: "ada", title: "Same"),
            .test("https://b.example", user: "bob", title: "Same"),
            .test("https://c.example", user: "ada", title: "Same"),
            .test("https://d.example", user: "ada", title: "same"),
        ])
        let driver = try await open([])
        var badges: [String: String] = [:]
        for row in driver.list?.rows ?? [] { badges[row.identifier.rawValue] = row.badge ?? "none" }
        #expect(badges.count == 4)
        for (id, isTwin) in zip(ids, [true, false, true, false]) {
            #expect(badges[id.description] == (isTwin ? String(id.description.prefix(8)) : "none"))
        }
    }

    @Test func `sorts all logins by title without a service`() async throws {
        try await vault.fill([.test("https://b.example", title: "b"), .test("https://a.example", title: "A")])
        let driver = try await open([])
        #expect(titles(driver) == ["A", "b"])
        #expect(driver.list?.sections == [Sheet.Section(title: "All Logins", firstRow: 0)])
    }

    @Test func `omits the bin and logins without a password`() async throws {
        let ids = try await vault.fill([
            .test("https://a.example", title: "kept"), .test("https://b.example", title: "removed"),
            Login(title: "passkeys alone", user: "alice"),
        ])
        try vault.open().remove(ids[1])
        #expect(titles(try await open()) == ["kept"])
    }

    @Test(arguments: [
        ("mail", ["Mail", "Work"]), ("ALICE", ["Bank", "Mail"]), ("alice mail", ["Mail"]), ("bank.example", ["Bank"]),
        ("ünï", ["Ünïcode"]), ("nothing", []), ("  ", ["Bank", "Mail", "Work", "Ünïcode"]),
        // A word does not match across two fields.
        ("mailalice", []),
    ])
    func `searches words in title, user and sites`(query: String, found: [String]) async throws {
        try await vault.fill([
            .test("https://bank.example", user: "alice", title: "Bank"),
            .test("https://post.example", user: "alice", title: "Mail"),
            .test("https://mail.example", user: "bob", title: "Work"),
            .test("https://x.example", user: "carol", title: "Ünïcode"),
        ])
        let driver = try await open([])
        try driver.send(.searched(query), to: "search")
        try await driver.waitForSheet("Choose a Login") { _ in titles(driver) == found }
        #expect(driver.list?.rowCount == found.count)
    }

    @Test func `fills the chosen login`() async throws {
        let ids = try await vault.fill([.test("https://a.example", user: "bob", password: "secret")])
        let driver = try await open([])
        try driver.send(.rowChosen(ItemIdentifier(ids[0].description)), to: "logins")
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "bob", password: "secret")))
    }

    @Test func `asks before it fills a chosen login that asks every time`() async throws {
        let ids = try await vault.fill([.test("https://a.example", asksEveryTime: true)])
        let driver = try await open([])
        try driver.send(.rowChosen(ItemIdentifier(ids[0].description)), to: "logins")
        try await driver.waitForSheet("Fill In?")
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `keeps the list open with a message if the chosen login is gone`() async throws {
        let ids = try await vault.fill([.test("https://a.example")])
        let driver = try await open([])
        try vault.open().remove(ids[0])
        try driver.send(.rowChosen(ItemIdentifier(ids[0].description)), to: "logins")
        try await driver.waitForSheet("Choose a Login") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["This login is no longer in the vault."])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `shows the list after the passphrase, in the same sheet`() async throws {
        try await vault.fill([.test("https://m.example.com", title: "Page")], locked: true)
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: Self.page) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(driver.content("reason") == .paragraph("Unlock the vault to choose a login for m.example.com."))
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Choose a Login")
        #expect(titles(driver) == ["Page"])
        #expect(driver.sheet?.cancelTitle == "Cancel")
    }

    @Test func `sends a window of the list, and another one when it is scrolled`() async throws {
        try await vault.fill((0..<300).map { .test("https://\($0).example", title: String(1000 + $0)) })
        let driver = try await open([])
        #expect(driver.list?.rowCount == 300)
        #expect(titles(driver)?.count == 60)
        try driver.send(.scrolled(offset: 250, count: 100), to: "logins")
        try await driver.waitForSheet("Choose a Login") { _ in driver.list?.offset == 250 }
        #expect(titles(driver)?.first == "1250")
        #expect(titles(driver)?.count == 50)
        #expect(driver.list?.sections == [Sheet.Section(title: "All Logins", firstRow: 0)])
    }
}

/// A list of 100 000 logins.
@Suite struct `Long login lists` {
    @Test func `searches 100 000 logins and builds only the window's rows`() async throws {
        let vault = try TestVault()
        try await vault.fill(try [.full(0)])
        let overview = try vault.open().overviews().overviews[0]
        let list = LoginList(Array(repeating: overview, count: 99_999) + [overview], for: ServiceOrder([]))
        let all = list.select("")
        #expect(all.count == 100_000)
        let window = list.window(on: all, offset: 99_990, count: 60, serviceName: nil, emptyText: "")
        #expect(window.rows.count == 10)
        #expect(window.rowCount == 100_000)
        #expect(list.select("site 0").count == 100_000)
        #expect(list.select("elsewhere").count == 0)
    }
}

extension Login {
    /// A login whose texts contain a number.
    static func full(_ number: Int) throws -> Login {
        .test("https://site\(number).example/", user: "user\(number)", title: "Site \(number)")
    }
}
