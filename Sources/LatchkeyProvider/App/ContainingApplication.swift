import AuthenticationServices
import Foundation
import LatchkeyClient
import LatchkeySystem
package import LatchkeyWire

/// Makes a provider's own program share the provider's container, identity store and keychain, outside the sandbox.
///
/// On Apple's systems an entitlement connects an app with its extension. On Linux the agent writes a token into the
/// provider's container when the user enables the provider. Other providers cannot read it.
public enum ContainingApplication {
    /// Makes this process the provider's app.
    ///
    /// `ASCredentialIdentityStore.shared`, ``Keychain/shared`` and
    /// `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)` are then the provider's. The call also
    /// succeeds while the provider is disabled; the store then says that it is disabled.
    ///
    /// `HOME` stays the user's. The provider can write its container, so a program must not read its configuration there.
    ///
    /// - Parameters:
    ///   - provider: The provider's `CFBundleIdentifier`.
    ///   - program: The name that the program gives the agent.
    /// - Throws: The reason why the agent cannot be reached or started. The container is available nevertheless, unless
    ///   it is the container that cannot be used. The store and the keychain are not.
    public static func connect(as provider: String, program: String) async throws {
        let provider = try ProviderIdentifier(provider)
        let environment = ProcessInfo.processInfo.environment
        let locations = try Locations(environment: environment)
        let container = locations.container(of: provider)
        try PrivateFolder.ensure(container)
        ProcessLink.install(container: container)
        let client = try await AgentClient.connect(
            locations: locations, environment: environment,
            as: ClientDescription(program: program, environment: environment, showsSheets: false),
            role: .containingApp)
        install(client, for: provider, container: container)
    }

    /// The same, only if the agent is running, or if systemd's socket starts it; it creates no folders.
    package static func connectIfRunning(as provider: String, program: String) async throws {
        let provider = try ProviderIdentifier(provider)
        let environment = ProcessInfo.processInfo.environment
        let locations = try Locations(environment: environment)
        let container = locations.container(of: provider)
        let client = try await AgentClient.connectIfRunning(
            locations: locations,
            as: ClientDescription(program: program, environment: environment, showsSheets: false),
            role: .containingApp)
        ProcessLink.install(container: container)
        install(client, for: provider, container: container)
    }

    private static func install(_ client: AgentClient, for provider: ProviderIdentifier, container: String) {
        let link = AgentLink(client: client, provider: provider, tokenPath: container + "/.latchkey-token")
        ProcessLink.install(link, container: container)
        ASCredentialIdentityStore.shared.install(AgentIdentityStore(link: link))
    }

    /// Logs that this program has shown or written secrets of its provider; without an agent, nothing is logged.
    package static func log(_ disclosure: LogDisclosure.Parameters) async {
        _ = try? await ProcessLink.current?.call(LogDisclosure.self, disclosure)
    }

    /// The agent's data about a site, the same for every provider.
    ///
    /// - Returns: `nil` without an agent, or if there are no data for this URL.
    package static func quirks(of url: String) async -> QuirksOfSite.Result? {
        try? await ProcessLink.current?.callUnknown(QuirksOfSite.self, QuirksOfSite.Parameters(url: url))
    }
}
