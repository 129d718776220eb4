import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyWire

struct Echo: LatchkeyWire.Method {
    static let name = "test.echo"
    struct Parameters: Codable, Hashable, Sendable { var text: String }
    typealias Result = Parameters
}

struct Wait: LatchkeyWire.Method {
    static let name = "test.wait"
    typealias Parameters = Empty
    typealias Result = Empty
}

struct Count: LatchkeyWire.Notification {
    static let name = "test.count"
    struct Parameters: Codable, Hashable, Sendable { var number: Int }
}

extension Peer {
    /// Calls ``Echo`` of the other peer.
    func echo(_ text: String = "") async throws -> String {
        try await call(Echo.self, Echo.Parameters(text: text)).text
    }
}

/// Waits without a time limit until the task is cancelled.
func untilCancelled() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    continuation.finish()
}

/// Runs a body with one end of a connection, on which the test sends raw messages, and with the peer at the other end.
func raw(
    answering table: MethodTable = MethodTable(), _ body: (InMemoryConnection, Peer) async throws -> Void
) async throws {
    let ends = ConnectionPair()
    let peer = Peer(connection: ends.left, methods: table)
    async let running: Void = peer.run()
    do {
        try await body(ends.right, peer)
    } catch {
        await peer.close()
        throw error
    }
    await peer.close()
    try await running
}

func raw(answering table: MethodTable, _ body: (InMemoryConnection) async throws -> Void) async throws {
    try await raw(answering: table) { wire, _ in try await body(wire) }
}

extension InMemoryConnection {
    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func receiveText() async throws -> String? { try await receive().map { String(decoding: $0, as: UTF8.self) } }

    /// The next message's members; `nil` if the other side has closed the connection.
    func receiveObject() async throws -> [String: Any]? {
        guard let payload = try await receive() else { return nil }
        return try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
    }

    func receiveObject() async throws -> [String: Any] {
        let object: [String: Any]? = try await receiveObject()
        return try #require(object)
    }

    func receiveError() async throws -> (id: Int?, error: RemoteError) {
        struct Message: Decodable {
            var id: Int?
            var error: MessageError
        }
        let message = try JSONDecoder().decode(Message.self, from: Data(try #require(try await receive())))
        return (message.id, message.error.remoteError)
    }

    /// Expects the next message to be the given JSON.
    func expect(_ text: String) async throws {
        let message = try #require(try await receiveText())
        #expect(try sameJSON(message, text), "received \(message)")
    }

    /// Calls an unknown method and expects its error as the next message.
    func expectStillAnswering() async throws {
        try await send(#"{"jsonrpc":"2.0","id":424242,"method":"no.such.method","params":{}}"#)
        let refusal = try await receiveError()
        #expect(refusal.id == 424_242)
        #expect(refusal.error.reason == .unknownMethod)
    }
}

/// Whether two texts are equal JSON; the order of members does not matter.
func sameJSON(_ left: String, _ right: String) throws -> Bool {
    let values = try [left, right].map {
        try JSONSerialization.data(
            withJSONObject: JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed),
            options: [.sortedKeys, .fragmentsAllowed])
    }
    return values[0] == values[1]
}

/// A connection that can receive but not send.
final class OneWayConnection: Connection {
    enum Writing: Sendable {
        /// Sending throws, as after a broken pipe.
        case fails
        /// Sending blocks until the connection is closed, as if the other side does not read.
        case neverReads
    }

    private struct BrokenPipe: Error {}

    private let writing: Writing
    private let incoming = AsyncStream<[UInt8]>.makeStream()
    private let closing = Gate()
    private let counter = Counter()

    init(_ writing: Writing) {
        self.writing = writing
    }

    /// The number of calls of ``send(_:)``.
    var sends: Int { get async { await counter.value } }

    func deliver(_ text: String) { incoming.continuation.yield(Array(text.utf8)) }

    func waitForSends(_ count: Int) async { await counter.wait(for: count) }

    func send(_ payload: [UInt8]) async throws {
        await counter.increment()
        if writing == .neverReads { await closing.wait() }
        throw BrokenPipe()
    }

    func receive() async throws -> [UInt8]? {
        var iterator = incoming.stream.makeAsyncIterator()
        return await iterator.next()
    }

    func close() async {
        incoming.continuation.finish()
        await closing.open()
    }
}

/// Tasks wait at the gate until it is opened.
private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

private actor Counter {
    private(set) var value = 0
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func increment() {
        value += 1
        for waiter in waiting where waiter.count <= value { waiter.continuation.resume() }
        waiting.removeAll { $0.count <= value }
    }

    func wait(for count: Int) async {
        if value >= count { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }
}
