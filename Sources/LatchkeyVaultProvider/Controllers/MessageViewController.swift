import AuthenticationServices
import Foundation
import LatchkeySheet

/// Shows one message with a Close button.
final class MessageViewController: ASViewController {
    private let message: Sheet.Message
    private let close: () -> Void

    init(title: String, _ message: Sheet.Message, close: @escaping () -> Void) {
        self.message = message
        self.close = close
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: title ?? "",
            elements: [
                Sheet.Element("message", .message(message)),
                Sheet.Element("close", .button(Sheet.Button(title: "Close", role: .cancel))),
            ], defaultButton: "close", focus: "close")
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        if event.action == .pressed { close() }
    }
}
