package import LatchkeyCore
package import LatchkeyWire

/// What it takes to start one provider process.
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

/// Starts provider processes; the sandbox is its business.
package protocol ProviderLauncher: Sendable {
    /// - Throws: ``RemoteError/Reason/providerUnusable`` with what a person can do about it.
    func launch(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess
    /// The first shared library that the executable cannot load inside the sandbox; `nil` when none is missing.
    func missingLibrary(of executable: String, in bundle: String) async -> String?
}

/// A provider process that the agent started, and so knows.
package protocol ProviderProcess: Sendable {
    var processIdentifier: Int32 { get }
    var connection: any Connection { get }
    /// Waits until the process has ended. Any number of callers.
    func waitForEnd() async -> ProviderDeath
    /// Ends the process and everything that it started, at once. Safe after its end.
    func kill() async
}
