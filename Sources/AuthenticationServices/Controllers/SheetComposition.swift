import LatchkeySheet

/// One sheet made from the sheets of several controllers, and the owner of each element.
@MainActor
struct SheetComposition {
    let sheet: Sheet
    /// The controller whose sheet has a cancel title; `nil` if none has.
    let cancelOwner: ASViewController?
    /// The button of the role `cancel`, if no sheet has a cancel title.
    let cancelButton: ElementIdentifier?
    private let owners: [Int?: ASViewController]

    /// Composes the front controller's sheet: its own elements, then those of its children in order.
    init(front: ASViewController, root: ASViewController, cancelTitle: String, number: () -> Int) {
        var composed = Sheet(title: "")
        var owners: [Int?: ASViewController] = [:]
        var cancelOwner: ASViewController?
        var cancelButton: ElementIdentifier?
        for controller in front.withDescendants {
            let owner: Int?
            if controller === root {
                owner = nil
            } else {
                owner = controller.state.number ?? number()
                controller.state.number = owner
            }
            owners[owner] = controller
            let sheet = controller.sheet?.cutToLimits()
            if composed.title.isEmpty { composed.title = sheet?.title ?? "" }
            if composed.title.isEmpty { composed.title = controller.title ?? "" }
            guard let sheet else { continue }
            let named = { (identifier: ElementIdentifier) in
                owner.map { ElementIdentifier(owner: $0, identifier) } ?? identifier
            }
            composed.elements += sheet.elements.map { Sheet.Element(named($0.identifier), $0.content) }
            composed.defaultButton = composed.defaultButton ?? sheet.defaultButton.map(named)
            composed.focus = composed.focus ?? sheet.focus.map(named)
            if cancelOwner == nil, let title = sheet.cancelTitle {
                (cancelOwner, composed.cancelTitle) = (controller, title)
            }
            if cancelButton == nil { cancelButton = sheet.cancelButton.map(named) }
        }
        if cancelOwner == nil && cancelButton == nil { composed.cancelTitle = cancelTitle }
        self.sheet = composed.cutToLimits()
        self.owners = owners
        self.cancelOwner = cancelOwner
        self.cancelButton = cancelOwner == nil ? cancelButton : nil
    }

    /// The owner of an element and the owner's identifier for it; `nil` for an element that is gone.
    func owner(of element: ElementIdentifier) -> (controller: ASViewController, identifier: ElementIdentifier)? {
        let (number, identifier) = element.components
        guard let controller = owners[number], controller.sheet?[identifier] != nil else { return nil }
        return (controller, identifier)
    }
}

extension ASViewController {
    fileprivate var withDescendants: [ASViewController] {
        [self] + children.flatMap(\.withDescendants)
    }
}

extension Sheet {
    fileprivate var cancelButton: ElementIdentifier? {
        elements.first { element in
            guard case .button(let button) = element.content else { return false }
            return button.role == .cancel && button.isEnabled && !button.submits
        }?.identifier
    }
}
