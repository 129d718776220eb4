import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The next step of the setup, as an error whose hint is the command for it.
enum FirstSteps {
    /// Returns `nil` if a provider is enabled and has a vault.
    static func missing(over agent: AgentClient) async throws -> CommandError? {
        let providers = try await agent.call(ListProviders.self, Empty()).providers
        if let missing = missing(among: providers) { return missing }
        return missingVault(among: providers, try await vaultReport(over: agent))
    }

    /// Returns `nil` if a usable provider is enabled.
    static func missing(among providers: [ProviderDescription]) -> CommandError? {
        guard !providers.contains(where: { $0.isEnabled && !$0.hasChanged }) else { return nil }
        if let changed = providers.first(where: { $0.isEnabled && $0.problems.isEmpty }) {
            return CommandError(
                "\(changed.path) has changed since it was enabled", hint: enabling(changed), status: .nothingFound)
        }
        if let off = providers.first(where: { $0.problems.isEmpty }) {
            return CommandError("no provider is enabled", hint: enabling(off), status: .nothingFound)
        }
        return CommandError(
            providers.isEmpty ? "no provider is installed" : "no installed provider can be enabled",
            hint: ProviderPlaces.hint, status: .nothingFound)
    }

    private static func enabling(_ provider: ProviderDescription) -> String {
        "run \"latchkey providers enable \(provider.id)\""
    }

    /// Returns an error if the vault of our own provider is lost, or if it was not created and no other provider is enabled.
    private static func missingVault(
        among providers: [ProviderDescription], _ report: VaultFileReport?
    ) -> CommandError? {
        let enabled = providers.filter(\.isEnabled).map(\.id.rawValue)
        guard let report, enabled.contains(vaultProvider) else { return nil }
        if report.isFault { return CommandError(report.sentence, hint: report.hint) }
        guard report.isNew, enabled == [vaultProvider] else { return nil }
        return CommandError(report.sentence, hint: report.hint, status: .nothingFound)
    }

    /// Whether our own provider is enabled, or no provider is.
    static func isVaultWanted(among providers: [ProviderDescription]) -> Bool {
        let enabled = providers.filter(\.isEnabled)
        return enabled.isEmpty || enabled.contains { $0.id.rawValue == vaultProvider }
    }

    /// The state of our own vault's file, which is only inspected, not opened.
    static var vaultReport: VaultFileReport? {
        guard let identifier = try? ProviderIdentifier(vaultProvider), let locations = try? AgentSession.locations()
        else { return nil }
        return VaultFileReport(locations: locations, provider: identifier)
    }

    /// The same; without a vault file, it also checks whether the agent has suggestions of an earlier vault.
    static func vaultReport(over agent: AgentClient) async throws -> VaultFileReport? {
        guard var report = vaultReport else { return nil }
        if report.isNew {
            report.hasSuggestions = try await hasSuggestions(over: agent)
        }
        return report
    }

    /// Whether the agent has logins or passkeys of our own provider; a search for logins does not find passkeys.
    private static func hasSuggestions(over agent: AgentClient) async throws -> Bool {
        let found = try await agent.call(SearchLogins.self, SearchLogins.Parameters(text: ""))
        if found.logins.contains(where: { $0.provider.rawValue == vaultProvider }) { return true }
        guard let provider = try? ProviderIdentifier(vaultProvider) else { return false }
        let page = try await agent.call(ListPasskeys.self, ListPasskeys.Parameters(provider: provider, after: nil))
        return !page.passkeys.isEmpty
    }

    /// The error that explains why a page has no suggestions; `nil` if it has no login.
    static func missing(behind result: Suggest.Result, over agent: AgentClient) async throws -> CommandError? {
        if let missing = try await missing(over: agent) { return missing }
        return try await unknownLogins(behind: result, over: agent)
    }

    /// The error if the missing login may be one of a provider whose logins are unknown until it is unlocked.
    ///
    /// The agent names such a provider if identities are kept in memory. Of our own vault, the agent also knows nothing
    /// if it was enabled after the vault was created, and was not unlocked since.
    private static func unknownLogins(
        behind result: Suggest.Result, over agent: AgentClient
    ) async throws -> CommandError? {
        if let first = result.locked?.first { return lockedError(first.provider, first.name) }
        guard let unlocked = result.unlocked, let provider = try? ProviderIdentifier(vaultProvider),
            !unlocked.contains(provider), let report = vaultReport, !report.isNew,
            let vault = result.providers?.first(where: { $0.id == provider }),
            try await !hasSuggestions(over: agent)
        else { return nil }
        return lockedError(provider, vault.name)
    }

    private static func lockedError(_ provider: ProviderIdentifier, _ name: String) -> CommandError {
        CommandError(
            "\(name) is locked, and its logins are not known until it is unlocked",
            hint: provider.rawValue == vaultProvider
                ? "run \"latchkey-vault unlock\"" : "unlock \(name) in its own program",
            status: .locked)
    }

    /// Warns on stderr if the vault behind the suggestions is lost or unusable.
    static func warnOfVault(behind suggestions: [Suggestion]) {
        guard suggestions.contains(where: { $0.provider.rawValue == vaultProvider }), var report = vaultReport else {
            return
        }
        report.hasSuggestions = true
        guard report.isFault else { return }
        Latchkey.console.note("warning: \(report.sentence)")
        Latchkey.console.hint(report.hint)
    }

    static let vaultProvider = "org.latchkey.vault.provider"
}
