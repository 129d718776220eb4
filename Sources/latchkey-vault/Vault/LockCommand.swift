import ArgumentParser
import LatchkeyTerminal
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault lock`: removes the vault's key from the agent's keychain.
struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Locks the vault.")

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let session = try await VaultSession.open()
        if let problem = session.agentProblem, session.agentIsStrange {
            throw CommandError("the agent may still have the vault's key: \(problem.message)", hint: problem.hint)
        }
        // Without an agent, no key is stored anywhere.
        do {
            try await session.access.lock()
        } catch let error as RemoteError where error.reason == .storeDisabled {
            // The agent stores no key for a disabled provider.
        }
        if case .unlocked = try await session.access.state(renewing: false) {
            throw CommandError("the agent still has the vault's key", hint: "run \"latchkey doctor\"")
        }
        if json { try VaultProgram.console.print(json: LockStateOutput(autoLockMinutes: nil)) }
        VaultProgram.console.note("the vault is locked")
    }
}
