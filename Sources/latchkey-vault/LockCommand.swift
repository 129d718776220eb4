import ArgumentParser
import LatchkeyCommandLine
import LatchkeyVaultProvider

/// `latchkey-vault lock`: has the agent forget the vault's key.
struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Locks the vault.")

    func run() async throws {
        let session = try await VaultSession.open()
        // Without an agent no key is kept, and with the provider off neither.
        if session.agentProblem == nil { try? await session.access.lock() }
        if case .unlocked = try await session.access.state() {
            throw CommandError("the agent did not forget the vault's key", hint: "run \"latchkey doctor\"")
        }
        VaultProgram.console.note("the vault is locked")
    }
}
