public import Foundation

/// The view controller that owns a sheet.
@preconcurrency @MainActor
open class ASViewController: NSObject {
    /// Makes a controller without a nib: there are none on Linux, and both arguments are ignored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
    }

    public required init?(coder: NSCoder) {
        super.init()
    }

    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }
}
