import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct ClientScreenTests {
    /// A client process that was stopped: it neither reads nor writes.
    private struct StoppedClient: Connection {
        func send(_ payload: [UInt8]) async throws { await Latch().wait() }
        func receive() async throws -> [UInt8]? { nil }
        func close() async {}
    }

    @Test(.timeLimit(.minutes(3)))
    func `closing a sheet does not wait for a client that does not read`() async throws {
        let peer = Peer(connection: StoppedClient())
        await ClientScreen(id: 1, call: 1, peer: peer).close()
    }
}
