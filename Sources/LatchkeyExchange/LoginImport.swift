import LatchkeySecret
public import LatchkeyVault

/// Brings the logins of a file into a vault, all of them or none.
///
/// A row meets the logins outside of the bin that have its user and a site of the same scheme, host and port:
/// - one of them has the same password, or had it before: nothing happens. So a file can be imported twice, and an old
///   export does not undo a later change;
/// - none has: the one changed last gets the password, and its old one goes into the history;
/// - there is no such login: one is added.
///
/// What else a row has, title and note, is taken for new logins only.
public enum LoginImport {
    /// How often a cancellation is looked for.
    private static let rowsBetweenChecks = 256

    /// Imports a file whose format is found out from its content.
    ///
    /// Memory depends on the number of logins, about a hundred bytes each, and not on what they contain.
    /// Blocks until done; a cancelled task is noticed between rows.
    ///
    /// - Throws: ``ExchangeError``, `VaultError`, `CancellationError`, or what the source throws. Nothing is written then.
    public static func run(_ source: consuming ByteSource, into vault: UnlockedVault) throws -> ImportReport {
        var source = source
        let format = try ImportFormats.recognize(&source)
        return try run(&source, of: format, into: vault)
    }

    /// Imports a file of a given format.
    public static func run(
        _ source: inout ByteSource, of format: any ImportFormat, into vault: UnlockedVault
    ) throws -> ImportReport {
        try vault.transaction { transaction in
            var report = ImportReport(format: format.identifier, revisionBefore: transaction.revision)
            var index = try LoginIndex(of: transaction)
            var rowsUntilCheck = rowsBetweenChecks
            try format.read(&source) { row in
                rowsUntilCheck -= 1
                if rowsUntilCheck == 0 {
                    try Task.checkCancellation()
                    rowsUntilCheck = rowsBetweenChecks
                }
                switch row.content {
                case .refused(let reason): report.refuse(line: row.line, reason)
                case .login(let login):
                    do {
                        try take(login, in: transaction, &index, &report)
                    } catch VaultError.tooLarge {
                        report.refuse(line: row.line, .tooLong)
                    }
                }
            }
            return report
        }
    }

    private static func take(
        _ login: Login, in transaction: VaultTransaction, _ index: inout LoginIndex, _ report: inout ImportReport
    ) throws {
        let digest = login.password.flatMap(transaction.digest)
        let candidates = index.candidates(for: login)
        if candidates.contains(where: { $0.digest == digest }) {
            report.same += 1
            return
        }
        for candidate in candidates {
            let known = try transaction.record(candidate.id).login
            if known.password == login.password || known.history.contains(where: { $0.password == login.password }) {
                report.same += 1
                return
            }
        }
        if let newest = candidates.max(by: { $0.changedAt < $1.changedAt }) {
            try transaction.edit(newest.id) { $0.password = login.password }
            index.update(newest.id, for: login, digest: digest, revision: transaction.revision)
            report.changed += 1
        } else {
            index.insert(try transaction.add(login))
            report.added += 1
        }
    }
}

/// The logins of a vault by site and user.
private struct LoginIndex {
    struct Entry {
        let id: RecordIdentifier
        var digest: PasswordDigest?
        /// The revision of its last change, which orders logins by time without a clock.
        var changedAt: UInt64
    }

    private var entries: [String: [Entry]] = [:]

    init(of transaction: VaultTransaction) throws {
        try transaction.forEachOverview { overview in
            if !overview.isRemoved { insert(overview) }
        }
    }

    func candidates(for login: Login) -> [Entry] {
        login.sites.flatMap { entries[Self.key($0, login.user)] ?? [] }
    }

    mutating func insert(_ overview: Overview) {
        let entry = Entry(id: overview.id, digest: overview.passwordDigest, changedAt: overview.revision)
        // Two addresses of one site are one key, and one entry.
        for key in Set(overview.sites.map { Self.key($0, overview.user) }) { entries[key, default: []].append(entry) }
    }

    /// Notes a new password under every site of the row; other sites of the login keep the old digest, which only costs
    /// a look at the record.
    mutating func update(_ id: RecordIdentifier, for login: Login, digest: PasswordDigest?, revision: UInt64) {
        for site in login.sites {
            let key = Self.key(site, login.user)
            guard var list = entries[key], let place = list.firstIndex(where: { $0.id == id }) else { continue }
            list[place].digest = digest
            list[place].changedAt = revision
            entries[key] = list
        }
    }

    private static func key(_ site: Site, _ user: String) -> String {
        "\(site.scheme ?? "")://\(site.host):\(site.port.map(String.init) ?? "")\u{0}\(user)"
    }
}
