import LatchkeySheet

/// The state of a view controller: loaded or not, visible or not, and its relations to others.
struct ControllerState {
    enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    /// The reason of a change of appearance.
    enum Reason {
        case presented, dismissed, added, removed
    }

    /// A presentation whose presenter is not visible yet.
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
    /// The host; `nil` except for the root controller.
    weak var host: SheetHost?
    /// The number in front of this controller's identifiers in a composed sheet.
    var number: Int?
}
