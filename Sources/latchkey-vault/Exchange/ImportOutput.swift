import LatchkeyTerminal
import LatchkeyExchange

/// The output of an import or a preview.
struct ImportOutput {
    let report: ImportReport
    let isPreview: Bool

    func print() {
        let console = VaultProgram.console
        let counts = "\(report.changed) changed, \(report.same) identical, \(report.refusedCount) skipped"
        console.print("\(isPreview ? "would add" : "added") \(Messages.logins(report.added)) (\(counts))")
        if isPreview { printSummaries() }
        for change in report.changes { console.note("\(place(change.line)): \(change.name) \(change.effect.sentence)") }
        noteRest(report.changed - report.changes.count, "changed a login")
        for remark in report.remarks { console.note("\(place(remark.line)): \(remark.notice.sentence)") }
        noteRest(report.remarkCount - report.remarks.count, "were imported with a remark")
        for refusal in report.refused {
            console.note("skipped \(place(refusal.line)): \(refusal.reason.sentence)")
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
                summary.sites.joined(separator: " "))
        }
        VaultProgram.console.print(table)
    }

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
        let reason: String
        let message: String
    }

    struct Remark: Encodable {
        let line: Int
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
        let title: String
        let user: String
        let sites: [String]
    }

    let format: String
    let encoding: String?
    let isPreview: Bool
    let added: Int
    let same: Int
    let changed: Int
    let refused: Int
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
        refusals = report.refused.map { Refusal(line: $0.line, reason: $0.reason.code, message: $0.reason.sentence) }
        remarks = report.remarks.map { Remark(line: $0.line, notice: $0.notice.code, message: $0.notice.sentence) }
        changes = report.changes.map {
            Change(
                line: $0.line, change: $0.effect.code, title: $0.title, user: $0.user, message: $0.effect.sentence)
        }
        let summaries = report.summaries.map {
            LoginSummary(line: $0.line, outcome: $0.outcome.rawValue, title: $0.title, user: $0.user, sites: $0.sites)
        }
        rows = isPreview ? summaries : nil
    }
}
