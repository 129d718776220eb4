import ArgumentParser
import LatchkeyClient
import LatchkeySystem
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey providers enable`: shows the provider's program, confirms and pins it, and opens its settings.
struct EnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enables a provider after showing its program and fingerprint.")

    @OptionGroup var named: OneProvider

    @Flag(help: "Enables it without asking for confirmation.")
    var yes = false

    @Flag(inversion: .prefixedNo, help: "Opens the provider's settings afterwards, if it has any.")
    var configure = true

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let provider = try named.identifier
        let agent = try await AgentSession.connect(showsSheets: true)
        let wantsConfiguration = try await enable(provider, over: agent)
        if json {
            try Latchkey.console.print(json: ProviderOutput(provider: provider.rawValue, state: "enabled"))
        } else {
            Latchkey.console.note("enabled \(provider)")
        }
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
            Latchkey.console.note("provider \(provider): \(path)")
            Latchkey.console.note("fingerprint (SHA-256): \(digest)")
            if !yes {
                try await AgentSession.confirm(
                    "it will be asked for passwords when you fill them", question: "enable it?",
                    unconfirmed: "\(provider) was not enabled: there is no terminal to confirm it on",
                    hint: "run \"latchkey providers enable --yes \(provider)\" if that program is the right one")
            }
            let parameters = EnableProvider.Parameters(provider: provider, confirmedDigest: digest)
            return try await agent.call(EnableProvider.self, parameters).wantsConfiguration
        }
    }

    private func showSettings(of provider: ProviderIdentifier, over agent: AgentClient) async throws {
        guard configure && AgentSession.isOnTerminal else {
            Latchkey.console.note("optional settings: run \"latchkey providers configure \(provider)\" on a terminal")
            return
        }
        if provider.rawValue == FirstSteps.vaultProvider, let report = FirstSteps.vaultReport, report.isNew {
            // Its settings would only create the vault, which the command does without a sheet.
            return Latchkey.console.note("next step: \(report.hint)")
        }
        // The sheet opens without a question, so keys typed before are not for it.
        AgentSession.discardTypedAhead()
        do {
            _ = try await agent.call(ConfigureProvider.self, ProviderParameters(provider: provider))
        } catch let error as RemoteError where error.reason == .userCanceled {
            // The provider stays enabled if the user cancels its settings, as on Apple's systems.
        }
    }
}
