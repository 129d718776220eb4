import LatchkeyVault

/// What became of the rows of a file.
public struct ImportReport: Hashable, Sendable {
    /// How many refused rows, changes and notices are named; all are counted.
    public static let refusalLimit = 1000

    public struct Refusal: Hashable, Sendable {
        public let line: Int
        public let reason: RefusalReason

        public init(line: Int, reason: RefusalReason) {
            self.line = line
            self.reason = reason
        }
    }

    /// Something about a row that was taken in.
    public struct Remark: Hashable, Sendable {
        public let line: Int
        public let notice: ImportNotice

        public init(line: Int, notice: ImportNotice) {
            self.line = line
            self.notice = notice
        }
    }

    /// What a row did to a login of the vault.
    public enum Effect: Hashable, Sendable {
        /// Its password is newer, and the one before is in the history.
        case newerPassword
        /// The same, though the file does not say which of the two is newer.
        case undatedPassword
        /// Its password is older, and went into the history.
        case olderPassword
        /// The login had no password, and has the row's.
        case firstPassword
        /// The login got what it lacked.
        case additions
    }

    /// A login of the vault that a row changed, as it is called there.
    public struct Change: Hashable, Sendable {
        public let line: Int
        public let effect: Effect
        public let title: String
        public let user: String

        public init(line: Int, effect: Effect, title: String, user: String) {
            self.line = line
            self.effect = effect
            self.title = title
            self.user = user
        }
    }

    /// What one row did.
    public enum Outcome: String, Hashable, Sendable {
        case added
        case same
        case changed
    }

    /// One of the first rows, without its secrets.
    public struct Glimpse: Hashable, Sendable {
        public let line: Int
        public let outcome: Outcome
        public let title: String
        public let user: String
        public let sites: [String]

        public init(line: Int, outcome: Outcome, title: String, user: String, sites: [String]) {
            self.line = line
            self.outcome = outcome
            self.title = title
            self.user = user
            self.sites = sites
        }
    }

    /// How many of the first rows are shown.
    public static let glimpseLimit = 10

    /// The format that was recognised.
    public let format: String
    /// Whether rows are numbered by entries rather than by lines.
    public let countsEntries: Bool
    /// The encoding that the file was read in; nil where it is no text.
    public internal(set) var encoding: TextEncoding?
    public internal(set) var added = 0
    /// Rows whose site, user and password are in the vault already, or were further up in the file.
    public internal(set) var same = 0
    /// Rows that gave a login another password, now or in its history, or a code, a note or fields it lacked.
    public internal(set) var changed = 0
    /// The first changes, in order.
    public internal(set) var changes: [Change] = []
    public internal(set) var refusedCount = 0
    /// The first refused rows, in order.
    public internal(set) var refused: [Refusal] = []
    public internal(set) var remarkCount = 0
    /// The first remarks, in order; those of rows that changed nothing only where the vault kept its own.
    public internal(set) var remarks: [Remark] = []
    /// The first rows that were taken in, in order.
    public internal(set) var glimpses: [Glimpse] = []
    /// The vault's revision before; what came in is ``UnlockedVault/overviews(after:limit:)`` of it.
    public let revisionBefore: UInt64

    init(format: any ImportFormat, revisionBefore: UInt64) {
        self.format = format.identifier
        countsEntries = format.countsEntries
        self.revisionBefore = revisionBefore
    }

    /// Puts everything into the order of the file: some rows are taken in after others that stand below them.
    mutating func putInOrder() {
        changes = changes.inOrder(of: \.line)
        refused = refused.inOrder(of: \.line)
        remarks = remarks.inOrder(of: \.line)
        glimpses = glimpses.inOrder(of: \.line)
    }

    mutating func refuse(line: Int, _ reason: RefusalReason) {
        refusedCount += 1
        if refused.count < Self.refusalLimit { refused.append(Refusal(line: line, reason: reason)) }
    }

    mutating func count(_ outcome: Outcome, of row: ImportedRow) {
        switch outcome {
        case .added: added += 1
        case .same: same += 1
        case .changed: changed += 1
        }
        if case .login(let login) = row.content, glimpses.count < Self.glimpseLimit {
            glimpses.append(
                Glimpse(
                    line: row.line, outcome: outcome, title: login.title, user: login.user,
                    sites: login.sites.map(\.text)))
        }
        // What was said when the row came in first need not be said again.
        if outcome != .same { for notice in row.notices { remark(line: row.line, notice) } }
    }

    mutating func change(_ overview: Overview, _ effect: Effect, by row: ImportedRow) {
        count(.changed, of: row)
        guard changes.count < Self.refusalLimit else { return }
        changes.append(Change(line: row.line, effect: effect, title: overview.title, user: overview.user))
    }

    mutating func remark(line: Int, _ notice: ImportNotice) {
        remarkCount += 1
        if remarks.count < Self.refusalLimit { remarks.append(Remark(line: line, notice: notice)) }
    }
}

extension Array {
    /// The same elements by line; those of one line stay in their order.
    fileprivate func inOrder(of line: (Element) -> Int) -> [Element] {
        enumerated().sorted { (line($0.element), $0.offset) < (line($1.element), $1.offset) }.map(\.element)
    }
}
