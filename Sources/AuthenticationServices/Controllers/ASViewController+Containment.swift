import LatchkeySheet

extension ASViewController {
    func add(_ child: ASViewController) {
        // A cycle of controllers would make composing endless.
        guard child.state.parent !== self, !isInside(child), child.state.presenting == nil, child.state.host == nil
        else { return }
        child.removeFromParent()
        host?.finishTransitions()
        child.willMove(toParent: self)
        child.state.parent = self
        state.children.append(child)
        guard isOnScreen, shouldAutomaticallyForwardAppearanceMethods else {
            host?.setNeedsUpdate()
            return
        }
        child.state.reason = .added
        child.beginAppearance(true, animated: false)
        if state.appearance == .appeared {
            host?.finishLater(isAppearing: { child.isAppearing() }, finish: { child.endAppearance() })
        }
    }

    func leaveParent() {
        guard let parent = state.parent else { return }
        let host = host
        host?.finishTransitions()
        if isOnScreen, parent.shouldAutomaticallyForwardAppearanceMethods {
            state.reason = .removed
            beginAppearance(false, animated: false)
            endAppearance()
        }
        parent.state.children.removeAll { $0 === self }
        state.parent = nil
        didMove(toParent: nil)
        host?.setNeedsUpdate()
    }

    /// Whether the other controller is this one, or contains or presents it, directly or not.
    private func isInside(_ other: ASViewController) -> Bool {
        var ancestor: ASViewController? = self
        while let current = ancestor {
            if current === other { return true }
            ancestor = current.state.parent ?? current.state.presenting
        }
        return false
    }

    func beginPresenting(_ controller: ASViewController, animated: Bool, completion: (() -> Void)?) {
        guard state.presented == nil, controller.state.parent == nil, controller.state.presenting == nil,
            controller.state.host == nil, !isInside(controller)
        else { return }
        host?.finishTransitions()
        state.presented = controller
        controller.state.presenting = self
        state.waiting = ControllerState.WaitingPresentation(animated: animated, completion: completion)
        if isOnScreen { showWaiting() }
    }

    /// Shows the controller that waited for its presenter to appear.
    func showWaiting() {
        guard let waiting = state.waiting, let controller = state.presented else { return }
        state.waiting = nil
        let hides = controller.modalPresentationStyle.hidesPresenter
        controller.loadViewIfNeeded()
        if hides { beginAppearance(false, animated: waiting.animated) }
        controller.state.reason = .presented
        controller.beginAppearance(true, animated: waiting.animated)
        host?.finishLater(
            isAppearing: { controller.isAppearing() },
            finish: { [self] in
                controller.endAppearance()
                if hides { endAppearance() }
                waiting.completion?()
                controller.showWaiting()
            })
    }

    func endPresenting(animated: Bool, completion: (() -> Void)?) {
        guard let dismissed = state.presented else { return }
        let host = host
        host?.finishTransitions()
        // Only the topmost controller disappears with an animation; those between disappear at the same time.
        let top = dismissed.topmostPresented
        var returning: ASViewController?
        if top.isOnScreen {
            top.state.reason = .dismissed
            top.beginAppearance(false, animated: animated)
        }
        for between in dismissed.presentedChain where between !== top && between.isOnScreen {
            between.state.reason = .dismissed
            between.beginAppearance(false, animated: false)
        }
        if !isOnScreen, host?.isVisible == true {
            returning = self
            beginAppearance(true, animated: animated)
        }
        let chain = dismissed.presentedChain
        state.presented = nil
        state.waiting = nil
        dismissed.state.presenting = nil
        let finish = {
            returning?.endAppearance()
            for controller in chain.reversed() { controller.endAppearance() }
            completion?()
        }
        guard let host else { return finish() }
        host.finishLater(isAppearing: { returning?.isAppearing() }, finish: finish)
    }

    /// The controller and those presented above it, from bottom to top.
    var presentedChain: [ASViewController] {
        var chain = [self]
        while let next = chain[chain.count - 1].state.presented { chain.append(next) }
        return chain
    }

    var topmostPresented: ASViewController { presentedChain[presentedChain.count - 1] }
}
