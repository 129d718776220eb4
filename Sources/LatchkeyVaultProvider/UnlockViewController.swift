import Foundation
import LatchkeySecret
import LatchkeySheet
import LatchkeyVault

/// Asks for the passphrase until it opens the vault.
final class UnlockViewController: ASViewController {
    private let vault: LockedVault
    private let access: VaultAccess
    private let reason: String
    private let unlocked: (UnlockedVault) -> Void
    /// The derivation that goes on; another passphrase waits for its end.
    private(set) var attempt: Task<Void, Never>?

    /// - Parameter reason: What the passphrase is wanted for, a short sentence.
    init(
        _ vault: LockedVault, access: VaultAccess, reason: String, unlocked: @escaping (UnlockedVault) -> Void
    ) {
        self.vault = vault
        self.access = access
        self.reason = reason
        self.unlocked = unlocked
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        show(problem: nil)
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard case .submitted(let values) = event.action, attempt == nil else { return }
        guard let text = values.secureText(Self.passphrase), !text.isEmpty else {
            return show(problem: "Type the vault’s passphrase.")
        }
        showProgress()
        let passphrase = Secret(text.reveal())
        attempt = Task { await unlock(with: passphrase) }
    }

    private func unlock(with passphrase: Secret) async {
        do throws(VaultError) {
            let vault = try await access.unlock(vault, passphrase: passphrase)
            attempt = nil
            unlocked(vault)
        } catch {
            attempt = nil
            show(problem: error.sentence)
        }
    }

    private func show(problem: String?) {
        var elements = [Sheet.Element(Self.reasonText, .text(Sheet.Text(reason)))]
        if let problem { elements.append(Sheet.Element(Self.problem, .message(Sheet.Message(.error, problem)))) }
        elements += [
            Sheet.Element(Self.passphrase, .secureField(Sheet.SecureField(label: "Passphrase"))),
            Sheet.Element(Self.unlock, .button(Sheet.Button(title: "Unlock", role: .default))),
        ]
        sheet = Sheet(
            title: "Unlock the Vault", elements: elements, defaultButton: Self.unlock, focus: Self.passphrase)
    }

    /// The field stays, so that nothing jumps, and the button waits.
    private func showProgress() {
        sheet?[Self.problem] = nil
        sheet?[Self.unlock] = .button(Sheet.Button(title: "Unlock", role: .default, isEnabled: false))
        sheet?[Self.progress] = .progress(Sheet.Progress(label: "Unlocking…"))
        sheet?.focus = nil
    }

    private static let reasonText: ElementIdentifier = "reason"
    private static let problem: ElementIdentifier = "problem"
    static let passphrase: ElementIdentifier = "passphrase"
    static let unlock: ElementIdentifier = "unlock"
    private static let progress: ElementIdentifier = "progress"
}
