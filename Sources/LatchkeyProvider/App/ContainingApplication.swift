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
        let app = try Application(of: provider, program: program)
        try PrivateFolder.ensure(app.container)
        ProcessLink.install(container: app.container)
        app.install(
            try await AgentClient.connect(
                locations: app.locations, environment: app.environment, as: app.description, role: .containingApp))
    }

    /// The same, only if the agent is running, or if systemd's socket starts it; it creates no folders.
    package static func connectIfRunning(as provider: String, program: String) async throws {
        let app = try Application(of: provider, program: program)
        app.install(
            try await AgentClient.connectIfRunning(
                locations: app.locations, as: app.description, role: .containingApp))
    }

    /// The identifier, folders and description with which this process connects to the agent.
    private struct Application {
        let provider: ProviderIdentifier
        let environment = ProcessInfo.processInfo.environment
        let locations: Locations
        let container: String
        let description: ClientDescription

        init(of provider: String, program: String) throws {
            self.provider = try ProviderIdentifier(provider)
            locations = try Locations(environment: environment)
            container = locations.container(of: self.provider)
            description = ClientDescription(program: program, environment: environment, showsSheets: false)
        }

        /// Connects `ASCredentialIdentityStore.shared` and ``Keychain/shared`` to the agent.
        func install(_ client: AgentClient) {
            let link = AgentLink(client: client, provider: provider, tokenPath: container + "/.latchkey-token")
            ProcessLink.install(link, container: container)
            ASCredentialIdentityStore.shared.install(AgentIdentityStore(link: link))
        }
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
