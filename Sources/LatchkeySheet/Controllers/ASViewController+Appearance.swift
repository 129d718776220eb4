extension ASViewController {
    /// The host of the tree that the controller is in.
    var host: SheetHost? {
        let top = farthestAncestor
        return top.place.host ?? top.place.presenting?.host
    }

    var farthestAncestor: ASViewController {
        var ancestor = self
        while let parent = ancestor.place.parent { ancestor = parent }
        return ancestor
    }

    var isOnScreen: Bool { place.appearance == .appeared || place.appearance == .appearing }

    /// Loads what appears, and tells it and its children that they will appear or disappear: parents first.
    func beginAppearance(_ isAppearing: Bool, animated: Bool) {
        guard isAppearing != isOnScreen else { return }
        place.isAnimated = animated
        if isAppearing {
            loadViewIfNeeded()
            place.appearance = .appearing
            viewWillAppear(animated)
        } else {
            place.appearance = .disappearing
            viewWillDisappear(animated)
        }
        guard shouldAutomaticallyForwardAppearanceMethods else { return }
        for child in place.children { child.beginAppearance(isAppearing, animated: animated) }
    }

    /// Tells what is about to appear that it has its place on the screen: parents first.
    func isAppearing() {
        guard place.appearance == .appearing else { return }
        viewIsAppearing(place.isAnimated)
        guard shouldAutomaticallyForwardAppearanceMethods else { return }
        for child in place.children { child.isAppearing() }
    }

    /// Tells the children and then the controller that the change is done.
    func endAppearance() {
        guard place.appearance == .appearing || place.appearance == .disappearing else { return }
        if shouldAutomaticallyForwardAppearanceMethods {
            for child in place.children { child.endAppearance() }
        }
        switch place.appearance {
        case .appearing:
            place.appearance = .appeared
            viewDidAppear(place.isAnimated)
        case .disappearing:
            place.appearance = .disappeared
            viewDidDisappear(place.isAnimated)
        case .appeared, .disappeared:
            break
        }
        place.reason = nil
    }
}
