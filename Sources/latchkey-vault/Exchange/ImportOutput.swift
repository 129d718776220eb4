import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyVault

/// The output of an import or a preview.
struct ImportOutput {
    let report: ImportReport
    let isPreview: Bool

    func print() {
        let console = VaultProgram.console
        let counts = "\(report.changed) changed, \(report.same) unchanged, \(report.refusedCount) skipped"
        let added = Messages.logins(report.added - report.addedOthers, others: report.addedOthers)
        console.note("read \(Messages.entries(report.rowCount))")
        if report.mayBeCutOff {
            console.note("the last line has no line end, so the end of the file may be missing")
            console.hint("compare the number with the exporting program, or export the file again")
        }
        console.print("\(isPreview ? "would add" : "added") \(added) (\(counts))")
        if isPreview { printSummaries() }
        for change in report.changes { console.note("\(place(change.line)): \(change.name) \(change.sentence)") }
        noteRest(report.changed - report.changes.count, "changed a login")
        for remark in report.remarks {
            console.note("\(place(remark.line))\(title(remark.title)): \(remark.notice.sentence)")
        }
        noteRest(report.remarkCount - report.remarks.count, "were imported with a remark")
        for refusal in report.refused {
            let part = refusal.part.map { " of \($0)" } ?? ""
            let kind = refusal.kind.map { " (\($0))" } ?? ""
            console.note(
                "skipped \(place(refusal.line))\(part)\(title(refusal.title))\(kind): \(refusal.reason.sentence)")
        }
        noteRest(report.refusedCount - report.refused.count, "were skipped")
    }

    func printJSON() throws {
        try VaultProgram.console.print(json: JSON(report, isPreview: isPreview))
    }

    private func printSummaries() {
        var table = Table()
        for summary in report.summaries {
            table.add(
                place(summary.line), summary.outcome.rawValue, summary.title, summary.user,
                summary.kind == .login ? summary.sites.joined(separator: " ") : "(\(summary.kind.shownWord))")
        }
        VaultProgram.console.print(table)
        noteRest(report.added + report.same + report.changed - report.summaries.count, "would be imported")
    }

    private func title(_ title: String) -> String { title.isEmpty ? "" : " \"\(title)\"" }

    private func place(_ number: Int) -> String { "\(report.countsEntries ? "entry" : "line") \(number)" }

    private func noteRest(_ count: Int, _ what: String) {
        guard count > 0 else { return }
        VaultProgram.console.note("\(count) more \(report.countsEntries ? "entries" : "lines") \(what)")
    }
}

extension ImportReport.Change {
    fileprivate var name: String { user.isEmpty ? title : "\(title) (\(user))" }
}

/// The output of `--json`; members are only added, never changed.
private struct JSON: Encodable {
    struct Refusal: Encodable {
        let line: Int
        let title: String?
        let kind: String?
        let part: String?
        let reason: String
        let message: String
    }

    struct Remark: Encodable {
        let line: Int
        let title: String
        let notice: String
        let message: String
    }

    struct Change: Encodable {
        let line: Int
        let change: String
        let title: String
        let user: String
        let message: String
    }

    struct LoginSummary: Encodable {
        let line: Int
        let outcome: String
        /// `note`, `card` or `unknown`; `nil` for a login.
        let kind: String?
        let title: String
        let user: String
        let sites: [String]
    }

    let format: String
    let encoding: String?
    let isPreview: Bool
    /// The number of entries of the file.
    let read: Int
    /// Whether the last line of the file may be incomplete.
    let mayBeCutOff: Bool
    let added: Int
    let same: Int
    let changed: Int
    let refused: Int
    /// Whether the vault has everything that the file has.
    let isComplete: Bool
    let refusals: [Refusal]
    let remarks: [Remark]
    let changes: [Change]
    /// Only for a preview.
    let rows: [LoginSummary]?

    init(_ report: ImportReport, isPreview: Bool) {
        format = report.format
        encoding = report.encoding?.rawValue
        self.isPreview = isPreview
        (added, same, changed, refused) = (report.added, report.same, report.changed, report.refusedCount)
        (read, mayBeCutOff) = (report.rowCount, report.mayBeCutOff)
        isComplete = report.isComplete
        refusals = report.refused.map {
            Refusal(
                line: $0.line, title: $0.title.isEmpty ? nil : $0.title, kind: $0.kind, part: $0.part,
                reason: $0.reason.code, message: $0.reason.sentence)
        }
        remarks = report.remarks.map {
            Remark(line: $0.line, title: $0.title, notice: $0.notice.code, message: $0.notice.sentence)
        }
        changes = report.changes.map {
            Change(
                line: $0.line, change: $0.effect.code, title: $0.title, user: $0.user, message: $0.sentence)
        }
        let summaries = report.summaries.map {
            LoginSummary(
                line: $0.line, outcome: $0.outcome.rawValue,
                kind: $0.kind == .login ? nil : $0.kind.word ?? "unknown", title: $0.title, user: $0.user,
                sites: $0.sites)
        }
        rows = isPreview ? summaries : nil
    }
}
