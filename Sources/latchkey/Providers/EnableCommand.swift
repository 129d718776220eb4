import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey providers enable`: shows what is turned on, pins it, and lets it introduce itself.
struct EnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Turns a provider on, after showing what it is.")

    @OptionGroup var named: OneProvider

    @Flag(help: "Turns it on without asking.")
    var yes = false

    @Flag(inversion: .prefixedNo, help: "Shows the provider's settings afterwards, where it has any.")
    var configure = true

    func run() async throws {
        let provider = try named.identifier
        let agent = try await AgentSession.connect(showsSheets: true)
        let wantsConfiguration = try await enable(provider, over: agent)
        Latchkey.console.note("\(provider) is on")
        if wantsConfiguration { try await showSettings(of: provider, over: agent) }
        await agent.close()
    }

    private func enable(_ provider: ProviderIdentifier, over agent: AgentClient) async throws -> Bool {
        do {
            let parameters = EnableProvider.Parameters(provider: provider)
            return try await agent.call(EnableProvider.self, parameters).wantsConfiguration
        } catch let error as RemoteError where error.reason == .unknownProvider {
            throw ProviderPlaces.missing(provider, among: try await agent.call(ListProviders.self, Empty()).providers)
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            guard let digest = error.details?["digest"], let path = error.details?["path"] else { throw error }
            Latchkey.console.note("\(provider) is \(path)")
            Latchkey.console.note("its SHA-256 is \(digest)")
            if !yes {
                try await AgentSession.confirm(
                    "it will be able to answer for your logins",
                    unasked: "\(provider) is off still: turning it on needs a yes, and there is no terminal to ask on",
                    elsewhere:
                        "run \"latchkey providers enable --yes \(provider)\" if that is the program that you want")
            }
            let parameters = EnableProvider.Parameters(provider: provider, confirmedDigest: digest)
            return try await agent.call(EnableProvider.self, parameters).wantsConfiguration
        }
    }

    private func showSettings(of provider: ProviderIdentifier, over agent: AgentClient) async throws {
        guard configure && AgentSession.isOnTerminal else {
            Latchkey.console.note(
                "its settings were not shown; run \"latchkey providers configure \(provider)\" on a terminal to see them"
            )
            return
        }
        do {
            _ = try await agent.call(ConfigureProvider.self, ProviderParameters(provider: provider))
        } catch let error as RemoteError where error.reason == .userCanceled {
            // Leaving the settings leaves the provider on, as on Apple's systems.
        }
    }
}
