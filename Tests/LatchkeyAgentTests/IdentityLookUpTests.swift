import Foundation
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Identity look-up` {
    private let folder: TemporaryFolder
    private let first: ProviderIdentifier
    private let second: ProviderIdentifier
    private let store: IdentityStore

    init() throws {
        folder = try TemporaryFolder()
        first = try .first
        second = try .second
        store = try .open(folder)
    }

    @Test func `finds a site's identities of all providers`() async throws {
        try await store.change(
            .save, [.password("anna", at: "example.com"), .password("other", at: "example.org")], of: first)
        try await store.change(.save, [.password("berta", at: "www.example.com:8443")], of: second)
        let found = try store.lookUp(IdentityQuery(site: "example.com", hosts: ["example.com"]))
        #expect(found.isComplete)
        #expect(Set(found.identities.map(\.identity.user)) == ["anna", "berta"])
        #expect(Set(found.identities.map(\.provider)) == [first, second])
        #expect(
            found.identities.compactMap { IdentityIndexKeys(of: $0.identity)?.host }.sorted()
                == ["example.com", "www.example.com:8443"])
    }

    @Test func `finds no identities for another site, a part of a name or an empty key`() async throws {
        try await store.change(
            .save, [.password("anna", at: "example.com"), .password("nobody", at: "nowhere")], of: first)
        for site in ["xexample.com", "example.co", "com", "", "EXAMPLE.com", "example.com\u{0}"] {
            #expect(try store.lookUp(IdentityQuery(site: site, hosts: [site])).identities == [], "\(site)")
        }
    }

    @Test func `finds only identities of the requested kinds`() async throws {
        let passkey = CredentialIdentity.passkey("carla", at: "example.com", credentialID: [1])
        try await store.change(
            .save, [.password("anna", at: "example.com"), .code("berta", at: "example.com"), passkey], of: first)
        #expect(try store.users(at: "example.com", kinds: [.code]) == ["berta"])
        #expect(try store.users(at: "example.com", kinds: [.password, .passkey]) == ["anna", "carla"])
        #expect(try store.users(at: "example.com") == ["anna", "berta", "carla"])
    }

    @Test func `finds the identities of affiliated sites`() async throws {
        try await store.change(
            .save, [.password("anna", at: "a.example"), .password("berta", at: "www.b.example")], of: first)
        let query = IdentityQuery(site: "a.example", hosts: ["a.example"], affiliatedSites: ["b.example", "a.example"])
        #expect(try store.lookUp(query).identities.map(\.identity.user) == ["anna", "berta"])
    }

    @Test func `finds the exact host and the highest ranks of a large site`() async throws {
        let crowd = (0..<3000).map { CredentialIdentity.password("user\($0)", at: "host\($0 % 1000).example.com") }
        let exact = (0..<100).map { CredentialIdentity.password("exact\($0)", at: "host500.example.com", rank: $0) }
        try await store.change(.save, crowd + exact + [.code("code", at: "host500.example.com")], of: first)
        try await store.change(.save, [.password("berta", at: "zzz.example.com")], of: second)
        let found = try store.lookUp(IdentityQuery(site: "example.com", hosts: ["host500.example.com"]))
        let users = Set(found.identities.map(\.identity.user))
        #expect(found.isComplete == false)
        let best: [String] = (52..<100).map { "exact\($0)" }
        #expect(users.isSuperset(of: best))
        #expect(users.isSuperset(of: ["code", "berta"]))
        #expect(found.identities.count == 66)
    }

    private static let crowd = (0..<200).map { number in
        CredentialIdentity.passkey("user\(number)", at: "example.com", credentialID: [UInt8(number), 7])
    }

    @Test func `finds the named passkeys of a large site`() async throws {
        try await store.change(.save, Self.crowd, of: first)
        // Passkeys of another provider or site do not count towards the limit.
        let same = (0..<100).map { CredentialIdentity.passkey("same\($0)", at: "example.com", credentialID: [199, 7]) }
        try await store.change(.save, same + [.passkey("else", at: "example.org", credentialID: [199, 7])], of: second)
        let query = IdentityQuery(
            site: "example.com", hosts: ["example.com"], credentialIDs: [[199, 7], [0, 7], [1]])
        let found = try store.lookUp(query)
        #expect(!found.isComplete)
        #expect(Set(found.identities.map(\.identity.user)).isSuperset(of: ["user0", "user199"]))
        #expect(Set(found.identities.map(\.id)).count == found.identities.count)
        #expect(!found.identities.contains { $0.identity.user == "else" })
        var passwords = query
        passwords.kinds = [.password]
        #expect(try store.lookUp(passwords).identities.isEmpty)
    }

    @Test func `a hidden passkey takes no share of a large site and is found by its credential ID`() async throws {
        let hidden = (0..<200).map { number in
            var identity = CredentialIdentity.passkey(
                "hidden\(number)", at: "example.com", credentialID: [UInt8(number), 8])
            identity.isHidden = true
            return identity
        }
        let offered = CredentialIdentity.passkey("offered", at: "example.com", credentialID: [1])
        try await store.change(.save, hidden + [offered], of: first)
        var query = IdentityQuery(site: "example.com", hosts: ["example.com"])
        #expect(try store.lookUp(query).identities.map(\.identity) == [offered])
        query.credentialIDs = [[199, 8]]
        #expect(Set(try store.lookUp(query).identities.map(\.identity)) == [offered, hidden[199]])
        // It is the same identity if its provider offers it again.
        var shown = hidden[199]
        shown.isHidden = false
        try await store.change(.save, [shown], of: first)
        #expect(Set(try store.lookUp(query).identities.map(\.identity)) == [offered, shown])
    }

    @Test func `does not find a named passkey after its removal`() async throws {
        try await store.change(.save, Self.crowd, of: first)
        try await store.change(.remove, [Self.crowd[199]], of: first)
        let query = IdentityQuery(site: "example.com", hosts: [], credentialIDs: [[199, 7]])
        #expect(try !store.lookUp(query).identities.contains { $0.identity.user == "user199" })
    }

    @Test func `an identity keeps its identifier after a removal and another save`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        let query = IdentityQuery(site: "example.com", hosts: [])
        let before = try #require(try store.lookUp(query).identities.first)
        try await store.removeAll(of: first)
        #expect(try store.lookUp(query).identities == [])
        try await store.change(
            .replace, [.password("b", at: "b.example"), .password("anna", at: "example.com", rank: 4)], of: first)
        let after = try #require(try store.lookUp(query).identities.first)
        #expect(after.id == before.id && after.identity.rank == 4)
        #expect(before.id.count == 32)
    }

    @Test func `equal identities of two providers have different identifiers`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        try await store.change(.save, [.password("anna", at: "example.com")], of: second)
        let found = try store.lookUp(IdentityQuery(site: "example.com", hosts: [])).identities
        #expect(Set(found.map(\.id)).count == 2)
    }

    @Test func `drops a single identity`() async throws {
        try await store.change(
            .save, [.password("anna", at: "example.com"), .password("berta", at: "example.com")], of: first)
        let found = try store.lookUp(IdentityQuery(site: "example.com", hosts: [])).identities
        try await store.drop(try #require(found.first { $0.identity.user == "anna" }))
        #expect(try store.users(at: "example.com") == ["berta"])
        #expect(try await store.state(of: first).supportsIncrementalUpdates)
    }

    @Test func `look-ups see the old or the new list while a change is committed`() async throws {
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        let change = try await store.begin(.replace, for: first)
        try await store.add((0..<20_000).map { .password("user\($0)", at: "example.org") }, to: change, of: first)
        async let committed: Void = store.commit(change, of: first)
        var seen: Set<Set<String>> = []
        for _ in 0..<200 { seen.insert(try store.users(at: "example.com")) }
        try await committed
        // Each look-up sees the whole old or the whole new list.
        #expect(seen.isSubset(of: [["anna"], []]))
        #expect(try store.users(at: "example.com") == [])
    }
}
