public import LatchkeyVault

/// The result of an import or of its preview.
public struct ImportReport: Hashable, Sendable {
    /// The maximum length of each of the lists ``refused``, ``changes`` and ``remarks``; the counts include all rows.
    public static let refusalLimit = 1000

    /// A refused row; ``ImportedRow`` describes its values.
    public struct Refusal: Hashable, Sendable {
        public let line: Int
        public let reason: RefusalReason
        public let title: String
        public let kind: String?
        public let part: String?

        public init(
            line: Int, reason: RefusalReason, title: String = "", kind: String? = nil, part: String? = nil
        ) {
            self.line = line
            self.reason = reason
            self.title = title
            self.kind = kind
            self.part = part
        }
    }

    /// A notice about an imported row, with the title of its login.
    public struct Remark: Hashable, Sendable {
        public let line: Int
        public let notice: ImportNotice
        public let title: String

        public init(line: Int, notice: ImportNotice, title: String) {
            self.line = line
            self.notice = notice
            self.title = title
        }
    }

    /// How a row changed a login of the vault.
    public enum Effect: Hashable, Sendable {
        /// The row's password replaced an older one, which moved to the history.
        case newerPassword
        /// The row's password replaced the vault's, which moved to the history; the row has no date to compare.
        case undatedPassword
        /// The row's password is older, and was added to the history.
        case olderPassword
        /// The login had no password and received the row's.
        case firstPassword
        /// The login received missing values other than the current password.
        case additions
    }

    /// A value that a login lacked and received from a row.
    public enum Addition: Hashable, Sendable {
        case oneTimeCode
        case notes
        case passkey
        case pastPassword
        case favorite
        case asksEveryTime
        case passwordExpiry
        /// A field with this name.
        case field(String)
    }

    /// A login of the vault that a row changed, with its title and user in the vault.
    public struct Change: Hashable, Sendable {
        public let line: Int
        public let effect: Effect
        public let kind: EntryKind
        public let title: String
        public let user: String
        /// The values other than the current password.
        public let additions: [Addition]

        public init(
            line: Int, effect: Effect, kind: EntryKind = .login, title: String, user: String,
            additions: [Addition] = []
        ) {
            self.line = line
            self.effect = effect
            self.kind = kind
            self.title = title
            self.user = user
            self.additions = additions
        }
    }

    /// What the import did with one row.
    public enum Outcome: String, Hashable, Sendable {
        case added
        case same
        case changed
    }

    /// A row that was imported, without its secrets.
    public struct LoginSummary: Hashable, Sendable {
        public let line: Int
        public let outcome: Outcome
        public let kind: EntryKind
        public let title: String
        public let user: String
        public let sites: [String]

        public init(
            line: Int, outcome: Outcome, kind: EntryKind = .login, title: String, user: String, sites: [String]
        ) {
            self.line = line
            self.outcome = outcome
            self.kind = kind
            self.title = title
            self.user = user
            self.sites = sites
        }
    }

    /// The maximum length of ``summaries``.
    public static let summaryLimit = 1000

    /// The identifier of the recognized format.
    public let format: String
    /// Whether row numbers count entries instead of lines.
    public let countsEntries: Bool
    /// The encoding of the file; `nil` for a binary file.
    public internal(set) var encoding: TextEncoding?
    /// Whether a CSV file ends inside a value without quotes, as a file that was cut off does.
    public internal(set) var mayBeCutOff = false
    public internal(set) var added = 0
    /// The number of added rows that are notes, cards or entries of unknown kinds.
    public internal(set) var addedOthers = 0
    /// The number of rows whose site, user and password are already in the vault or in an earlier row.
    public internal(set) var same = 0
    /// The number of rows that changed a login: its password, its history, or values that it lacked.
    public internal(set) var changed = 0
    /// The first changes, in order.
    public internal(set) var changes: [Change] = []
    public internal(set) var refusedCount = 0
    /// The number of refused rows that the exporting program had in its bin.
    public internal(set) var binnedCount = 0
    /// The first refused rows, in order.
    public internal(set) var refused: [Refusal] = []
    public internal(set) var remarkCount = 0
    /// The number of remarks that say that something was left out.
    public internal(set) var lossCount = 0
    /// The first remarks, in order.
    ///
    /// Rows that changed nothing have ``ImportNotice/vaultKeptItsOwn`` only.
    public internal(set) var remarks: [Remark] = []
    /// The first imported rows, in order.
    public internal(set) var summaries: [LoginSummary] = []
    /// The vault's revision before the import.
    ///
    /// The import's changes have higher ones.
    public let revisionBefore: UInt64

    init(format: any ImportFormat, revisionBefore: UInt64) {
        self.format = format.identifier
        countsEntries = format.countsEntries
        self.revisionBefore = revisionBefore
    }

    /// Sorts every list by line: the import processes some rows later than the rows below them.
    mutating func sortByLine() {
        changes = changes.inOrder(of: \.line)
        refused = refused.inOrder(of: \.line)
        remarks = remarks.inOrder(of: \.line)
        summaries = summaries.inOrder(of: \.line)
    }

    /// The number of rows of the file, imported or refused.
    public var rowCount: Int { added + same + changed + refusedCount }

    /// Whether the vault has everything that the file has.
    public var isComplete: Bool { refusedCount == 0 && lossCount == 0 }

    /// Whether more rows were refused than imported, without those in the bin; the file can have another format then.
    public var isMostlyRefused: Bool { refusedCount - binnedCount > rowCount - refusedCount }

    mutating func refuse(_ row: ImportedRow, _ reason: RefusalReason) {
        refusedCount += 1
        if reason == .inBin { binnedCount += 1 }
        guard refused.count < Self.refusalLimit else { return }
        refused.append(
            Refusal(line: row.line, reason: reason, title: row.title, kind: row.kind, part: row.part))
    }

    mutating func count(_ outcome: Outcome, of row: ImportedRow) {
        switch outcome {
        case .added:
            added += 1
            if case .login(let login) = row.content, login.kind != .login { addedOthers += 1 }
        case .same: same += 1
        case .changed: changed += 1
        }
        if case .login(let login) = row.content, summaries.count < Self.summaryLimit {
            summaries.append(
                LoginSummary(
                    line: row.line, outcome: outcome, kind: login.kind, title: login.title, user: login.user,
                    sites: login.sites.map(\.text)))
        }
        // The login may have come from another file, so what this file loses is always reported.
        for notice in row.notices where outcome != .same || notice.isLoss { remark(row, notice) }
    }

    mutating func change(_ overview: Overview, _ effect: Effect, _ additions: [Addition], by row: ImportedRow) {
        count(.changed, of: row)
        guard changes.count < Self.refusalLimit else { return }
        changes.append(
            Change(
                line: row.line, effect: effect, kind: overview.kind, title: overview.title, user: overview.user,
                additions: additions))
    }

    /// Adds a remark that lists the values that were not imported, unless the list is empty.
    mutating func remark(_ row: ImportedRow, kept values: [KeptValue]) {
        if !values.isEmpty { remark(row, .vaultKeptItsOwn(values)) }
    }

    mutating func remark(_ row: ImportedRow, _ notice: ImportNotice) {
        remarkCount += 1
        if notice.isLoss { lossCount += 1 }
        guard remarks.count < Self.refusalLimit else { return }
        remarks.append(Remark(line: row.line, notice: notice, title: row.title))
    }
}

extension Array {
    /// Sorts by line; elements with the same line keep their order.
    fileprivate func inOrder(of line: (Element) -> Int) -> [Element] {
        enumerated().sorted { (line($0.element), $0.offset) < (line($1.element), $1.offset) }.map(\.element)
    }
}
