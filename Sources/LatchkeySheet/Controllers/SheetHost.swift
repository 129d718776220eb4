/// Joins a tree of view controllers with the screen: the runtime makes one for the root controller of a request.
///
/// Changes of one turn of the main actor leave together. What the person types and switches is applied on both ends
/// and never sent back.
@MainActor
package final class SheetHost {
    /// What the screen is to do.
    package enum Output: Hashable, Sendable {
        case open(Sheet)
        case change(SheetDifference)
    }

    package let root: ASViewController
    /// Whether the controllers are on the screen, or were told so.
    package private(set) var isVisible = false

    private let cancelTitle: String
    private let output: (Output) -> Void
    private let cancelled: () -> Void
    /// What the screen has.
    private var shown: Sheet?
    private var steps: [(isAppearing: () -> Void, finish: () -> Void)] = []
    private var turn: Task<Void, Never>?
    private var numbers = 0
    /// The provider was told that the person wants out, and has changed nothing since.
    private var isWayOutDue = false

    /// Takes a root controller.
    ///
    /// - Parameters:
    ///   - cancelTitle: the title of the way out where the provider forgot it, in the person's language.
    ///   - output: what to send to the screen.
    ///   - cancelled: ends the request as cancelled by the person, because the provider does not.
    package init(
        root: ASViewController, cancelTitle: String, output: @escaping (Output) -> Void,
        cancelled: @escaping () -> Void
    ) {
        self.root = root
        self.cancelTitle = cancelTitle
        self.output = output
        self.cancelled = cancelled
        root.place.host = self
    }

    /// Shows the controllers: `viewWillAppear` now, `viewDidAppear` when the sheet has left at the end of the turn.
    package func appear(animated: Bool = true) {
        guard !isVisible else { return }
        isVisible = true
        root.beginAppearance(true, animated: animated)
        finishLater(
            isAppearing: { [root] in root.isAppearing() },
            finish: { [root] in
                root.endAppearance()
                root.showWaiting()
            })
    }

    /// Takes the controllers off the screen, for good: the request has its answer, or its client is gone.
    package func disappear(animated: Bool = true) {
        guard isVisible else { return }
        finishTransitions()
        isVisible = false
        let visible = root.presentedChain.reversed().filter(\.isOnScreen)
        for controller in visible { controller.beginAppearance(false, animated: animated) }
        for controller in visible { controller.endAppearance() }
        turn?.cancel()
    }

    /// Hands on what the person did.
    ///
    /// An event about what is no longer there, or cannot happen, is dropped.
    package func deliver(_ event: SheetEvent) {
        guard isVisible, let shown, shown.accepts(event) else { return }
        let composition = composition()
        guard let element = event.element else { return cancel(composition) }
        guard let (owner, identifier) = composition.owner(of: element) else { return }
        self.shown = shown.applying(event)
        guard case .submitted(let values) = event.action else {
            return owner.take(SheetEvent(identifier, event.action))
        }
        submit(values, pressing: (owner, identifier), composition)
    }

    /// Returns when the turn's changes have left and the appearance has settled.
    package func settle() async {
        while let turn {
            await turn.value
            if self.turn == turn { return }
        }
    }

    /// Each owner gets the values of its own fields; whoever's button was pressed comes last.
    private func submit(
        _ values: [SubmittedValue], pressing pressed: (owner: ASViewController, identifier: ElementIdentifier),
        _ composition: SheetComposition
    ) {
        var parts: [(owner: ASViewController, values: [SubmittedValue])] = []
        for value in values {
            guard let (owner, identifier) = composition.owner(of: value.element) else { continue }
            let own = SubmittedValue(identifier, value.value)
            if let index = parts.firstIndex(where: { $0.owner === owner }) {
                parts[index].values.append(own)
            } else {
                parts.append((owner, [own]))
            }
        }
        for part in parts where part.owner !== pressed.owner {
            part.owner.take(SheetEvent(nil, .submitted(part.values)))
        }
        let own = parts.first { $0.owner === pressed.owner }?.values ?? []
        pressed.owner.take(SheetEvent(pressed.identifier, .submitted(own)))
    }

    private func cancel(_ composition: SheetComposition) {
        let front = root.topmostPresented
        guard !isWayOutDue else { return cancelled() }
        if let owner = composition.cancelOwner {
            isWayOutDue = true
            owner.take(SheetEvent(nil, .cancelled))
        } else if let button = composition.cancelButton, let (owner, identifier) = composition.owner(of: button) {
            isWayOutDue = true
            owner.take(SheetEvent(identifier, .pressed))
        } else if front !== root, !front.isModalInPresentation, !front.modalPresentationStyle.hidesPresenter {
            front.dismiss(animated: true)
        } else {
            cancelled()
        }
    }

    private func composition() -> SheetComposition {
        SheetComposition(front: root.topmostPresented, root: root, cancelTitle: cancelTitle) {
            numbers += 1
            return numbers
        }
    }
}

// What the controllers call.
extension SheetHost {
    /// Sends what has changed, at the end of this turn.
    func setNeedsUpdate() {
        guard isVisible, turn == nil else { return }
        turn = Task { @MainActor [weak self] in
            guard !Task.isCancelled else { return }
            self?.turn = nil
            self?.update()
        }
    }

    /// Finishes a change of appearance when its sheet has left.
    func finishLater(isAppearing: @escaping () -> Void, finish: @escaping () -> Void) {
        guard isVisible else { return finish() }
        steps.append((isAppearing, finish))
        setNeedsUpdate()
    }

    /// Finishes what is under way before another change begins.
    func finishTransitions() {
        guard !steps.isEmpty else { return }
        update()
    }

    private func update() {
        let due = steps
        steps = []
        for step in due { step.isAppearing() }
        send()
        for step in due { step.finish() }
    }

    private func send() {
        let sheet = composition().sheet
        guard let shown else {
            self.shown = sheet
            return output(.open(sheet))
        }
        let difference = SheetDifference(from: shown, to: sheet)
        guard !difference.isEmpty else { return }
        isWayOutDue = false
        self.shown = sheet
        output(.change(difference))
    }
}

extension ASViewController {
    /// Lets the sheet follow what the person did, then tells the controller.
    fileprivate func take(_ event: SheetEvent) {
        if let followed = sheet?.applying(event), followed != sheet { sheet = followed }
        sheetDidReceive(event)
    }
}
