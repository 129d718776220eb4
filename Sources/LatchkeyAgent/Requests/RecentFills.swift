import LatchkeyWire

/// The recently filled passwords: the page that received one may upgrade the account to a passkey automatically.
///
/// They are kept in memory only, for ``lifetime``.
struct RecentFills {
    struct Fill: Hashable {
        var provider: ProviderIdentifier
        var users: Set<String>
        /// The origin of the document that was filled.
        var origin: String
        var time: Double
    }

    /// Seconds after a fill in which an upgrade is allowed.
    static let lifetime = 300.0
    /// More fills than a user makes in that time.
    private static let limit = 64

    private var fills: [Fill] = []

    mutating func add(_ fill: Fill, at now: Double) {
        fills.removeAll { now - $0.time > Self.lifetime }
        if fills.count == Self.limit { fills.removeFirst() }
        fills.append(fill)
    }

    /// Removes and returns the newest fill of an account's password on an origin; `nil` without one.
    ///
    /// One fill permits one passkey. Other origins of the site do not qualify: users may publish content there.
    mutating func take(of user: String, on origin: String, at now: Double) -> Fill? {
        let index = fills.lastIndex {
            now - $0.time <= Self.lifetime && $0.users.contains(user) && $0.origin == origin
        }
        return index.map { fills.remove(at: $0) }
    }
}
