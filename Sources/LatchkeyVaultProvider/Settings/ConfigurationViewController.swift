import Foundation
import LatchkeyProvider
import LatchkeySheet
import LatchkeySystem
import LatchkeyVault

/// The vault's settings; without a vault, making one.
final class ConfigurationViewController: ASViewController {
    private let access: VaultAccess
    private let done: () -> Void
    private var vault: UnlockedVault?
    private(set) var work: Task<Void, Never>?
    /// The last change of how long the key is kept.
    private var keeping: Task<Void, Never>?

    init(access: VaultAccess, done: @escaping () -> Void) {
        self.access = access
        self.done = done
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        title = "Latchkey Vault"
        begin { await self.look() }
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch (event.element, event.action) {
        case (Self.autoLock, .picked(let minutes)): setAutoLock(minutes.rawValue)
        case (Self.waiting, .pressed): begin { await self.askAboutInbox() }
        case (Self.refill, .pressed): begin { await self.refill() }
        case (Self.lock, .pressed): begin { await self.lockVault() }
        case (Self.unlock, .pressed): begin { await self.askForUnlock() }
        case (Self.finished, _): done()
        default: break
        }
    }

    // MARK: What there is to see

    private func look() async {
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
            }
        } catch {
            if let report = access.report(behind: error) { return showProblem(report.text) }
            show(nil, Sheet.Message(.error, error.sentence))
        }
    }

    /// Says why there is nothing to set: the vault is lost or cannot be opened.
    private func showProblem(_ problem: String) {
        contain(MessageViewController(title: "Latchkey Vault", Sheet.Message(.error, problem), close: done))
    }

    /// Turning the provider on is when its suggestions are wanted, so they are written at once.
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
            if let waitingText {
                elements += [
                    Sheet.Element(Self.inbox, .text(Sheet.Text(waitingText))),
                    Sheet.Element(Self.waiting, .button(Sheet.Button(title: "Take In…"))),
                ]
            }
            elements += [
                Sheet.Element(Self.refill, .button(Sheet.Button(title: "Write the Suggestions Again"))),
                Sheet.Element(Self.lock, .button(Sheet.Button(title: "Lock Now"))),
            ]
        }
        elements.append(Sheet.Element(Self.finished, .button(Sheet.Button(title: "Done", role: .default))))
        sheet = Sheet(
            title: "Latchkey Vault", elements: elements, defaultButton: Self.finished, focus: Self.finished)
    }

    /// What lies in the inbox of the unlocked vault: what was put off, or what a later version wrote, or nobody of us.
    private var waitingText: String? {
        guard let inbox = try? vault?.inbox() else { return nil }
        var sentences: [String] = []
        switch inbox.entries.count(where: { $0.proposal.report == nil }) {
        case 0: break
        case 1: sentences.append("One entry waits in the inbox.")
        case let count: sentences.append("\(count) entries wait in the inbox.")
        }
        switch inbox.unreadable.count {
        case 0: break
        case 1: sentences.append("One cannot be read; see “latchkey-vault inbox”.")
        case let count: sentences.append("\(count) cannot be read; see “latchkey-vault inbox”.")
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
            label: "Lock when unused for", options: options, selection: try? ItemIdentifier("\(current)"))
    }

    private static func title(ofMinutes minutes: Int) -> String {
        switch minutes {
        case 1: "1 minute"
        case 60: "1 hour"
        case _ where minutes.isMultiple(of: 60): "\(minutes / 60) hours"
        default: "\(minutes) minutes"
        }
    }

    // MARK: What can be done

    private func setAutoLock(_ text: String) {
        guard let minutes = Int(text), let file = access.file else { return }
        do {
            try file.save(VaultSettings(autoLockMinutes: minutes))
        } catch {
            return show(vault, Sheet.Message(.error, "The setting could not be written."))
        }
        // The key gets its new lifetime, the last that was picked.
        guard let vault else { return }
        keeping = Task { [access, keeping] in
            await keeping?.value
            await access.keep(vault)
        }
    }

    private func refill() async {
        guard let vault else { return }
        show(vault, await write(vault, onlyIfNeeded: false))
    }

    /// Writes the suggestions, and says how that went.
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
            return Sheet.Message(.error, "The suggestions could not be written. Turn the provider on and try again.")
        }
    }

    private func lockVault() async {
        // A key that is being kept for longer would come back after the lock.
        await keeping?.value
        do {
            try await access.lock()
            vault = nil
            show(nil)
        } catch {
            show(vault, Sheet.Message(.error, "The agent could not be asked to forget the key."))
        }
    }

    private func askForUnlock() async {
        do throws(VaultError) {
            guard let locked = try access.open() else { return await look() }
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

    /// Takes in what was saved while the vault was locked, asks about what differs, and comes back to the settings.
    private func askAboutInbox() async {
        guard let vault else { return }
        let questions = InboxQuestions(vault: vault, show: { [weak self] in self?.contain($0) }) { [access] changes in
            WorkAfterAnswer.begin { _ = try? await access.suggestions.follow(changes, of: vault) }
        }
        await questions.takeInAndAsk { await self.opened(vault) }
    }

    private func begin(_ body: @escaping @MainActor () async -> Void) {
        work = Task { await body() }
    }

    /// Shows another controller in the place of the settings, or the settings again.
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
    static let waiting: ElementIdentifier = "take-in"
    static let refill: ElementIdentifier = "refill"
    static let lock: ElementIdentifier = "lock"
    static let unlock: ElementIdentifier = "unlock"
    static let finished: ElementIdentifier = "done"
}
