import AuthenticationServices
import Foundation
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault

/// Asks for the passphrase or the recovery code until one of them opens the vault.
final class UnlockViewController: ASViewController {
    /// Why the sheet asks.
    enum Purpose: Hashable, Sendable {
        /// To unlock the vault; an unlock in another process also ends the sheet.
        case unlock
        /// To verify the user in this sheet, even if the vault is unlocked.
        case verify
    }

    private let purpose: Purpose
    private let vault: LockedVault
    private let access: VaultAccess
    private let reason: String
    /// Receives the vault, and whether the user typed the passphrase or recovery code in this sheet.
    private let unlocked: (UnlockedVault, _ wasTyped: Bool) -> Void
    private var usesRecoveryCode = false
    /// The running key derivation.
    ///
    /// The sheet ignores input until it ends.
    private(set) var attempt: Task<Void, Never>?
    private let pollInterval: Duration
    /// The unlocked vault whose file was replaced, while the sheet asks about it.
    private var replaced: UnlockedVault?
    /// Polls whether another process has unlocked the vault.
    private var polling: Task<Void, Never>?

    /// - Parameters:
    ///   - reason: Why the sheet asks, in one sentence.
    ///   - pollInterval: The time between two checks whether another process has unlocked the vault.
    init(
        _ vault: LockedVault, access: VaultAccess, reason: String, purpose: Purpose = .unlock,
        pollInterval: Duration = .seconds(1),
        unlocked: @escaping (UnlockedVault, _ wasTyped: Bool) -> Void
    ) {
        self.vault = vault
        self.access = access
        self.reason = reason
        self.purpose = purpose
        self.pollInterval = pollInterval
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
        polling = Task { [weak self, pollInterval] in
            while (try? await Task.sleep(for: pollInterval)) != nil, await self?.isStillLocked() == true {}
        }
    }

    /// Completes the sheet if another process has unlocked the vault.
    ///
    /// Does nothing while a typed passphrase is being tried.
    ///
    /// - Returns: Whether to poll again.
    private func isStillLocked() async -> Bool {
        guard attempt == nil, replaced == nil,
            case .unlocked(let vault)? = try? await access.state(renewing: false), attempt == nil, replaced == nil,
            !Task.isCancelled
        else { return !Task.isCancelled }
        unlocked(vault, false)
        return false
    }

    /// Cancels a running attempt: leaving the sheet must not unlock the vault.
    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        attempt?.cancel()
        polling?.cancel()
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard attempt == nil else { return }
        if let replaced {
            if ReplacedVault.isAcceptance(event) { accept(replaced) }
            return
        }
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
                    try await access.unlock(vault, passphrase: secret, storesKey: false)
                }
            }
            return
        }
        do throws(RecoveryCode.Mistake) {
            let code = try RecoveryCode(typed: secret)
            showProgress()
            attempt = Task {
                await finish { (access, vault) async throws(VaultError) in
                    try await access.unlock(vault, recoveryCode: code, storesKey: false)
                }
            }
        } catch {
            show(problem: error.sentence)
        }
    }

    /// Runs an unlock attempt.
    ///
    /// A key derivation cannot be stopped; after a cancellation its key is released and zeroed.
    private func finish(
        _ unlock: (VaultAccess, LockedVault) async throws(VaultError) -> UnlockedVault
    ) async {
        do throws(VaultError) {
            let vault = try await unlock(access, vault)
            if Task.isCancelled { return }
            let replacement = try await access.replacement(of: vault)
            if Task.isCancelled { return }
            if let replacement { return ask(about: replacement, vault) }
            await complete(with: vault)
        } catch {
            if Task.isCancelled { return }
            attempt = nil
            show(problem: error.sentence)
        }
    }

    private func complete(with vault: UnlockedVault) async {
        await access.storeKey(of: vault, verifying: true)
        if Task.isCancelled { return }
        WorkAfterAnswer.begin { [access] in await access.runDeferredWork(in: vault) }
        attempt = nil
        polling?.cancel()
        unlocked(vault, true)
    }

    /// Shows the question in this sheet; its Cancel ends the request.
    private func ask(about replacement: ReplacedVault, _ vault: UnlockedVault) {
        attempt = nil
        replaced = vault
        sheet = replacement.sheet
    }

    private func accept(_ vault: UnlockedVault) {
        replaced = nil
        attempt = Task {
            await access.accept(vault)
            if Task.isCancelled { return }
            await complete(with: vault)
        }
    }

    private func show(problem: String?) {
        var elements = [Sheet.Element(Self.reasonText, .text(Sheet.Text(reason)))]
        if let problem { elements.append(Sheet.Element(Self.problem, .message(Sheet.Message(.error, problem)))) }
        // Two fields, so that text typed for one never appears in the other.
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

    /// Keeps the field and disables the button, so that the layout does not move.
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
