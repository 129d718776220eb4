import AuthenticationServices
import Foundation
import LatchkeySheet

/// Asks the user to confirm a login that asks every time, or that does not belong to the requesting page.
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
        for reason in question.reasons {
            switch reason {
            case .foreign(let home): elements.append(Sheet.Element("foreign", .message(.init(.warning, foreign(home)))))
            case .onlyForGit:
                let text = "git stored this password; it may not be the website's password."
                elements.append(Sheet.Element("git", .message(.init(.warning, text))))
            case .insecure:
                let text = "\(question.requesterName) is not secure (http); others may read what is filled."
                elements.append(Sheet.Element("insecure", .message(.init(.warning, text))))
            case .asksEveryTime:
                elements.append(
                    Sheet.Element("note", .text(Sheet.Text("This login asks every time.", style: .note))))
            }
        }
        // If there is a warning, Enter cancels.
        let isExplicit = question.needsExplicitChoice
        if isExplicit {
            elements.append(Sheet.Element(Self.decline, .button(Sheet.Button(title: "Cancel", role: .cancel))))
        }
        elements.append(
            Sheet.Element(
                Self.fill, .button(Sheet.Button(title: question.purpose.title, role: isExplicit ? .normal : .default))))
        sheet = Sheet(
            title: "\(question.purpose.title)?", elements: elements, defaultButton: isExplicit ? nil : Self.fill,
            focus: isExplicit ? Self.decline : Self.fill)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch (event.element, event.action) {
        case (Self.fill, .pressed), (Self.fill, .submitted): confirmed()
        case (Self.decline, .pressed): declined()
        default: break
        }
    }

    private func foreign(_ home: String?) -> String {
        guard let home else { return "This login names no site." }
        // The rule of its address does not allow this page of its host.
        if home == question.requesterName { return "This login is for other pages of \(home)." }
        return "This login is for \(home), not for \(question.requesterName)."
    }

    static let decline: ElementIdentifier = "decline"
    static let fill: ElementIdentifier = "fill"
}
