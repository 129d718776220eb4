import AuthenticationServices
import Foundation
import LatchkeySheet
import LatchkeyVault

/// Asks whether a submitted password replaces the stored one.
final class SaveQuestionViewController: ASViewController {
    enum Decision: Sendable {
        case update, saveAsNew, notNow
    }

    private let old: Overview
    private let service: String
    private let decided: (Decision) -> Void

    /// - Parameter old: The login whose password would be replaced.
    init(old: Overview, service: String, decided: @escaping (Decision) -> Void) {
        self.old = old
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
                    "question", .text(Sheet.Text("Update \(LoginPart.password.phrase(of: old.user)) for \(service)?")))
            ] + name + [
                Sheet.Element("note", .text(Sheet.Text("The old password stays in its history.", style: .note))),
                Sheet.Element(Self.update, .button(Sheet.Button(title: "Update", role: .default))),
                Sheet.Element(Self.saveAsNew, .button(Sheet.Button(title: "Save as New"))),
                Sheet.Element(Self.notNow, .button(Sheet.Button(title: "Not Now", role: .cancel))),
            ], defaultButton: Self.update, focus: Self.update)
    }

    /// The login's title, if it differs from the site's name.
    private var name: [Sheet.Element] {
        guard let title = old.customTitle(for: service) else { return [] }
        return [Sheet.Element("login", .text(Sheet.Text("You call it “\(title)”.", style: .note)))]
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

extension Overview {
    /// The title; `nil` if it is empty or only repeats the service's name or one of the sites.
    func customTitle(for service: String) -> String? {
        let title = title.trimmingCharacters(in: .whitespaces)
        guard !title.isEmpty, title != service, !sites.contains(where: { [$0.text, $0.host].contains(title) }) else {
            return nil
        }
        return title
    }
}
