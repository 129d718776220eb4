import Foundation
import LatchkeySheet

/// Asks before a login is used that is marked so, or that does not belong where it would go.
final class ConfirmViewController: ASViewController {
    private let question: FillQuestion
    private let confirmed: () -> Void
    private let declined: () -> Void

    init(_ question: FillQuestion, confirmed: @escaping () -> Void, declined: @escaping () -> Void) {
        self.question = question
        self.confirmed = confirmed
        self.declined = declined
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        var elements = [Sheet.Element("question", .text(Sheet.Text(question.sentence)))]
        for doubt in question.doubts {
            switch doubt {
            case .foreign(let home): elements.append(Sheet.Element("foreign", .message(.init(.warning, foreign(home)))))
            case .insecure:
                let text = "\(question.asker) is not secure (http); what is filled can be read on the way."
                elements.append(Sheet.Element("insecure", .message(.init(.warning, text))))
            case .asksEveryTime:
                elements.append(
                    Sheet.Element("note", .text(Sheet.Text("This login asks every time.", style: .note))))
            }
        }
        // Where something is odd nobody gets past it by Enter alone: that key leaves.
        let isGrave = question.isGrave
        if isGrave {
            elements.append(Sheet.Element(Self.decline, .button(Sheet.Button(title: "Cancel", role: .cancel))))
        }
        elements.append(
            Sheet.Element(
                Self.fill, .button(Sheet.Button(title: question.purpose.title, role: isGrave ? .normal : .default))))
        sheet = Sheet(
            title: "\(question.purpose.title)?", elements: elements, defaultButton: isGrave ? nil : Self.fill,
            focus: isGrave ? Self.decline : Self.fill)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch (event.element, event.action) {
        case (Self.fill, .pressed), (Self.fill, .submitted): confirmed()
        case (Self.decline, .pressed): declined()
        default: break
        }
    }

    private func foreign(_ home: String?) -> String {
        home.map { "This login is for \($0), not for \(question.asker)." } ?? "This login is for no site that it names."
    }

    static let decline: ElementIdentifier = "decline"
    static let fill: ElementIdentifier = "fill"
}
