import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Synchronization
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
        let identities = SuggestedIdentity.all(of: try vault.open().overview(id)).map(\.identity)
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
        let identities = SuggestedIdentity.all(of: try vault.open().overview(id)).map(\.identity)
        // Without the path: the store is not encrypted.
        #expect(
            identities.filter { $0 is ASPasswordCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["git+smtp://smtp.example.com:587", "git+cert://", "https://a.example"])
        #expect(
            identities.filter { $0 is ASOneTimeCodeCredentialIdentity }.map(\.serviceIdentifier.identifier)
                == ["https://a.example"])
    }

    @Test func `excludes a login from the hosts of its never-matched address fields`() async throws {
        var login = Login.test("https://forum.example.org/")
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        for (address, isConcealed) in [
            ("https://never.example.org/a?token=1", false), ("https://never.example.org/b", false),
            ("mail.example.org:8443", false), ("https://forum.example.org/admin", false),
            ("https://secret.example.org/", true), ("smtp://smtp.example.org", false), ("no address", false),
        ] {
            login.fields.append(
                CustomField(name: Login.excludedAddressField, value: Secret(address), isConcealed: isConcealed))
        }
        let id = try await vault.fill([login])[0]
        let overview = try vault.open().overview(id)
        // Without path and query, as for other services; one identity for a host.
        #expect(
            SuggestedIdentity.all(of: overview).map(\.identity.serviceIdentifier.identifier) == [
                "https://forum.example.org", "https://forum.example.org", "never+https://mail.example.org:8443",
                "never+https://never.example.org",
            ])
        let page = ServiceOrder([ASCredentialServiceIdentifier(identifier: "https://never.example.org/", type: .URL)])
        #expect(page.match(of: overview) == nil)
        // A later edit removes the exclusion.
        try vault.open().edit(id) { $0.fields = [] }
        #expect(SuggestedIdentity.all(of: try vault.open().overview(id)).count == 2)
    }

    @Test(arguments: [
        (["https://nas.example.org:5000"], "https://nas.example.org:8443", true),
        (["https://nas.example.org:5000"], "https://nas.example.org:5000/admin", false),
        (["ssh://git.example.org", "https://example.org"], "https://git.example.org", true),
        (["https://bücher.example"], "https://xn--bcher-kva.example", false),
        (["https://www.bücher.example"], "https://xn--bcher-kva.example", true),
        // The ports of http and https are one; a bare host has them.
        (["http://nas.example.org"], "https://nas.example.org", false),
        (["nas.example.org"], "nas.example.org", false), (["nas.example.org"], "nas.example.org:8443", true),
    ])
    func `only an address of the same host and port takes precedence over an exclusion`(
        addresses: [String], excluded: String, isExcluded: Bool
    ) async throws {
        var login = Login.test(addresses[0])
        login.sites += addresses.dropFirst().compactMap { Site($0) }
        login.fields = [CustomField(name: Login.excludedAddressField, value: Secret(excluded), isConcealed: false)]
        let id = try await vault.fill([login])[0]
        let overview = try vault.open().overview(id)
        func exclusions(isFormer: Bool) -> Int {
            SuggestedIdentity.all(of: overview, isFormer: isFormer)
                .count { $0.identity.serviceIdentifier.identifier.hasPrefix("never+") }
        }
        #expect(exclusions(isFormer: false) == (isExcluded ? 1 : 0))
        // An older version made it in any case.
        #expect(exclusions(isFormer: true) == 1)

        let address = excluded.hasPrefix("https://") ? excluded : "https://" + excluded
        let services = [
            ASCredentialServiceIdentifier(identifier: address, type: .URL),
            ASCredentialServiceIdentifier(identifier: "example.org", type: .domain),
            ASCredentialServiceIdentifier(identifier: "bücher.example", type: .domain),
        ]
        #expect((ServiceOrder(services).match(of: overview) == nil) == isExcluded)
        let page = try #require(RequestingPage(services, from: nil))
        let relation: RequestingPage.Relation = isExcluded ? .foreign : .own
        #expect(page.relation(to: overview, for: .password) == relation)
    }

    @Test(arguments: [
        ("host+https://a.example.org:8443/x", "host+https://a.example.org:8443"),
        ("start+https://example.org/app/", "start+https://example.org/app/"),
        ("EXACT+HTTPS://Example.org/Login", "exact+https://example.org/Login"),
        ("exact+https://example.org/login?token=1#x", "exact+https://example.org/login"),
        // With `start`, an address with a query or fragment allows only its exact path, as in Bitwarden.
        ("start+https://example.org/login?token=1", "exact+https://example.org/login"),
        ("start+https://example.org/#/login", "exact+https://example.org/"),
    ])
    func `an address with a rule has a service identifier with the path and without the query`(
        address: String, service: String
    ) async throws {
        var login = Login.test(address)
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        let id = try await vault.fill([login])[0]
        let identities = SuggestedIdentity.all(of: try vault.open().overview(id)).map(\.identity)
        #expect(identities.map(\.serviceIdentifier.identifier) == [service, service])
        #expect(identities.allSatisfy { $0.serviceIdentifier.type == .URL })
    }

    @Test(arguments: [
        ("exact+https://example.org/login", "https://example.org/login", true),
        ("exact+https://example.org/login", "https://example.org/", false),
        ("start+https://example.org/app/", "https://example.org/app/x", true),
        ("host+https://example.org", "https://www.example.org/", false),
    ])
    func `the vault's list shows a login as the page's own only if its rule allows the page`(
        address: String, page: String, isOwn: Bool
    ) async throws {
        let id = try await vault.fill([.test(address)])[0]
        let overview = try vault.open().overview(id)
        let services = [
            ASCredentialServiceIdentifier(identifier: page, type: .URL),
            ASCredentialServiceIdentifier(identifier: "www.example.org", type: .domain),
            ASCredentialServiceIdentifier(identifier: "example.org", type: .domain),
        ]
        #expect((ServiceOrder(services).match(of: overview) != nil) == isOwn)
        let requesting = try #require(RequestingPage(services, from: nil))
        for part in [LoginPart.password, .code] {
            #expect(requesting.relation(to: overview, for: part) == (isOwn ? .own : .foreign))
        }
    }

    @Test func `creates one identity for each site, ranked by last use`() async throws {
        var login = Login.test("https://a.example/one", user: " Ällice ")
        login.sites += [Site("https://a.example/two"), Site("b.example"), Site("android://hash@com.example/")]
            .compactMap { $0 }
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        #expect(SuggestedIdentity.all(of: try open.overview(id)).map(\.identity.rank) == [0, 0])
        try open.markUsed(id)
        let identities = SuggestedIdentity.all(of: try open.overview(id)).map(\.identity)
        #expect(identities.map(\.serviceIdentifier.identifier) == ["https://a.example", "b.example"])
        #expect(identities.map(\.user) == [" Ällice ", " Ällice "])
        #expect(identities.map(\.recordIdentifier) == [id.description, id.description])
        #expect(identities.map(\.rank) == [1_800_000_000, 1_800_000_000])
    }

    @Test func `creates an identity for each passkey and marks the hidden one`() async throws {
        let made = try ["alice", "", "gone"].map { try TestRelyingParty.passkey(user: $0).passkey }
        var odd = try TestRelyingParty.passkey(user: "odd", identifier: "No Party").passkey
        var long = try TestRelyingParty.passkey(user: "long").passkey
        long.description.credentialID = Data(count: 1024)
        odd.description.userHandle = Data(count: 65)
        var login = Login(title: "A", user: "the login’s", passkeys: made + [odd, long])
        login.hiddenPasskeys = [made[2].description.credentialID]
        let id = try await vault.fill([login])[0]
        try vault.open().markUsed(id)
        let identities = SuggestedIdentity.all(of: try vault.open().overview(id)).map(\.identity)
            .compactMap { $0 as? ASPasskeyCredentialIdentity }
        #expect(identities.map(\.relyingPartyIdentifier) == ["example.com", "example.com", "example.com"])
        #expect(identities.map(\.userName) == ["alice", "the login’s", "gone"])
        #expect(identities.map(\.credentialID) == made.map(\.description.credentialID))
        #expect(identities.map(\.userHandle) == Array(repeating: TestRelyingParty.handle, count: 3))
        #expect(identities.map(\.recordIdentifier) == Array(repeating: id.description, count: 3))
        #expect(identities.map(\.isHidden) == [false, false, true])
        #expect(identities.map(\.rank) == [1_800_000_000, 1_800_000_000, -1])
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
        // A site that names it still gets it.
        #expect(try await follow(hidden.first) == ["example.com alicia -1", "https://example.com alice 0"])
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

    // MARK: Logins of git

    private var services: [String] { store.identities.map(\.serviceIdentifier.identifier).sorted() }

    private static let git = GitCredentialRequest(protocol: "https", host: "a.example", username: "alice")

    @Test func `offers a password that git stored only to git until a page sends it`() async throws {
        var website = Login.test("https://a.example", password: "web")
        website.notes = Secret("more than the account that git could update")
        try await vault.fill([website])
        let open = try vault.open()
        try await vault.access.suggestions.refill(from: open)
        let stored = try await open.save(Secret("token"), for: "alice", of: Self.git)
        let id = try #require(try open.overviews().overviews.first { $0.title == "a.example (git)" }).id
        try await vault.access.suggestions.follow(stored, of: open)
        #expect(services == ["git+https://a.example", "https://a.example"])
        // Neither a use by git, nor a copy, nor a fill that the user chose from the vault's list offers it to pages.
        for use in [LoginUse.git, .other, .passwordOnPage] {
            try await vault.access.suggestions.follow([open.markUsed(id, as: use)], of: open)
            #expect(services == ["git+https://a.example", "https://a.example"], "\(use)")
        }
        try await vault.access.suggestions.refill(from: open)
        #expect(services == ["git+https://a.example", "https://a.example"])

        let page = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://a.example/login", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "token"), sessionID: "1",
            event: .formDidDisappear)
        guard case .saved(let sent) = try await open.save(try #require(SubmittedLogin(page)), permission: .addOnly)
        else {
            Issue.record("not changed")
            return
        }
        try await vault.access.suggestions.follow([sent], of: open)
        #expect(services == ["https://a.example", "https://a.example"])
    }

    @Test func `withdraws a password of git's that an older version offered to pages`() async throws {
        try await vault.fill()
        let open = try vault.open()
        _ = try await open.save(Secret("token"), for: "alice", of: Self.git)
        let overview = try #require(try open.overviews().overviews.first)
        let offered = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://a.example", type: .URL),
            user: "alice", recordIdentifier: overview.id.description)
        try store.save([offered])
        try await vault.access.suggestions.follow([open.markUsed(overview.id, as: .git)], of: open)
        #expect(services == ["git+https://a.example"])
    }

    // MARK: Logins that look the same

    /// The details of the stored identities by title of their logins; "none" for no detail.
    private func details(_ open: UnlockedVault) throws -> [String: String] {
        var details: [String: String] = [:]
        for identity in store.identities {
            let id = try #require(identity.recordIdentifier.flatMap(RecordIdentifier.init))
            let title = try open.overview(id).title
            details[title] = (identity as? any DetailedCredentialIdentity)?.detail ?? "none"
        }
        return details
    }

    @Test func `gives a detail only to logins that look the same`() async throws {
        try await vault.fill([
            .test("https://a.example/one", title: "Work"), .test("a.example", title: "Home"),
            .test("https://a.example", user: "bob", title: "Bob"), .test("https://www.a.example", title: "WWW"),
            .test("https://a.example:8443", title: "Port"),
        ])
        let open = try vault.open()
        try await vault.access.suggestions.refill(from: open)
        #expect(
            try details(open) == ["Work": "Work", "Home": "Home", "Bob": "none", "WWW": "none", "Port": "none"])
    }

    @Test func `one login with two addresses of a host needs no detail`() async throws {
        var login = Login.test("https://a.example")
        login.sites += [Site("a.example"), Site("http://a.example")].compactMap(\.self)
        try await vault.fill([login])
        let open = try vault.open()
        try await vault.access.suggestions.refill(from: open)
        #expect(store.identities.count == 3)
        #expect(store.identities.allSatisfy { ($0 as? any DetailedCredentialIdentity)?.detail == nil })
    }

    @Test func `tells logins of one title apart by their last use, and otherwise by their identifier`() async throws {
        let ids = try await vault.fill((0..<3).map { _ in .test("https://a.example", title: "Same") })
        let open = try vault.open()
        try open.markUsed(ids[0])
        try await vault.access.suggestions.refill(from: open)
        func detail(_ id: RecordIdentifier) -> String? {
            let identity = store.identities.first { $0.recordIdentifier == id.description }
            return (identity as? any DetailedCredentialIdentity)?.detail
        }
        #expect(detail(ids[0]) == "Same, last used 2027-01-15")
        for id in ids.dropFirst() {
            #expect(detail(id) == "Same, added 2027-01-15, \(id.description.prefix(8))")
        }
        // A title that only repeats the row's host is left out.
        for id in ids { try open.edit(id) { $0.title = "a.example" } }
        try await vault.access.suggestions.refill(from: open)
        #expect(detail(ids[0]) == "last used 2027-01-15")
    }

    @Test func `suggests a passkey with its display name and its own last use`() async throws {
        let made = try ["alice", "bob"].map {
            try TestRelyingParty.passkey(user: $0, displayName: $0 == "bob" ? nil : "Alice Liddell").passkey
        }
        let id = try await vault.fill([Login(title: "A", password: Secret("p"), passkeys: made)])[0]
        let open = try vault.open()
        let feed = vault.access.suggestions
        try await feed.refill(from: open)
        func accounts() -> [String] {
            store.identities.compactMap { $0 as? ASPasskeyCredentialIdentity }
                .map { "\($0.userDisplayName ?? "-") \($0.lastUse?.timeIntervalSince1970 ?? 0)" }.sorted()
        }
        // The use of the login's password is no use of its passkeys.
        try await feed.follow([open.markUsed(id, as: .passwordOnPage)], of: open)
        #expect(accounts() == ["- 0.0", "Alice Liddell 0.0"])
        let used = try open.markUsed(id, as: .passkey(credentialID: made[1].description.credentialID))
        try await feed.follow([used], of: open)
        #expect(accounts() == ["- 1800000000.0", "Alice Liddell 0.0"])
    }

    @Test func `tells two passkeys of one account apart by their creation`() async throws {
        var made = try (0..<2).map { _ in try TestRelyingParty.passkey(user: "alice").passkey }
        made[0].description.created = TestVault.now
        made[1].description.created = TestVault.now.addingTimeInterval(-86_400)
        try await vault.fill([Login(title: "A", user: "alice", passkeys: made)])
        try await vault.access.suggestions.refill(from: vault.open())
        #expect(
            store.identities.compactMap { ($0 as? any DetailedCredentialIdentity)?.detail }
                == ["A, added 2027-01-15", "A, added 2027-01-14"])
    }

    @Test func `keeps details current when an equal login is added, renamed, removed and restored`() async throws {
        try await vault.fill([.test("https://a.example", title: "Work"), .test("https://b.example")])
        let open = try vault.open()
        let feed = vault.access.suggestions
        try await feed.refill(from: open)
        #expect(try details(open)["Work"] == "none")
        let home = try open.add(.test("a.example", title: "Home"))
        try await feed.follow([home], of: open)
        #expect(try details(open)["Work"] == "Work")
        #expect(try details(open)["Home"] == "Home")
        try await feed.follow([try #require(try open.edit(home.id) { $0.title = "Club" })], of: open)
        #expect(try details(open)["Club"] == "Club")
        try await feed.follow([open.remove(home.id)], of: open)
        #expect(try details(open)["Work"] == "none")
        try await feed.follow([open.restore(home.id)], of: open)
        #expect(try details(open)["Work"] == "Work")
        // A login that leaves the group takes the other one's detail with it.
        try await feed.follow([try #require(try open.edit(home.id) { $0.user = "bob" })], of: open)
        #expect(try details(open)["Work"] == "none")
        #expect(try details(open)["Club"] == "none")
        #expect(store.identities.count == 3)
    }

    @Test func `a late update does not add a login again that another process has removed`() async throws {
        try await vault.fill([.test("https://a.example")])
        let open = try vault.open()
        let feed = vault.access.suggestions
        try await feed.refill(from: open)
        let added = try open.add(.test("https://b.example"))
        let edited = try #require(try open.edit(added.id) { $0.user = "bob" })
        let removed = try open.remove(added.id)
        for changes in [[removed], [added], [edited]] {
            try await feed.follow(changes, of: open)
            #expect(stored == ["https://a.example alice 0"])
        }
    }

    @Test func `a late update does not show a passkey again that another process has hidden`() async throws {
        try await vault.fill([.test("https://a.example")])
        let open = try vault.open()
        let feed = vault.access.suggestions
        try await feed.refill(from: open)
        let passkey = try TestRelyingParty.passkey().passkey
        let added = try open.add(Login(title: "A", passkeys: [passkey]))
        let hidden = try await open.apply(
            .acceptedPasskeys(
                relyingParty: "example.com", userHandle: passkey.description.userHandle, credentialIDs: []))
        for changes in [hidden, [added]] {
            try await feed.follow(changes, of: open)
            #expect(stored == ["example.com alice -1", "https://a.example alice 0"])
        }
    }

    @Test func `removes a login again that another process removes during the update`() async throws {
        let ids = try await vault.fill([.test("https://a.example", title: "A"), .test("https://b.example")])
        let open = try vault.open()
        try await vault.access.suggestions.refill(from: open)
        // These two look the same, so each update also stores the first one.
        let same = try open.add(.test("https://a.example", title: "B"))
        for id in [ids[0], same.id] {
            let other = vault.access.suggestions
            let slow = IdentityFeed { [store] in
                ASCredentialIdentityStore(
                    host: InterruptedStore(
                        store,
                        by: {
                            // The other process finishes before this process's update arrives.
                            try await other.follow([open.remove(id)], of: open)
                        }))
            }
            try await slow.follow([.added(try open.overview(same.id))], of: open)
            #expect(!store.identities.contains { $0.recordIdentifier == id.description })
        }
        #expect(stored == ["https://b.example alice 0"])
    }

    @Test func `limits the length of a detail`() async throws {
        let long = String(repeating: "é", count: 5000)
        try await vault.fill(["a", "b"].map { .test("https://a.example", title: long + $0) })
        try await vault.access.suggestions.refill(from: vault.open())
        let details = store.identities.compactMap { ($0 as? any DetailedCredentialIdentity)?.detail }
        #expect(Set(details).count == 2)
        #expect(details.allSatisfy { $0.utf8.count < 240 && $0.contains("éé…, added 2027-01-15, ") })
    }
}

extension Change {
    fileprivate var id: RecordIdentifier {
        switch self {
        case .added(let overview), .removed(let overview), .changed(from: _, to: let overview): overview.id
        }
    }
}

/// A store that runs an interruption before it saves the first identities.
private final class InterruptedStore: CredentialIdentityStoreHost {
    private let store: InMemoryIdentityStore
    private let interruption: Mutex<(@Sendable () async throws -> Void)?>

    init(_ store: InMemoryIdentityStore, by interruption: @escaping @Sendable () async throws -> Void) {
        self.store = store
        self.interruption = Mutex(interruption)
    }

    func save(_ identities: [any ASCredentialIdentity]) async throws {
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        try await interruption?()
        try store.save(identities)
    }

    func state() -> ASCredentialIdentityStoreState { store.state() }
    func identities(
        for service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
    ) -> [any ASCredentialIdentity] { store.identities(for: service, types: types) }
    func remove(_ identities: [any ASCredentialIdentity]) throws { try store.remove(identities) }
    func replace(with identities: [any ASCredentialIdentity]) throws { try store.replace(with: identities) }
    func removeAll() throws { try store.removeAll() }
}
