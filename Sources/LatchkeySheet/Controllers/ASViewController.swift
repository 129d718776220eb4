public import Foundation

/// The view controller that owns a sheet, with the life cycle, containment and presentation of Apple's.
///
/// What a view is there, ``sheet`` is here: set it in `viewDidLoad`, in the entry method or whenever something changes.
/// Children's elements stand below their parent's own; a presented controller's sheet covers its presenter's.
@preconcurrency @MainActor
open class ASViewController: NSObject {
    /// Where the controller stands among others; the methods that change it are in the extensions.
    var place = ControllerPlace()

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

    // MARK: The sheet

    /// What the person sees of this controller; the screen follows at the end of the main actor's turn.
    ///
    /// What the person types, switches and picks is in it already when the event comes. A secure field has no value.
    open var sheet: Sheet? {
        didSet { host?.setNeedsUpdate() }
    }

    /// Tells the controller what the person did to its sheet; the base class does nothing.
    ///
    /// Events bear the identifiers of this controller's own elements. On submit each controller on the screen gets the
    /// values of its own fields, the owner of the button last and with the button's identifier.
    open func sheetDidReceive(_ event: SheetEvent) {}

    /// A title for the sheet where it has none of its own.
    open var title: String? {
        didSet { host?.setNeedsUpdate() }
    }

    // MARK: Life cycle

    /// Prepares what the controller shows; called once, before ``viewDidLoad()``.
    open func loadView() {}

    /// Tells the controller that it is loaded; always before the request's entry method.
    open func viewDidLoad() {}

    open var isViewLoaded: Bool { place.isLoaded }

    /// Calls ``loadView()`` and ``viewDidLoad()`` unless that was done.
    open func loadViewIfNeeded() {
        guard !place.isLoaded else { return }
        place.isLoaded = true
        loadView()
        viewDidLoad()
    }

    open func viewWillAppear(_ animated: Bool) {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}

    /// Whether the change of appearance that goes on comes from being presented.
    open var isBeingPresented: Bool { place.reason == .presented }
    open var isBeingDismissed: Bool { place.reason == .dismissed }
    open var isMovingToParent: Bool { place.reason == .added }
    open var isMovingFromParent: Bool { place.reason == .removed }

    // MARK: Containment

    open var parent: ASViewController? { place.parent }
    open var children: [ASViewController] { place.children }

    /// Takes a controller in as a child and shows its elements below the parent's own.
    ///
    /// `willMove(toParent:)` is called here; call the child's `didMove(toParent:)` afterwards, as in UIKit.
    open func addChild(_ childController: ASViewController) {
        add(childController)
    }

    /// Leaves the parent.
    ///
    /// Call `willMove(toParent: nil)` before; `didMove(toParent: nil)` is called here.
    open func removeFromParent() {
        leaveParent()
    }

    open func willMove(toParent parent: ASViewController?) {}
    open func didMove(toParent parent: ASViewController?) {}

    /// Whether children appear and disappear with their parent; a container that says no does it itself.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Begins a child's change of appearance, in a container that does not forward it by itself.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        beginAppearance(isAppearing, animated: animated)
    }

    open func endAppearanceTransition() {
        endAppearance()
    }

    // MARK: Presentation

    /// How a presented controller covers its presenter.
    public enum ModalPresentationStyle: Int, Sendable {
        case automatic = -2
        case none = -1
        /// The presenter disappears, and Esc does not dismiss.
        case fullScreen = 0
        case pageSheet = 1
        case formSheet = 2
        case currentContext = 3
        case custom = 4
        case overFullScreen = 5
        case overCurrentContext = 6
        case popover = 7

        var hidesPresenter: Bool { self == .fullScreen || self == .currentContext }
    }

    open var modalPresentationStyle: ModalPresentationStyle = .automatic

    /// Whether a presented controller without a cancel title of its own stays when the person wants out of it.
    open var isModalInPresentation = false

    /// The controller that this one, or an ancestor, presents.
    open var presentedViewController: ASViewController? { place.presented ?? parent?.presentedViewController }

    /// The controller that presented this one, or its farthest ancestor.
    open var presentingViewController: ASViewController? { place.presenting ?? parent?.presentingViewController }

    /// Covers the sheet by another controller's; the farthest ancestor presents.
    ///
    /// `completion` is called after the presented controller's `viewDidAppear(_:)`. While another is presented, or with
    /// one that is presented or contained elsewhere, nothing happens. Before the presenter is on the screen the
    /// presentation stands, and appears with it.
    open func present(
        _ viewControllerToPresent: ASViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        farthestAncestor.beginPresenting(viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Dismisses what this controller presents, with all above it; where it presents nothing, itself.
    ///
    /// `completion` is called after the dismissed controller's `viewDidDisappear(_:)`.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let presenter = presentedViewController == nil ? presentingViewController : self else {
            completion?()
            return
        }
        presenter.farthestAncestor.endPresenting(animated: flag, completion: completion)
    }
}
