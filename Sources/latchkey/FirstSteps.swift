import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeySystem
import LatchkeyWire

/// What is still to be done before any page can have logins, as an error whose hint is the command that does it.
enum FirstSteps {
    /// Nothing where a provider is on and has somewhere to keep logins.
    static func missing(over agent: AgentClient) async throws -> CommandError? {
        let providers = try await agent.call(ListProviders.self, Empty()).providers
        return missing(among: providers) ?? missingVault(among: providers)
    }

    /// Nothing where a provider is on.
    static func missing(among providers: [ProviderDescription]) -> CommandError? {
        guard !providers.contains(where: { $0.isEnabled && !$0.hasChanged }) else { return nil }
        if let changed = providers.first(where: { $0.isEnabled && $0.problems.isEmpty }) {
            return CommandError(
                "\(changed.name) is not the program that was turned on", hint: enabling(changed), status: .nothingFound)
        }
        if let off = providers.first(where: { $0.problems.isEmpty }) {
            return CommandError("no provider is on", hint: enabling(off), status: .nothingFound)
        }
        return CommandError(
            providers.isEmpty ? "no provider is installed" : "no installed provider can be turned on",
            hint: ProviderPlaces.hint, status: .nothingFound)
    }

    private static func enabling(_ provider: ProviderDescription) -> String {
        "run \"latchkey providers enable \(provider.id)\""
    }

    /// Our own provider alone is on, and its vault was never made.
    private static func missingVault(among providers: [ProviderDescription]) -> CommandError? {
        guard providers.filter(\.isEnabled).map(\.id.rawValue) == [vaultProvider], isVaultMissing else { return nil }
        return CommandError("there is no vault yet", hint: "run \"latchkey-vault create\"", status: .nothingFound)
    }

    /// Whether our own vault is one that this person uses, or could begin with.
    static func isVaultWanted(among providers: [ProviderDescription]) -> Bool {
        let enabled = providers.filter(\.isEnabled)
        return enabled.isEmpty || enabled.contains { $0.id.rawValue == vaultProvider }
    }

    /// Whether our own vault was never made; looks for its file alone.
    static var isVaultMissing: Bool {
        guard let identifier = try? ProviderIdentifier(vaultProvider),
            let container = try? AgentSession.locations().container(of: identifier)
        else { return false }
        return !FileManager.default.fileExists(atPath: container + "/groups/org.latchkey.vault/vault.sqlite")
    }

    static let vaultProvider = "org.latchkey.vault.provider"
}
