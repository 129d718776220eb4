import Foundation
import LatchkeySheet
import LatchkeyVault

/// Asks about a login of the inbox that differs from the stored one.
final class InboxQuestionViewController: ASViewController {
    enum Decision: Sendable {
        case update, saveAsNew, discard, later
    }

    private let question: InboxQuestion
    private let decided: (Decision) -> Void

    init(_ question: InboxQuestion, decided: @escaping (Decision) -> Void) {
        self.question = question
        self.decided = decided
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: "Saved While Locked",
            elements: [
                Sheet.Element("question", .text(Sheet.Text(question.sentence))),
                Sheet.Element("note", .text(Sheet.Text(question.note, style: .note))),
                Sheet.Element(Self.update, .button(Sheet.Button(title: "Update", role: .default))),
                Sheet.Element(Self.saveAsNew, .button(Sheet.Button(title: "Save as New"))),
                Sheet.Element(Self.discard, .button(Sheet.Button(title: "Discard", role: .destructive))),
                Sheet.Element(Self.later, .button(Sheet.Button(title: "Decide Later"))),
            ], defaultButton: Self.update, focus: Self.update)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch event.element {
        case Self.update: decided(.update)
        case Self.saveAsNew: decided(.saveAsNew)
        case Self.discard: decided(.discard)
        case Self.later: decided(.later)
        default: break
        }
    }

    static let update: ElementIdentifier = "update"
    static let saveAsNew: ElementIdentifier = "save-as-new"
    static let discard: ElementIdentifier = "discard"
    static let later: ElementIdentifier = "later"
}

extension InboxQuestion {
    /// The question.
    package var sentence: String { "Update \(LoginPart.password.phrase(of: old.user)) for \(submitted.site.host)?" }

    /// The origin of the other password, with the login's title.
    package var note: String {
        let day = proposed.formatted(.iso8601.year().month().day())
        let name = old.customTitle(for: submitted.site.host).map { "You call it “\($0)”. " } ?? ""
        let origin =
            isGenerated
            ? "Another password was generated for a form on \(day); the form may not have been submitted."
            : "Another password was submitted on \(day), while the vault was locked. The history keeps the old one."
        return name + origin
    }
}
