import LatchkeyWire
import Synchronization

/// A controller whose process can do something before its request comes.
///
/// The agent may start a process ahead, when a request is likely. What is done here once, such as loading a table, is
/// done while nobody waits. There is no request yet, and there may never be one: change nothing, and ask for nothing.
public protocol ProcessPreparing: SendableMetatype {
    static func prepareProcess() async
}

/// Goes through a made-up request, from the agent's message to the answer, while the process waits for its own.
///
/// A process has one request, so that everything in it is done for the first time, and the first message costs a
/// multiple of the second.
enum Rehearsal {
    /// How long a process waits before it takes itself for one that was started ahead.
    static let patience = Duration.milliseconds(10)

    /// Rehearses and prepares, unless the request is there already.
    static func runAhead(preparing type: (any ProcessPreparing.Type)?) async {
        guard (try? await Task.sleep(for: patience)) != nil, ProcessLink.context == nil else { return }
        _ = try? await run()
        await type?.prepareProcess()
    }

    /// - Returns: The made-up answer, as the made-up agent has got it.
    static func run() async throws -> ProviderAnswer {
        let (left, right) = InnerLine.pair()
        var agentsMethods = MethodTable()
        agentsMethods.on(GetKeychainItem.self) { _ in GetKeychainItem.Result(value: nil, expiresIn: 1) }
        let agent = Peer(connection: left, methods: agentsMethods)
        let asking = Holder()
        var methods = MethodTable()
        methods.on(PerformRequest.self) { parameters in
            guard case .provideWithoutUserInteraction(let identity) = parameters.request, identity.appleRequest != nil
            else { return .other("rehearsal") }
            let question = GetKeychainItem.Parameters(account: "", renews: false)
            _ = try await asking.peer?.call(GetKeychainItem.self, question)
            return .password(user: identity.user, password: "", git: nil)
        }
        let provider = Peer(connection: right, methods: methods)
        asking.hold(provider)
        let lines = [Task { try await agent.run() }, Task { try await provider.run() }]
        defer { for line in lines { line.cancel() } }
        let answer = try await agent.call(PerformRequest.self, try request)
        await agent.close()
        return answer
    }

    private static var request: PerformRequest.Parameters {
        get throws {
            PerformRequest.Parameters(
                provider: try ProviderIdentifier("rehearsal"),
                request: .provideWithoutUserInteraction(
                    CredentialIdentity(
                        kind: .password,
                        serviceIdentifier: ServiceIdentifier(type: .url, identifier: "https://rehearsal.invalid"),
                        user: "nobody", recordIdentifier: "0", rank: 1)),
                context: RequestContext(
                    program: "rehearsal", topLevelOrigin: "https://rehearsal.invalid",
                    frameOrigin: "https://rehearsal.invalid", isSecure: true, grade: .exact, language: "C",
                    git: GitContext(target: GitTarget(protocol: "https", host: "rehearsal.invalid"))))
        }
    }
}

/// Breaks the circle between a line and what is called back over it.
private final class Holder: Sendable {
    private let held = Mutex<Peer?>(nil)

    var peer: Peer? { held.withLock { $0 } }
    func hold(_ peer: Peer) { held.withLock { $0 = peer } }
}

/// One end of a line inside the process.
private struct InnerLine: Connection {
    private let incoming: AsyncStream<[UInt8]>
    private let outgoing: AsyncStream<[UInt8]>.Continuation
    private let ownEnd: AsyncStream<[UInt8]>.Continuation

    static func pair() -> (InnerLine, InnerLine) {
        let (left, right) = (AsyncStream<[UInt8]>.makeStream(), AsyncStream<[UInt8]>.makeStream())
        return (
            InnerLine(incoming: left.stream, outgoing: right.continuation, ownEnd: left.continuation),
            InnerLine(incoming: right.stream, outgoing: left.continuation, ownEnd: right.continuation)
        )
    }

    func send(_ payload: [UInt8]) async throws { outgoing.yield(payload) }

    func receive() async throws -> [UInt8]? {
        // There is one reader, and iterators share what is left.
        var rest = incoming.makeAsyncIterator()
        return await rest.next()
    }

    func close() async {
        outgoing.finish()
        ownEnd.finish()
    }
}
