import AuthenticationServices
import Foundation
import LatchkeySheet
import Testing

@MainActor @Suite struct `View controllers` {
    let journal = Journal()

    @Test func `a controller loads its view once`() {
        let controller = Recorder("root", journal)
        #expect(!controller.isViewLoaded)
        controller.loadViewIfNeeded()
        controller.loadViewIfNeeded()
        #expect(journal.take() == ["root loadView", "root viewDidLoad"])
        #expect(controller.isViewLoaded)
    }

    @Test func `a controller loads, appears and disappears in this order`() async {
        let (host, root) = makeHost()
        host.appear()
        #expect(journal.take() == ["root loadView", "root viewDidLoad", "root viewWillAppear"])
        await host.settle()
        #expect(journal.take() == ["root viewIsAppearing", "root viewDidAppear"])
        host.disappear()
        #expect(journal.take() == ["root viewWillDisappear", "root viewDidDisappear"])
        #expect(root.isViewLoaded)
    }

    @Test func `adding and removing a child calls the same methods as UIKit`() async {
        let (host, root) = makeHost()
        let child = Recorder("child", journal)
        host.appear()
        await host.settle()
        _ = journal.take()

        root.addChild(child)
        child.didMove(toParent: root)
        #expect(child.parent === root)
        #expect(root.children == [child])
        await host.settle()
        #expect(
            journal.take() == [
                "child willMove to root", "child loadView", "child viewDidLoad",
                "child viewWillAppear (moving to parent)",
                "child didMove to root", "child viewIsAppearing", "child viewDidAppear (moving to parent)",
            ])

        child.willMove(toParent: nil)
        child.removeFromParent()
        #expect(
            journal.take() == [
                "child willMove to nil", "child viewWillDisappear (moving from parent)",
                "child viewDidDisappear (moving from parent)", "child didMove to nil",
            ])
        #expect(child.parent == nil)
        #expect(root.children.isEmpty)
    }

    @Test func `a child leaves its old parent when another adds it`() {
        let (first, second) = (Recorder("first", journal), Recorder("second", journal))
        let child = Recorder("child", journal)
        first.addChild(child)
        _ = journal.take()
        second.addChild(child)
        #expect(journal.take() == ["child didMove to nil", "child willMove to second"])
        #expect(first.children.isEmpty)
        #expect(child.parent === second)
    }

    @Test func `a controller cannot contain itself or an ancestor`() {
        let (parent, child) = (Recorder("parent", journal), Recorder("child", journal))
        parent.addChild(child)
        child.addChild(parent)
        parent.addChild(parent)
        #expect(child.children.isEmpty)
        #expect(parent.children == [child])
    }

    @Test func `a controller forwards its appearance to its children`() async {
        let (host, root) = makeHost()
        root.addChild(Recorder("child", journal))
        _ = journal.take()
        host.appear()
        await host.settle()
        host.disappear()
        #expect(
            journal.take() == [
                "root loadView", "root viewDidLoad", "root viewWillAppear", "child loadView", "child viewDidLoad",
                "child viewWillAppear", "root viewIsAppearing", "child viewIsAppearing", "child viewDidAppear",
                "root viewDidAppear", "root viewWillDisappear", "child viewWillDisappear", "child viewDidDisappear",
                "root viewDidDisappear",
            ])
    }

    @Test func `a container that does not forward controls its children's appearance`() async {
        let container = Container("root", journal)
        let host = SheetHost(root: container, cancelTitle: "Cancel", output: { _ in }, cancelled: {})
        let child = Recorder("child", journal)
        container.addChild(child)
        host.appear()
        await host.settle()
        #expect(!journal.take().contains("child viewWillAppear"))
        child.beginAppearanceTransition(true, animated: false)
        child.endAppearanceTransition()
        #expect(
            journal.take() == ["child loadView", "child viewDidLoad", "child viewWillAppear", "child viewDidAppear"])
    }

    @Test func `presenting calls the same methods as UIKit`() async {
        let (host, root) = makeHost()
        let other = Recorder("other", journal)
        host.appear()
        await host.settle()
        _ = journal.take()
        root.present(other, animated: true) { journal.add("completion") }
        #expect(root.presentedViewController === other)
        #expect(other.presentingViewController === root)
        await host.settle()
        #expect(
            journal.take() == [
                "other loadView", "other viewDidLoad", "other viewWillAppear (presented)", "other viewIsAppearing",
                "other viewDidAppear (presented)", "completion",
            ])
        other.dismiss(animated: true) { journal.add("completion") }
        await host.settle()
        #expect(
            journal.take() == [
                "other viewWillDisappear (dismissed)", "other viewDidDisappear (dismissed)", "completion",
            ])
        #expect(root.presentedViewController == nil)
        #expect(other.presentingViewController == nil)
    }

    @Test func `the presenter disappears below a full-screen controller`() async {
        let (host, root) = makeHost()
        let other = Recorder("other", journal)
        other.modalPresentationStyle = .fullScreen
        host.appear()
        await host.settle()
        _ = journal.take()
        root.present(other, animated: true)
        await host.settle()
        #expect(
            journal.take() == [
                "other loadView", "other viewDidLoad", "root viewWillDisappear", "other viewWillAppear (presented)",
                "other viewIsAppearing", "other viewDidAppear (presented)", "root viewDidDisappear",
            ])
        root.dismiss(animated: true)
        await host.settle()
        #expect(
            journal.take() == [
                "other viewWillDisappear (dismissed)", "root viewWillAppear", "root viewIsAppearing",
                "root viewDidAppear", "other viewDidDisappear (dismissed)",
            ])
    }

    @Test func `the farthest ancestor is the presenter`() {
        let (root, child, other) = (Recorder("root", journal), Recorder("child", journal), Recorder("other", journal))
        root.addChild(child)
        child.present(other, animated: false)
        #expect(other.presentingViewController === root)
        #expect(child.presentedViewController === other)
    }

    @Test func `a controller presents one other at a time`() {
        let (root, first, second) = (Recorder("root", journal), Recorder("1", journal), Recorder("2", journal))
        root.present(first, animated: false)
        root.present(second, animated: false) { journal.add("completion") }
        #expect(root.presentedViewController === first)
        #expect(second.presentingViewController == nil)
        #expect(journal.take() == [])
    }

    @Test func `dismissing removes all controllers above`() async {
        let (host, root) = makeHost()
        let (first, second) = (Recorder("first", journal), Recorder("second", journal))
        host.appear()
        await host.settle()
        root.present(first, animated: false)
        first.present(second, animated: false)
        await host.settle()
        root.dismiss(animated: false)
        await host.settle()
        #expect(root.presentedViewController == nil)
        #expect(
            journal.take().suffix(2) == ["second viewDidDisappear (dismissed)", "first viewDidDisappear (dismissed)"])
    }

    @Test func `a controller presented early appears with its presenter`() async {
        let (host, root) = makeHost()
        root.loadViewIfNeeded()
        root.present(Recorder("other", journal), animated: false)
        host.appear()
        await host.settle()
        #expect(
            journal.take() == [
                "root loadView", "root viewDidLoad", "root viewWillAppear", "root viewIsAppearing",
                "root viewDidAppear",
                "other loadView", "other viewDidLoad", "other viewWillAppear (presented)", "other viewIsAppearing",
                "other viewDidAppear (presented)",
            ])
    }

    private func makeHost() -> (SheetHost, Recorder) {
        let root = Recorder("root", journal)
        return (SheetHost(root: root, cancelTitle: "Cancel", output: { _ in }, cancelled: {}), root)
    }
}

/// The recorded calls, in order.
@MainActor final class Journal {
    private var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A controller that records each call with the reason of the appearance change.
class Recorder: ASViewController {
    let name: String
    let journal: Journal

    init(_ name: String, _ journal: Journal) {
        self.name = name
        self.journal = journal
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    private func note(_ call: String) {
        let reason =
            isBeingPresented
            ? " (presented)"
            : isBeingDismissed
                ? " (dismissed)"
                : isMovingToParent ? " (moving to parent)" : isMovingFromParent ? " (moving from parent)" : ""
        journal.add("\(name) \(call)\(reason)")
    }

    override func loadView() { journal.add("\(name) loadView") }
    override func viewDidLoad() { journal.add("\(name) viewDidLoad") }
    override func viewWillAppear(_ animated: Bool) { note("viewWillAppear") }
    override func viewIsAppearing(_ animated: Bool) { journal.add("\(name) viewIsAppearing") }
    override func viewDidAppear(_ animated: Bool) { note("viewDidAppear") }
    override func viewWillDisappear(_ animated: Bool) { note("viewWillDisappear") }
    override func viewDidDisappear(_ animated: Bool) { note("viewDidDisappear") }
    override func willMove(toParent parent: ASViewController?) { note(parent: parent, "willMove") }
    override func didMove(toParent parent: ASViewController?) { note(parent: parent, "didMove") }

    private func note(parent: ASViewController?, _ call: String) {
        journal.add("\(name) \(call) to \((parent as? Recorder)?.name ?? "nil")")
    }
}

private final class Container: Recorder {
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
}
