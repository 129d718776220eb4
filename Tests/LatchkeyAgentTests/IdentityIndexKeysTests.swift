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
    ])
    func `are the site, and the host with the port`(
        type: ServiceIdentifier.Kind, text: String, site: String, host: String
    ) {
        let service = ServiceIdentifier(type: type, identifier: text)
        let identity = CredentialIdentity(kind: .password, serviceIdentifier: service, user: "anna")
        #expect(IdentityIndexKeys.matched(identity) == IdentityIndexKeys(site: site, host: host))
    }

    @Test(arguments: [
        (ServiceIdentifier.Kind.app, "com.example.app"), (.domain, ""), (.url, "javascript:alert(1)"),
        (.domain, "a\u{0}.example.com"), (.domain, "two words"),
    ])
    func `are missing for what no page can match`(type: ServiceIdentifier.Kind, text: String) {
        let service = ServiceIdentifier(type: type, identifier: text)
        #expect(
            IdentityIndexKeys.matched(CredentialIdentity(kind: .password, serviceIdentifier: service, user: "")) == nil)
    }

    @Test func `lead from a page to what was stored for it`() async throws {
        let folder = try TemporaryFolder()
        let first = try ProviderIdentifier.first
        let store = try IdentityStore(folder: folder.url, machine: "this", enabled: [first], onLoss: { _ in })
        try await store.change(
            .save,
            [
                .password("exact", at: "login.example.com"), .password("site", at: "example.com"),
                .password("other", at: "example.org"), .passkey("key", at: "example.com", credentialID: [1]),
            ], of: first)
        let page = try PageURL("https://login.example.com/form")
        let query = IdentityQuery(Matching(page: page))
        #expect(query.hosts == ["login.example.com:443", "login.example.com", "example.com"])
        #expect(Set(try store.lookUp(query).identities.map(\.identity.user)) == ["exact", "site", "key"])
        let passwords = IdentityQuery(Matching(page: page, kinds: [.password]))
        #expect(Set(try store.lookUp(passwords).identities.map(\.identity.user)) == ["exact", "site"])
    }
}
