import LatchkeyTerminal
import LatchkeyExchange

/// What an import says when it is over, or a preview instead of one.
struct ImportOutput {
    let report: ImportReport
    let isPreview: Bool

    func print() {
        let console = VaultProgram.console
        let counts = "\(report.changed) changed, \(report.same) the same, \(report.refusedCount) refused"
        console.print("\(report.added) added, \(counts)" + (isPreview ? " if it were imported" : ""))
        if isPreview { printGlimpses() }
        for change in report.changes { console.note("\(place(change.line)): \(change.name) \(change.effect.sentence)") }
        noteRest(report.changed - report.changes.count, "changed a login")
        for remark in report.remarks { console.note("\(place(remark.line)): \(remark.notice.sentence)") }
        noteRest(report.remarkCount - report.remarks.count, "were taken in with a remark")
        for refusal in report.refused {
            console.note("\(place(refusal.line)) was left out: \(refusal.reason.sentence)")
        }
        noteRest(report.refusedCount - report.refused.count, "were left out")
    }

    func printJSON() throws {
        try VaultProgram.console.print(json: JSON(report, isPreview: isPreview))
    }

    private func printGlimpses() {
        var table = Table()
        for glimpse in report.glimpses {
            table.add(
                place(glimpse.line), glimpse.outcome.rawValue, glimpse.title, glimpse.user,
                glimpse.sites.joined(separator: " "))
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

/// The same for programs; members are append only.
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

    struct Glimpse: Encodable {
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
    /// Of a preview only.
    let rows: [Glimpse]?

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
        let glimpses = report.glimpses.map {
            Glimpse(line: $0.line, outcome: $0.outcome.rawValue, title: $0.title, user: $0.user, sites: $0.sites)
        }
        rows = isPreview ? glimpses : nil
    }
}
