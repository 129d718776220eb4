import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct `The order of suggestions` {
    private func order(
        _ candidates: [StoredIdentity], on page: String = "https://example.com/", passkeys: PasskeyQuestion = .any
    ) throws -> [String] {
        Matching(page: try PageURL(page), passkeys: passkeys, sets: try .sample())
            .matches(among: candidates).map(\.stored.id)
    }

    @Test func `matches are sorted by grade first`() throws {
        let candidates: [StoredIdentity] = [
            .password("affiliated", for: "b.com", rank: 9), .password("site", for: "m.a.com", rank: 5),
            .password("exact", for: "a.com", user: "zoe", providerOrder: 7),
        ]
        #expect(try order(candidates, on: "https://a.com/") == ["exact", "site", "affiliated"])
    }

    @Test(arguments: [
        ("never+https://forum.example.com", "https://forum.example.com/", ["2", "6"]),
        ("never+https://forum.example.com", "https://www.example.com/", ["1", "2", "3", "6"]),
        // The port of the scheme, and another one.
        ("never+https://forum.example.com", "http://forum.example.com/", ["2", "6"]),
        ("never+https://forum.example.com", "https://forum.example.com:8443/", ["1", "2", "3", "6"]),
        ("never+https://forum.example.com:8443", "https://forum.example.com:8443/", ["2", "6"]),
        // Not an exclusion: the identifier is no address.
        ("never+forum", "https://forum.example.com/", ["1", "2", "3", "6"]),
    ])
    func `a login is not suggested on a host that its provider excludes`(
        exclusion: String, page: String, expected: [String]
    ) throws {
        func identity(
            _ id: String, _ kind: CredentialKind, _ service: String, record: String, provider: Int = 0
        ) -> StoredIdentity {
            StoredIdentity(
                id: id, provider: StoredIdentity.providers[provider],
                identity: CredentialIdentity(
                    kind: kind, serviceIdentifier: ServiceIdentifier(type: .url, identifier: service), user: "ada",
                    recordIdentifier: record, credentialID: kind == .passkey ? [1] : nil))
        }
        let candidates = [
            identity("0", .password, exclusion, record: "a"),
            identity("1", .password, "https://example.com", record: "a"),
            // The same record of another provider, and another record of the same provider.
            identity("2", .password, "https://example.com", record: "a", provider: 1),
            identity("3", .code, "https://example.com", record: "a"),
            identity("6", .password, "https://example.com", record: "b"),
        ]
        #expect(try order(candidates, on: page).sorted() == expected)
    }

    @Test(arguments: [
        ("exact+https://forum.example.com/login", "https://forum.example.com/login", ["rule"]),
        ("exact+https://forum.example.com/login", "https://forum.example.com/", []),
        ("host+https://forum.example.com", "https://forum.example.com/login", []),
    ])
    func `an address whose rule names pages takes precedence over an exclusion of their host`(
        stored: String, page: String, expected: [String]
    ) throws {
        let services = [
            "rule": stored, "site": "https://example.com", "never": "never+https://forum.example.com",
        ]
        let candidates = services.map { id, service in
            StoredIdentity(
                id: id, provider: StoredIdentity.providers[0],
                identity: CredentialIdentity(
                    kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: service), user: "ada",
                    recordIdentifier: "a"))
        }
        #expect(try order(candidates, on: page) == expected)
    }

    @Test func `explains that a login is excluded, and does not list the exclusion`() throws {
        let service = ServiceIdentifier(type: .url, identifier: "never+https://example.com")
        var (login, exclusion) = (StoredIdentity.password("1"), StoredIdentity.password("2"))
        for identity in [login, exclusion] {
            let changed = CredentialIdentity(
                kind: .password, serviceIdentifier: identity.id == "1" ? identity.identity.serviceIdentifier : service,
                user: "ada", recordIdentifier: "a")
            let stored = StoredIdentity(id: identity.id, provider: identity.provider, identity: changed)
            if identity.id == "1" { login = stored } else { exclusion = stored }
        }
        let page = try PageURL("https://example.com/")
        var sentences: [String] = []
        let found = Matching(page: page).matches(among: [login, exclusion]) { stored, verdict in
            sentences.append("\(stored.id) \(verdict.sentence(on: page))")
        }
        #expect(found.isEmpty)
        #expect(sentences == ["1 not offered: the login is excluded from example.com"])
    }

    @Test func `matches of equal services are sorted by rank, the largest first`() throws {
        let candidates: [StoredIdentity] = [
            .password("low", user: "a", rank: 1),
            .password("high", for: "EXAMPLE.com.", user: "c", rank: 3, providerOrder: 1),
            .password("middle", user: "b", rank: 2),
        ]
        #expect(try order(candidates) == ["high", "middle", "low"])
    }

    @Test func `ranks of different services are not compared`() throws {
        let candidates: [StoredIdentity] = [
            .password("second", for: "https://example.com/login", kind: .url, user: "bob", rank: 100),
            .password("first", user: "alice", rank: 1),
        ]
        #expect(try order(candidates) == ["first", "second"])
    }

    @Test func `passwords without a user name are last in each grade`() throws {
        let candidates: [StoredIdentity] = [
            .password("just made", user: "", rank: 9), .password("zoe", user: "zoe", rank: 1, providerOrder: 3),
            .password("of a path", for: "https://example.com/x", kind: .url, user: "bob", providerOrder: 4),
            .password("of the site", for: "m.example.com", user: "al"),
            .password("made there", for: "m.example.com", user: "", rank: 9),
        ]
        #expect(try order(candidates) == ["zoe", "of a path", "just made", "of the site", "made there"])
    }

    @Test func `matches are sorted by provider, user name ignoring case, and identifier`() throws {
        let candidates: [StoredIdentity] = [
            .password("6", user: "a", providerOrder: 2), .password("5", user: "a", providerOrder: 1),
            .password("4", user: "Bob"), .password("3", user: "Alice"), .password("2", user: "alice"),
            .password("1", user: "alice"),
        ]
        #expect(try order(candidates) == ["3", "1", "2", "4", "5", "6"])
    }

    @Test func `the passkey of an account is before its password`() throws {
        let candidates: [StoredIdentity] = [
            .password("bob's password", user: "bob"), .passkey("alice's passkey", user: "Alice", providerOrder: 3),
            .password("alice's password"), .passkey("carol's passkey", user: "carol", providerOrder: 4),
        ]
        #expect(
            try order(candidates)
                == ["alice's passkey", "alice's password", "bob's password", "carol's passkey"])
        #expect(try order(candidates, passkeys: .none) == ["alice's password", "bob's password"])
    }

    @Test func `three matches with contradicting pairs have one order`() throws {
        // By rank a comes before b, by provider b before c and c before a.
        let a = StoredIdentity.password("a", rank: 5, providerOrder: 3)
        let b = StoredIdentity.password("b", rank: 1, providerOrder: 1)
        let c = StoredIdentity.password("c", for: "https://example.com/x", kind: .url, providerOrder: 2)
        for candidates in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            #expect(try order(candidates) == ["c", "a", "b"])
        }
    }

    @Test func `the order is total and independent of the input order`() throws {
        try forAll(candidates, Generator<UInt64>.int(), runs: 2_000) { candidates, seed in
            var source = SeededGenerator(seed: seed)
            let first = try order(candidates, on: "https://a.com/")
            let second = try order(candidates.shuffled(using: &source), on: "https://a.com/")
            return first == second && Set(first).count == first.count
        }
    }

    @Test func `every pair of matches is in the order of the rules`() throws {
        try forAll(candidates, runs: 2_000) { candidates in
            let matches = Matching(page: try PageURL("https://a.com/"), sets: try .sample()).matches(
                among: candidates)
            for (index, upper) in matches.enumerated() {
                for lower in matches[(index + 1)...] where !isInOrder(upper, lower) { return false }
            }
            return true
        }
    }

    /// Grade, rank among equals of one kind, and the account's passkey.
    private func isInOrder(_ upper: Match, _ lower: Match) -> Bool {
        guard upper.acceptance.grade == lower.acceptance.grade else {
            return upper.acceptance.grade < lower.acceptance.grade
        }
        let (first, second) = (upper.identity, lower.identity)
        if first.kind == .password, second.kind == .passkey, first.user.lowercased() == second.user.lowercased() {
            return false
        }
        if first.kind == .password, second.kind == .password,
            first.serviceIdentifier == second.serviceIdentifier
        {
            return first.rank > second.rank
                || (first.rank == second.rank && upper.stored.providerOrder <= lower.stored.providerOrder)
        }
        return true
    }

    /// Up to twelve candidates from so few values that every tie comes up.
    private var candidates: Generator<[StoredIdentity]> {
        let candidate = Generator<StoredIdentity> { source, size in
            func one<Value>(of values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &source)] }
            let kind = one(of: CredentialKind.allCases)
            let text = kind == .passkey ? "a.com" : one(of: ["a.com", "https://a.com/x", "m.a.com", "b.com", "x.org"])
            let service = ServiceIdentifier(type: text.contains("/") ? .url : .domain, identifier: text)
            let identity = CredentialIdentity(
                kind: kind, serviceIdentifier: service, user: one(of: ["al", "AL", "bo"]), rank: one(of: [0, 1]),
                credentialID: [1])
            return StoredIdentity(
                id: "", provider: StoredIdentity.providers[one(of: [0, 1, 2])], identity: identity)
        }
        return candidate.list(upTo: 12).map { list in
            list.enumerated().map { index, candidate in
                StoredIdentity(id: "\(index)", provider: candidate.provider, identity: candidate.identity)
            }
        }
    }
}
