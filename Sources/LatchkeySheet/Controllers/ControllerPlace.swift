/// Where a view controller stands: loaded or not, on the screen or not, within and above which others.
struct ControllerPlace {
    enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    /// Why an appearance changes.
    enum Reason {
        case presented, dismissed, added, removed
    }

    /// A presentation that waits for its presenter to be on the screen.
    struct WaitingPresentation {
        let animated: Bool
        let completion: (() -> Void)?
    }

    var isLoaded = false
    var appearance = Appearance.disappeared
    var isAnimated = false
    var reason: Reason?
    weak var parent: ASViewController?
    var children: [ASViewController] = []
    var presented: ASViewController?
    weak var presenting: ASViewController?
    var waiting: WaitingPresentation?
    /// The host of a root controller.
    weak var host: SheetHost?
    /// The number that stands before this controller's identifiers when its sheet is composed.
    var number: Int?
}
