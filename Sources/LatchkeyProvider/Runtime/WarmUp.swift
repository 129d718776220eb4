import LatchkeyWire
import Synchronization

/// A controller whose process can prepare before its request arrives.
///
/// The agent may start a process before a likely request. Work that is needed once, such as loading a table, can then
/// be done before a user waits.
public protocol ProcessPreparing: SendableMetatype {
    /// Prepares the process; called at most once, before the request or while it runs.
    ///
    /// The request may never arrive: make no changes, and request nothing from the agent.
    static func prepareProcess() async
}

/// Runs a fictitious request in a process that waits for its own, from the agent's message to the answer.
///
/// A process has only one request, and the first message takes several times as long as the second.
enum WarmUp {
    /// How long a process waits for its request before it warms up.
    static let delay = Duration.milliseconds(10)

    /// Runs the fictitious request and prepares the process, unless the request has arrived.
    static func runAhead(preparing type: (any ProcessPreparing.Type)?) async {
        guard (try? await Task.sleep(for: delay)) != nil, ProcessLink.context == nil else { return }
        _ = try? await run()
        await type?.prepareProcess()
    }

    /// Sends a fictitious request over a connection within the process.
    ///
    /// - Returns: The answer, as the fictitious agent received it.
    static func run() async throws -> ProviderAnswer {
        let (left, right) = InProcessConnection.pair()
        var agentMethods = MethodTable()
        agentMethods.on(GetKeychainItem.self) { _ in GetKeychainItem.Result(value: nil, expiresIn: 1) }
        agentMethods.on(GetAnchor.self) { _ in GetAnchor.Result() }
        let agent = Peer(connection: left, methods: agentMethods)
        let providerReference = PeerReference()
        var methods = MethodTable()
        methods.on(PerformRequest.self) { parameters in
            guard case .provideWithoutUserInteraction(let identity) = parameters.request, identity.appleRequest != nil
            else { return .other("warm-up") }
            let question = GetKeychainItem.Parameters(account: "", renews: false)
            _ = try await providerReference.peer?.call(GetKeychainItem.self, question)
            _ = try await providerReference.peer?.call(GetAnchor.self, Empty())
            return .password(user: identity.user, password: "", git: nil)
        }
        let provider = Peer(connection: right, methods: methods)
        providerReference.set(provider)
        let tasks = [Task { try await agent.run() }, Task { try await provider.run() }]
        defer { for task in tasks { task.cancel() } }
        let answer = try await agent.call(PerformRequest.self, try request)
        await agent.close()
        return answer
    }

    private static var request: PerformRequest.Parameters {
        get throws {
            PerformRequest.Parameters(
                provider: try ProviderIdentifier("warm-up"),
                request: .provideWithoutUserInteraction(
                    CredentialIdentity(
                        kind: .password,
                        serviceIdentifier: ServiceIdentifier(type: .url, identifier: "https://warm-up.invalid"),
                        user: "warm-up", recordIdentifier: "0", rank: 1)),
                context: RequestContext(
                    program: "warm-up", topLevelOrigin: "https://warm-up.invalid",
                    frameOrigin: "https://warm-up.invalid", isSecure: true, grade: .exact, language: "C",
                    git: GitContext(target: GitTarget(protocol: "https", host: "warm-up.invalid"))))
        }
    }
}

/// Lets a peer's methods call the peer, which is made after them.
private final class PeerReference: Sendable {
    private let value = Mutex<Peer?>(nil)

    var peer: Peer? { value.withLock { $0 } }
    func set(_ peer: Peer) { value.withLock { $0 = peer } }
}

/// One end of a connection within the process.
private struct InProcessConnection: Connection {
    private let incoming: AsyncStream<[UInt8]>
    private let outgoing: AsyncStream<[UInt8]>.Continuation
    private let ownEnd: AsyncStream<[UInt8]>.Continuation

    static func pair() -> (InProcessConnection, InProcessConnection) {
        let (left, right) = (AsyncStream<[UInt8]>.makeStream(), AsyncStream<[UInt8]>.makeStream())
        return (
            InProcessConnection(incoming: left.stream, outgoing: right.continuation, ownEnd: left.continuation),
            InProcessConnection(incoming: right.stream, outgoing: left.continuation, ownEnd: right.continuation)
        )
    }

    func send(_ payload: [UInt8]) async throws { outgoing.yield(payload) }

    func receive() async throws -> [UInt8]? {
        // A new iterator continues where the previous one stopped.
        var iterator = incoming.makeAsyncIterator()
        return await iterator.next()
    }

    func close() async {
        outgoing.finish()
        ownEnd.finish()
    }
}
