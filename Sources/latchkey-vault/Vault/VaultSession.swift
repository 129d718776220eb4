import ArgumentParser
import AuthenticationServices
import LatchkeyTerminal
import LatchkeyProvider
import LatchkeyCore
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// What a command works with: the way to the vault, and whether the agent is there.
struct VaultSession {
    static let provider = "org.latchkey.vault.provider"
    static let enableCommand = "latchkey providers enable \(provider)"

    let access: VaultAccess
    /// Why the agent cannot be reached; nothing where it can.
    let agentProblem: CommandError?
    /// An agent answered, and could not be understood: it may hold the vault's key all the same.
    let agentIsStrange: Bool

    /// Finds the vault, and connects to the agent if that goes.
    ///
    /// The vault is usable without: then its key is kept nowhere, and suggestions wait.
    static func open() async throws -> VaultSession {
        var cause: (any Error)?
        var isStrange = false
        do {
            try await ContainingApplication.connect(as: provider, program: VaultProgram.console.program)
        } catch {
            isStrange = error is RemoteError || error is WireError
            cause = error
        }
        guard let file = VaultFile.shared else { throw Sentences.noFolder(cause) }
        let problem = cause.map { Sentences.describe($0) ?? CommandError("the agent cannot be reached: \($0)") }
        return VaultSession(access: VaultAccess(file: file), agentProblem: problem, agentIsStrange: isStrange)
    }

    /// The vault without its key.
    ///
    /// - Throws: An error with a hint where there is none yet.
    func lockedVault() async throws -> LockedVault {
        guard let vault = try access.open() else { throw await missingVault() }
        return vault
    }

    /// Why there is no vault to open: none was made yet, or its file is lost.
    func missingVault() async -> CommandError { Sentences.vaultFile(await access.fullReport()) }

    /// The vault, opened with the kept key, with a passphrase from a descriptor, or by asking on the terminal.
    ///
    /// - Parameter showsInbox: Whether the command itself shows what stays in the inbox.
    func unlockedVault(
        _ options: PassphraseOptions = PassphraseOptions(), showsInbox: Bool = false
    ) async throws -> UnlockedVault {
        switch try await access.state() {
        case .missing: throw await missingVault()
        case .unlocked(let vault): return vault
        case .locked(let vault):
            let unlocked = try await options.open(nobodyToAsk: Sentences.locked) { passphrase in
                // For this command alone: whoever wants more says unlock.
                try await access.unlock(vault, passphrase: passphrase, keepsKey: false)
            }
            try await takeInInbox(of: unlocked, isShown: showsInbox)
            return unlocked
        }
    }

    /// Brings the suggestions up to date with what a command did.
    func follow(_ changes: [Change], of vault: UnlockedVault) async {
        do {
            if try await access.suggestions.follow(changes, of: vault) { return }
            noteThatSuggestionsWait()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }

    /// Writes the suggestions anew, after a change that may be anything.
    func refill(from vault: UnlockedVault) async {
        do {
            if try await access.suggestions.followImport(into: vault) { return }
            noteThatSuggestionsWait()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }

    func noteThatSuggestionsWait() {
        if let agentProblem {
            VaultProgram.console.note("suggestions wait for the agent: \(agentProblem.message)")
        } else {
            VaultProgram.console.note("suggestions wait until the provider is turned on with \"\(Self.enableCommand)\"")
        }
    }
}
