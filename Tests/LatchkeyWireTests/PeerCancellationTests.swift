import LatchkeyTesting
import Testing

@testable import LatchkeyWire

@Suite(.timeLimit(.minutes(3))) struct PeerCancellationTests {
    @Test func `cancelling a call cancels the method at the other side`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (cancelled, cancel) = AsyncStream<Void>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            start.finish()
            await untilCancelled()
            cancel.finish()
            throw CancellationError()
        }
        table.on(Echo.self) { $0 }
        try await connected(answering: table) { peer in
            let call = Task { try await peer.call(Wait.self, Empty()) }
            for await _ in started {}
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            for await _ in cancelled {}
            // The late answer to the cancelled call has no effect.
            let answer = try await peer.echo("x")
            #expect(answer == "x")
        }
    }

    @Test func `cancelling a call of the right peer cancels the left peer's method`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (cancelled, cancel) = AsyncStream<Void>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            start.finish()
            await untilCancelled()
            cancel.finish()
            return Empty()
        }
        try await connected(table, MethodTable()) { _, right in
            let call = Task { try await right.call(Wait.self, Empty()) }
            for await _ in started {}
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            for await _ in cancelled {}
        }
    }

    @Test func `cancelling a call does not wait for a response`() async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        async let running: Void = peer.run()
        let call = Task { try await peer.echo("x") }
        _ = try await ends.right.receive()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        let notice = try await ends.right.receiveText() ?? ""
        #expect(try sameJSON(notice, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#))
        await ends.right.close()
        try await running
    }

    @Test func `a cancellation never overtakes its call`() async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        async let running: Void = peer.run()
        for id in 1...200 {
            let call = Task { try await peer.echo("x") }
            if id.isMultiple(of: 2) { await Task.yield() }
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        await peer.close()
        try await running
        var open = Set<Int>()
        while let message = try await ends.right.receiveObject() {
            if let id = message["id"] as? Int {
                #expect(open.insert(id).inserted)
            } else {
                let id = try #require((message["params"] as? [String: Int])?["id"])
                #expect(open.remove(id) != nil, "call \(id) was cancelled before it was made")
            }
        }
    }

    @Test func `a cancelled task sends no call`() async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        async let running: Void = peer.run()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let call = Task {
            for await _ in gate {}
            return try await peer.echo("x")
        }
        call.cancel()
        open.finish()
        await #expect(throws: CancellationError.self) { try await call.value }
        await peer.close()
        try await running
        #expect(try await ends.right.receive() == nil)
    }

    @Test func `a call can be cancelled while the peer does not read`() async throws {
        let connection = OneWayConnection(.neverReads)
        let peer = Peer(connection: connection)
        async let running: Void = peer.run()
        let call = Task { try await peer.echo("x") }
        await connection.waitForSends(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await connection.close()
        try await running
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"1"}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#,
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":[1]}"#,
    ])
    func `ignores a cancellation without an open call`(notice: String) async throws {
        try await raw(answering: MethodTable()) { wire in
            try await wire.send(notice)
            try await wire.expectStillAnswering()
        }
    }

    @Test func `sends the response of a method that ignores its cancellation`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            start.finish()
            await untilCancelled()
            return Empty()
        }
        try await raw(answering: table) { wire in
            try await wire.send(#"{"jsonrpc":"2.0","id":5,"method":"test.wait","params":{}}"#)
            for await _ in started {}
            try await wire.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}}"#)
            #expect(try await wire.receiveObject()["id"] as? Int == 5)
        }
    }
}
