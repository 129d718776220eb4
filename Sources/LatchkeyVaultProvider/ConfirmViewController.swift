import Foundation
import LatchkeySheet

/// Asks before a login is used that is marked so.
final class ConfirmViewController: ASViewController {
    private let what: String
    private let service: String
    private let confirmed: () -> Void

    /// - Parameter what: Such as "the password of alice".
    init(_ what: String, service: String, confirmed: @escaping () -> Void) {
        self.what = what
        self.service = service
        self.confirmed = confirmed
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: "Fill In?",
            elements: [
                Sheet.Element("question", .text(Sheet.Text("Fill in \(what) for \(service)?"))),
                Sheet.Element("note", .text(Sheet.Text("This login asks every time.", style: .note))),
                Sheet.Element(Self.fill, .button(Sheet.Button(title: "Fill In", role: .default))),
            ], defaultButton: Self.fill, focus: Self.fill)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        if case .submitted = event.action { confirmed() }
    }

    static let fill: ElementIdentifier = "fill"
}
