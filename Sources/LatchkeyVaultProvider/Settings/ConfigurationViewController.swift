import AuthenticationServices
import Foundation
import LatchkeyProvider
import LatchkeySheet
import LatchkeySystem
import LatchkeyVault

/// The vault's settings; creates a vault if there is none.
final class ConfigurationViewController: ASViewController {
    private let access: VaultAccess
    private let done: () -> Void
    private var vault: UnlockedVault?
    private(set) var work: Task<Void, Never>?
    /// Stores the key with its latest lifetime.
    private var keyUpdate: Task<Void, Never>?

    init(access: VaultAccess, done: @escaping () -> Void) {
        self.access = access
        self.done = done
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        title = "Latchkey Vault"
        begin { await self.reload() }
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch (event.element, event.action) {
        case (Self.autoLock, .picked(let minutes)): setAutoLock(minutes.rawValue)
        case (Self.processInbox, .pressed): begin { await self.askAboutInbox() }
        case (Self.refill, .pressed): begin { await self.refill() }
        case (Self.lock, .pressed): begin { await self.lockVault() }
        case (Self.unlock, .pressed): begin { await self.askForUnlock() }
        case (Self.finished, _): done()
        default: break
        }
    }

    // MARK: Display

    private func reload() async {
        do throws(VaultError) {
            switch try await access.state() {
            case .missing:
                if let report = await access.fullReport(), !report.isNew { return showProblem(report.text) }
                contain(
                    CreateVaultViewController(access: access) { [self] vault in
                        begin { await self.opened(vault) }
                    })
            case .locked: show(nil)
            case .unlocked(let vault): await opened(vault)
            case .replaced(let vault, let replaced):
                contain(
                    ReplacedVaultViewController(replaced) { [self] in
                        begin {
                            await self.access.accept(vault)
                            await self.opened(vault)
                        }
                    })
            }
        } catch {
            if let report = access.report(behind: error) { return showProblem(report.text) }
            show(nil, Sheet.Message(.error, error.sentence))
        }
    }

    /// Shows a message instead of the settings if the vault is lost or cannot be opened.
    private func showProblem(_ problem: String) {
        contain(MessageViewController(title: "Latchkey Vault", Sheet.Message(.error, problem), close: done))
    }

    /// Shows the settings, and fills the suggestions if the store is empty: users configure a provider they just
    /// enabled.
    private func opened(_ vault: UnlockedVault) async {
        self.vault = vault
        show(vault, await write(vault, onlyIfNeeded: true))
    }

    private func show(_ vault: UnlockedVault?, _ message: Sheet.Message? = nil) {
        contain(nil)
        var elements: [Sheet.Element] = []
        if let message { elements.append(Sheet.Element("message", .message(message))) }
        elements += [
            Sheet.Element("state", .text(Sheet.Text(vault == nil ? "The vault is locked." : "The vault is unlocked."))),
            Sheet.Element(Self.autoLock, .picker(autoLockPicker)),
        ]
        if vault == nil {
            elements.append(Sheet.Element(Self.unlock, .button(Sheet.Button(title: "Unlock…"))))
        } else {
            if let inboxText {
                elements += [
                    Sheet.Element(Self.inbox, .text(Sheet.Text(inboxText))),
                    Sheet.Element(Self.processInbox, .button(Sheet.Button(title: "Review…"))),
                ]
            }
            elements += [
                Sheet.Element(Self.refill, .button(Sheet.Button(title: "Rebuild Suggestions"))),
                Sheet.Element(Self.lock, .button(Sheet.Button(title: "Lock Now"))),
            ]
        }
        elements.append(Sheet.Element(Self.finished, .button(Sheet.Button(title: "Done", role: .default))))
        sheet = Sheet(
            title: "Latchkey Vault", elements: elements, defaultButton: Self.finished, focus: Self.finished)
    }

    /// The state of the unlocked vault's inbox; `nil` if the inbox is empty.
    ///
    /// The inbox has entries that the user postponed, that a newer version wrote, or that cannot be read.
    private var inboxText: String? {
        guard let inbox = try? vault?.inbox() else { return nil }
        var sentences: [String] = []
        // Harmless reports are applied without the user.
        let entries = inbox.entries.filter { entry in
            guard entry.isAuthentic, let report = entry.proposal.report else { return true }
            if case .unusedPassword = report { return true }
            return false
        }
        switch entries.count {
        case 0: break
        case 1: sentences.append("There is one entry in the inbox.")
        case let count: sentences.append("There are \(count) entries in the inbox.")
        }
        switch entries.count(where: { !$0.isAuthentic }) {
        case 0: break
        case 1: sentences.append("One entry cannot be verified.")
        case let count: sentences.append("\(count) entries cannot be verified.")
        }
        switch inbox.unreadable.count {
        case 0: break
        case 1: sentences.append("One entry cannot be read; see “latchkey-vault inbox”.")
        case let count: sentences.append("\(count) entries cannot be read; see “latchkey-vault inbox”.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private var autoLockPicker: Sheet.Picker {
        let current = access.settings.autoLockMinutes
        let options = Set(Self.autoLockChoices + [current]).sorted().compactMap { minutes -> Sheet.Picker.Option? in
            guard let identifier = try? ItemIdentifier("\(minutes)") else { return nil }
            return Sheet.Picker.Option(identifier, title: Self.title(ofMinutes: minutes))
        }
        return Sheet.Picker(
            label: "Lock after inactivity of", options: options, selection: try? ItemIdentifier("\(current)"))
    }

    private static func title(ofMinutes minutes: Int) -> String {
        switch minutes {
        case 1: "1 minute"
        case 60: "1 hour"
        case _ where minutes.isMultiple(of: 60): "\(minutes / 60) hours"
        default: "\(minutes) minutes"
        }
    }

    // MARK: Actions

    private func setAutoLock(_ text: String) {
        guard let minutes = Int(text), let file = access.file else { return }
        do {
            try file.save(VaultSettings(autoLockMinutes: minutes))
        } catch {
            return show(vault, Sheet.Message(.error, "The setting could not be written."))
        }
        // In order, so that the key gets the lifetime picked last.
        guard let vault else { return }
        keyUpdate = Task { [access, keyUpdate] in
            await keyUpdate?.value
            await access.storeKey(of: vault)
        }
    }

    private func refill() async {
        guard let vault else { return }
        show(vault, await write(vault, onlyIfNeeded: false))
    }

    /// Writes the suggestions.
    ///
    /// - Parameter onlyIfNeeded: Skips a store that has them.
    /// - Returns: The message to show, if any.
    private func write(_ vault: UnlockedVault, onlyIfNeeded: Bool) async -> Sheet.Message? {
        do {
            if onlyIfNeeded {
                try await access.suggestions.follow([], of: vault)
                return nil
            }
            try await access.suggestions.refill(from: vault)
            return Sheet.Message(.info, "The suggestions are up to date.")
        } catch let error as VaultError {
            return Sheet.Message(.error, error.sentence)
        } catch {
            return Sheet.Message(.error, "The suggestions could not be written. Enable the provider and try again.")
        }
    }

    private func lockVault() async {
        // A pending key update would store the key again after the lock.
        await keyUpdate?.value
        do {
            try await access.lock()
            vault = nil
            show(nil)
        } catch {
            show(vault, Sheet.Message(.error, "The agent could not be reached, so the vault is still unlocked."))
        }
    }

    private func askForUnlock() async {
        do throws(VaultError) {
            guard let locked = try access.open() else { return await reload() }
            contain(
                UnlockViewController(locked, access: access, reason: "Unlock the vault to see its settings.") {
                    [self] vault, _ in
                    self.vault = vault
                    begin { await self.askAboutInbox() }
                })
        } catch {
            show(nil, Sheet.Message(.error, error.sentence))
        }
    }

    /// Processes the inbox, asks about conflicts, and returns to the settings.
    private func askAboutInbox() async {
        guard let vault else { return }
        let questions = InboxQuestions(vault: vault, show: { [weak self] in self?.contain($0) }) { [access] changes in
            WorkAfterAnswer.begin { _ = try? await access.suggestions.follow(changes, of: vault) }
        }
        await questions.processAndAsk { await self.opened(vault) }
    }

    private func begin(_ body: @escaping @MainActor () async -> Void) {
        work = Task { await body() }
    }

    /// Shows another controller instead of the settings; `nil` removes it.
    private func contain(_ controller: ASViewController?) {
        for child in children {
            child.willMove(toParent: nil)
            child.removeFromParent()
        }
        guard let controller else { return }
        sheet = nil
        title = nil
        addChild(controller)
        controller.didMove(toParent: self)
    }

    private static let autoLockChoices = [1, 5, 15, 30, 60, 240, 480]
    static let autoLock: ElementIdentifier = "auto-lock"
    private static let inbox: ElementIdentifier = "inbox"
    static let processInbox: ElementIdentifier = "take-in"
    static let refill: ElementIdentifier = "refill"
    static let lock: ElementIdentifier = "lock"
    static let unlock: ElementIdentifier = "unlock"
    static let finished: ElementIdentifier = "done"
}
