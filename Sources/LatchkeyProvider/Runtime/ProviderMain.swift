public import AuthenticationServices
import Foundation
import LatchkeyClient
import LatchkeySystem
import LatchkeyWire

/// A provider's `main`, in one line: `await ProviderMain.run { CredentialProviderViewController() }`.
///
/// The agent starts the process for one request, hands it a socket as standard input, and ends it after the answer.
public enum ProviderMain {
    /// Answers the request that the agent started this process for, and ends the process.
    ///
    /// The calling thread runs the main run loop until the process ends. It must be the main thread, so call this before
    /// any other `await`.
    ///
    /// - Parameter makeController: Makes the controller that `NSExtensionPrincipalClass` names on Apple's systems.
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

    /// Not in an asynchronous function, where Foundation forbids both calls.
    private static var isMainThread: Bool { Thread.isMainThread }

    /// Serves the main thread's run loop, its dispatch queue and the main actor.
    ///
    /// An asynchronous `main` that suspends ends its thread instead. The main queue would be served by changing threads,
    /// without a run loop: no timer fires, and waiting for the main queue on the main actor deadlocks.
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

    /// The same for a controller that a storyboard would make: through `init(coder:)`.
    public static func run(_ controller: ASCredentialProviderViewController.Type) async -> Never {
        await run(preparing: controller as? any ProcessPreparing.Type) {
            guard let made = controller.init(coder: EmptyCoder()) else {
                preconditionFailure("\(controller) gave nothing from init(coder:)")
            }
            return made
        }
    }

    private static func serve(
        _ makeController: @escaping @MainActor () -> ASCredentialProviderViewController,
        preparing type: (any ProcessPreparing.Type)?
    ) async throws {
        // Before anything secret is in memory: other programs of this user may not look into it.
        try ProcessHardening.apply(environment: ProcessInfo.processInfo.environment)
        let connection = try await SocketConnection.adopt(FileHandle.standardInput.fileDescriptor)
        let runtime = await ProviderRuntime(note: note, makeController: makeController)
        let peer = Peer(connection: LifeLine(connection: connection), methods: runtime.methods())
        await runtime.connect(to: peer)
        let link = AgentLink(peer: peer)
        ProcessLink.install(link, container: ProcessInfo.processInfo.environment["HOME"] ?? "/")
        ASCredentialIdentityStore.shared.install(AgentIdentityStore(link: link))
        Task { await Rehearsal.runAhead(preparing: type) }
        try await peer.run()
    }

    /// Says something on stderr, which the agent keeps in its log.
    @Sendable private static func note(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

/// The agent's line, with which the process ends.
///
/// A provider may be in the middle of something that nobody can interrupt. Without its line nothing of it reaches
/// anybody, and an agent that was killed can end nobody any more.
private struct LifeLine: Connection {
    let connection: SocketConnection

    func send(_ payload: [UInt8]) async throws { try await connection.send(payload) }

    func receive() async throws -> [UInt8]? {
        // At once: what is to be done at an orderly exit could wait for a provider that is busy.
        guard let payload = try await connection.receive() else { _exit(0) }
        return payload
    }

    func close() async { await connection.close() }
}
