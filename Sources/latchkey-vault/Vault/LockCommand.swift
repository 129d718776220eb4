import ArgumentParser
import LatchkeyTerminal
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault lock`: has the agent forget the vault's key.
struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Locks the vault.")

    func run() async throws {
        let session = try await VaultSession.open()
        if let problem = session.agentProblem, session.agentIsStrange {
            throw CommandError("the agent could not be asked to forget the key: \(problem.message)", hint: problem.hint)
        }
        // Without an agent no key is kept.
        do {
            try await session.access.lock()
        } catch let error as RemoteError where error.reason == .storeDisabled {
            // With the provider off no key is kept.
        }
        if case .unlocked = try await session.access.state(renewing: false) {
            throw CommandError("the agent did not forget the vault's key", hint: "run \"latchkey doctor\"")
        }
        VaultProgram.console.note("the vault is locked")
    }
}
