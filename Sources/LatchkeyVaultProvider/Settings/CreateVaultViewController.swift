import AuthenticationServices
import Foundation
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault

/// Creates the vault: asks for a passphrase twice, then shows the recovery code once.
final class CreateVaultViewController: ASViewController {
    private let access: VaultAccess
    private let created: (UnlockedVault) -> Void
    /// A weak passphrase that the user was warned about; it is accepted if the user types it again.
    private var warned: Secret?
    private var vault: UnlockedVault?
    private(set) var attempt: Task<Void, Never>?

    init(access: VaultAccess, created: @escaping (UnlockedVault) -> Void) {
        self.access = access
        self.created = created
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        ask(problem: nil)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard case .submitted(let values) = event.action, attempt == nil else { return }
        if let vault { return created(vault) }
        let first = Secret(values.secureText(Self.passphrase)?.reveal() ?? "")
        let second = Secret(values.secureText(Self.again)?.reveal() ?? "")
        let strength = PassphraseStrength(first)
        guard strength.isAccepted else { return ask(problem: Sheet.Message(.error, strength.sentence)) }
        guard first == second else {
            return ask(problem: Sheet.Message(.error, "The passphrases do not match. Type them again."))
        }
        if strength.isWeak, warned != first {
            warned = first
            return ask(problem: Sheet.Message(.warning, strength.sentence + " To use it anyway, type it again."))
        }
        sheet?[Self.create] = .button(Sheet.Button(title: "Create Vault", role: .default, isEnabled: false))
        sheet?[Self.progress] = .progress(Sheet.Progress(label: "Creating the vault…"))
        sheet?.focus = nil
        attempt = Task { await create(with: first, strength) }
    }

    private func create(with passphrase: Secret, _ strength: PassphraseStrength) async {
        defer { attempt = nil }
        do throws(VaultError) {
            let made = try await access.create(passphrase: passphrase)
            vault = made.vault
            warned = nil
            show(made.recoveryCode, strength)
        } catch {
            ask(problem: Sheet.Message(.error, error.sentence))
        }
    }

    private func ask(problem: Sheet.Message?) {
        var elements = [
            Sheet.Element(
                "about",
                .text(
                    Sheet.Text("The vault stores your logins on this computer, encrypted with your passphrase."))),
            Sheet.Element(Self.rule, .text(Sheet.Text(PassphraseStrength.rule))),
        ]
        if let problem { elements.append(Sheet.Element("problem", .message(problem))) }
        elements += [
            Sheet.Element(Self.passphrase, .secureField(Sheet.SecureField(label: "Passphrase"))),
            Sheet.Element(Self.again, .secureField(Sheet.SecureField(label: "Repeat passphrase"))),
            Sheet.Element(Self.create, .button(Sheet.Button(title: "Create Vault", role: .default))),
        ]
        sheet = Sheet(
            title: "Create a Vault", elements: elements, defaultButton: Self.create, focus: Self.passphrase)
    }

    private func show(_ code: RecoveryCode, _ strength: PassphraseStrength) {
        sheet = Sheet(
            title: "Your Recovery Code",
            elements: [
                Sheet.Element(
                    "about",
                    .text(Sheet.Text("If you forget the passphrase, only this code opens the vault."))),
                Sheet.Element(
                    "warning", .message(Sheet.Message(.warning, "Write it down now. It is not shown again."))),
                Sheet.Element(Self.code, .text(Sheet.Text(code.formatted.reveal(), style: .monospaced))),
                Sheet.Element(
                    "strength",
                    .strength(strength.display)),
                Sheet.Element(Self.done, .button(Sheet.Button(title: "I Have Written It Down", role: .default))),
            ], defaultButton: Self.done, focus: Self.done)
    }

    static let rule: ElementIdentifier = "rule"
    static let passphrase: ElementIdentifier = "passphrase"
    static let again: ElementIdentifier = "again"
    static let create: ElementIdentifier = "create"
    static let code: ElementIdentifier = "code"
    static let done: ElementIdentifier = "done"
    private static let progress: ElementIdentifier = "progress"
}
