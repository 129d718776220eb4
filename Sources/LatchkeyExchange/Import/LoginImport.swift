import Foundation
import LatchkeyCore
public import LatchkeyVault

/// Imports the logins of a file into a vault in one transaction.
///
/// The candidates for a row are the logins outside the bin with the same user and a site with the same scheme, host and
/// port. For a row without a site they are the logins without a site that have the same user and title.
/// - A candidate has or had the row's password, or the row has none: the candidate keeps its password. So a file can be
///   imported twice, and an old export does not undo a later change.
/// - No candidate has the password: the candidate that was changed last receives it, and its own password moves to the
///   history. If the row is older than the candidate's password, the row's password goes to the history instead. A row
///   without a date counts as newer, and the report says so.
/// - There is no candidate: a login is added. Rows of one file with different titles or passwords are different logins.
///   So are rows with the same password if they contradict each other, or if the format has one row per login.
///
/// A note or card matches an entry of its kind with the same title if no value differs and no other row matched it;
/// otherwise it is added.
///
/// Rows that match a login's password are processed first, wherever they are in the file, so that no other row takes
/// the login.
///
/// An existing login receives the values that it lacks: code, note, passkeys, fields and old passwords. It loses
/// nothing. Title, sites and all other values are set for new logins only.
public enum LoginImport {
    /// Whether the vault changes.
    public enum Mode: Hashable, Sendable {
        case importing
        /// Runs the import and rolls it back at the end.
        case previewing
    }

    /// The number of rows between two checks for cancellation.
    private static let rowsBetweenChecks = 256

    /// The maximum number of rows that wait for the end of the file, which bounds their memory.
    private static let waitingLimit = 4096

    /// Recognizes the format of a file and imports it.
    ///
    /// Memory is a few hundred bytes per login, and up to ``waitingLimit`` rows that would change a password and wait
    /// until all other rows are imported. Blocks until the import is complete.
    ///
    /// - Throws: ``ExchangeError``, `VaultError`, `CancellationError`, or an error of the source; the vault is unchanged
    ///   then.
    public static func run(
        _ source: consuming ByteSource, into vault: UnlockedVault, mode: Mode = .importing
    ) throws -> ImportReport {
        var source = source
        let format = try ImportFormats.recognize(&source)
        return try run(&source, of: format, into: vault, mode: mode)
    }

    /// Imports a file of a given format.
    ///
    /// - Parameter isGuess: Whether the format was recognized, and the user has not confirmed it.
    /// - Throws: ``DoubtfulImport`` for a guess that refuses most rows; the vault is unchanged then.
    public static func run(
        _ source: inout ByteSource, of format: any ImportFormat, into vault: UnlockedVault, mode: Mode = .importing,
        isGuess: Bool = false
    ) throws -> ImportReport {
        if !format.isBinary { try source.decodeText() }
        do {
            return try vault.transaction { transaction in
                let report = try take(&source, of: format, in: transaction)
                if isGuess, mode == .importing, report.isMostlyRefused { throw DoubtfulImport(report: report) }
                if mode == .previewing { throw Previewed(report: report) }
                return report
            }
        } catch let preview as Previewed {
            return preview.report
        }
    }

    /// Rolls back the transaction of a preview.
    private struct Previewed: Error {
        let report: ImportReport
    }

    private static func take(
        _ source: inout ByteSource, of format: any ImportFormat, in transaction: VaultTransaction
    ) throws -> ImportReport {
        var report = ImportReport(format: format, revisionBefore: transaction.revision)
        var index = try LoginIndex(of: transaction)
        var rowsUntilCheck = rowsBetweenChecks
        // Rows that would change a password wait until every row that matches a password is processed.
        var waiting: [ImportedRow] = []
        func settle(_ row: ImportedRow, mayChange: Bool) throws {
            rowsUntilCheck -= 1
            if rowsUntilCheck == 0 {
                try Task.checkCancellation()
                rowsUntilCheck = rowsBetweenChecks
            }
            switch row.content {
            case .refused(let reason): report.refuse(row, reason)
            case .login(let login):
                do {
                    let isSettled = try take(
                        login, of: row, requiresUnmatched: format.hasOneRowPerLogin,
                        mayBeOwnExport: format.mayBeOwnExport, mayChange: mayChange, in: transaction, &index, &report)
                    if !isSettled { waiting.append(row) }
                } catch VaultError.tooLarge {
                    report.refuse(row, .tooLong)
                } catch VaultError.tooManyMarks {
                    report.refuse(row, .tooManyMarks)
                }
            }
        }
        try format.read(&source) { try settle($0.withUsablePasskeys, mayChange: waiting.count >= waitingLimit) }
        for row in waiting { try settle(row, mayChange: true) }
        report.sortByLine()
        report.encoding = source.encoding
        report.mayBeCutOff = source.mayBeCutOff
        return report
    }

    /// Imports one row.
    ///
    /// - Parameters:
    ///   - requiresUnmatched: Whether the row cannot match a login that another row of the file has matched.
    ///   - mayBeOwnExport: See ``ImportFormat/mayBeOwnExport``.
    ///   - mayChange: Whether the row may change the password of a login.
    /// - Returns: `false` if the row has to change a password and may not. The row must be imported later.
    private static func take(
        _ login: Login, of row: ImportedRow, requiresUnmatched: Bool, mayBeOwnExport: Bool, mayChange: Bool,
        in transaction: VaultTransaction, _ index: inout LoginIndex, _ report: inout ImportReport
    ) throws -> Bool {
        var login = login
        if login.password?.isEmpty == true { login.password = nil }
        let keys = LoginIndex.Keys(login.sites, user: login.user, title: login.title, kind: login.kind)
        let query = LoginIndex.Query(
            keys: keys, digest: login.password.flatMap(transaction.digest),
            requiresUnmatched: requiresUnmatched || login.kind != .login, includesGit: mayBeOwnExport,
            prefersOldest: login.kind != .login)
        let candidates = index.candidates(for: query)
        if try keep(login, query, of: row, among: candidates, in: transaction, &report) { return true }
        // A login that another row has matched with a password cannot receive a second one from this file. A note or
        // card with a different value is added as a new entry.
        let changeable =
            login.kind != .login
            ? []
            : candidates.map(\.entry).filter { entry in
                entry.audience == row.audience && (!entry.isMatched || entry.matchedPassword == nil)
            }
        if let newest = changeable.max(by: { $0.changedAt < $1.changedAt }) {
            if !mayChange { return false }
            let known = try transaction.record(newest.id)
            if !newest.isMatched || !known.login.differs(from: login) {
                try change(
                    newest, known, by: login, of: row, effect: known.effect(of: login, of: row), in: transaction,
                    &report)
                newest.markMatched(by: query.digest)
                return true
            }
        }
        let hasTwin = index.hasMatchedTwin(at: keys)
        if row.isOnlyForGit, query.digest != nil { login.gitUse.reserve(query.digest) }
        let overview = try transaction.add(
            login, created: row.created, changed: row.changed, lastUsed: row.lastUsed,
            passwordSince: row.passwordSince)
        index.insertNew(overview, at: keys)
        report.count(.added, of: row)
        if hasTwin, login.kind == .login { report.remark(row, .hasTwin) }
        return true
    }

    /// Changes a login of the vault: its password as `effect` says, and the values that it lacks.
    private static func change(
        _ entry: LoginIndex.Entry, _ known: Record, by login: Login, of row: ImportedRow,
        effect: ImportReport.Effect, in transaction: VaultTransaction, _ report: inout ImportReport
    ) throws {
        var effect = effect
        var isPasswordLeftOut = false
        if effect == .olderPassword, let date = row.passwordSince, !known.login.hasRoom(forPasswordOf: date) {
            effect = .additions
            isPasswordLeftOut = true
        }
        let since = row.passwordSince.map { known.login.password == nil ? $0 : max($0, known.passwordSince) }
        var additions: [ImportReport.Addition] = []
        let digest = login.password.flatMap(transaction.digest)
        let change = try transaction.edit(entry.id, passwordSince: since) {
            switch (effect, login.password, row.passwordSince) {
            case (.additions, _, _): break
            case (.olderPassword, let password?, let date?):
                $0.addToHistory(password, asOf: date, currentSince: known.passwordSince)
            default:
                $0.password = login.password
                if row.isOnlyForGit, digest != nil { $0.gitUse.reserve(digest) }
                if row.audience != .everyone {
                    $0.passwordExpiry = login.passwordExpiry
                    $0.oauthRefreshToken = login.oauthRefreshToken
                }
            }
            let current = $0
            $0.addMissingValues(of: login, to: known)
            additions = $0.additions(since: current)
            if $0.lacksPastPasswords(of: login, in: known) { isPasswordLeftOut = true }
        }
        entry.update(from: change)
        if change == nil {
            report.count(.same, of: row)
        } else {
            report.change(known.overview, effect, additions, by: row)
        }
        if isPasswordLeftOut { report.remark(row, .oldPasswordLeftOut) }
        report.remark(row, kept: known.login.keptValues(over: login))
    }

    /// Finds the login that has or had the row's password, and adds the values that it lacks.
    ///
    /// - Returns: `false` if there is no such login.
    private static func keep(
        _ login: Login, _ query: LoginIndex.Query, of row: ImportedRow, among candidates: [LoginIndex.Candidate],
        in transaction: VaultTransaction, _ report: inout ImportReport
    ) throws -> Bool {
        // Without further values to add, equal digests are enough; the record need not be decrypted.
        if query.digest != nil, !login.hasMore, candidates.count == 1, candidates[0].entry.digest == query.digest,
            candidates[0].entry.audience == row.audience
        {
            candidates[0].entry.markMatched(by: query.digest)
            report.count(.same, of: row)
            return true
        }
        var best: (entry: LoginIndex.Entry, record: Record, match: ImportedLoginMatch)?
        for candidate in candidates.sorted(by: { $0.entry.changedAt > $1.entry.changedAt }) {
            let record = try transaction.record(candidate.entry.id)
            guard let match = ImportedLoginMatch(of: login, row.audience, in: record, candidate) else { continue }
            if best.map({ match < $0.match }) ?? true { best = (candidate.entry, record, match) }
        }
        guard let best else { return false }
        best.entry.markMatched(by: query.digest)
        if best.match.lacksValues {
            try change(best.entry, best.record, by: login, of: row, effect: .additions, in: transaction, &report)
        } else {
            report.count(.same, of: row)
            if best.record.login.lacksPastPasswords(of: login, in: best.record) {
                report.remark(row, .oldPasswordLeftOut)
            }
            report.remark(row, kept: best.record.login.keptValues(over: login))
            if best.entry.audience != .everyone, row.audience == .everyone { report.remark(row, .isOnlyForGit) }
        }
        return true
    }
}

/// A recognized format refused most rows of a file, so the file probably has another format.
///
/// The vault is unchanged.
public struct DoubtfulImport: Error {
    /// The result that the import would have.
    public let report: ImportReport
}
