import AuthenticationServices
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
        var elements = [
            Sheet.Element("question", .text(Sheet.Text(question.sentence))),
            Sheet.Element("note", .text(Sheet.Text(question.note, style: .note))),
        ]
        if !question.isVerified {
            elements.append(Sheet.Element("unverified", .message(Sheet.Message(.warning, InboxQuestion.unverified))))
        }
        // Enter applies only what Latchkey itself wrote.
        let role: Sheet.Button.Role = question.isVerified ? .default : .normal
        elements.append(
            Sheet.Element(Self.update, .button(Sheet.Button(title: question.applyTitle, role: role))))
        if question.canSaveAsNew {
            elements.append(Sheet.Element(Self.saveAsNew, .button(Sheet.Button(title: "Save as New"))))
        }
        elements += [
            Sheet.Element(Self.discard, .button(Sheet.Button(title: "Discard", role: .destructive))),
            Sheet.Element(Self.later, .button(Sheet.Button(title: "Decide Later"))),
        ]
        sheet = Sheet(
            title: "Saved While Locked", elements: elements,
            defaultButton: question.isVerified ? Self.update : nil,
            focus: question.isVerified ? Self.update : Self.later)
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
    /// The question, which names the login.
    package var sentence: String {
        switch action {
        case .save(let submitted):
            guard let old = affected.first else {
                return "Save \(LoginPart.password.phrase(of: submitted.user)) for \(submitted.site.host)?"
            }
            return "Update \(LoginPart.password.phrase(of: old.user)) for \(submitted.site.host)?"
        case .saveForGit:
            return affected.isEmpty
                ? "Save \(LoginPart.password.phrase(of: entry.proposal.user)) that git used for \(place)?"
                : "Replace the password of \(names) with the one that git used for \(place)?"
        case .rejectForGit:
            return affected.isEmpty
                ? "Stop giving git \(LoginPart.password.phrase(of: entry.proposal.user))? The server \(place) rejected it."
                : "Move \(names) to the bin? The server \(place) rejected the password."
        case .report(.unusedPassword(let domain, _)):
            return affected.isEmpty
                ? "Apply a report that a password for \(domain) is no longer used?"
                : "Remove the password of \(names)? \(domain) reports that it is no longer used."
        case .report(.renamed(let domain, _, let name, _)): return "Rename the passkeys for \(domain) to \(name)?"
        case .report(.unknownPasskey(let domain, _)), .report(.acceptedPasskeys(let domain, _, _)):
            return "No longer offer the passkeys that \(domain) reported as unknown?"
        }
    }

    /// The origin of the entry, with the title of a login whose password would be replaced.
    package var note: String {
        let day = proposed.formatted(.iso8601.year().month().day())
        guard let submitted else {
            return "Recorded on \(day), while the vault was locked. A removed login stays in the bin."
        }
        let name = affected.first?.customTitle(for: submitted.site.host).map { "You call it “\($0)”. " } ?? ""
        let origin =
            isGenerated
            ? "Another password was generated for a form on \(day); the form may not have been submitted."
            : affected.isEmpty
                ? "It was submitted on \(day), while the vault was locked."
                : "Another password was submitted on \(day), while the vault was locked. The history keeps the old one."
        return name + origin
    }

    /// The warning about an entry that is not authentic.
    package static let unverified =
        "Latchkey cannot verify this entry: another program, or an older version of Latchkey, wrote it."

    /// The title of the button that applies the entry.
    var applyTitle: String {
        switch action {
        case .save, .saveForGit: affected.isEmpty ? "Save" : "Update"
        case .rejectForGit, .report: "Apply"
        }
    }

    /// Whether the login can also be saved next to the existing one.
    package var canSaveAsNew: Bool { submitted != nil && !affected.isEmpty }

    private var place: String {
        guard let site = entry.proposal.sites.first else { return "another site" }
        if site.origin == nil { return site.place }
        return GitMatch(site, user: nil)?.title ?? site.host
    }

    /// The titles and users of the affected logins.
    private var names: String {
        affected.map { login in
            login.user.isEmpty ? "“\(login.listTitle)”" : "“\(login.listTitle)” (\(login.user))"
        }.joined(separator: ", ")
    }
}
