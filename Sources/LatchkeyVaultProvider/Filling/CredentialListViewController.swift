import Foundation
import LatchkeySheet
import LatchkeyVault

/// Shows the logins, those of the asking service first, and takes the one that is chosen.
final class CredentialListViewController: ASViewController {
    private let list: LoginList
    private let part: LoginPart
    private let serviceName: String?
    private let waiting: Int
    private var selection: LoginList.Selection

    /// What choosing a login does.
    var chosen: (LoginList.Choice) -> Void = { _ in }
    /// What a look at what waits in the inbox does.
    var reviewed: () -> Void = {}
    /// What the way out does.
    var cancelled: () -> Void = {}

    /// - Parameter waiting: How many logins of the inbox wait for an answer.
    init(_ list: LoginList, of part: LoginPart = .password, serviceName: String?, waiting: Int = 0) {
        self.list = list
        self.part = part
        self.serviceName = serviceName
        self.waiting = waiting
        selection = list.select("")
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: part == .code ? "Choose a Code" : "Choose a Login",
            elements: waitingElements + [
                Sheet.Element(Self.search, .searchField(Sheet.SearchField(placeholder: "Search"))),
                Sheet.Element(Self.logins, .list(window(offset: 0, count: Self.firstWindow))),
            ], cancelTitle: "Cancel", focus: Self.search)
    }

    /// A line that is in nobody's way.
    private var waitingElements: [Sheet.Element] {
        guard waiting > 0 else { return [] }
        let text =
            waiting == 1
            ? "One login that was kept and is not saved yet waits for your answer."
            : "\(waiting) logins that were kept and are not saved yet wait for your answer."
        return [
            Sheet.Element("waiting", .message(Sheet.Message(.info, text))),
            Sheet.Element(Self.review, .button(Sheet.Button(title: "Look at It…"))),
        ]
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch event.action {
        case .pressed where event.element == Self.review:
            reviewed()
        case .searched(let text):
            selection = list.select(text)
            sheet?[Self.logins] = .list(window(offset: 0, count: Self.firstWindow))
        case .scrolled(let offset, let count):
            sheet?[Self.logins] = .list(window(offset: offset, count: count))
        case .rowChosen(let row):
            if let choice = list.choice(of: row) { chosen(choice) }
        case .cancelled:
            cancelled()
        default:
            break
        }
    }

    /// Says why the chosen login could not be had; the list stays.
    func show(problem: String) {
        sheet?.elements.removeAll { $0.identifier == Self.problem }
        sheet?.elements.insert(Sheet.Element(Self.problem, .message(Sheet.Message(.error, problem))), at: 0)
    }

    private func window(offset: Int, count: Int) -> Sheet.List {
        list.window(
            on: selection, offset: offset, count: count, serviceName: serviceName,
            emptyText: list.isEmpty ? part.emptyText : "No login fits this search.")
    }

    private static let firstWindow = 60
    private static let problem: ElementIdentifier = "problem"
    static let review: ElementIdentifier = "review"
    static let search: ElementIdentifier = "search"
    static let logins: ElementIdentifier = "logins"
}
