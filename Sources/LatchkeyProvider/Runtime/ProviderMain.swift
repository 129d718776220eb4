public import AuthenticationServices
import Foundation
import LatchkeyClient
import LatchkeySystem
import LatchkeyWire

/// Runs a provider's process, from its `main`: `await ProviderMain.run { CredentialProviderViewController() }`.
///
/// The agent starts the process for one request, with a socket as standard input, and ends it after the answer.
public enum ProviderMain {
    /// Answers the request for which the agent started this process, and ends the process.
    ///
    /// The main thread runs the main run loop until the process ends. Call this method on it, before any other `await`.
    ///
    /// - Parameter makeController: Makes the controller, the `NSExtensionPrincipalClass` on Apple's systems.
    public static func run(_ makeController: @escaping @MainActor () -> ASCredentialProviderViewController) async
        -> Never
    {
        await run(preparing: nil, makeController)
    }

    private static func run(
        preparing type: (any ProcessPreparing.Type)?,
        _ makeController: @escaping @MainActor () -> ASCredentialProviderViewController
    ) async -> Never {
        guard isMainThread else {
            note("warning: the main thread has ended: ProviderMain.run must come before any other await")
            await answer(makeController, preparing: type)
        }
        Task { await answer(makeController, preparing: type) }
        runMainLoop()
    }

    /// Foundation forbids this call in an asynchronous function.
    private static var isMainThread: Bool { Thread.isMainThread }

    /// Serves the main thread's run loop, its dispatch queue and the main actor.
    ///
    /// An asynchronous `main` that suspends ends its thread. Other threads would then serve the main queue without a
    /// run loop: timers would not fire, and waiting for the main queue on the main actor would deadlock.
    private static func runMainLoop() -> Never {
        while true { RunLoop.main.run() }
    }

    private static func answer(
        _ makeController: @escaping @MainActor () -> ASCredentialProviderViewController,
        preparing type: (any ProcessPreparing.Type)?
    ) async -> Never {
        do {
            try await serve(makeController, preparing: type)
            exit(0)
        } catch {
            note("error: \(error)")
            exit(1)
        }
    }

    /// The same for a controller that a storyboard makes on Apple's systems; its `init(coder:)` must not return `nil`.
    public static func run(_ controller: ASCredentialProviderViewController.Type) async -> Never {
        await run(preparing: controller as? any ProcessPreparing.Type) {
            guard let made = controller.init(coder: EmptyCoder()) else {
                preconditionFailure("\(controller).init(coder:) returned nil")
            }
            return made
        }
    }

    private static func serve(
        _ makeController: @escaping @MainActor () -> ASCredentialProviderViewController,
        preparing type: (any ProcessPreparing.Type)?
    ) async throws {
        // Before any secret is in memory: other programs of the user must not read the process's memory.
        try ProcessHardening.apply(environment: ProcessInfo.processInfo.environment)
        let connection = try await SocketConnection.adopt(FileHandle.standardInput.fileDescriptor)
        let runtime = await ProviderRuntime(note: note, makeController: makeController)
        let peer = Peer(connection: ExitOnDisconnect(connection: connection), methods: runtime.methods())
        await runtime.connect(to: peer)
        let link = AgentLink(peer: peer)
        ProcessLink.install(link, container: ProcessInfo.processInfo.environment["HOME"] ?? "/")
        ASCredentialIdentityStore.shared.install(AgentIdentityStore(link: link))
        Task { await WarmUp.runAhead(preparing: type) }
        try await peer.run()
    }

    /// Writes a line to standard error, which the agent adds to its log.
    @Sendable private static func note(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

/// A connection whose end also ends the process.
///
/// The provider may block, and an agent that was killed cannot stop it.
private struct ExitOnDisconnect: Connection {
    let connection: SocketConnection

    func send(_ payload: [UInt8]) async throws { try await connection.send(payload) }

    func receive() async throws -> [UInt8]? {
        // `_exit` because exit handlers could wait for a busy provider.
        guard let payload = try await connection.receive() else { _exit(0) }
        return payload
    }

    func close() async { await connection.close() }
}
