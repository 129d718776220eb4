import LatchkeyMatching
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Passwords that were filled of late` {
    private func fills(_ fills: (Set<String>, ProviderIdentifier, String, Double)...) throws -> RecentFills {
        var recent = RecentFills()
        for (users, provider, host, time) in fills { recent.add(users, by: provider, on: try Host(host), at: time) }
        return recent
    }

    @Test(
        arguments: [
            ("alice", "example.com", 0, true), ("alice", "example.com", 300, true),
            ("alice", "example.com", 300.5, false), ("bob", "example.com", 0, false), ("", "example.com", 0, false),
            ("alice", "login.example.com", 0, true), ("alice", "www.example.com", 0, false),
            ("alice", "example.org", 0, false),
        ])
    func `a fill allows an upgrade of its account on its site for five minutes`(
        user: String, party: String, later: Double, counts: Bool
    ) throws {
        let first = try ProviderIdentifier.first
        let fills = try fills((["alice"], first, "login.example.com", 1000))
        let provider = fills.provider(of: user, for: try RelyingPartyIdentifier(party), at: 1000 + later)
        #expect(provider == (counts ? first : nil))
    }

    @Test func `the last provider that filled an account upgrades it`() throws {
        let second = try ProviderIdentifier("com.example.second")
        let fills = try fills((["alice"], .first, "example.com", 0), (["alice"], second, "example.com", 1))
        #expect(fills.provider(of: "alice", for: try RelyingPartyIdentifier("example.com"), at: 2) == second)
    }
}
