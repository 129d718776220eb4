import LatchkeyMatching
import LatchkeyWire

/// The recently filled passwords and their providers: a site may upgrade such an account to a passkey automatically.
///
/// They are kept in memory only, for ``lifetime``.
struct RecentFills {
    private struct Fill {
        var provider: ProviderIdentifier
        var users: Set<String>
        var host: Host
        var time: Double
    }

    /// Seconds after a fill in which an upgrade is allowed.
    static let lifetime = 300.0
    /// More fills than a user makes in that time.
    private static let limit = 64

    private var fills: [Fill] = []

    mutating func add(_ users: Set<String>, by provider: ProviderIdentifier, on host: Host, at now: Double) {
        fills.removeAll { now - $0.time > Self.lifetime }
        if fills.count == Self.limit { fills.removeFirst() }
        fills.append(Fill(provider: provider, users: users, host: host, time: now))
    }

    /// The provider that most recently filled the account's password on the relying party's site; `nil` without one.
    func provider(of user: String, for party: RelyingPartyIdentifier, at now: Double) -> ProviderIdentifier? {
        fills.last { now - $0.time <= Self.lifetime && $0.users.contains(user) && party.covers($0.host) }?.provider
    }
}
