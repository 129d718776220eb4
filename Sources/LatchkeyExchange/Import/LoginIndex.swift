import LatchkeyVault

/// The logins of a vault by site and user; logins without a site, notes and cards by kind, title and user.
struct LoginIndex {
    /// A login of the vault.
    ///
    /// All of its keys share one entry.
    final class Entry {
        let id: RecordIdentifier
        private(set) var digest: PasswordDigest?
        let audience: PasswordAudience
        /// The revision of the last change, which orders logins without a clock.
        private(set) var changedAt: UInt64
        /// Whether a row of this file matched or added the login.
        private(set) var isMatched = false
        /// The digest of that row's password; `nil` if the row has none.
        private(set) var matchedPassword: PasswordDigest?

        fileprivate init(_ overview: Overview) {
            id = overview.id
            digest = overview.passwordDigest
            audience = overview.audience
            changedAt = overview.revision
        }

        func update(from change: Change?) {
            guard case .changed(_, let overview) = change else { return }
            digest = overview.passwordDigest
            changedAt = overview.revision
        }

        /// Records that a row with this password matched the login.
        func markMatched(by digest: PasswordDigest?) {
            isMatched = true
            matchedPassword = digest ?? matchedPassword
        }

        /// Whether a further row with this password can match the login: rows with different passwords are two logins.
        func canMatch(_ digest: PasswordDigest?) -> Bool {
            guard isMatched, let digest, let matchedPassword else { return true }
            return digest == matchedPassword || digest == self.digest
        }
    }

    /// The maximum number of logins that are decrypted for one row.
    ///
    /// No real vault has more logins for one user and site.
    private static let candidateLimit = 64
    /// The maximum number of logins per key whose digests are compared before that.
    private static let comparisonLimit = 1024

    private var bySite: [String: [Entry]] = [:]
    /// The logins with sites without a scheme, by the keys of the same sites with `https`, as a CSV export writes them.
    private var byBareSite: [String: [Entry]] = [:]
    private var bySiteAndTitle: [String: [Entry]] = [:]

    init(of transaction: VaultTransaction) throws {
        try transaction.forEachOverview { overview in
            if overview.isRemoved { return }
            let entry = Entry(overview)
            let keys = Keys(overview.sites, user: overview.user, title: overview.title, kind: overview.kind)
            insert(entry, keys)
            guard entry.audience == .everyone else {
                // A CSV export writes a bare host with https.
                for key in keys.withTitle where key.hasPrefix("://") {
                    bySiteAndTitle["https" + key, default: []].append(entry)
                }
                return
            }
            for key in keys.withoutTitle {
                bySite[key, default: []].append(entry)
                if key.hasPrefix("://") { byBareSite["https" + key, default: []].append(entry) }
            }
        }
    }

    /// The keys of a login.
    ///
    /// They are built once per row, because building them is expensive.
    struct Keys {
        fileprivate let withTitle: [String]
        fileprivate let withoutTitle: [String]

        /// Addresses with the same scheme, host and port have one key.
        init(_ sites: [Site], user: String, title: String, kind: EntryKind) {
            if kind != .login {
                withoutTitle = []
                withTitle = ["\u{1}\(kind.rawValue)\u{0}\(user)\u{0}\(title)"]
                return
            }
            if sites.isEmpty {
                // Without a site, only the title identifies a login.
                withoutTitle = []
                withTitle = ["\u{0}\(user)\u{0}\(title)"]
                return
            }
            var origins: [String] = []
            for site in sites {
                let port = site.port.map(String.init) ?? ""
                origins.append("\(site.scheme ?? "")://\(site.host):\(port)\u{0}\(user)")
            }
            if origins.count > 1 { origins = Set(origins).sorted() }
            withoutTitle = origins
            withTitle = origins.map { $0 + "\u{0}" + title }
        }
    }

    /// A search for the logins that a row may match.
    struct Query {
        let keys: Keys
        /// `nil` if the row has no password.
        let digest: PasswordDigest?
        /// Whether the row cannot match a login that another row of the file has matched.
        let requiresUnmatched: Bool
        /// Whether the row can match a login that is never suggested on pages.
        let includesGit: Bool
        /// Whether to prefer the oldest candidates if there are too many: a second import of a file has its rows in the
        /// same order.
        let prefersOldest: Bool

        fileprivate func admits(_ entry: Entry) -> Bool {
            guard includesGit || entry.audience == .everyone else { return false }
            return requiresUnmatched ? !entry.isMatched : entry.canMatch(digest)
        }
    }

    /// A login that a row may match.
    struct Candidate {
        let entry: Entry
        let hasTitle: Bool
    }

    /// The logins with the query's keys; only those with its password, if any has it.
    ///
    /// Logins that this import added match by their title only: rows of one file with different titles are different
    /// logins. A login that is never suggested on pages matches by its title only, too.
    func candidates(for query: Query) -> [Candidate] {
        var seen: Set<RecordIdentifier> = []
        func entries(_ keys: [String], in index: [String: [Entry]]) -> [Entry] {
            let found = keys.flatMap { index[$0]?.suffix(Self.comparisonLimit).filter(query.admits) ?? [] }
            return found.filter { seen.insert($0.id).inserted }
        }
        let named = entries(query.keys.withTitle, in: bySiteAndTitle)
        // Another password makes a login of `https` another one than that of the bare host.
        let bare = entries(query.keys.withoutTitle, in: byBareSite).filter { $0.digest == query.digest }
        let others = entries(query.keys.withoutTitle, in: bySite) + bare
        if named.isEmpty, others.isEmpty { return [] }
        let all =
            named.map { Candidate(entry: $0, hasTitle: true) } + others.map { Candidate(entry: $0, hasTitle: false) }
        let samePassword = query.digest == nil ? [] : all.filter { $0.entry.digest == query.digest }
        let candidates = samePassword.isEmpty ? all : samePassword
        guard candidates.count > Self.candidateLimit else { return candidates }
        let sorted = candidates.sorted { $0.entry.changedAt < $1.entry.changedAt }
        return Array(query.prefersOldest ? sorted.prefix(Self.candidateLimit) : sorted.suffix(Self.candidateLimit))
    }

    /// Whether another row of this file has the same site, user and title.
    func hasMatchedTwin(at keys: Keys) -> Bool {
        keys.withTitle.contains { key in
            bySiteAndTitle[key]?.suffix(Self.candidateLimit).contains(where: \.isMatched) ?? false
        }
    }

    /// Adds a login that a row created.
    mutating func insertNew(_ overview: Overview, at keys: Keys) {
        let entry = Entry(overview)
        entry.markMatched(by: entry.digest)
        insert(entry, keys)
    }

    private mutating func insert(_ entry: Entry, _ keys: Keys) {
        for key in keys.withTitle { bySiteAndTitle[key, default: []].append(entry) }
    }
}
