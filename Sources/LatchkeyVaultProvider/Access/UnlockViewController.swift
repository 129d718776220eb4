import Foundation
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault

/// Asks for the passphrase, or the recovery code where that is forgotten, until it opens the vault.
final class UnlockViewController: ASViewController {
    /// What it is asked for.
    enum Purpose: Hashable, Sendable {
        /// The vault is locked; one that is unlocked elsewhere meanwhile does as well.
        case unlock
        /// The person is to show who they are, whether the vault is unlocked or not; nobody can do that elsewhere.
        case verify
    }

    private let purpose: Purpose
    private let vault: LockedVault
    private let access: VaultAccess
    private let reason: String
    /// Gets the vault, and whether what opened it was typed here.
    private let unlocked: (UnlockedVault, _ wasTyped: Bool) -> Void
    private var usesRecoveryCode = false
    /// The derivation that goes on; another passphrase waits for its end.
    private(set) var attempt: Task<Void, Never>?
    private let pause: Duration
    /// Looks whether the vault is unlocked elsewhere: in another window, or in a terminal.
    private var looking: Task<Void, Never>?

    /// - Parameters:
    ///   - reason: What the passphrase is wanted for, a short sentence.
    ///   - purpose: Whether the vault is to be opened, or the person to be verified.
    ///   - pause: How long after one look whether it is still wanted the next one comes.
    init(
        _ vault: LockedVault, access: VaultAccess, reason: String, purpose: Purpose = .unlock,
        pause: Duration = .seconds(1),
        unlocked: @escaping (UnlockedVault, _ wasTyped: Bool) -> Void
    ) {
        self.vault = vault
        self.access = access
        self.reason = reason
        self.purpose = purpose
        self.pause = pause
        self.unlocked = unlocked
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        show(problem: nil)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard purpose == .unlock else { return }
        looking = Task { [weak self, pause] in
            while (try? await Task.sleep(for: pause)) != nil, await self?.isWanted() == true {}
        }
    }

    /// Goes on by itself once the vault is unlocked elsewhere: nobody is to type a passphrase that is not needed any more.
    ///
    /// A passphrase that is being tried decides by itself.
    private func isWanted() async -> Bool {
        guard attempt == nil, case .unlocked(let vault)? = try? await access.state(renewing: false),
            attempt == nil, !Task.isCancelled
        else { return !Task.isCancelled }
        unlocked(vault, false)
        return false
    }

    /// Whoever leaves while the key is derived has not unlocked anything.
    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        attempt?.cancel()
        looking?.cancel()
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard attempt == nil else { return }
        switch event.action {
        case .pressed where event.element == Self.other:
            usesRecoveryCode.toggle()
            show(problem: nil)
        case .submitted(let values):
            begin(with: Secret(values.secureText(usesRecoveryCode ? Self.code : Self.passphrase)?.reveal() ?? ""))
        default: break
        }
    }

    private func begin(with secret: Secret) {
        if secret.isEmpty {
            return show(problem: usesRecoveryCode ? "Type the recovery code." : "Type the vault’s passphrase.")
        }
        guard usesRecoveryCode else {
            showProgress()
            attempt = Task {
                await finish { (access, vault) async throws(VaultError) in
                    try await access.unlock(vault, passphrase: secret, keepsKey: false)
                }
            }
            return
        }
        do throws(RecoveryCode.Mistake) {
            let code = try RecoveryCode(typed: secret)
            showProgress()
            attempt = Task {
                await finish { (access, vault) async throws(VaultError) in
                    try await access.unlock(vault, recoveryCode: code, keepsKey: false)
                }
            }
        } catch {
            show(problem: error.sentence)
        }
    }

    /// A derivation cannot be stopped; what comes of it is thrown away when the person has left meanwhile, and its key,
    /// which nobody holds any more, is zeroed.
    private func finish(
        _ unlock: (VaultAccess, LockedVault) async throws(VaultError) -> UnlockedVault
    ) async {
        do throws(VaultError) {
            let vault = try await unlock(access, vault)
            if Task.isCancelled { return }
            await access.keep(vault, verifying: true)
            if Task.isCancelled { return }
            WorkAfterAnswer.begin { [access] in await access.tidy(vault) }
            attempt = nil
            looking?.cancel()
            unlocked(vault, true)
        } catch {
            if Task.isCancelled { return }
            attempt = nil
            show(problem: error.sentence)
        }
    }

    private func show(problem: String?) {
        var elements = [Sheet.Element(Self.reasonText, .text(Sheet.Text(reason)))]
        if let problem { elements.append(Sheet.Element(Self.problem, .message(Sheet.Message(.error, problem)))) }
        // Two fields, so that what was typed into one never stands in the other.
        let field = usesRecoveryCode ? Self.code : Self.passphrase
        elements += [
            Sheet.Element(
                field, .secureField(Sheet.SecureField(label: usesRecoveryCode ? "Recovery code" : "Passphrase"))),
            Sheet.Element(Self.unlock, .button(Sheet.Button(title: purpose.buttonTitle, role: .default))),
            Sheet.Element(
                Self.other,
                .button(Sheet.Button(title: usesRecoveryCode ? "Use the Passphrase" : "Forgot the Passphrase?"))),
        ]
        sheet = Sheet(title: purpose.title, elements: elements, defaultButton: Self.unlock, focus: field)
    }

    /// The field stays, so that nothing jumps, and the button waits.
    private func showProgress() {
        sheet?[Self.problem] = nil
        sheet?[Self.unlock] = .button(Sheet.Button(title: purpose.buttonTitle, role: .default, isEnabled: false))
        sheet?[Self.other] = nil
        sheet?[Self.progress] = .progress(Sheet.Progress(label: purpose.progressLabel))
        sheet?.focus = nil
    }

    private static let reasonText: ElementIdentifier = "reason"
    private static let problem: ElementIdentifier = "problem"
    static let passphrase: ElementIdentifier = "passphrase"
    static let code: ElementIdentifier = "recovery-code"
    static let unlock: ElementIdentifier = "unlock"
    static let other: ElementIdentifier = "other"
    private static let progress: ElementIdentifier = "progress"
}

extension UnlockViewController.Purpose {
    fileprivate var title: String {
        switch self {
        case .unlock: "Unlock the Vault"
        case .verify: "Confirm That It Is You"
        }
    }

    fileprivate var buttonTitle: String {
        switch self {
        case .unlock: "Unlock"
        case .verify: "Confirm"
        }
    }

    fileprivate var progressLabel: String {
        switch self {
        case .unlock: "Unlocking…"
        case .verify: "Checking…"
        }
    }
}
