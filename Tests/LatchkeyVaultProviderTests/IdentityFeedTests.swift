import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `The identity feed` {
    let vault: TestVault
    var store: InMemoryIdentityStore { vault.store }
    init() throws { vault = try TestVault() }

    /// Service and user of what the store has, in its order.
    private var stored: [String] {
        store.identities.map { "\($0.serviceIdentifier.identifier) \($0.user) \($0.rank)" }.sorted()
    }

    @Test(arguments: [
        (
            "https://Example.com/login?token=1#x", "https://example.com",
            ASCredentialServiceIdentifier.IdentifierType.URL
        ),
        ("http://localhost:8080/", "http://localhost:8080", .URL), ("example.com", "example.com", .domain),
        ("localhost:8080", "localhost:8080", .domain), ("https://[::1]/", "https://[::1]", .URL),
    ])
    func `names the place, not the path`(
        site: String, identifier: String, type: ASCredentialServiceIdentifier.IdentifierType
    ) throws {
        let service = try #require(Site(site)?.serviceIdentifier)
        #expect(service == ASCredentialServiceIdentifier(identifier: identifier, type: type))
    }

    @Test func `offers what is no password to git alone`() async throws {
        var login = Login.test("https://a.example/one")
        login.sites += [Site("b.example"), Site("http://c.example:8080/")].compactMap { $0 }
        login.authenticationType = "Bearer"
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        let id = try await vault.fill([login])[0]
        let identities = IdentityFeed.identities(of: try vault.open().overview(id))
        #expect(
            identities.filter { $0 is ASPasswordCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["git+https://a.example", "git+https://b.example", "git+http://c.example:8080"])
        // A code is a code.
        #expect(
            identities.filter { $0 is ASOneTimeCodeCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["https://a.example", "b.example", "http://c.example:8080"])
    }

    @Test func `has one identity for each site, with the user as it is and the last use as rank`() async throws {
        var login = Login.test("https://a.example/one", user: " Ällice ")
        login.sites += [Site("https://a.example/two"), Site("b.example"), Site("android://hash@com.example/")]
            .compactMap { $0 }
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        #expect(IdentityFeed.identities(of: try open.overview(id)).map(\.rank) == [0, 0])
        try open.markUsed(id)
        let identities = IdentityFeed.identities(of: try open.overview(id))
        #expect(identities.map(\.serviceIdentifier.identifier) == ["https://a.example", "b.example"])
        #expect(identities.map(\.user) == [" Ällice ", " Ällice "])
        #expect(identities.map(\.recordIdentifier) == [id.description, id.description])
        #expect(identities.map(\.rank) == [1_800_000_000, 1_800_000_000])
    }

    @Test func `has an identity for each passkey that is offered`() async throws {
        let made = try ["alice", "", "gone"].map { try PasskeyParty.passkey(user: $0).passkey }
        var odd = try PasskeyParty.passkey(user: "odd", identifier: "No Party").passkey
        var long = try PasskeyParty.passkey(user: "long").passkey
        long.description.credentialID = Data(count: 1024)
        odd.description.userHandle = Data(count: 65)
        var login = Login(title: "A", user: "the login’s", passkeys: made + [odd, long])
        login.hiddenPasskeys = [made[2].description.credentialID]
        let id = try await vault.fill([login])[0]
        try vault.open().markUsed(id)
        let identities = IdentityFeed.identities(of: try vault.open().overview(id))
            .compactMap { $0 as? ASPasskeyCredentialIdentity }
        #expect(identities.map(\.relyingPartyIdentifier) == ["example.com", "example.com"])
        #expect(identities.map(\.userName) == ["alice", "the login’s"])
        #expect(identities.map(\.credentialID) == made.prefix(2).map(\.description.credentialID))
        #expect(identities.map(\.userHandle) == [PasskeyParty.handle, PasskeyParty.handle])
        #expect(identities.map(\.recordIdentifier) == [id.description, id.description])
        #expect(identities.map(\.rank) == [1_800_000_000, 1_800_000_000])
    }

    @Test func `follows a passkey that is hidden, renamed, offered again and removed`() async throws {
        let passkey = try PasskeyParty.passkey().passkey
        var login = Login.test("https://example.com")
        login.passkeys = [passkey]
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        try await vault.access.suggestions.refill(from: open)
        #expect(stored == ["example.com alice 0", "https://example.com alice 0"])
        func follow(_ change: Change?) async throws -> [String] {
            try await vault.access.suggestions.follow([change].compactMap(\.self), of: open)
            return stored
        }
        let handle = passkey.description.userHandle
        let renamed = try await open.follow(
            .renamed(relyingParty: "example.com", userHandle: handle, name: "alicia"))
        #expect(try await follow(renamed.first) == ["example.com alicia 0", "https://example.com alice 0"])
        let hidden = try await open.follow(
            .acceptedPasskeys(relyingParty: "example.com", userHandle: handle, credentialIDs: []))
        #expect(try await follow(hidden.first) == ["https://example.com alice 0"])
        let back = try await open.follow(
            .acceptedPasskeys(
                relyingParty: "example.com", userHandle: handle, credentialIDs: [passkey.description.credentialID]))
        #expect(try await follow(back.first) == ["example.com alicia 0", "https://example.com alice 0"])
        let removed = try open.removePasskey(at: 0, of: id, expecting: open.overview(id).revision)
        #expect(try await follow(removed.change) == ["https://example.com alice 0"])
        #expect(
            try await follow(open.restore(removed.binned)) == ["example.com alicia 0", "https://example.com alice 0"])
    }

    @Test func `fills a new store wholly, then follows step by step`() async throws {
        let ids = try await vault.fill([.test("https://a.example"), .test("https://b.example")])
        let open = try vault.open()
        // The store is new: one change brings everything.
        let first = try open.add(.test("https://c.example"))
        #expect(try await vault.access.suggestions.follow([first], of: open))
        #expect(stored == ["https://a.example alice 0", "https://b.example alice 0", "https://c.example alice 0"])

        // What changes behind its back stays so: nothing but the change itself is written.
        try open.remove(ids[1])
        let edit = try #require(
            try open.edit(ids[0]) { $0.sites = [Site("https://d.example")].compactMap { $0 } })
        try await vault.access.suggestions.follow([edit], of: open)
        #expect(stored == ["https://b.example alice 0", "https://c.example alice 0", "https://d.example alice 0"])

        try await vault.access.suggestions.follow([open.remove(ids[0])], of: open)
        #expect(stored == ["https://b.example alice 0", "https://c.example alice 0"])
        try await vault.access.suggestions.follow([open.restore(ids[1]), open.markUsed(ids[1])], of: open)
        #expect(stored == ["https://b.example alice 1800000000", "https://c.example alice 0"])
    }

    @Test func `leaves a store alone that is turned off`() async throws {
        try await vault.fill([.test("https://a.example")])
        store.isEnabled = false
        let open = try vault.open()
        let isTaken = try await vault.access.suggestions.follow([], of: open)
        #expect(!isTaken)
    }

    @Test func `is refilled when the system asks, unless the vault is locked`() async throws {
        try await vault.fill([.test("https://a.example")])
        await VaultViewController(access: vault.access).refillCredentialIdentityStore()
        #expect(stored == ["https://a.example alice 0"])
        // The key was looked at and not used: the auto-lock time goes on.
        #expect(vault.keychain.useCount == 0)
        try store.removeAll()
        try await vault.access.lock()
        await VaultViewController(access: vault.access).refillCredentialIdentityStore()
        #expect(stored == [])
    }

    @Test func `is refilled by an unlock that comes to nothing else`() async throws {
        try await vault.fill([.test("https://a.example")], locked: true)
        let desk = Desk(vault) { $0.prepareCredentialList(for: []) }
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see("Choose a Login")
        await WorkAfterAnswer.settle()
        #expect(stored == ["https://a.example alice 0"])
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `follows a fill: a new store is filled, and the rank is the use`() async throws {
        let id = try await vault.fill([.test("https://a.example"), .test("https://b.example")])[0]
        let request = ASPasswordCredentialRequest(
            credentialIdentity: ASPasswordCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://a.example", type: .URL),
                user: "alice", recordIdentifier: id.description))
        _ = try await ProviderTestHost { VaultViewController(access: vault.access) }
            .answer { $0.provideCredentialWithoutUserInteraction(for: request) }
        await WorkAfterAnswer.settle()
        #expect(stored == ["https://a.example alice 1800000000", "https://b.example alice 0"])
    }
}
