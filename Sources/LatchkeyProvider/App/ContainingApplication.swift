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
    /// - Parameters:
    ///   - provider: The provider's `CFBundleIdentifier`.
    ///   - program: The name that the program gives the agent.
    ///   - homeIsContainer: Whether to restart the program with the container as its `HOME`, as in the provider's own
    ///     process. `UserDefaults(suiteName:)` then uses the same file in both. The user's files need absolute paths.
    ///     Make this call first, since everything before it runs twice.
    /// - Throws: The reason why the agent cannot be reached or started. The container is available nevertheless, unless
    ///   it is the container that cannot be used. The store and the keychain are not.
    public static func connect(as provider: String, program: String, homeIsContainer: Bool = false) async throws {
        let provider = try ProviderIdentifier(provider)
        var environment = ProcessInfo.processInfo.environment
        let wasRestarted = environment[homeVariable] != nil
        if let home = environment.removeValue(forKey: homeVariable) { environment["HOME"] = home }
        let locations = try Locations(environment: environment)
        let container = locations.container(of: provider)
        try PrivateFolder.ensure(container)
        if homeIsContainer && !wasRestarted {
            let moved = ["HOME": container, homeVariable: locations.home]
            try CurrentProcess.restart(with: environment.merging(moved) { _, new in new })
        }
        ProcessLink.install(container: container)
        let client = try await AgentClient.connect(
            locations: locations, environment: environment,
            as: ClientDescription(program: program, environment: environment, showsSheets: false),
            role: .containingApp)
        let link = AgentLink(client: client, provider: provider, tokenPath: container + "/.latchkey-token")
        ProcessLink.install(link, container: container)
        ASCredentialIdentityStore.shared.install(AgentIdentityStore(link: link))
    }

    /// The agent's data about a site, the same for every provider.
    ///
    /// - Returns: `nil` without an agent, or if there are no data for this URL.
    package static func quirks(of url: String) async -> QuirksOfSite.Result? {
        try? await ProcessLink.current?.callUnknown(QuirksOfSite.self, QuirksOfSite.Parameters(url: url))
    }

    /// The environment variable with the user's home, in a program whose `HOME` is the container.
    private static let homeVariable = "LATCHKEY_USER_HOME"
}
