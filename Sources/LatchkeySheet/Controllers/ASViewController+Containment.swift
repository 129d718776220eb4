extension ASViewController {
    func add(_ child: ASViewController) {
        // A controller above itself would make composing endless.
        guard child.place.parent !== self, !isInside(child), child.place.presenting == nil, child.place.host == nil
        else { return }
        child.removeFromParent()
        host?.finishTransitions()
        child.willMove(toParent: self)
        child.place.parent = self
        place.children.append(child)
        guard isOnScreen, shouldAutomaticallyForwardAppearanceMethods else {
            host?.setNeedsUpdate()
            return
        }
        child.place.reason = .added
        child.beginAppearance(true, animated: false)
        if place.appearance == .appeared {
            host?.finishLater(isAppearing: { child.isAppearing() }, finish: { child.endAppearance() })
        }
    }

    func leaveParent() {
        guard let parent = place.parent else { return }
        let host = host
        host?.finishTransitions()
        if isOnScreen, parent.shouldAutomaticallyForwardAppearanceMethods {
            place.reason = .removed
            beginAppearance(false, animated: false)
            endAppearance()
        }
        parent.place.children.removeAll { $0 === self }
        place.parent = nil
        didMove(toParent: nil)
        host?.setNeedsUpdate()
    }

    /// Whether the controller is the other one, or contained in it or presented from it.
    private func isInside(_ other: ASViewController) -> Bool {
        var ancestor: ASViewController? = self
        while let current = ancestor {
            if current === other { return true }
            ancestor = current.place.parent ?? current.place.presenting
        }
        return false
    }

    func beginPresenting(_ controller: ASViewController, animated: Bool, completion: (() -> Void)?) {
        guard place.presented == nil, controller.place.parent == nil, controller.place.presenting == nil,
            controller.place.host == nil, !isInside(controller)
        else { return }
        host?.finishTransitions()
        place.presented = controller
        controller.place.presenting = self
        place.waiting = ControllerPlace.WaitingPresentation(animated: animated, completion: completion)
        if isOnScreen { showWaiting() }
    }

    /// Lets a presented controller appear that waits for its presenter.
    func showWaiting() {
        guard let waiting = place.waiting, let controller = place.presented else { return }
        place.waiting = nil
        let hides = controller.modalPresentationStyle.hidesPresenter
        controller.loadViewIfNeeded()
        if hides { beginAppearance(false, animated: waiting.animated) }
        controller.place.reason = .presented
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
        guard let dismissed = place.presented else { return }
        let host = host
        host?.finishTransitions()
        // Of several one above the other the topmost is seen to go; those between are gone with it.
        let top = dismissed.topmostPresented
        var returning: ASViewController?
        if top.isOnScreen {
            top.place.reason = .dismissed
            top.beginAppearance(false, animated: animated)
        }
        for between in dismissed.presentedChain where between !== top && between.isOnScreen {
            between.place.reason = .dismissed
            between.beginAppearance(false, animated: false)
        }
        if !isOnScreen, host?.isVisible == true {
            returning = self
            beginAppearance(true, animated: animated)
        }
        let chain = dismissed.presentedChain
        place.presented = nil
        place.waiting = nil
        dismissed.place.presenting = nil
        let finish = {
            returning?.endAppearance()
            for controller in chain.reversed() { controller.endAppearance() }
            completion?()
        }
        guard let host else { return finish() }
        host.finishLater(isAppearing: { returning?.isAppearing() }, finish: finish)
    }

    /// The controller and what is presented above it, from below.
    var presentedChain: [ASViewController] {
        var chain = [self]
        while let next = chain[chain.count - 1].place.presented { chain.append(next) }
        return chain
    }

    var topmostPresented: ASViewController { presentedChain[presentedChain.count - 1] }
}
