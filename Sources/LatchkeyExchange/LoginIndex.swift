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
            for key in Self.keys(overview.sites, overview.user) { bySite[key, default: []].append(entry) }
            insert(entry, overview)
        }
    }

    /// What a row is looked for by.
    struct Wanted {
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
    func candidates(for login: Login, _ wanted: Wanted) -> [Candidate] {
        var seen: Set<RecordIdentifier> = []
        func open(_ keys: Set<String>, in index: [String: [Entry]]) -> [Entry] {
            let found = keys.sorted().flatMap { index[$0]?.suffix(Self.glanceLimit).filter(wanted.admits) ?? [] }
            return found.filter { seen.insert($0.id).inserted }
        }
        let named = open(Self.keys(login.sites, login.user, title: login.title), in: bySiteAndTitle)
        let others = open(Self.keys(login.sites, login.user), in: bySite)
        if named.isEmpty, others.isEmpty { return [] }
        let all =
            named.map { Candidate(entry: $0, hasTitle: true) } + others.map { Candidate(entry: $0, hasTitle: false) }
        let alike = wanted.digest == nil ? [] : all.filter { $0.entry.digest == wanted.digest }
        let candidates = alike.isEmpty ? all : alike
        guard candidates.count > Self.candidateLimit else { return candidates }
        return Array(candidates.sorted { $0.entry.changedAt < $1.entry.changedAt }.suffix(Self.candidateLimit))
    }

    /// Whether a row of this file has a login's sites, user and title, too.
    func hasTwin(of login: Login) -> Bool {
        Self.keys(login.sites, login.user, title: login.title)
            .contains { bySiteAndTitle[$0]?.suffix(Self.candidateLimit).contains(where: \.isTaken) ?? false }
    }

    /// Takes in a login that a row was just added as.
    mutating func insertNew(_ overview: Overview) {
        let entry = Entry(overview)
        entry.take(with: entry.digest)
        insert(entry, overview)
    }

    private mutating func insert(_ entry: Entry, _ overview: Overview) {
        for key in Self.keys(overview.sites, overview.user, title: overview.title) {
            bySiteAndTitle[key, default: []].append(entry)
        }
    }

    /// Two addresses of one site are one key, and one entry.
    private static func keys(_ sites: [Site], _ user: String, title: String? = nil) -> Set<String> {
        let rest = title.map { "\(user)\u{0}\($0)" } ?? user
        // Logins without a site have nothing but their titles in common.
        if sites.isEmpty { return title == nil ? [] : ["\u{0}\(rest)"] }
        return Set(sites.map { "\($0.scheme ?? "")://\($0.host):\($0.port.map(String.init) ?? "")\u{0}\(rest)" })
    }
}
