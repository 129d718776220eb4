import AuthenticationServices
import LatchkeySheet
import Testing

@MainActor @Suite final class `Sheet hosts` {
    let root = Listener()
    private var outputs: [SheetHost.Output] = []
    private var cancellations = 0
    private lazy var host = SheetHost(
        root: root, cancelTitle: "Cancel", output: { [unowned self] in outputs.append($0) },
        cancelled: { [unowned self] in cancellations += 1 })

    /// The sheet of the screen after all outputs.
    private var screen: Sheet {
        outputs.reduce(Sheet(title: "nothing")) { sheet, output in
            switch output {
            case .open(let sheet): sheet
            case .change(let difference): (try? sheet.applying(difference)) ?? Sheet(title: "does not fit")
            }
        }
    }

    private func show() async {
        host.appear()
        await host.settle()
    }

    @Test func `the host opens the sheet once and then sends changes`() async {
        root.sheet = Sheet(title: "Logins", cancelTitle: "Close")
        await show()
        #expect(outputs == [.open(Sheet(title: "Logins", cancelTitle: "Close"))])
        root.sheet?.title = "Codes"
        root.sheet?.elements.append(.init("a", .header("A")))
        await host.settle()
        #expect(outputs.count == 2)
        #expect(
            outputs.last == .change(SheetDifference(changes: [.title("Codes"), .element(.init("a", .header("A")))])))
    }

    @Test func `a sheet without a cancel button gets one`() async {
        root.sheet = Sheet(title: "Logins")
        await show()
        #expect(screen.cancelTitle == "Cancel")
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(root.events == [])
        #expect(cancellations == 1)
    }

    @Test func `a controller without a sheet gets one with a cancel button`() async {
        root.title = "Logins"
        await show()
        #expect(screen == Sheet(title: "Logins", cancelTitle: "Cancel"))
    }

    @Test func `the first cancel goes to the provider, the second one ends the request`() async {
        root.sheet = Sheet(title: "Logins", cancelTitle: "Close")
        await show()
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(root.events == [SheetEvent(nil, .cancelled)])
        #expect(cancellations == 0)
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(cancellations == 1)
    }

    @Test func `a change of the sheet counts as reaction to cancelling`() async {
        root.sheet = Sheet(title: "Logins", cancelTitle: "Close")
        await show()
        host.deliver(SheetEvent(nil, .cancelled))
        root.sheet?.title = "Discard?"
        await host.settle()
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(cancellations == 0)
        #expect(root.events.count == 2)
    }

    @Test func `cancelling presses the provider's own cancel button`() async {
        root.sheet = Sheet(title: "", elements: [.init("no", .button(.init(title: "Never mind", role: .cancel)))])
        await show()
        #expect(screen.cancelTitle == nil)
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(root.events == [SheetEvent("no", .pressed)])
    }

    @Test func `children's elements follow their parent's, and events reach their owners`() async {
        let (first, second) = (Listener(), Listener())
        root.sheet = Sheet(title: "Vault", elements: [.init("go", .button(.init(title: "Go")))])
        for child in [first, second] {
            child.sheet = Sheet(title: "child", elements: [.init("go", .button(.init(title: "Go")))])
            root.addChild(child)
        }
        await show()
        #expect(screen.title == "Vault")
        #expect(screen.elements.map(\.identifier.rawValue) == ["go", "1/go", "2/go"])
        host.deliver(SheetEvent(screen.elements[2].identifier, .pressed))
        #expect(second.events == [SheetEvent("go", .pressed)])
        #expect(root.events == [] && first.events == [])
    }

    @Test func `a presented controller's sheet covers its presenter's`() async {
        let other = Listener()
        other.sheet = Sheet(title: "Unlock", elements: [.init("go", .button(.init(title: "Go")))])
        root.sheet = Sheet(title: "Logins", elements: [.init("go", .button(.init(title: "Go")))], cancelTitle: "Close")
        await show()
        root.present(other, animated: true)
        await host.settle()
        #expect(screen.title == "Unlock")
        host.deliver(SheetEvent("go", .pressed))
        #expect(root.events == [] && other.events == [])
        host.deliver(SheetEvent(screen.elements[0].identifier, .pressed))
        #expect(other.events == [SheetEvent("go", .pressed)])
        other.dismiss(animated: true)
        await host.settle()
        #expect(screen.title == "Logins")
    }

    @Test(arguments: [
        (false, ASViewController.ModalPresentationStyle.automatic, true, 0), (true, .automatic, false, 1),
        (false, .fullScreen, false, 1),
    ])
    func `cancelling dismisses a presented controller unless it is modal`(
        isModal: Bool, style: ASViewController.ModalPresentationStyle, isDismissed: Bool, cancellations: Int
    ) async {
        let other = Listener()
        other.sheet = Sheet(title: "Details")
        other.isModalInPresentation = isModal
        other.modalPresentationStyle = style
        await show()
        root.present(other, animated: true)
        await host.settle()
        host.deliver(SheetEvent(nil, .cancelled))
        #expect((root.presentedViewController == nil) == isDismissed)
        #expect(self.cancellations == cancellations)
    }

    @Test func `each controller gets the values of its own fields, the button's owner last`() async {
        let child = Listener()
        child.sheet = Sheet(title: "", elements: [.init("pass", .secureField(.init(label: "Passphrase")))])
        root.sheet = Sheet(
            title: "",
            elements: [
                .init("user", .textField(.init(label: "User"))),
                .init("go", .button(.init(title: "Go", role: .default))),
            ])
        root.addChild(child)
        await show()
        let secure = screen.elements[2].identifier
        host.deliver(
            SheetEvent("go", .submitted([.init("user", .text("anna")), .init(secure, .secure(SecureText("hunter2")))])))
        #expect(root.events == [SheetEvent("go", .submitted([.init("user", .text("anna"))]))])
        #expect(child.events == [SheetEvent(nil, .submitted([.init("pass", .secure(SecureText("hunter2")))]))])
        #expect(root.sheet?["user"] == .textField(.init(label: "User", value: "anna")))
    }

    @Test func `the host does not send the user's input back`() async {
        root.sheet = Sheet(
            title: "",
            elements: [.init("q", .searchField(.init())), .init("t", .toggle(.init(label: "", isOn: false)))])
        await show()
        host.deliver(SheetEvent("q", .searched("an")))
        host.deliver(SheetEvent("t", .toggled(true)))
        await host.settle()
        #expect(root.sheet?["q"] == .searchField(.init(value: "an")))
        #expect(root.sheet?["t"] == .toggle(.init(label: "", isOn: true)))
        #expect(outputs.count == 1)
    }

    @Test func `drops events of elements that are gone, disabled or of the wrong type`() async {
        root.sheet = Sheet(
            title: "",
            elements: [
                .init("off", .button(.init(title: "", isEnabled: false))), .init("h", .header("")),
                .init("go", .button(.init(title: ""))),
            ])
        await show()
        root.sheet?["go"] = nil
        for element in ["off", "h", "go", "nobody"] as [ElementIdentifier] {
            host.deliver(SheetEvent(element, .pressed))
        }
        #expect(root.events == [])
    }
}

final class Listener: ASViewController {
    private(set) var events: [SheetEvent] = []

    override func sheetDidReceive(_ event: SheetEvent) {
        events.append(event)
    }
}
