import LatchkeyMatching
import LatchkeyWire

/// Which passwords were filled of late, and by whom: a site may upgrade such an account to a passkey in silence.
///
/// In memory alone, and for no longer than that matters.
struct RecentFills {
    private struct Fill {
        var provider: ProviderIdentifier
        var users: Set<String>
        var host: Host
        var time: Double
    }

    /// As long as a provider may take a fill for the reason of an upgrade, in seconds.
    static let lifetime = 300.0
    /// More than anybody fills in that time.
    private static let limit = 64

    private var fills: [Fill] = []

    mutating func add(_ users: Set<String>, by provider: ProviderIdentifier, on host: Host, at now: Double) {
        fills.removeAll { now - $0.time > Self.lifetime }
        if fills.count == Self.limit { fills.removeFirst() }
        fills.append(Fill(provider: provider, users: users, host: host, time: now))
    }

    /// Who has filled an account's password on the relying party's site last.
    func provider(of user: String, for party: RelyingPartyIdentifier, at now: Double) -> ProviderIdentifier? {
        fills.last { now - $0.time <= Self.lifetime && $0.users.contains(user) && party.covers($0.host) }?.provider
    }
}
