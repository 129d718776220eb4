package import LatchkeyCore
package import LatchkeyWire

/// The parameters for starting a provider process.
package struct ProviderLaunch: Hashable, Sendable {
    package var provider: ProviderIdentifier
    package var name: String
    /// The bundle's folder, read-only in the sandbox.
    package var bundle: String
    package var executable: String
    /// The only folder that the provider can write.
    package var container: String
    package var isDebugging: Bool

    package init(
        provider: ProviderIdentifier, name: String, bundle: String, executable: String, container: String,
        isDebugging: Bool
    ) {
        self.provider = provider
        self.name = name
        self.bundle = bundle
        self.executable = executable
        self.container = container
        self.isDebugging = isDebugging
    }
}

/// Starts provider processes in their sandbox.
package protocol ProviderLauncher: Sendable {
    /// - Throws: ``RemoteError/Reason/providerUnusable`` with a hint for the user.
    func launch(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess
    /// The first shared library that the executable cannot load inside the sandbox; `nil` if none is missing.
    func missingLibrary(of executable: String, in bundle: String) async -> String?
}

/// A provider process that the agent started.
package protocol ProviderProcess: Sendable {
    var processIdentifier: Int32 { get }
    var connection: any Connection { get }
    /// Waits until the process has ended; several callers can wait.
    func waitForEnd() async -> ProviderDeath
    /// Kills the process and its descendants; does nothing after its end.
    func kill() async
}
