import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Recently filled passwords` {
    private func fills(_ fills: (Set<String>, ProviderIdentifier, String, Double)...) -> RecentFills {
        var recent = RecentFills()
        for (users, provider, origin, time) in fills {
            recent.add(.init(provider: provider, users: users, origin: origin, time: time), at: time)
        }
        return recent
    }

    @Test(
        arguments: [
            ("alice", "https://login.example.com", 0, true), ("alice", "https://login.example.com", 300, true),
            ("alice", "https://login.example.com", 300.5, false), ("bob", "https://login.example.com", 0, false),
            ("", "https://login.example.com", 0, false), ("alice", "https://example.com", 0, false),
            ("alice", "https://user-content.example.com", 0, false), ("alice", "http://login.example.com", 0, false),
            ("alice", "https://login.example.com:8443", 0, false), ("alice", "https://example.org", 0, false),
        ])
    func `a fill allows an upgrade of its account on its origin for five minutes`(
        user: String, origin: String, later: Double, counts: Bool
    ) throws {
        let first = try ProviderIdentifier.first
        var fills = fills((["alice"], first, "https://login.example.com", 1000))
        let taken = fills.take(of: user, on: origin, at: 1000 + later)
        #expect(taken?.provider == (counts ? first : nil))
    }

    @Test func `each fill allows one upgrade, the newest first`() throws {
        let (first, second) = (try ProviderIdentifier.first, try ProviderIdentifier("com.example.second"))
        let origin = "https://example.com"
        var fills = fills((["alice"], first, origin, 0), (["alice"], second, origin, 1))
        let taken = (0..<3).map { _ in fills.take(of: "alice", on: origin, at: 2)?.provider }
        #expect(taken == [second, first, nil])
    }

    @Test func `a fill that is added again keeps its time`() throws {
        var fills = fills((["alice"], try .first, "https://example.com", 0))
        let taken = fills.take(of: "alice", on: "https://example.com", at: 200)
        fills.add(try #require(taken), at: 200)
        let again = fills.take(of: "alice", on: "https://example.com", at: 301)
        #expect(again == nil)
    }
}
