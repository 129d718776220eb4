import AuthenticationServices
import Foundation
import LatchkeySheet

/// Shows a progress indicator until another controller replaces it.
final class ProgressViewController: ASViewController {
    private let label: String

    init(title: String, label: String) {
        self.label = label
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        sheet = Sheet(
            title: title ?? "", elements: [Sheet.Element("progress", .progress(Sheet.Progress(label: label)))])
    }
}
