/// The sheet that several controllers make together, and whose each part is.
@MainActor
struct SheetComposition {
    let sheet: Sheet
    /// Whose sheet names the way out; `nil` where nobody does.
    let cancelOwner: ASViewController?
    /// The button of the cancel role that stands for a cancel title.
    let cancelButton: ElementIdentifier?
    private let owners: [Int?: ASViewController]

    /// Composes the sheet of the controller in front: its own elements, then its children's in their order.
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
                owner = controller.place.number ?? number()
                controller.place.number = owner
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

    /// Whose element it is, and the name that its owner gave it; nothing for an element that is gone.
    func owner(of element: ElementIdentifier) -> (controller: ASViewController, identifier: ElementIdentifier)? {
        let (number, identifier) = element.parted
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
