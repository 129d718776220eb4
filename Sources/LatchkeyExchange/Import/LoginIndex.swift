import LatchkeyVault

/// The logins of a vault by site and user, or by title and user where there is no site.
struct LoginIndex {
    /// A login of the vault, shared by all of its sites.
    final class Entry {
        let id: RecordIdentifier
        private(set) var digest: PasswordDigest?
        /// The revision of its last change, which orders logins by time without a clock.
        private(set) var changedAt: UInt64
        /// Whether a row of this file is this login.
        private(set) var isTaken = false
        /// The password of the row that it was taken by; nothing where that row has none.
        private(set) var takenWith: PasswordDigest?

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

        /// Notes that a row with this password is this login.
        func take(with digest: PasswordDigest?) {
            isTaken = true
            takenWith = digest ?? takenWith
        }

        /// Whether a row with this password can be this login, too: rows with two passwords are two logins.
        func isOpen(to digest: PasswordDigest?) -> Bool {
            guard isTaken, let digest, let takenWith else { return true }
            return digest == takenWith || digest == self.digest
        }
    }

    /// How many logins are opened for a row; more than that have the same user at the same site in no vault that a person
    /// made.
    private static let candidateLimit = 64
    /// How many are looked at before, by their digests alone.
    private static let glanceLimit = 1024

    private var bySite: [String: [Entry]] = [:]
    private var bySiteAndTitle: [String: [Entry]] = [:]

    init(of transaction: VaultTransaction) throws {
        try transaction.forEachOverview { overview in
            if overview.isRemoved { return }
            let entry = Entry(overview)
            let keys = Keys(overview.sites, user: overview.user, title: overview.title)
            for key in keys.withoutTitle { bySite[key, default: []].append(entry) }
            insert(entry, keys)
        }
    }

    /// What a login is found by, made once for each row: the texts are a good part of what a row costs.
    struct Keys {
        fileprivate let withTitle: [String]
        fileprivate let withoutTitle: [String]

        /// Two addresses of one site are one key.
        init(_ sites: [Site], user: String, title: String) {
            if sites.isEmpty {
                // Logins without a site have nothing but their titles in common.
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

    /// What a row is looked for by.
    struct Wanted {
        let keys: Keys
        let digest: PasswordDigest?
        /// Whether a login that a row of this file is already can be no other one.
        let isApart: Bool

        fileprivate func admits(_ entry: Entry) -> Bool { isApart ? !entry.isTaken : entry.isOpen(to: digest) }
    }

    /// A login that a row may be, and whether it has the row's title.
    struct Candidate {
        let entry: Entry
        let hasTitle: Bool
    }

    /// The logins at a row's sites for its user; those with its password alone, if there are any.
    ///
    /// Of other titles none that came in since: titles hold apart the rows of one file.
    func candidates(for wanted: Wanted) -> [Candidate] {
        var seen: Set<RecordIdentifier> = []
        func open(_ keys: [String], in index: [String: [Entry]]) -> [Entry] {
            let found = keys.flatMap { index[$0]?.suffix(Self.glanceLimit).filter(wanted.admits) ?? [] }
            return found.filter { seen.insert($0.id).inserted }
        }
        let named = open(wanted.keys.withTitle, in: bySiteAndTitle)
        let others = open(wanted.keys.withoutTitle, in: bySite)
        if named.isEmpty, others.isEmpty { return [] }
        let all =
            named.map { Candidate(entry: $0, hasTitle: true) } + others.map { Candidate(entry: $0, hasTitle: false) }
        let alike = wanted.digest == nil ? [] : all.filter { $0.entry.digest == wanted.digest }
        let candidates = alike.isEmpty ? all : alike
        guard candidates.count > Self.candidateLimit else { return candidates }
        return Array(candidates.sorted { $0.entry.changedAt < $1.entry.changedAt }.suffix(Self.candidateLimit))
    }

    /// Whether a row of this file has a login's sites, user and title, too.
    func hasTwin(at keys: Keys) -> Bool {
        keys.withTitle.contains { bySiteAndTitle[$0]?.suffix(Self.candidateLimit).contains(where: \.isTaken) ?? false }
    }

    /// Takes in a login that a row was just added as.
    mutating func insertNew(_ overview: Overview, at keys: Keys) {
        let entry = Entry(overview)
        entry.take(with: entry.digest)
        insert(entry, keys)
    }

    private mutating func insert(_ entry: Entry, _ keys: Keys) {
        for key in keys.withTitle { bySiteAndTitle[key, default: []].append(entry) }
    }
}
