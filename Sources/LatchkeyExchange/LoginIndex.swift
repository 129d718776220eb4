import LatchkeyVault

/// The logins of a vault by site and user, or by title and user where there is no site.
struct LoginIndex {
    /// A login of the vault, shared by all of its sites.
    final class Entry {
        let id: RecordIdentifier
        private(set) var digest: PasswordDigest?
        /// The revision of its last change, which orders logins by time without a clock.
        private(set) var changedAt: UInt64

        fileprivate init(_ overview: Overview) {
            id = overview.id
            digest = overview.passwordDigest
            changedAt = overview.revision
        }

        func update(from change: Change?) {
            guard case .changed(_, let overview) = change else { return }
            digest = overview.passwordDigest
            changedAt = overview.revision
        }
    }

    /// How many logins of other titles are looked at; more than that have the same user at the same site in no vault that
    /// a person made.
    private static let candidateLimit = 64

    private var bySite: [String: [Entry]] = [:]
    private var bySiteAndTitle: [String: [Entry]] = [:]

    init(of transaction: VaultTransaction) throws {
        try transaction.forEachOverview { overview in
            if overview.isRemoved { return }
            let entry = Entry(overview)
            for key in Self.keys(overview.sites, overview.user) { bySite[key, default: []].append(entry) }
            insert(entry, overview)
        }
    }

    /// The logins at a row's sites for its user, and with its title.
    func ofSameTitle(as login: Login) -> [Entry] {
        Self.entries(Self.keys(login.sites, login.user, title: login.title), in: bySiteAndTitle)
    }

    /// The same with any title, but without what came in since: titles hold apart the rows of one file.
    func of(_ login: Login) -> [Entry] {
        Self.entries(Self.keys(login.sites, login.user), in: bySite)
    }

    /// Takes in a login that was just added.
    mutating func insertNew(_ overview: Overview) {
        insert(Entry(overview), overview)
    }

    private mutating func insert(_ entry: Entry, _ overview: Overview) {
        for key in Self.keys(overview.sites, overview.user, title: overview.title) {
            bySiteAndTitle[key, default: []].append(entry)
        }
    }

    private static func entries(_ keys: Set<String>, in index: [String: [Entry]]) -> [Entry] {
        keys.sorted().flatMap { index[$0]?.suffix(candidateLimit) ?? [] }
    }

    /// Two addresses of one site are one key, and one entry.
    private static func keys(_ sites: [Site], _ user: String, title: String? = nil) -> Set<String> {
        let rest = title.map { "\(user)\u{0}\($0)" } ?? user
        // Logins without a site have nothing but their titles in common.
        if sites.isEmpty { return title == nil ? [] : ["\u{0}\(rest)"] }
        return Set(sites.map { "\($0.scheme ?? "")://\($0.host):\($0.port.map(String.init) ?? "")\u{0}\(rest)" })
    }
}
