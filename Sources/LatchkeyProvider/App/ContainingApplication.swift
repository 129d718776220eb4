import AuthenticationServices
import Foundation
import LatchkeyClient
import LatchkeySystem
package import LatchkeyWire

/// A provider's own program: what shares the provider's container, identity store and keychain outside the sandbox.
///
/// On Apple's systems the entitlement ties an app to its extension. Here it is a token that the agent writes into the
/// provider's container when the provider is turned on, which no other provider can read.
public enum ContainingApplication {
    /// Makes this process the provider's app: `ASCredentialIdentityStore.shared`, ``Keychain/shared`` and
    /// `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)` are the provider's from here on.
    ///
    /// With `homeIsContainer` the program starts anew with the container as its `HOME`, as it is in the provider's own
    /// process, so that `UserDefaults(suiteName:)` reads and writes the same file in both. Files of the person are then
    /// reached by whole paths only. Call it first thing: what ran before runs again.
    ///
    /// Succeeds also while the provider is off; then the store says that it is disabled.
    ///
    /// - Throws: What keeps the agent from being reached or started. The container is there nevertheless, unless it is
    ///   the container that was refused; store and keychain are not.
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

    /// What the agent knows of a site, whichever provider asks.
    ///
    /// - Returns: Nothing where there is no agent, or where the site has no address that one could have.
    package static func quirks(of url: String) async -> QuirksOfSite.Result? {
        try? await ProcessLink.current?.callUnknown(QuirksOfSite.self, QuirksOfSite.Parameters(url: url))
    }

    /// The person's own home, in a program whose `HOME` is the container.
    private static let homeVariable = "LATCHKEY_USER_HOME"
}
