import LatchkeySheet

extension ASViewController {
    /// The host of the tree of controllers; `nil` for a controller outside of a tree.
    var host: SheetHost? {
        let top = farthestAncestor
        return top.state.host ?? top.state.presenting?.host
    }

    var farthestAncestor: ASViewController {
        var ancestor = self
        while let parent = ancestor.state.parent { ancestor = parent }
        return ancestor
    }

    var isOnScreen: Bool { state.appearance == .appeared || state.appearance == .appearing }

    /// Loads the controller, and calls `viewWill…` on it and its children, parents first.
    func beginAppearance(_ isAppearing: Bool, animated: Bool) {
        guard isAppearing != isOnScreen else { return }
        state.isAnimated = animated
        if isAppearing {
            loadViewIfNeeded()
            state.appearance = .appearing
            viewWillAppear(animated)
        } else {
            state.appearance = .disappearing
            viewWillDisappear(animated)
        }
        guard shouldAutomaticallyForwardAppearanceMethods else { return }
        for child in state.children { child.beginAppearance(isAppearing, animated: animated) }
    }

    /// Calls `viewIsAppearing` on a controller that appears and its children, parents first.
    func isAppearing() {
        guard state.appearance == .appearing else { return }
        viewIsAppearing(state.isAnimated)
        guard shouldAutomaticallyForwardAppearanceMethods else { return }
        for child in state.children { child.isAppearing() }
    }

    /// Calls `viewDid…` on the children and then on the controller.
    func endAppearance() {
        guard state.appearance == .appearing || state.appearance == .disappearing else { return }
        if shouldAutomaticallyForwardAppearanceMethods {
            for child in state.children { child.endAppearance() }
        }
        switch state.appearance {
        case .appearing:
            state.appearance = .appeared
            viewDidAppear(state.isAnimated)
        case .disappearing:
            state.appearance = .disappeared
            viewDidDisappear(state.isAnimated)
        case .appeared, .disappeared:
            break
        }
        state.reason = nil
    }
}
