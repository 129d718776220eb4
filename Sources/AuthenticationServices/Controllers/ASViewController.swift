public import Foundation
public import LatchkeySheet

/// A view controller that owns a sheet, with the life cycle, containment and presentation of UIKit's controllers.
///
/// A controller has a ``sheet`` in the place of a view. Set it in ``viewDidLoad()``, in the entry method or at any
/// change. Children's elements follow their parent's own. A presented controller's sheet covers its presenter's.
@preconcurrency @MainActor
open class ASViewController: NSObject {
    /// The controller's position among others and its state; only the extensions change it.
    var state = ControllerState()

    /// Makes a controller; there are no nibs on Linux, and both arguments are ignored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
    }

    /// Makes a controller, as a storyboard does on Apple's platforms; the coder is ignored, and the result is never
    /// `nil`.
    public required init?(coder: NSCoder) {
        super.init()
    }

    /// Makes a controller without a sheet.
    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    // MARK: The sheet

    /// The controller's part of the interface; `nil` for none.
    ///
    /// Changes are sent to the screen at the end of the main actor's current turn. The user's input is already in the
    /// sheet when its event arrives. A secure field has no value.
    open var sheet: Sheet? {
        didSet { host?.setNeedsUpdate() }
    }

    /// Receives the user's actions in the sheet; the base class does nothing.
    ///
    /// Events have the identifiers of this controller's own elements. On submit each visible controller receives the
    /// values of its own fields. The owner of the pressed button receives them last, with the button's identifier.
    open func sheetDidReceive(_ event: SheetEvent) {}

    /// The title of a sheet without a title of its own; `nil` for none.
    open var title: String? {
        didSet { host?.setNeedsUpdate() }
    }

    // MARK: Life cycle

    /// Prepares the sheet; called once, before ``viewDidLoad()``.
    ///
    /// The base class does nothing.
    open func loadView() {}

    /// Called once after ``loadView()``, before the request's entry method.
    ///
    /// The base class does nothing.
    open func viewDidLoad() {}

    /// Whether ``viewDidLoad()`` has been called or is running.
    open var isViewLoaded: Bool { state.isLoaded }

    /// Calls ``loadView()`` and ``viewDidLoad()`` unless they have been called.
    open func loadViewIfNeeded() {
        guard !state.isLoaded else { return }
        state.isLoaded = true
        loadView()
        viewDidLoad()
    }

    /// Called before the sheet is sent to the screen; parents before children.
    ///
    /// The base class does nothing.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called immediately before the sheet is sent to the screen.
    ///
    /// The base class does nothing.
    open func viewIsAppearing(_ animated: Bool) {}

    /// Called after the sheet was sent to the screen; children before parents.
    ///
    /// The base class does nothing.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called before the sheet is removed from the screen.
    ///
    /// The base class does nothing.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called after the sheet was removed from the screen.
    ///
    /// The base class does nothing.
    open func viewDidDisappear(_ animated: Bool) {}

    /// Whether the current change of appearance is caused by presenting this controller.
    open var isBeingPresented: Bool { state.reason == .presented }
    /// Whether the current change of appearance is caused by dismissing this controller.
    open var isBeingDismissed: Bool { state.reason == .dismissed }
    /// Whether the current change of appearance is caused by adding this controller to a parent.
    open var isMovingToParent: Bool { state.reason == .added }
    /// Whether the current change of appearance is caused by removing this controller from its parent.
    open var isMovingFromParent: Bool { state.reason == .removed }

    // MARK: Containment

    /// The controller that contains this one; `nil` for none.
    open var parent: ASViewController? { state.parent }
    /// The contained controllers, in the order in which they were added.
    open var children: [ASViewController] { state.children }

    /// Adds a child, whose elements appear below this controller's own.
    ///
    /// It calls the child's `willMove(toParent:)`. Call `didMove(toParent:)` afterwards, as in UIKit. A controller that
    /// already contains or presents this one is ignored.
    open func addChild(_ childController: ASViewController) {
        add(childController)
    }

    /// Removes this controller from its parent.
    ///
    /// Call `willMove(toParent: nil)` before. This method calls `didMove(toParent: nil)`.
    open func removeFromParent() {
        leaveParent()
    }

    /// Called before the parent changes; `nil` if the controller is being removed.
    ///
    /// The base class does nothing.
    open func willMove(toParent parent: ASViewController?) {}

    /// Called after the parent has changed; `nil` if the controller was removed.
    ///
    /// The base class does nothing.
    open func didMove(toParent parent: ASViewController?) {}

    /// Whether children appear and disappear with this controller; `true` in the base class.
    ///
    /// A container that returns `false` calls ``beginAppearanceTransition(_:animated:)`` for its children.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Begins a child's change of appearance, in a container that does not forward its own.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        beginAppearance(isAppearing, animated: animated)
    }

    /// Ends a change of appearance that ``beginAppearanceTransition(_:animated:)`` began.
    open func endAppearanceTransition() {
        endAppearance()
    }

    // MARK: Presentation

    /// How a presented controller covers its presenter, with UIKit's numbers.
    ///
    /// Only `fullScreen` and `currentContext` differ from the others on Linux.
    public enum ModalPresentationStyle: Int, Sendable {
        /// The presenter stays below the presented sheet; the default.
        case automatic = -2
        /// On Linux the same as `automatic`.
        case none = -1
        /// The presenter disappears, and Esc does not dismiss the presented controller.
        case fullScreen = 0
        /// On Linux the same as `automatic`.
        case pageSheet = 1
        /// On Linux the same as `automatic`.
        case formSheet = 2
        /// On Linux the same as `fullScreen`.
        case currentContext = 3
        /// On Linux the same as `automatic`.
        case custom = 4
        /// On Linux the same as `automatic`.
        case overFullScreen = 5
        /// On Linux the same as `automatic`.
        case overCurrentContext = 6
        /// On Linux the same as `automatic`.
        case popover = 7

        var hidesPresenter: Bool { self == .fullScreen || self == .currentContext }
    }

    /// How this controller covers its presenter; set it before presenting.
    open var modalPresentationStyle: ModalPresentationStyle = .automatic

    /// Whether cancelling does not dismiss this presented controller, if its sheet has no cancel title.
    open var isModalInPresentation = false

    /// The controller that this one or an ancestor presents; `nil` for none.
    open var presentedViewController: ASViewController? { state.presented ?? parent?.presentedViewController }

    /// The controller that presented this one or an ancestor; `nil` for none.
    open var presentingViewController: ASViewController? { state.presenting ?? parent?.presentingViewController }

    /// Presents a controller, whose sheet covers this one's; the farthest ancestor is the presenter.
    ///
    /// If this controller already presents another, or the other is presented or contained elsewhere, the call is
    /// ignored. If the presenter is not visible yet, both appear together.
    ///
    /// - Parameter completion: Called after the presented controller's `viewDidAppear(_:)`.
    open func present(
        _ viewControllerToPresent: ASViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        farthestAncestor.beginPresenting(viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Dismisses the controller that this one presents, and all above it; if it presents none, itself.
    ///
    /// - Parameter completion: Called after the dismissed controller's `viewDidDisappear(_:)`.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let presenter = presentedViewController == nil ? presentingViewController : self else {
            completion?()
            return
        }
        presenter.farthestAncestor.endPresenting(animated: flag, completion: completion)
    }
}
