import Foundation
import LatchkeySecret
public import LatchkeyVault

/// Brings the logins of a file into a vault, all of them or none.
///
/// A row meets the logins outside of the bin that have its user and a site of the same scheme, host and port; a row
/// without a site meets those without one that have its user and title:
/// - one of them has the same password, or had it before, or the row has none: the password stays. So a file can be
///   imported twice, and an old export does not undo a later change;
/// - none has: the one changed last gets the password, and its old one goes into the history. Where the row is older than
///   that login's password it is the other way round; a row that has no date counts as newer, and the report says so;
/// - there is no such login: one is added. Rows of one file with different titles are different logins.
///
/// A login that is there already gets what it lacks of a row's code, note, passkeys and fields, and loses nothing. Title,
/// sites and the rest are taken for new logins only.
public enum LoginImport {
    /// Whether the vault changes.
    public enum Mode: Hashable, Sendable {
        case importing
        /// Everything is done as in an import, and taken back at the end.
        case previewing
    }

    /// How often a cancellation is looked for.
    private static let rowsBetweenChecks = 256

    /// Imports a file whose format is found out from its content.
    ///
    /// Memory depends on the number of logins, a few hundred bytes each, and not on what they contain.
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
                    try take(login, of: row, in: transaction, &index, &report)
                } catch VaultError.tooLarge {
                    report.refuse(line: row.line, .tooLong)
                } catch VaultError.tooManyMarks {
                    report.refuse(line: row.line, .tooManyMarks)
                }
            }
        }
        report.encoding = source.encoding
        return report
    }

    private static func take(
        _ login: Login, of row: ImportedRow, in transaction: VaultTransaction, _ index: inout LoginIndex,
        _ report: inout ImportReport
    ) throws {
        var login = login
        if login.password?.isEmpty == true { login.password = nil }
        let digest = login.password.flatMap(transaction.digest)
        for candidates in [index.ofSameTitle(as: login), index.of(login)] where !candidates.isEmpty {
            if try keep(login, digest, of: row, among: candidates, in: transaction, &report) { return }
        }
        guard let newest = (index.ofSameTitle(as: login) + index.of(login)).max(by: { $0.changedAt < $1.changedAt })
        else {
            let overview = try transaction.add(
                login, created: row.created, lastUsed: row.lastUsed, passwordSince: row.passwordSince)
            index.insertNew(overview)
            return report.count(.added, of: row)
        }
        let known = try transaction.record(newest.id)
        try change(
            newest, known, by: login, of: row, effect: known.effect(of: login, of: row), in: transaction, &report)
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
            $0.fillIn(from: login)
        }
        entry.update(from: change)
        if change == nil { report.count(.same, of: row) } else { report.change(known.overview, effect, by: row) }
        if known.login.differs(from: login) { report.remark(line: row.line, .vaultKeptItsOwn) }
    }

    /// Finds the login whose password a row does not change, and gives it what it lacks.
    ///
    /// - Returns: false if there is none.
    private static func keep(
        _ login: Login, _ digest: PasswordDigest?, of row: ImportedRow, among candidates: [LoginIndex.Entry],
        in transaction: VaultTransaction, _ report: inout ImportReport
    ) throws -> Bool {
        if digest != nil, !login.hasMore, candidates.contains(where: { $0.digest == digest }) {
            report.count(.same, of: row)
            return true
        }
        var holder: (entry: LoginIndex.Entry, record: Record)?
        for candidate in candidates.sorted(by: { $0.changedAt > $1.changedAt }) {
            let record = try transaction.record(candidate.id)
            let known = record.login
            guard known.holds(login.password) else { continue }
            // One that has everything settles it, so that the second import finds what the first has filled in.
            guard known.lacks(of: login) else {
                report.count(.same, of: row)
                if known.differs(from: login) { report.remark(line: row.line, .vaultKeptItsOwn) }
                return true
            }
            // The password of today comes before one of the past.
            if holder == nil || (holder?.entry.digest != digest && candidate.digest == digest) {
                holder = (candidate, record)
            }
        }
        guard let holder else { return false }
        try change(holder.entry, holder.record, by: login, of: row, effect: .additions, in: transaction, &report)
        return true
    }
}

extension Record {
    fileprivate var passwordSince: Date { login.passwordSince(created: overview.created) }

    /// What a row's password is to this login, which does not hold it.
    fileprivate func effect(of other: Login, of row: ImportedRow) -> ImportReport.Effect {
        guard let password = login.password else { return .firstPassword }
        // Who has had this password has a newer one now.
        if other.history.contains(where: { $0.password == password }) { return .newerPassword }
        guard let date = row.passwordSince else { return .undatedPassword }
        return date < passwordSince ? .olderPassword : .newerPassword
    }
}

/// What a row and a login of the vault have to do with each other.
extension Login {
    /// Whether there is more to it than title, sites, user and password.
    fileprivate var hasMore: Bool {
        !fields.isEmpty || oneTimeCode != nil || notes != nil || !passkeys.isEmpty
    }

    fileprivate func holds(_ other: Secret?) -> Bool {
        guard let other else { return true }
        return password == other || history.contains { $0.password == other }
    }

    /// Whether the history would keep a password of that time.
    fileprivate func hasRoom(forPasswordOf date: Date) -> Bool {
        guard history.count >= Login.historyLimit, let oldest = history.last else { return true }
        return oldest.replaced <= date
    }

    fileprivate func lacks(of other: Login) -> Bool {
        (oneTimeCode == nil && other.oneTimeCode != nil) || (notes == nil && other.notes != nil)
            || !missingFields(of: other).isEmpty || !missingPasskeys(of: other).isEmpty
    }

    /// Takes what is missing here: a code, notes, and fields of names that there are not.
    fileprivate mutating func fillIn(from other: Login) {
        oneTimeCode = oneTimeCode ?? other.oneTimeCode
        notes = notes ?? other.notes
        fields += missingFields(of: other)
        passkeys += missingPasskeys(of: other)
    }

    /// Whether it has other values where both have one.
    fileprivate func differs(from other: Login) -> Bool {
        func differ(_ mine: Secret?, _ theirs: Secret?) -> Bool {
            guard let mine, let theirs else { return false }
            return mine != theirs
        }
        if differ(notes, other.notes) || differ(oneTimeCode, other.oneTimeCode) { return true }
        return other.fields.contains { field in
            let mine = fields.filter { $0.name == field.name }
            return !mine.isEmpty && !mine.contains { $0.value == field.value }
        }
    }

    private func missingFields(of other: Login) -> [CustomField] {
        if other.fields.isEmpty { return [] }
        let names = Set(fields.map(\.name))
        return other.fields.filter { !names.contains($0.name) }
    }

    private func missingPasskeys(of other: Login) -> [Passkey] {
        other.passkeys.filter { passkey in
            !passkeys.contains { $0.description.credentialID == passkey.description.credentialID }
        }
    }
}
