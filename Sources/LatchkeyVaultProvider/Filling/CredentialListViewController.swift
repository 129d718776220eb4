import AuthenticationServices
import Foundation
import LatchkeySheet
import LatchkeyVault

/// Lists the logins, those of the requesting service first, and reports the chosen one.
final class CredentialListViewController: ASViewController {
    private let list: LoginList
    private let part: LoginPart
    private let serviceName: String?
    private let pendingCount: Int
    private let unverifiedCount: Int
    private var selection: LoginList.Selection

    /// Called when the user chooses a row.
    var chosen: (LoginList.Choice) -> Void = { _ in }
    /// Called when the user reviews the inbox.
    var reviewed: () -> Void = {}
    /// Called when the user cancels.
    var cancelled: () -> Void = {}

    /// - Parameters:
    ///   - pendingCount: The number of inbox entries that wait for the user's decision.
    ///   - unverifiedCount: How many of them are not authentic.
    init(
        _ list: LoginList, of part: LoginPart = .password, serviceName: String?, pendingCount: Int = 0,
        unverifiedCount: Int = 0
    ) {
        self.list = list
        self.part = part
        self.serviceName = serviceName
        self.pendingCount = pendingCount
        self.unverifiedCount = unverifiedCount
        selection = list.select("")
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: part == .code ? "Choose a Code" : "Choose a Login",
            elements: inboxElements + [
                Sheet.Element(Self.search, .searchField(Sheet.SearchField(placeholder: "Search"))),
                Sheet.Element(Self.logins, .list(window(offset: 0, count: Self.firstWindow))),
            ], cancelTitle: "Cancel", focus: Self.search)
    }

    /// A notice above the list; it does not stop the user from choosing a login.
    private var inboxElements: [Sheet.Element] {
        guard pendingCount > 0 else { return [] }
        let text =
            pendingCount == 1
            ? "One login in the inbox waits for your decision."
            : "\(pendingCount) logins in the inbox wait for your decision."
        let warning =
            switch unverifiedCount {
            case 0: ""
            case 1: " One of them cannot be verified."
            case let count: " \(count) of them cannot be verified."
            }
        return [
            Sheet.Element(
                "waiting", .message(Sheet.Message(unverifiedCount == 0 ? .info : .warning, text + warning))),
            Sheet.Element(Self.review, .button(Sheet.Button(title: "Review…"))),
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

    /// Shows why the chosen login cannot be used, above the list.
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
