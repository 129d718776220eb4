import AuthenticationServices

final class PassphraseViewController: ASViewController {
    override func viewDidLoad() {
        sheet = Sheet(
            title: "Unlock",
            elements: [
                Sheet.Element("passphrase", .secureField(Sheet.SecureField(label: "Passphrase"))),
                Sheet.Element("unlock", .button(Sheet.Button(title: "Unlock", role: .default))),
            ],
            focus: "passphrase")
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard case .submitted(let values) = event.action, let passphrase = values.secureText("passphrase") else {
            return
        }
        unlock(with: passphrase.reveal())
    }

    func unlock(with passphrase: String) {
        // …
    }
}
