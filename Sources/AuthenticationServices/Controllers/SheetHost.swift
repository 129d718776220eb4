package import LatchkeySheet

/// Connects a tree of view controllers with the screen; the runtime makes one for each request's root controller.
///
/// All changes in one turn of the main actor are sent together. Both ends apply the user's input, so that it is not
/// sent back.
@MainActor
package final class SheetHost {
    /// A command to the screen.
    package enum Output: Hashable, Sendable {
        case open(Sheet)
        case change(SheetDifference)
    }

    package let root: ASViewController
    /// Whether the controllers are visible or about to be.
    package private(set) var isVisible = false

    private let cancelTitle: String
    private let output: (Output) -> Void
    private let cancelled: () -> Void
    /// The sheet that the screen has.
    private var shown: Sheet?
    private var steps: [(isAppearing: () -> Void, finish: () -> Void)] = []
    private var turn: Task<Void, Never>?
    private var numbers = 0
    /// Whether the provider received the user's cancellation and has changed nothing since.
    private var isCancelPending = false

    /// Makes a host for a root controller.
    ///
    /// - Parameters:
    ///   - cancelTitle: The title of the cancel button if the provider has none, in the user's language.
    ///   - output: Sends a command to the screen.
    ///   - cancelled: Cancels the request for the user, if the provider does not.
    package init(
        root: ASViewController, cancelTitle: String, output: @escaping (Output) -> Void,
        cancelled: @escaping () -> Void
    ) {
        self.root = root
        self.cancelTitle = cancelTitle
        self.output = output
        self.cancelled = cancelled
        root.state.host = self
    }

    /// Shows the controllers: `viewWillAppear` now, `viewDidAppear` when the sheet was sent at the end of the turn.
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

    /// Removes the controllers from the screen permanently: the request has its answer, or its client is gone.
    package func disappear(animated: Bool = true) {
        guard isVisible else { return }
        finishTransitions()
        isVisible = false
        let visible = root.presentedChain.reversed().filter(\.isOnScreen)
        for controller in visible { controller.beginAppearance(false, animated: animated) }
        for controller in visible { controller.endAppearance() }
        turn?.cancel()
    }

    /// Passes an event to the owner of its element.
    ///
    /// An event that the present sheet cannot cause is dropped.
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

    /// Returns when the turn's changes were sent and the appearance is stable.
    package func settle() async {
        while let turn {
            await turn.value
            if self.turn == turn { return }
        }
    }

    /// Passes each owner the values of its own fields; the pressed button's owner comes last.
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
        guard !isCancelPending else { return cancelled() }
        if let owner = composition.cancelOwner {
            isCancelPending = true
            owner.take(SheetEvent(nil, .cancelled))
        } else if let button = composition.cancelButton, let (owner, identifier) = composition.owner(of: button) {
            isCancelPending = true
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

// MARK: Calls from controllers

extension SheetHost {
    /// Sends the changes at the end of this turn.
    func setNeedsUpdate() {
        guard isVisible, turn == nil else { return }
        turn = Task { @MainActor [weak self] in
            guard !Task.isCancelled else { return }
            self?.turn = nil
            self?.update()
        }
    }

    /// Finishes a change of appearance after its sheet was sent.
    func finishLater(isAppearing: @escaping () -> Void, finish: @escaping () -> Void) {
        guard isVisible else { return finish() }
        steps.append((isAppearing, finish))
        setNeedsUpdate()
    }

    /// Finishes pending changes of appearance before another begins.
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
        isCancelPending = false
        self.shown = sheet
        output(.change(difference))
    }
}

extension ASViewController {
    /// Applies the user's input to the sheet, then passes the event to the controller.
    fileprivate func take(_ event: SheetEvent) {
        if let followed = sheet?.applying(event), followed != sheet { sheet = followed }
        sheetDidReceive(event)
    }
}
