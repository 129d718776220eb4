import ArgumentParser
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyWire

/// `latchkey providers enable`: shows what is turned on, pins it, and lets it introduce itself.
struct EnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Turns a provider on, after showing what it is.")

    @Argument(help: "The provider's identifier.")
    var provider: String

    @Flag(help: "Turns it on without asking.")
    var yes = false

    @Flag(inversion: .prefixedNo, help: "Shows the provider's settings afterwards, where it has any.")
    var configure = true

    func run() async throws {
        let identifier = try Providers.identifier(provider)
        let agent = try await AgentSession.connect(showsSheets: true)
        let wantsConfiguration = try await enable(identifier, over: agent)
        Latchkey.console.note("\(identifier) is on")
        if wantsConfiguration && configure && AgentSession.isOnTerminal {
            do {
                _ = try await agent.call(ConfigureProvider.self, ProviderParameters(provider: identifier))
            } catch let error as RemoteError where error.reason == .userCanceled {
                // Leaving the settings leaves the provider on, as on Apple's systems.
            }
        }
        await agent.close()
    }

    private func enable(_ identifier: ProviderIdentifier, over agent: AgentClient) async throws -> Bool {
        do {
            let parameters = EnableProvider.Parameters(provider: identifier)
            return try await agent.call(EnableProvider.self, parameters).wantsConfiguration
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            guard let digest = error.details?["digest"], let path = error.details?["path"] else { throw error }
            Latchkey.console.note("\(identifier) is \(path)")
            Latchkey.console.note("its SHA-256 is \(digest)")
            if !yes { try await AgentSession.confirm("it will be able to answer for your logins") }
            let parameters = EnableProvider.Parameters(provider: identifier, confirmedDigest: digest)
            return try await agent.call(EnableProvider.self, parameters).wantsConfiguration
        }
    }
}
