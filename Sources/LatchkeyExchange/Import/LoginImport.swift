import Foundation
import LatchkeyCore
public import LatchkeyVault

/// Brings the logins of a file into a vault, all of them or none.
///
/// A row meets the logins outside of the bin that have its user and a site of the same scheme, host and port; a row
/// without a site meets those without one that have its user and title:
/// - one of them has the same password, or had it before, or the row has none: the password stays. So a file can be
///   imported twice, and an old export does not undo a later change;
/// - none has: the one changed last gets the password, and its old one goes into the history. Where the row is older than
///   that login's password it is the other way round; a row that has no date counts as newer, and the report says so;
///   Rows that have a login's password come first, wherever in the file they stand, so that no other row takes it;
/// - there is no such login: one is added. Rows of one file with different titles or passwords are different logins, and
///   so are two with one password where they contradict each other, or where the format holds rows apart.
///
/// A login that is there already gets what it lacks of a row's code, note, passkeys, fields and old passwords, and loses
/// nothing. Title, sites and the rest are taken for new logins only.
public enum LoginImport {
    /// Whether the vault changes.
    public enum Mode: Hashable, Sendable {
        case importing
        /// Everything is done as in an import, and taken back at the end.
        case previewing
    }

    /// How often a cancellation is looked for.
    private static let rowsBetweenChecks = 256

    /// How many rows that would change a login wait for the file's end; it bounds the memory that they hold.
    private static let waitingLimit = 4096

    /// Imports a file whose format is found out from its content.
    ///
    /// Memory depends on the number of logins, a few hundred bytes each, and not on what they contain, but for the rows
    /// that change one: up to a few thousand of them wait until the others are in.
    /// Blocks until done; a cancelled task is noticed between rows.
    ///
    /// - Throws: ``ExchangeError``, `VaultError`, `CancellationError`, or what the source throws. Nothing is written then.
    public static func run(
        _ source: consuming ByteSource, into vault: UnlockedVault, mode: Mode = .importing
    ) throws -> ImportReport {
        var source = source
        let format = try ImportFormats.recognize(&source)
        return try run(&source, of: format, into: vault, mode: mode)
    }

    /// Imports a file of a given format, whatever it looks like.
    public static func run(
        _ source: inout ByteSource, of format: any ImportFormat, into vault: UnlockedVault, mode: Mode = .importing
    ) throws -> ImportReport {
        if !format.isBinary { try source.decodeText() }
        do {
            return try vault.transaction { transaction in
                let report = try take(&source, of: format, in: transaction)
                if mode == .previewing { throw Previewed(report: report) }
                return report
            }
        } catch let preview as Previewed {
            return preview.report
        }
    }

    /// Ends the transaction of a preview, so that nothing of it stays.
    private struct Previewed: Error {
        let report: ImportReport
    }

    private static func take(
        _ source: inout ByteSource, of format: any ImportFormat, in transaction: VaultTransaction
    ) throws -> ImportReport {
        var report = ImportReport(format: format, revisionBefore: transaction.revision)
        var index = try LoginIndex(of: transaction)
        var rowsUntilCheck = rowsBetweenChecks
        // Whose password is a login's own has it, wherever in the file it stands: the others come after.
        var waiting: [ImportedRow] = []
        func settle(_ row: ImportedRow, mayChange: Bool) throws {
            rowsUntilCheck -= 1
            if rowsUntilCheck == 0 {
                try Task.checkCancellation()
                rowsUntilCheck = rowsBetweenChecks
            }
            switch row.content {
            case .refused(let reason): report.refuse(line: row.line, reason)
            case .login(let login):
                do {
                    let isSettled = try take(
                        login, of: row, apart: format.hasOneRowPerLogin, mayChange: mayChange, in: transaction, &index,
                        &report)
                    if !isSettled { waiting.append(row) }
                } catch VaultError.tooLarge {
                    report.refuse(line: row.line, .tooLong)
                } catch VaultError.tooManyMarks {
                    report.refuse(line: row.line, .tooManyMarks)
                }
            }
        }
        try format.read(&source) { try settle($0.withUsablePasskeys, mayChange: waiting.count >= waitingLimit) }
        for row in waiting { try settle(row, mayChange: true) }
        report.sortByLine()
        report.encoding = source.encoding
        return report
    }

    /// Takes in one row's login.
    ///
    /// - Parameter mayChange: Whether it may give a login of the vault another password.
    /// - Returns: false if it would have to and may not; nothing has happened then.
    private static func take(
        _ login: Login, of row: ImportedRow, apart isApart: Bool, mayChange: Bool, in transaction: VaultTransaction,
        _ index: inout LoginIndex, _ report: inout ImportReport
    ) throws -> Bool {
        var login = login
        if login.password?.isEmpty == true { login.password = nil }
        let keys = LoginIndex.Keys(login.sites, user: login.user, title: login.title)
        let wanted = LoginIndex.Wanted(
            keys: keys, digest: login.password.flatMap(transaction.digest), isApart: isApart)
        let candidates = index.candidates(for: wanted)
        if try keep(login, wanted, of: row, among: candidates, in: transaction, &report) { return true }
        // What a row of this file is already is no other one's, but for a password that it does not say.
        let free = candidates.map(\.entry).filter { !$0.isTaken || $0.takenWith == nil }
        if let newest = free.max(by: { $0.changedAt < $1.changedAt }) {
            if !mayChange { return false }
            let known = try transaction.record(newest.id)
            if !newest.isTaken || !known.login.differs(from: login) {
                try change(
                    newest, known, by: login, of: row, effect: known.effect(of: login, of: row), in: transaction,
                    &report)
                newest.take(with: wanted.digest)
                return true
            }
        }
        let hasTwin = index.hasTwin(at: keys)
        let overview = try transaction.add(
            login, created: row.created, lastUsed: row.lastUsed, passwordSince: row.passwordSince)
        index.insertNew(overview, at: keys)
        report.count(.added, of: row)
        if hasTwin { report.remark(line: row.line, .hasTwin) }
        return true
    }

    /// Gives a login of the vault what a row has for it.
    private static func change(
        _ entry: LoginIndex.Entry, _ known: Record, by login: Login, of row: ImportedRow,
        effect: ImportReport.Effect, in transaction: VaultTransaction, _ report: inout ImportReport
    ) throws {
        var effect = effect
        if effect == .olderPassword, let date = row.passwordSince, !known.login.hasRoom(forPasswordOf: date) {
            effect = .additions
            report.remark(line: row.line, .oldPasswordLeftOut)
        }
        let since = row.passwordSince.map { known.login.password == nil ? $0 : max($0, known.passwordSince) }
        let change = try transaction.edit(entry.id, passwordSince: since) {
            switch (effect, login.password, row.passwordSince) {
            case (.additions, _, _): break
            case (.olderPassword, let password?, let date?):
                $0.remember(password, asOf: date, presentSince: known.passwordSince)
            default: $0.password = login.password
            }
            $0.fillIn(from: login, beside: known)
        }
        entry.update(from: change)
        if change == nil { report.count(.same, of: row) } else { report.change(known.overview, effect, by: row) }
        if known.login.differs(from: login) { report.remark(line: row.line, .vaultKeptItsOwn) }
    }

    /// Finds the login whose password a row does not change, and gives it what it lacks.
    ///
    /// - Returns: false if there is none.
    private static func keep(
        _ login: Login, _ wanted: LoginIndex.Wanted, of row: ImportedRow, among candidates: [LoginIndex.Candidate],
        in transaction: VaultTransaction, _ report: inout ImportReport
    ) throws -> Bool {
        if wanted.digest != nil, !login.hasMore, candidates.count == 1, candidates[0].entry.digest == wanted.digest {
            candidates[0].entry.take(with: wanted.digest)
            report.count(.same, of: row)
            return true
        }
        var best: (entry: LoginIndex.Entry, record: Record, fit: ImportedLoginFit)?
        for candidate in candidates.sorted(by: { $0.entry.changedAt > $1.entry.changedAt }) {
            let record = try transaction.record(candidate.entry.id)
            guard let fit = ImportedLoginFit(of: login, in: record, candidate) else { continue }
            if best.map({ fit < $0.fit }) ?? true { best = (candidate.entry, record, fit) }
        }
        guard let best else { return false }
        best.entry.take(with: wanted.digest)
        if best.fit.lacksSomething {
            try change(best.entry, best.record, by: login, of: row, effect: .additions, in: transaction, &report)
        } else {
            report.count(.same, of: row)
            if best.record.login.differs(from: login) { report.remark(line: row.line, .vaultKeptItsOwn) }
        }
        return true
    }
}
