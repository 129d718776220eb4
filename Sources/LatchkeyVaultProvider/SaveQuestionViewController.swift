import Foundation
import LatchkeySheet

/// Asks what to do with another password than the one that is stored.
final class SaveQuestionViewController: ASViewController {
    enum Decision: Sendable {
        case update, saveAsNew, notNow
    }

    private let user: String
    private let service: String
    private let decided: (Decision) -> Void

    init(user: String, service: String, decided: @escaping (Decision) -> Void) {
        self.user = user
        self.service = service
        self.decided = decided
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: "Update Password?",
            elements: [
                Sheet.Element(
                    "question", .text(Sheet.Text("Update \(LoginPart.password.phrase(of: user)) for \(service)?"))),
                Sheet.Element("note", .text(Sheet.Text("The old password stays in its history.", style: .note))),
                Sheet.Element(Self.update, .button(Sheet.Button(title: "Update", role: .default))),
                Sheet.Element(Self.saveAsNew, .button(Sheet.Button(title: "Save as New"))),
                Sheet.Element(Self.notNow, .button(Sheet.Button(title: "Not Now", role: .cancel))),
            ], defaultButton: Self.update, focus: Self.update)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch event.element {
        case Self.update: decided(.update)
        case Self.saveAsNew: decided(.saveAsNew)
        case Self.notNow: decided(.notNow)
        default: break
        }
    }

    static let update: ElementIdentifier = "update"
    static let saveAsNew: ElementIdentifier = "save-as-new"
    static let notNow: ElementIdentifier = "not-now"
}
