import LatchkeySheet
import Testing

@MainActor @Suite final class `A sheet's host` {
    let root = Listener()
    private var outputs: [SheetHost.Output] = []
    private var cancellations = 0
    private lazy var host = SheetHost(
        root: root, cancelTitle: "Cancel", output: { [unowned self] in outputs.append($0) },
        cancelled: { [unowned self] in cancellations += 1 })

    /// What the screen has after all that was sent to it.
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

    @Test func `opens the sheet once and then sends what changed`() async {
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

    @Test func `gives a sheet without a way out one`() async {
        root.sheet = Sheet(title: "Logins")
        await show()
        #expect(screen.cancelTitle == "Cancel")
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(root.events == [])
        #expect(cancellations == 1)
    }

    @Test func `gives a controller without any sheet one`() async {
        root.title = "Logins"
        await show()
        #expect(screen == Sheet(title: "Logins", cancelTitle: "Cancel"))
    }

    @Test func `lets the provider cancel first, and the person at the second time`() async {
        root.sheet = Sheet(title: "Logins", cancelTitle: "Close")
        await show()
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(root.events == [SheetEvent(nil, .cancelled)])
        #expect(cancellations == 0)
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(cancellations == 1)
    }

    @Test func `takes a change after the way out for an answer`() async {
        root.sheet = Sheet(title: "Logins", cancelTitle: "Close")
        await show()
        host.deliver(SheetEvent(nil, .cancelled))
        root.sheet?.title = "Discard?"
        await host.settle()
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(cancellations == 0)
        #expect(root.events.count == 2)
    }

    @Test func `presses the provider's own cancel button`() async {
        root.sheet = Sheet(title: "", elements: [.init("no", .button(.init(title: "Never mind", role: .cancel)))])
        await show()
        #expect(screen.cancelTitle == nil)
        host.deliver(SheetEvent(nil, .cancelled))
        #expect(root.events == [SheetEvent("no", .pressed)])
    }

    @Test func `composes children's elements below their parent's and routes their events`() async {
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

    @Test func `covers the sheet by the presented controller's`() async {
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
    func `dismisses a presented controller without a way out, unless it is modal`(
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

    @Test func `gives each controller the values of its own fields, the button's last`() async {
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

    @Test func `does not send back what the person did`() async {
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

    @Test func `drops an event about what is gone, off or of another kind`() async {
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
