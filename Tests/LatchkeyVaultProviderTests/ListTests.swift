import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `The list of logins` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// As the agent names `https://m.example.com/login`.
    static let page = [
        ASCredentialServiceIdentifier(identifier: "https://m.example.com/login", type: .URL),
        ASCredentialServiceIdentifier(identifier: "m.example.com", type: .domain),
        ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
    ]

    private func open(_ services: [ASCredentialServiceIdentifier] = page) async throws -> Desk {
        let desk = Desk(vault) { $0.prepareCredentialList(for: services) }
        try await desk.see("Choose a Login")
        return desk
    }

    private func titles(_ desk: Desk) -> [String]? { desk.list?.rows.map(\.title) }

    @Test func `shows those of the service first, in the order of the identifiers`() async throws {
        try await vault.fill([
            .test("https://aaa.example", title: "Other"), .test("example.com", title: "Site"),
            .test("https://www.example.com", title: "Sibling"), .test("https://m.example.com:8443", title: "Port"),
            .test("https://m.example.com/login", title: "Page"), .test("https://notexample.com", title: "Stranger"),
        ])
        let desk = try await open()
        #expect(titles(desk) == ["Page", "Port", "Sibling", "Site", "Other", "Stranger"])
        #expect(
            desk.list?.sections == [
                Sheet.Section(title: "For m.example.com", firstRow: 0), Sheet.Section(title: "All Logins", firstRow: 4),
            ])
    }

    @Test func `tells logins of one title and user apart by their identifiers`() async throws {
        let ids = try await vault.fill([
            .test("https://a.example", user: "ada", title: "Same"),
            .test("https://b.example", user: "bob", title: "Same"),
            .test("https://c.example", user: "ada", title: "Same"),
            .test("https://d.example", user: "ada", title: "same"),
        ])
        let desk = try await open([])
        var badges: [String: String] = [:]
        for row in desk.list?.rows ?? [] { badges[row.identifier.rawValue] = row.badge ?? "none" }
        #expect(badges.count == 4)
        for (id, isTwin) in zip(ids, [true, false, true, false]) {
            #expect(badges[id.description] == (isTwin ? String(id.description.prefix(8)) : "none"))
        }
    }

    @Test func `shows everything by title without a service`() async throws {
        try await vault.fill([.test("https://b.example", title: "b"), .test("https://a.example", title: "A")])
        let desk = try await open([])
        #expect(titles(desk) == ["A", "b"])
        #expect(desk.list?.sections == [Sheet.Section(title: "All Logins", firstRow: 0)])
    }

    @Test func `leaves out the bin, and what has no password`() async throws {
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
        // A word does not go on from one field into the next.
        ("mailalice", []),
    ])
    func `finds words in title, user and sites as they are typed`(query: String, found: [String]) async throws {
        try await vault.fill([
            .test("https://bank.example", user: "alice", title: "Bank"),
            .test("https://post.example", user: "alice", title: "Mail"),
            .test("https://mail.example", user: "bob", title: "Work"),
            .test("https://x.example", user: "carol", title: "Ünïcode"),
        ])
        let desk = try await open([])
        try desk.does(.searched(query), to: "search")
        try await desk.see("Choose a Login") { _ in titles(desk) == found }
        #expect(desk.list?.rowCount == found.count)
    }

    @Test func `fills in what is chosen`() async throws {
        let ids = try await vault.fill([.test("https://a.example", user: "bob", password: "secret")])
        let desk = try await open([])
        try desk.does(.rowChosen(ItemIdentifier(ids[0].description)), to: "logins")
        #expect(await desk.answer() == .password(ASPasswordCredential(user: "bob", password: "secret")))
    }

    @Test func `asks before a chosen login that asks every time`() async throws {
        let ids = try await vault.fill([.test("https://a.example", asksEveryTime: true)])
        let desk = try await open([])
        try desk.does(.rowChosen(ItemIdentifier(ids[0].description)), to: "logins")
        try await desk.see("Fill In?")
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `stays with a message when the chosen login is gone`() async throws {
        let ids = try await vault.fill([.test("https://a.example")])
        let desk = try await open([])
        try vault.open().remove(ids[0])
        try desk.does(.rowChosen(ItemIdentifier(ids[0].description)), to: "logins")
        try await desk.see("Choose a Login") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["This login is not in the vault any more."])
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `comes after the passphrase, in the same sheet`() async throws {
        try await vault.fill([.test("https://m.example.com", title: "Page")], locked: true)
        let desk = Desk(vault) { $0.prepareCredentialList(for: Self.page) }
        try await desk.see("Unlock the Vault")
        #expect(desk.content("reason") == .paragraph("Unlock the vault to choose a login for m.example.com."))
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see("Choose a Login")
        #expect(titles(desk) == ["Page"])
        #expect(desk.sheet?.cancelTitle == "Cancel")
    }

    @Test func `carries a window, however long it is, and another when it is scrolled`() async throws {
        try await vault.fill((0..<300).map { .test("https://\($0).example", title: String(1000 + $0)) })
        let desk = try await open([])
        #expect(desk.list?.rowCount == 300)
        #expect(titles(desk)?.count == 60)
        try desk.does(.scrolled(offset: 250, count: 100), to: "logins")
        try await desk.see("Choose a Login") { _ in desk.list?.offset == 250 }
        #expect(titles(desk)?.first == "1250")
        #expect(titles(desk)?.count == 50)
        #expect(desk.list?.sections == [Sheet.Section(title: "All Logins", firstRow: 0)])
    }
}

/// What a list of a hundred thousand keeps, and what its windows cost.
@Suite struct `A long list` {
    @Test func `opens no more than its window, and finds the last of 100 000`() async throws {
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
    /// A login of a number.
    static func full(_ number: Int) throws -> Login {
        .test("https://site\(number).example/", user: "user\(number)", title: "Site \(number)")
    }
}
