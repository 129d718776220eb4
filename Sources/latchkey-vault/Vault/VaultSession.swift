import ArgumentParser
import AuthenticationServices
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
        return VaultSession(access: VaultAccess(file: file), agentProblem: problem, agentIsStrange: isStrange)
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
        case .locked(let vault):
            let unlocked = try await options.open(noTerminal: Messages.locked) { passphrase in
                // Only for this command; "unlock" keeps the key for later ones.
                try await access.unlock(vault, passphrase: passphrase, storesKey: false)
            }
            try await takeInInbox(of: unlocked, isShown: showsInbox)
            return unlocked
        }
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
