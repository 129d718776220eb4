import LatchkeyTesting
import Testing

@testable import LatchkeyWire

@Suite(.timeLimit(.minutes(3))) struct PeerTests {
    @Test func `calls both ways with the same ids`() async throws {
        var table = MethodTable()
        table.on(Echo.self) { Echo.Parameters(text: "echo of \($0.text)") }
        try await connected(table, table) { left, right in
            for number in 1...3 {
                async let toRight = left.echo("l\(number)")
                async let toLeft = right.echo("r\(number)")
                let toRightAnswer = try await toRight
                #expect(toRightAnswer == "echo of l\(number)")
                let toLeftAnswer = try await toLeft
                #expect(toLeftAnswer == "echo of r\(number)")
            }
        }
    }

    @Test func `an error arrives with its reason, message, hint and details`() async throws {
        let error = RemoteError(.locked, "vault is locked", hint: "unlock it", details: ["provider": "org.a"])
        var table = MethodTable()
        table.on(Echo.self) { _ in throw error }
        try await connected(answering: table) { peer in
            let thrown = await #expect(throws: RemoteError.self) { try await peer.echo() }
            #expect(thrown == error)
        }
    }

    @Test func `a method may call back before it answers`() async throws {
        let (calls, callBack) = AsyncStream<Peer>.makeStream()
        var rightTable = MethodTable()
        rightTable.on(Echo.self) { parameters in
            for await caller in calls { return try await caller.call(Echo.self, parameters) }
            throw CancellationError()
        }
        var leftTable = MethodTable()
        leftTable.on(Echo.self) { Echo.Parameters(text: "back: \($0.text)") }
        try await connected(leftTable, rightTable) { left, right in
            callBack.yield(right)
            let answer = try await left.echo("x")
            #expect(answer == "back: x")
        }
    }

    @Test func `a long call never blocks another, nor a notification`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let (notes, note) = AsyncStream<Int>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            for await _ in held {}
            return Empty()
        }
        table.on(Echo.self) { $0 }
        table.on(Count.self) { note.yield($0.number) }
        try await connected(answering: table) { peer in
            async let long = peer.call(Wait.self, Empty())
            let answer = try await peer.echo("short")
            #expect(answer == "short")
            try await peer.notify(Count.self, .init(number: 7))
            var iterator = notes.makeAsyncIterator()
            #expect(await iterator.next() == 7)
            release.finish()
            _ = try await long
        }
    }

    @Test func `handles notifications in the order in which they were sent`() async throws {
        let (notes, note) = AsyncStream<Int>.makeStream()
        var table = MethodTable()
        table.on(Count.self) { parameters in
            await Task.yield()
            note.yield(parameters.number)
        }
        try await connected(answering: table) { peer in
            for number in 0..<200 { try await peer.notify(Count.self, .init(number: number)) }
            var iterator = notes.makeAsyncIterator()
            for number in 0..<200 { #expect(await iterator.next() == number) }
        }
    }

    @Test func `ignores unknown and malformed notifications`() async throws {
        let (notes, note) = AsyncStream<Int>.makeStream()
        var table = MethodTable()
        table.on(Count.self) { note.yield($0.number) }
        try await raw(answering: table) { wire in
            try await wire.send(#"{"jsonrpc":"2.0","method":"no.such","params":{}}"#)
            try await wire.send(#"{"jsonrpc":"2.0","method":"test.count","params":{"number":"seven"}}"#)
            try await wire.send(#"{"jsonrpc":"2.0","method":"test.count"}"#)
            try await wire.send(#"{"jsonrpc":"2.0","method":"test.count","params":{"number":7}}"#)
            var iterator = notes.makeAsyncIterator()
            #expect(await iterator.next() == 7)
            try await wire.expectStillAnswering()
        }
    }

    // MARK: Closed connections

    @Test func `a closed connection fails open calls, and later calls at once`() async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        async let running: Void = peer.run()
        let errors = await withTaskGroup(of: WireError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await peer.echo("\(number)")
                        return nil
                    } catch { return error as? WireError }
                }
            }
            // All twenty were sent; none has a response.
            for _ in 0..<20 { _ = try? await ends.right.receive() }
            await ends.right.close()
            return await group.reduce(into: [WireError?]()) { $0.append($1) }
        }
        #expect(errors == Array(repeating: .connectionClosed, count: 20))
        try await running
        await #expect(throws: WireError.connectionClosed) { try await peer.echo("late") }
        await #expect(throws: WireError.connectionClosed) { try await peer.notify(Count.self, .init(number: 1)) }
    }

    @Test func `run waits for the methods that it cancels`() async throws {
        let ends = ConnectionPair()
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<String>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            start.finish()
            await untilCancelled()
            // Work after the cancellation, such as closing a sheet.
            for _ in 0..<100 { await Task.yield() }
            end.yield("method")
            return Empty()
        }
        let peer = Peer(connection: ends.left, methods: table)
        async let running: Void = {
            try await peer.run()
            end.yield("run")
            end.finish()
        }()
        try await ends.right.send(#"{"jsonrpc":"2.0","id":1,"method":"test.wait","params":{}}"#)
        for await _ in started {}
        await ends.right.close()
        try await running
        #expect(await ended.reduce(into: []) { $0.append($1) } == ["method", "run"])
    }

    @Test func `cancelling run ends the connection and every call`() async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        let running = Task { try await peer.run() }
        let call = Task { try await peer.echo() }
        _ = try await ends.right.receive()
        running.cancel()
        await #expect(throws: WireError.connectionClosed) { try await call.value }
        _ = await running.result
        #expect(try await ends.right.receive() == nil)
    }

    @Test func `a failed write fails every call`() async throws {
        let peer = Peer(connection: OneWayConnection(.fails))
        async let running: Void = peer.run()
        await #expect(throws: WireError.connectionClosed) { try await peer.echo("x") }
        try await running
    }

    @Test func `a call above the size limit fails without closing the connection`() async throws {
        var table = MethodTable()
        table.on(Echo.self) { $0 }
        try await connected(answering: table) { peer in
            let long = String(repeating: "a", count: Frame.maximumLength)
            await #expect(throws: WireError.self) { try await peer.echo(long) }
            let answer = try await peer.echo("short")
            #expect(answer == "short")
        }
    }

    @Test func `replaces a response above the size limit with a short error`() async throws {
        let long = String(repeating: "a", count: Frame.maximumLength)
        var table = MethodTable()
        table.on(Echo.self) { parameters in
            if parameters.text == "error" { throw RemoteError(.locked, long, details: ["a": long]) }
            return Echo.Parameters(text: long)
        }
        try await connected(answering: table) { peer in
            let answer = await #expect(throws: RemoteError.self) { try await peer.echo() }
            #expect(answer == RemoteError(.internalError, "the answer is longer than a message may be"))
            let error = await #expect(throws: RemoteError.self) { try await peer.echo("error") }
            #expect(error == RemoteError(.locked, "the error is longer than a message may be"))
        }
    }

    // MARK: Limits

    @Test func `rejects a sixty-fifth open call as busy, and accepts another after a response`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            for await _ in held { return Empty() }
            return Empty()
        }
        try await raw(answering: table) { wire in
            for id in 1...65 { try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"test.wait","params":{}}"#) }
            let refusal = try await wire.receiveError()
            #expect(refusal.id == 65)
            #expect(refusal.error.reason == .busy)
            // One call ends, so one more is accepted.
            release.yield()
            let ended = try #require(try await wire.receiveObject()["id"] as? Int)
            #expect((1...64).contains(ended))
            for id in 66...67 {
                try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"test.wait","params":{}}"#)
            }
            #expect(try await wire.receiveError().id == 67)
            release.finish()
        }
    }

    @Test func `limits the calls of a peer that reads no responses`() async throws {
        let connection = OneWayConnection(.neverReads)
        let (calls, call) = AsyncStream<Void>.makeStream()
        var table = MethodTable()
        table.on(Echo.self) { parameters in
            call.yield()
            return parameters
        }
        let peer = Peer(connection: connection, methods: table)
        let running = Task { try await peer.run() }
        // Each response waits for the reader. The error for the call above the limit waits too, and blocks later calls.
        for id in 1...1_000 {
            connection.deliver(#"{"jsonrpc":"2.0","id":\#(id),"method":"test.echo","params":{"text":""}}"#)
            if id <= 129 { await connection.waitForSends(id) }
        }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(await connection.sends == 129)
        await connection.close()
        // The error could not be sent.
        await #expect(throws: (any Error).self) { try await running.value }
        call.finish()
        #expect(await calls.reduce(into: 0) { count, _ in count += 1 } == 128)
    }
}

/// Connects two peers in memory and runs both during the body.
func connected(
    _ left: MethodTable = MethodTable(), _ right: MethodTable, _ body: (Peer, Peer) async throws -> Void
) async throws {
    let ends = ConnectionPair()
    let left = Peer(connection: ends.left, methods: left)
    let right = Peer(connection: ends.right, methods: right)
    async let leftRun: Void = left.run()
    async let rightRun: Void = right.run()
    do {
        try await body(left, right)
    } catch {
        await left.close()
        throw error
    }
    await left.close()
    _ = try await (leftRun, rightRun)
}

func connected(answering table: MethodTable, _ body: (Peer) async throws -> Void) async throws {
    try await connected(MethodTable(), table) { left, _ in try await body(left) }
}
