import AuthenticationServices
package import Foundation
import LatchkeySheet
package import LatchkeyVault

/// Asks whether to use a vault's file that is not the latest one that Latchkey has seen.
///
/// Cancelling ends the request.
final class ReplacedVaultViewController: ASViewController {
    private let replaced: ReplacedVault
    private let accepted: () -> Void

    init(_ replaced: ReplacedVault, accepted: @escaping () -> Void) {
        self.replaced = replaced
        self.accepted = accepted
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = replaced.sheet
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        if ReplacedVault.isAcceptance(event) { accepted() }
    }
}

extension ReplacedVault {
    /// The question with both dates; Enter does not accept, because it is a warning.
    var sheet: Sheet {
        Sheet(
            title: "Use This Copy of the Vault?",
            elements: [
                Sheet.Element("change", .message(Sheet.Message(.warning, change.sentence))),
                Sheet.Element("dates", .text(Sheet.Text(dates))),
                Sheet.Element("note", .text(Sheet.Text(change.advice, style: .note))),
                Sheet.Element(Self.accept, .button(Sheet.Button(title: "Use This Copy"))),
            ])
    }

    /// Whether the user pressed the button of ``sheet``.
    static func isAcceptance(_ event: SheetEvent) -> Bool {
        guard event.element == accept else { return false }
        return switch event.action {
        case .pressed, .submitted: true
        default: false
        }
    }

    private static let accept: ElementIdentifier = "accept"
}

extension ReplacedVault {
    /// The dates of the latest state and of the file.
    package var dates: String {
        let last = seen.map { "Latchkey last saw the vault on \(Self.text(of: $0)). " } ?? ""
        return last + "This file was last changed on \(Self.text(of: changed))."
    }

    /// A date as in the list of backups.
    package static func text(of date: Date) -> String { date.formatted(.iso8601) }
}

extension UnexpectedChange {
    /// What happened to the file, for a sheet.
    var sentence: String {
        switch self {
        case .rolledBack: "The vault’s file is older than the one that Latchkey used last."
        case .forked: "The vault’s file is a copy without the changes that Latchkey saw last."
        case .anotherVault: "The vault’s file is another vault than the one that Latchkey used last."
        case .fileReplaced: "The vault’s file was replaced."
        case .notComparable: "Latchkey’s record of the vault’s latest state cannot be read."
        }
    }

    /// When the user should accept the file.
    fileprivate var advice: String {
        switch self {
        case .rolledBack, .forked, .anotherVault, .fileReplaced:
            "Use it only if you replaced the file, such as with a backup."
        case .notComparable:
            "Use it only if you last changed the vault on this date. “latchkey doctor” shows the problem."
        }
    }
}
