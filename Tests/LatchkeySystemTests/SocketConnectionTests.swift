import Glibc
import LatchkeySystem
import LatchkeyWire
import Synchronization
import Testing

@Suite struct SocketConnectionTests {
    @Test(arguments: [0, 1, 4_095, 65_536, 1 << 20])
    func `sends payloads of every size in both directions`(size: Int) async throws {
        let (left, right) = try await pair()
        let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for (from, to) in [(left, right), (right, left)] {
            async let sent: Void = from.send(payload)
            #expect(try await to.receive() == payload)
            try await sent
        }
    }

    @Test func `keeps the order of many payloads`() async throws {
        let (left, right) = try await pair()
        async let sending: Void = { for number in 0..<500 { try await left.send(Array("\(number)".utf8)) } }()
        for number in 0..<500 { #expect(try await right.receive() == Array("\(number)".utf8)) }
        try await sending
    }

    @Test func `refuses to send a payload above the limit`() async throws {
        let (left, _) = try await pair()
        await #expect(throws: WireError.frameTooLong(announced: (1 << 20) + 1)) {
            try await left.send([UInt8](repeating: 0, count: (1 << 20) + 1))
        }
    }

    @Test func `closes the connection for a frame above the limit`() async throws {
        let (raw, connection) = try await half()
        try raw.write([0x01, 0x00, 0x10, 0x00])
        await #expect(throws: WireError.frameTooLong(announced: 0x10_0001)) { try await connection.receive() }
        #expect(try await raw.readsEnd())
    }

    @Test(arguments: [([5, 0], 2), ([5, 0, 0, 0], 5), ([5, 0, 0, 0, 1, 2], 3)] as [([UInt8], Int)])
    func `throws if the stream ends within a frame`(bytes: [UInt8], missing: Int) async throws {
        let (raw, connection) = try await half()
        try raw.write(bytes)
        raw.close()
        await #expect(throws: WireError.truncatedFrame(missing: missing)) { try await connection.receive() }
    }

    @Test func `delivers whole frames before the end`() async throws {
        let (raw, connection) = try await half()
        try raw.write([1, 0, 0, 0, 7, 1, 0, 0, 0, 8])
        raw.close()
        #expect(try await connection.receive() == [7])
        #expect(try await connection.receive() == [8])
        #expect(try await connection.receive() == nil)
        #expect(try await connection.receive() == nil)
    }

    @Test func `sending waits for a peer that does not read`() async throws {
        let (raw, connection) = try await half()
        let finished = Mutex(false)
        let payload = [UInt8](repeating: 1, count: 1 << 20)
        async let sending: Void = {
            try await connection.send(payload)
            finished.withLock { $0 = true }
        }()
        // The socket's buffer takes a part; the rest waits until the peer reads.
        #expect(try await raw.read(count: 4) == [0, 0, 0x10, 0])
        #expect(!finished.withLock { $0 })
        #expect(try await raw.read(count: 1 << 20) == payload)
        try await sending
        #expect(finished.withLock { $0 })
    }

    @Test func `a peer that sends too much fills its own buffer`() async throws {
        let (raw, connection) = try await half()
        let frame: [UInt8] = [0, 0, 0x10, 0] + [UInt8](repeating: 9, count: 1 << 20)
        let taken = try raw.flood(with: frame)
        // Without a receive(), only the kernel's buffer is filled.
        #expect(taken < 1 << 20)
        // One receive() reads at most one frame and one further block.
        async let rest: Int = BlockingCalls.runAlone {
            try raw.write(Array(frame[taken...]))
            return try raw.flood(with: frame)
        }
        #expect(try await connection.receive()?.count == 1 << 20)
        #expect(try await rest < 1 << 20)
    }

    @Test func `stops reading from a peer that never reads the answers`() async throws {
        let (raw, connection) = try await half()
        let answer = [UInt8](repeating: 2, count: 1 << 20)
        let sends = (0..<4).map { _ in Task { try await connection.send(answer) } }
        // The first byte shows that the sends have begun.
        _ = try await raw.read(count: 1)
        async let received = connection.receive()
        try raw.write([1, 0, 0, 0, 7])
        #expect(raw.outgoingStays())
        _ = try await raw.read(count: 4 * (4 + (1 << 20)) - 1)
        #expect(try await received == [7])
        for send in sends { try await send.value }
    }

    @Test func `closing ends a waiting receive with nil and is safe twice`() async throws {
        let (left, right) = try await pair()
        async let mine = left.receive()
        async let theirs = right.receive()
        await left.close()
        await left.close()
        #expect(try await mine == nil)
        #expect(try await theirs == nil)
        await #expect(throws: WireError.connectionClosed) { try await left.send([1]) }
    }

    @Test func `the last reference closes the connection`() async throws {
        let (raw, connection) = try await half()
        #expect(connection.peer.processIdentifier == getpid())
        _ = consume connection
        #expect(try await raw.readsEnd())
    }

    @Test func `a cancelled receive loses no payload`() async throws {
        let (raw, connection) = try await half()
        let waiting = Task { try await connection.receive() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try raw.write([1, 0, 0, 0, 7])
        #expect(try await connection.receive() == [7])
    }

    @Test func `a reset counts as a close`() async throws {
        let (raw, connection) = try await half()
        // Closing a socket with unread bytes makes the kernel send a reset.
        try await connection.send([1, 2, 3])
        raw.close()
        #expect(try await connection.receive() == nil)
    }

    @Test func `knows the process at the other end`() async throws {
        let (left, _) = try await pair()
        #expect(left.peer == PeerCredentials(processIdentifier: getpid(), userID: geteuid(), groupID: getegid()))
    }

    @Test func `refuses a socket of another user`() async throws {
        let (ours, theirs) = try UnixSocket.makePair()
        let raw = RawSocket(theirs)
        await #expect(throws: SystemError.foreignPeer(user: geteuid(), expected: 4711)) {
            _ = try await SocketConnection.adopt(ours, userID: 4711)
        }
        #expect(try await raw.readsEnd())
    }

    private func pair() async throws -> (SocketConnection, SocketConnection) {
        let (left, right) = try UnixSocket.makePair()
        return (try await SocketConnection.adopt(left), try await SocketConnection.adopt(right))
    }

    private func half() async throws -> (RawSocket, SocketConnection) {
        let (raw, ours) = try UnixSocket.makePair()
        return (RawSocket(raw), try await SocketConnection.adopt(ours))
    }
}
