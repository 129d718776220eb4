import ArgumentParser
import AuthenticationServices
import Foundation
import LatchkeyTerminal
import LatchkeyProvider
import LatchkeyCore
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// A command's access to the vault, and its connection to the agent.
struct VaultSession {
    static let provider = "org.latchkey.vault.provider"
    static let enableCommand = "latchkey providers enable \(provider)"

    let access: VaultAccess
    /// Why the agent cannot be reached; `nil` if it can.
    let agentProblem: CommandError?
    /// Whether an agent answered with an error; it may have the vault's key.
    let agentIsStrange: Bool

    /// Finds the vault and tries to connect to the agent.
    ///
    /// Without the agent, the vault's key cannot be kept and suggestions are not updated.
    static func open() async throws -> VaultSession {
        var cause: (any Error)?
        var isStrange = false
        do {
            try await ContainingApplication.connect(as: provider, program: VaultProgram.console.program)
        } catch {
            isStrange = error is RemoteError || error is WireError
            cause = error
        }
        guard let file = VaultFile.shared else { throw Messages.noFolder(cause) }
        let problem = cause.map { Messages.describe($0) ?? CommandError("the agent cannot be reached: \($0)") }
        return VaultSession(
            access: VaultAccess(file: file, anchors: try anchors()), agentProblem: problem, agentIsStrange: isStrange)
    }

    /// The anchors in the agent's state folder, which are there without the agent, too.
    static func anchors() throws -> VaultAnchors {
        let locations = try Locations(environment: ProcessInfo.processInfo.environment)
        return .file(AnchorFile(locations), provider: try ProviderIdentifier(provider))
    }

    /// Opens the vault without its key.
    ///
    /// - Throws: ``CommandError`` with a hint if there is no vault.
    func lockedVault() async throws -> LockedVault {
        guard let vault = try access.open() else { throw await missingVault() }
        return vault
    }

    /// The error for a vault that was not created yet, or whose file is lost.
    func missingVault() async -> CommandError { Messages.vaultFile(await access.fullReport()) }

    /// Opens the vault with the key in the keychain, a passphrase from a descriptor, or a passphrase from the terminal.
    ///
    /// - Parameter showsInbox: Whether the command itself prints the remaining entries of the inbox.
    func unlockedVault(
        _ options: PassphraseOptions = PassphraseOptions(), showsInbox: Bool = false
    ) async throws -> UnlockedVault {
        switch try await access.state() {
        case .missing: throw await missingVault()
        case .unlocked(let vault): return vault
        case .replaced(let vault, let replaced):
            try await ask(about: replaced, vault)
            return vault
        case .locked(let vault):
            let unlocked = try await options.open(noTerminal: Messages.locked) { passphrase in
                // Only for this command; "unlock" keeps the key for later ones.
                try await access.unlock(vault, passphrase: passphrase, storesKey: false)
            }
            try await check(unlocked)
            try await takeInInbox(of: unlocked, isShown: showsInbox)
            return unlocked
        }
    }

    /// Checks that a vault that was just unlocked is the latest one that Latchkey has seen, or asks about it.
    ///
    /// - Throws: ``CommandError`` if the user does not accept the file, or there is no terminal.
    func check(_ vault: UnlockedVault) async throws {
        if let replaced = try await access.replacement(of: vault) { try await ask(about: replaced, vault) }
    }

    private func ask(about replaced: ReplacedVault, _ vault: UnlockedVault) async throws {
        guard Prompt.terminal != nil else { throw Messages.replacedVault(replaced) }
        try Prompt.show(Messages.replacedVault(replaced).message)
        try await Prompt.confirm("use this file?", unconfirmed: "the vault's file was not accepted")
        await access.accept(vault)
        await noteIfNotAnchored(vault)
    }

    /// Notes that the next program asks about the vault, because its state could not be stored outside of the file.
    func noteIfNotAnchored(_ vault: UnlockedVault) async {
        guard await !access.isAnchored(vault) else { return }
        VaultProgram.console.note(
            "the next command asks about the vault, because its latest state could not be stored")
        VaultProgram.console.hint("run \"latchkey doctor\"")
    }

    /// Updates the suggestions after changes to the vault.
    func follow(_ changes: [Change], of vault: UnlockedVault) async {
        do {
            if try await access.suggestions.follow(changes, of: vault) { return }
            noteSuggestionsNotUpdated()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }

    /// Rebuilds all suggestions.
    func refill(from vault: UnlockedVault) async {
        do {
            if try await access.suggestions.followImport(into: vault) { return }
            noteSuggestionsNotUpdated()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }

    func noteSuggestionsNotUpdated() {
        if let agentProblem {
            VaultProgram.console.note("suggestions not updated yet: \(agentProblem.message)")
        } else {
            VaultProgram.console.note("to get suggestions, enable the provider: run \"\(Self.enableCommand)\"")
        }
    }
}
