import AuthenticationServices
import Foundation
import LatchkeyMatching
import LatchkeySheet
import LatchkeyVault

/// Asks before a passkey is created; shows the site, the account and the login that it joins.
final class CreatePasskeyViewController: ASViewController {
    enum Decision: Sendable {
        /// In the login that the sheet names.
        case create
        /// In a new login.
        case createAsNew
        case cancel
    }

    /// The content of the sheet.
    struct Question: Sendable {
        /// The requesting page, as the frame around the sheet names it.
        var site: String
        var relyingParty: String
        var user: String
        /// The login that the passkey joins; `nil` for a new login.
        var login: Overview?
        /// Whether it replaces another passkey of the account.
        var replaces: Bool
    }

    private let question: Question
    private let decided: (Decision) -> Void

    init(_ question: Question, decided: @escaping (Decision) -> Void) {
        self.question = question
        self.decided = decided
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        var elements = [Sheet.Element("site", .text(Sheet.Text("Site: \(question.site)")))]
        // On its own line, so that a user name chosen by the site cannot look like Latchkey's text.
        if !question.user.isEmpty {
            let user = DisplayText.accountName(question.user)
            elements.append(Sheet.Element("account", .text(Sheet.Text("Account: \(user)"))))
        }
        let party = Host.displayText(of: question.relyingParty)
        if party != question.site {
            elements.append(Sheet.Element("relying-party", .text(Sheet.Text("The passkey signs you in at \(party)."))))
        }
        for (number, note) in notes.enumerated() {
            elements.append(Sheet.Element(Self.notes[number], .text(Sheet.Text(note, style: .note))))
        }
        elements.append(Sheet.Element(Self.create, .button(Sheet.Button(title: "Create Passkey", role: .default))))
        if question.login != nil {
            elements.append(Sheet.Element(Self.createAsNew, .button(Sheet.Button(title: "Create in a New Login"))))
        }
        sheet = Sheet(
            title: "Create a Passkey?", elements: elements, cancelTitle: "Cancel", defaultButton: Self.create,
            focus: Self.create)
    }

    /// Notes about the login that the passkey joins, and about replaced passkeys.
    private var notes: [String] {
        guard let login = question.login else { return ["It is saved as a new login."] }
        let name = login.customTitle(for: question.site).map { "“\($0)”" } ?? "this account"
        var notes = ["It is added to your login for \(name)."]
        if login.contents.contains(.password) {
            notes = ["It is added to your login for \(name), which keeps its password."]
        }
        if question.replaces {
            notes.append("It replaces your current passkey, which is kept but no longer offered.")
        }
        return notes
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch (event.element, event.action) {
        case (Self.create, .pressed), (Self.create, .submitted): decided(.create)
        case (Self.createAsNew, .pressed): decided(.createAsNew)
        case (_, .cancelled): decided(.cancel)
        default: break
        }
    }

    static let create: ElementIdentifier = "create"
    static let createAsNew: ElementIdentifier = "create-as-new"
    private static let notes: [ElementIdentifier] = ["place", "replaced"]
}
