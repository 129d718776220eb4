import Foundation
import LatchkeyMatching
import LatchkeySheet
import LatchkeyVault

/// Asks before a passkey is made: for which site and account, and where it goes.
final class CreatePasskeyViewController: ASViewController {
    enum Decision: Sendable {
        /// Into the login that the sheet names.
        case create
        /// Into a login of its own.
        case createAsNew
        case cancel
    }

    /// What the sheet says.
    struct Question: Sendable {
        /// The page that asks, as the frame around the sheet calls it.
        var site: String
        /// What the passkey is bound to.
        var relyingParty: String
        var user: String
        /// The login that it joins; nothing for a new one.
        var login: Overview?
        /// Whether it takes the place of another passkey of the account.
        var replaces: Bool
        /// Whether nothing is made, because the site has a passkey that is here and not offered.
        var offersAgain: Bool
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
        var elements = [Sheet.Element("question", .text(Sheet.Text("Create a passkey for \(question.site)?")))]
        // In a line of its own, so that nothing that the site calls the account reads as a sentence of ours.
        if !question.user.isEmpty {
            elements.append(Sheet.Element("account", .text(Sheet.Text("Account: \(Self.shown(question.user))"))))
        }
        let party = Host.displayText(of: question.relyingParty)
        if party != question.site {
            elements.append(Sheet.Element("relying-party", .text(Sheet.Text("The passkey signs you in at \(party)."))))
        }
        for (number, note) in notes.enumerated() {
            elements.append(Sheet.Element(Self.notes[number], .text(Sheet.Text(note, style: .note))))
        }
        let title = question.offersAgain ? "Offer It Again" : "Create Passkey"
        elements.append(Sheet.Element(Self.create, .button(Sheet.Button(title: title, role: .default))))
        if question.login != nil, !question.offersAgain {
            elements.append(Sheet.Element(Self.createAsNew, .button(Sheet.Button(title: "Create in a New Login"))))
        }
        sheet = Sheet(
            title: "Create a Passkey?", elements: elements, cancelTitle: "Cancel", defaultButton: Self.create,
            focus: Self.create)
    }

    /// Where it goes, and what becomes of what is there.
    private var notes: [String] {
        if question.offersAgain {
            return ["The site knows a passkey that you have and that is no longer offered. Sign in with it instead."]
        }
        guard let login = question.login else { return ["It is saved as a new login."] }
        let name = login.ownTitle(beside: question.site).map { "“\($0)”" } ?? "this account"
        var notes = ["It joins your login for \(name)."]
        if login.contents.contains(.password) { notes = ["It joins your login for \(name), which keeps its password."] }
        if question.replaces {
            notes.append("It takes the place of the passkey that you have; that one is kept and no longer offered.")
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

    /// One line, whatever the site calls the account, and no more than a person reads.
    private static func shown(_ user: String) -> String {
        let start = String(String.UnicodeScalarView(user.unicodeScalars.prefix(userLimit)))
        return DisplayText.escaping(start) + (start.unicodeScalars.count < user.unicodeScalars.count ? "…" : "")
    }

    private static let userLimit = 128
    static let create: ElementIdentifier = "create"
    static let createAsNew: ElementIdentifier = "create-as-new"
    private static let notes: [ElementIdentifier] = ["place", "replaced"]
}
