import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// What is still to be done before any page can have logins, as an error whose hint is the command that does it.
enum FirstSteps {
    /// Nothing where a provider is on and has somewhere to keep logins.
    static func missing(over agent: AgentClient) async throws -> CommandError? {
        let providers = try await agent.call(ListProviders.self, Empty()).providers
        if let missing = missing(among: providers) { return missing }
        return missingVault(among: providers, try await vaultReport(over: agent))
    }

    /// Nothing where a provider is on.
    static func missing(among providers: [ProviderDescription]) -> CommandError? {
        guard !providers.contains(where: { $0.isEnabled && !$0.hasChanged }) else { return nil }
        if let changed = providers.first(where: { $0.isEnabled && $0.problems.isEmpty }) {
            return CommandError(
                "\(changed.path) has changed since it was enabled", hint: enabling(changed), status: .nothingFound)
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

    /// Our own provider is on, and its vault is lost; or it alone is on, and its vault was never made.
    private static func missingVault(
        among providers: [ProviderDescription], _ report: VaultFileReport?
    ) -> CommandError? {
        let enabled = providers.filter(\.isEnabled).map(\.id.rawValue)
        guard let report, enabled.contains(vaultProvider) else { return nil }
        if report.isFault { return CommandError(report.sentence, hint: report.hint) }
        guard report.isNew, enabled == [vaultProvider] else { return nil }
        return CommandError(report.sentence, hint: report.hint, status: .nothingFound)
    }

    /// Whether our own vault is one that this person uses, or could begin with.
    static func isVaultWanted(among providers: [ProviderDescription]) -> Bool {
        let enabled = providers.filter(\.isEnabled)
        return enabled.isEmpty || enabled.contains { $0.id.rawValue == vaultProvider }
    }

    /// What the file of our own vault looks like; it is not opened as a vault.
    static var vaultReport: VaultFileReport? {
        guard let identifier = try? ProviderIdentifier(vaultProvider), let locations = try? AgentSession.locations()
        else { return nil }
        return VaultFileReport(locations: locations, provider: identifier)
    }

    /// The same, knowing whether the agent has suggestions that an older vault has written.
    static func vaultReport(over agent: AgentClient) async throws -> VaultFileReport? {
        guard var report = vaultReport else { return nil }
        if report.isNew {
            let found = try await agent.call(SearchLogins.self, SearchLogins.Parameters(text: ""))
            report.hasSuggestions = found.logins.contains { $0.provider.rawValue == vaultProvider }
        }
        return report
    }

    /// Says on stderr what is wrong with the vault that logins were suggested from.
    static func warnOfVault(behind suggestions: [Suggestion]) {
        guard suggestions.contains(where: { $0.provider.rawValue == vaultProvider }), var report = vaultReport else {
            return
        }
        report.hasSuggestions = true
        guard report.isFault else { return }
        Latchkey.console.note("warning: \(report.sentence)")
        Latchkey.console.note("hint: \(report.hint)")
    }

    static let vaultProvider = "org.latchkey.vault.provider"
}
