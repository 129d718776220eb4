import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Identity feed` {
    let vault: TestVault
    var store: InMemoryIdentityStore { vault.store }
    init() throws { vault = try TestVault() }

    /// Service, user and rank of the stored identities, sorted.
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
    func `omits path and query from service identifiers`(
        site: String, identifier: String, type: ASCredentialServiceIdentifier.IdentifierType
    ) throws {
        let service = try #require(Site(site)?.serviceIdentifier)
        #expect(service == ASCredentialServiceIdentifier(identifier: identifier, type: type))
    }

    @Test func `offers a credential with an authentication type only to git`() async throws {
        var login = Login.test("https://a.example/one")
        login.sites += [Site("b.example"), Site("http://c.example:8080/")].compactMap { $0 }
        login.authenticationType = "Bearer"
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        let id = try await vault.fill([login])[0]
        let identities = IdentityFeed.identities(of: try vault.open().overview(id))
        #expect(
            identities.filter { $0 is ASPasswordCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["git+https://a.example", "git+https://b.example", "git+http://c.example:8080"])
        // One-time codes are offered to pages.
        #expect(
            identities.filter { $0 is ASOneTimeCodeCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["https://a.example", "b.example", "http://c.example:8080"])
    }

    @Test func `offers a password of another protocol only to git`() async throws {
        var login = Login.test("smtp://SMTP.example.com:587")
        login.sites += ["cert://localhost/home/ada/client.pem", "https://a.example", "smtp://ada@b.example"]
            .compactMap { Site($0) }
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        let id = try await vault.fill([login])[0]
        let identities = IdentityFeed.identities(of: try vault.open().overview(id))
        // Without the path: the store is not encrypted.
        #expect(
            identities.filter { $0 is ASPasswordCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["git+smtp://smtp.example.com:587", "git+cert://", "https://a.example"])
        #expect(
            identities.filter { $0 is ASOneTimeCodeCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["https://a.example"])
    }

    @Test func `creates one identity for each site, ranked by last use`() async throws {
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

    @Test func `creates an identity for each offered passkey`() async throws {
        let made = try ["alice", "", "gone"].map { try TestRelyingParty.passkey(user: $0).passkey }
        var odd = try TestRelyingParty.passkey(user: "odd", identifier: "No Party").passkey
        var long = try TestRelyingParty.passkey(user: "long").passkey
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
        #expect(identities.map(\.userHandle) == [TestRelyingParty.handle, TestRelyingParty.handle])
        #expect(identities.map(\.recordIdentifier) == [id.description, id.description])
        #expect(identities.map(\.rank) == [1_800_000_000, 1_800_000_000])
    }

    @Test func `updates identities if a passkey is hidden, renamed, offered again or removed`() async throws {
        let passkey = try TestRelyingParty.passkey().passkey
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
        let renamed = try await open.apply(
            .renamed(relyingParty: "example.com", userHandle: handle, name: "alicia"))
        #expect(try await follow(renamed.first) == ["example.com alicia 0", "https://example.com alice 0"])
        let hidden = try await open.apply(
            .acceptedPasskeys(relyingParty: "example.com", userHandle: handle, credentialIDs: []))
        #expect(try await follow(hidden.first) == ["https://example.com alice 0"])
        let back = try await open.apply(
            .acceptedPasskeys(
                relyingParty: "example.com", userHandle: handle, credentialIDs: [passkey.description.credentialID]))
        #expect(try await follow(back.first) == ["example.com alicia 0", "https://example.com alice 0"])
        let removed = try open.removePasskey(at: 0, of: id, expecting: open.overview(id).revision)
        #expect(try await follow(removed.change) == ["https://example.com alice 0"])
        #expect(
            try await follow(open.restore(removed.binned)) == ["example.com alicia 0", "https://example.com alice 0"])
    }

    @Test func `fills a new store completely, then updates it incrementally`() async throws {
        let ids = try await vault.fill([.test("https://a.example"), .test("https://b.example")])
        let open = try vault.open()
        // A new store gets all identities with the first change.
        let first = try open.add(.test("https://c.example"))
        #expect(try await vault.access.suggestions.follow([first], of: open))
        #expect(stored == ["https://a.example alice 0", "https://b.example alice 0", "https://c.example alice 0"])

        // Incremental updates write only the given change, so this removal is not seen.
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

    @Test func `does not write to a disabled store`() async throws {
        try await vault.fill([.test("https://a.example")])
        store.isEnabled = false
        let open = try vault.open()
        let isUpdated = try await vault.access.suggestions.follow([], of: open)
        #expect(!isUpdated)
    }

    @Test func `refills the store on the system's request unless the vault is locked`() async throws {
        try await vault.fill([.test("https://a.example")])
        await VaultViewController(access: vault.access).refillCredentialIdentityStore()
        #expect(stored == ["https://a.example alice 0"])
        // Reading the key did not restart the auto-lock time.
        #expect(vault.keychain.useCount == 0)
        try store.removeAll()
        try await vault.access.lock()
        await VaultViewController(access: vault.access).refillCredentialIdentityStore()
        #expect(stored == [])
    }

    @Test func `refills the store after an unlock even if the request is cancelled`() async throws {
        try await vault.fill([.test("https://a.example")], locked: true)
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Choose a Login")
        await WorkAfterAnswer.settle()
        #expect(stored == ["https://a.example alice 0"])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `refills a new store after a fill and ranks by the use`() async throws {
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
