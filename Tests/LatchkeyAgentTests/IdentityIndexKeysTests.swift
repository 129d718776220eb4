import GRDB
import LatchkeyCore
import LatchkeyMatching
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Identity index keys` {
    @Test(arguments: [
        (ServiceIdentifier.Kind.domain, "Example.COM", "example.com", "example.com"),
        (.domain, "m.example.co.uk", "example.co.uk", "m.example.co.uk"),
        (.url, "https://login.example.com:8443/path?x#y", "example.com", "login.example.com:8443"),
        (.url, "https://login.example.com:443/", "example.com", "login.example.com"),
        (.domain, "alice.github.io", "alice.github.io", "alice.github.io"),
        (.url, "http://localhost:8080", "localhost", "localhost:8080"),
        (.url, "http://192.168.1.1:81", "192.168.1.1", "192.168.1.1:81"),
        (.url, "git+https://git.example.org", "git+https://git.example.org", "git+https://git.example.org"),
        (.url, "git+smtp://Example.org:587", "git+smtp://example.org:587", "git+smtp://example.org:587"),
        (.url, "git+cert://", "git+cert://", "git+cert://"),
        (.url, "host+https://m.example.co.uk", "example.co.uk", "m.example.co.uk"),
        (.url, "start+https://login.example.com:8443/app/", "example.com", "login.example.com:8443"),
        (.url, "exact+https://example.com:443/login", "example.com", "example.com"),
    ])
    func `index keys are the site, and the host with its port`(
        type: ServiceIdentifier.Kind, text: String, site: String, host: String
    ) {
        let service = ServiceIdentifier(type: type, identifier: text)
        let keys = IdentityIndexKeys(of: CredentialIdentity(kind: .password, serviceIdentifier: service, user: "anna"))
        #expect(keys?.site == site)
        #expect(keys?.host == host)
    }

    @Test(arguments: [
        (ServiceIdentifier.Kind.app, "com.example.app"), (.domain, ""), (.url, "javascript:alert(1)"),
        (.domain, "a\u{0}.example.com"), (.domain, "two words"), (.url, "smtp://smtp.example.com:587"),
        (.url, "git+smtp://ada@smtp.example.com"), (.domain, "git+smtp://smtp.example.com"),
        (.url, "exact+ftp://example.com"), (.domain, "exact+https://example.com"),
    ])
    func `index keys are nil for a service that no page can match`(type: ServiceIdentifier.Kind, text: String) {
        let service = ServiceIdentifier(type: type, identifier: text)
        let identity = CredentialIdentity(kind: .password, serviceIdentifier: service, user: "")
        #expect(IdentityIndexKeys(of: identity) == nil)
    }
}

@Suite struct `Suggestions of a large site` {
    private let folder: TemporaryFolder
    private let provider: ProviderIdentifier
    private let store: IdentityStore

    init() throws {
        folder = try TemporaryFolder()
        provider = try .first
        store = try .open(folder)
    }

    private func users(_ page: String, kinds: Set<CredentialKind> = [], passkeys: PasskeyQuestion = .any) throws -> Set<
        String
    > {
        let finder = SuggestionFinder(store: store, quirks: Quirks(), providers: [:])
        let frame = PageFrame(page: try PageURL(page))
        return Set(try finder.matches(in: frame, kinds: kinds, passkeys: passkeys).map(\.identity.user))
    }

    @Test func `finds the identities of the page's site and of its kinds`() async throws {
        try await store.change(
            .save,
            [
                .password("exact", at: "login.example.com"), .password("site", at: "example.com"),
                .password("other", at: "example.org"), .passkey("key", at: "example.com", credentialID: [1]),
            ], of: provider)
        let query = IdentityQuery(Matching(frame: PageFrame(page: try PageURL("https://login.example.com/form"))))
        #expect(query.site == "example.com")
        #expect(query.hosts == ["login.example.com:443", "login.example.com"])
        #expect(query.passkeyHosts == ["login.example.com", "example.com"])
        #expect(try users("https://login.example.com/form") == ["exact", "site", "key"])
        #expect(try users("https://login.example.com/form", kinds: [.password]) == ["exact", "site"])
    }

    @Test func `finds the passkeys of the host's parents on a large site`() async throws {
        // A relying party is often the registrable domain; other hosts' passkeys come first in the index.
        let others = (0..<200).map { number in
            CredentialIdentity.passkey("other\(number)", at: "a.example.com", credentialID: [UInt8(number), 1])
        }
        let own = (0..<40).map { number in
            CredentialIdentity.passkey("own\(number)", at: "example.com", credentialID: [UInt8(number), 2])
        }
        try await store.change(.save, others + own, of: provider)
        let expected = Set(own.map(\.user))
        #expect(try users("https://login.example.com/") == expected)
        let request = PasskeyRequest(relyingPartyIdentifier: try RelyingPartyIdentifier("example.com"))
        #expect(try users("https://login.example.com/", passkeys: .request(request)) == expected)
    }

    @Test func `finds logins with an address rule for the page's host on a large site`() async throws {
        let others = (0..<200).map {
            CredentialIdentity.password("other\($0)", at: "example.com", record: "a\($0)", rank: $0)
        }
        let ruled = ["exact+https://login.example.com/form", "start+https://login.example.com/app/"].map { service in
            CredentialIdentity(
                kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: service), user: service)
        }
        try await store.change(.save, others + ruled, of: provider)
        #expect(try users("https://login.example.com/form").contains("exact+https://login.example.com/form"))
        #expect(try users("https://login.example.com/app/x").contains("start+https://login.example.com/app/"))
        #expect(try users("https://login.example.com/").isDisjoint(with: ruled.map(\.user)))
        #expect(try users("https://www.example.com/form").isDisjoint(with: ruled.map(\.user)))
        #expect(try await store.verify())
    }

    @Test func `a search returns a login's URL with the path that its rule requires`() async throws {
        let service = ServiceIdentifier(type: .url, identifier: "exact+https://example.com/login")
        try await store.change(
            .save, [CredentialIdentity(kind: .password, serviceIdentifier: service, user: "ada")], of: provider)
        let finder = SuggestionFinder(store: store, quirks: Quirks(), providers: [provider: .init(name: "P", order: 0)])
        let found = try await finder.search(SearchLogins.Parameters(text: "ada", limit: 5)).logins
        #expect(found.map(\.service) == ["example.com"])
        #expect(found.map(\.url) == ["https://example.com/login"])
        #expect(try users(found[0].url) == ["ada"])
    }

    @Test func `a login with several addresses of one host has one row`() async throws {
        let identities = ["exact+https://example.com/login", "start+https://example.com/lo", "https://example.com"].map
        {
            CredentialIdentity(
                kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: $0), user: "ada",
                recordIdentifier: "a")
        }
        try await store.change(.save, identities, of: provider)
        let finder = SuggestionFinder(store: store, quirks: Quirks(), providers: [provider: .init(name: "P", order: 0)])
        // The address without a rule needs no path.
        let found = try await finder.search(SearchLogins.Parameters(text: "ada", limit: 5)).logins
        #expect(found.map(\.url) == ["https://example.com/"])
        // The rule is not part of the address.
        #expect(try await finder.search(SearchLogins.Parameters(text: "exact", limit: 5)).logins.isEmpty)
        let page = PageFrame(page: try PageURL("https://example.com/login"))
        #expect(try finder.matches(in: page, kinds: []).count == 1)
    }

    private func exclusions(_ count: Int, from host: String, records: String) -> [CredentialIdentity] {
        (0..<count).map { number in
            CredentialIdentity(
                kind: .password,
                serviceIdentifier: ServiceIdentifier(type: .url, identifier: "never+https://\(host)"), user: "",
                recordIdentifier: "\(records)\(number)")
        }
    }

    @Test func `exclusions take no share of a large site, and those of the page's host are all found`() async throws {
        let logins = (0..<100).map {
            CredentialIdentity.password("gone\($0)", at: "example.com", record: "a\($0)", rank: $0)
        }
        let own = CredentialIdentity.password("own", at: "example.com", rank: 1000)
        let excluded = exclusions(100, from: "login.example.com", records: "a")
        try await store.change(.save, logins + [own] + excluded, of: provider)
        #expect(try users("https://login.example.com/") == ["own"])
        // Before the other hosts in the index.
        try await store.change(.save, exclusions(100, from: "aaa.example.com", records: "b"), of: provider)
        #expect(try users("https://login.example.com/") == ["own"])
        #expect(try users("https://login.example.com:8443/").contains("gone99"))
        #expect(try await store.verify())
    }

    @Test func `saving an exclusion that an older version stored as a password corrects it`() async throws {
        let excluded = exclusions(1, from: "login.example.com", records: "a")
        try await store.change(.save, excluded, of: provider)
        try await store.writing { try $0.execute(sql: "UPDATE identity SET kind = 1, seal = seal + 1") }
        try await store.change(.save, excluded, of: provider)
        #expect(try await store.verify())
    }

    @Test func `a provider with too many exclusions of the page's host has only passkeys there`() async throws {
        let count = IdentityStore.maximumExclusions + 1
        let logins: [CredentialIdentity] = [
            .password("a", at: "example.com"), .code("b", at: "example.com"),
            .passkey("key", at: "example.com", credentialID: [1]),
        ]
        let excluded = exclusions(count, from: "login.example.com", records: "a")
        try await store.change(.save, logins + excluded, of: provider)
        try await store.change(.save, [.password("other", at: "example.com")], of: .second)
        #expect(try users("https://login.example.com/") == ["key", "other"])
        #expect(try users("https://www.example.com/") == ["a", "b", "key", "other"])
    }

    @Test func `finds the logins with the page's default port on a large site`() async throws {
        let others = (0..<200).map { CredentialIdentity.password("other\($0)", at: "a\($0).example.com") }
        try await store.change(.save, others + [.password("own", at: "example.com:443")], of: provider)
        #expect(try users("https://example.com/").contains("own"))
    }
}
