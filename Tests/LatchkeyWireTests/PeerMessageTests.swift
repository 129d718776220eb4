import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyWire

/// A peer that receives messages which our own peers never send.
@Suite(.timeLimit(.minutes(3))) struct PeerMessageTests {
    // Threat 55: a response with an unknown id, a second response, a reused request id.

    @Test func `matches responses to calls by their ids, in any order`() async throws {
        try await raw { wire, peer in
            async let first = peer.echo()
            let firstID = try #require(try await wire.receiveObject()["id"] as? Int)
            async let second = peer.echo()
            let secondID = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(secondID),"result":{"text":"two"}}"#)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(firstID),"result":{"text":"one"}}"#)
            let firstAnswer = try await first
            #expect(firstAnswer == "one")
            let secondAnswer = try await second
            #expect(secondAnswer == "two")
        }
    }

    @Test func `ignores a response with an unknown id`() async throws {
        try await raw { wire, peer in
            async let call = peer.echo()
            let id = try #require(try await wire.receiveObject()["id"] as? Int)
            for stranger in [0, -1, id + 1, id + 1000, Int.max, Int.min] {
                try await wire.send(#"{"jsonrpc":"2.0","id":\#(stranger),"result":{"text":"stolen"}}"#)
            }
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"right"}}"#)
            let callAnswer = try await call
            #expect(callAnswer == "right")
            // The next call is not affected either.
            async let next = peer.echo()
            let nextID = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(nextID),"result":{"text":"next"}}"#)
            let nextAnswer = try await next
            #expect(nextAnswer == "next")
        }
    }

    @Test func `ignores a second response to a call`() async throws {
        try await raw { wire, peer in
            async let call = peer.echo()
            let id = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"first"}}"#)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"second"}}"#)
            try await wire.send(
                #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":1,"message":"","data":{"reason":"locked","message":""}}}"#
            )
            let callAnswer = try await call
            #expect(callAnswer == "first")
            try await wire.expectStillAnswering()
        }
    }

    @Test func `calls fail with the last error without an id when the connection closes`() async throws {
        let busy = RemoteError(.busy, "too many connections", hint: "end some")
        let word = Answer.refusal(nil, busy)
        // The error arrives before the call, during it, or before a call on the closed connection.
        for isEarly in [true, false] {
            try await raw { wire, peer in
                if isEarly { try await wire.send(word) }
                let call = Task { try await peer.echo() }
                _ = try await wire.receive()
                if !isEarly { try await wire.send(word) }
                await wire.close()
                await #expect(throws: busy) { _ = try await call.value }
                await #expect(throws: busy) { _ = try await peer.echo() }
            }
        }
        try await raw { wire, peer in
            try await wire.send(word)
            await wire.close()
            await #expect(throws: busy) { _ = try await peer.echo() }
        }
    }

    @Test func `an error without an id fails no call, and the next message clears it`() async throws {
        try await raw { wire, peer in
            async let call = peer.echo()
            let id = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(Answer.refusal(nil, RemoteError(.malformedMessage, "not a message")))
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"one"}}"#)
            let answer = try await call
            #expect(answer == "one")
            await wire.close()
            await #expect(throws: WireError.connectionClosed) { _ = try await peer.echo() }
        }
    }

    @Test func `ignores a response on another connection`() async throws {
        try await raw { wire, peer in
            try await raw { otherWire, otherPeer in
                async let call = peer.echo()
                let id = try #require(try await wire.receiveObject()["id"] as? Int)
                async let otherCall = otherPeer.echo()
                #expect(try await otherWire.receiveObject()["id"] as? Int == id)
                try await otherWire.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"other"}}"#)
                let otherCallAnswer = try await otherCall
                #expect(otherCallAnswer == "other")
                try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":"own"}}"#)
                let callAnswer = try await call
                #expect(callAnswer == "own")
            }
        }
    }

    @Test func `rejects the id of an open call and runs the method once`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let (runs, run) = AsyncStream<Void>.makeStream()
        var table = MethodTable()
        table.on(Wait.self) { _ in
            run.yield()
            for await _ in held {}
            return Empty()
        }
        try await raw(answering: table) { wire in
            try await wire.send(#"{"jsonrpc":"2.0","id":3,"method":"test.wait","params":{}}"#)
            try await wire.send(#"{"jsonrpc":"2.0","id":3,"method":"test.wait","params":{}}"#)
            let refusal = try await wire.receiveError()
            #expect(refusal.id == 3)
            #expect(refusal.error.reason == .malformedMessage)
            release.finish()
            try await wire.expect(#"{"jsonrpc":"2.0","id":3,"result":{}}"#)
            // After its response the id can be reused.
            try await wire.send(#"{"jsonrpc":"2.0","id":3,"method":"test.wait","params":{}}"#)
            try await wire.expect(#"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        }
        run.finish()
        #expect(await runs.reduce(into: 0) { count, _ in count += 1 } == 2)
    }

    // MARK: Invalid calls

    @Test func `fails with unknownMethod for an unknown method`() async throws {
        try await connected(answering: MethodTable()) { peer in
            let error = await #expect(throws: RemoteError.self) { try await peer.echo() }
            #expect(error?.reason == .unknownMethod)
        }
    }

    @Test(arguments: [
        (#"{}"#, "no text"), (#"{"text":1}"#, "wrong type of text"), (#"{"text":null}"#, "no value of text"),
        (#"[]"#, "wrong type of params"), (#""x""#, "wrong type of params"),
    ])
    func `the error for invalid parameters names the member`(parameters: String, problem: String) async throws {
        var table = MethodTable()
        table.on(Echo.self) { $0 }
        try await raw(answering: table) { wire in
            try await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"test.echo","params":\#(parameters)}"#)
            let refusal = try await wire.receiveError()
            #expect(refusal.error.reason == .invalidParameters)
            let member = problem.split(separator: " ").last ?? ""
            #expect(refusal.error.message.hasPrefix("unexpected message: "))
            #expect(refusal.error.message.contains(member))
            try await wire.expectStillAnswering()
        }
    }

    @Test func `ignores unknown members of a message`() async throws {
        var table = MethodTable()
        table.on(Echo.self) { $0 }
        try await raw(answering: table) { wire in
            try await wire.send(
                #"{"jsonrpc":"2.0","id":1,"method":"test.echo","params":{"text":"x","new":[{"a":1}]},"trace":"on"}"#)
            try await wire.expect(#"{"jsonrpc":"2.0","id":1,"result":{"text":"x"}}"#)
        }
    }

    /// Malformed messages, each with the id in the error response.
    static let malformed: [(String, Int?)] = [
        ("null", nil), ("1", nil), ("\"x\"", nil), ("[]", nil), ("{}", nil), ("true", nil),
        (#"{"id":1,"method":"test.echo","params":{}}"#, 1),
        (#"{"jsonrpc":"1.0","id":1,"method":"test.echo","params":{}}"#, 1),
        (#"{"jsonrpc":2.0,"id":1,"method":"test.echo","params":{}}"#, 1),
        (#"{"jsonrpc":"2.0","id":1}"#, 1), (#"{"jsonrpc":"2.0"}"#, nil),
        (#"{"jsonrpc":"2.0","id":1,"method":5}"#, 1), (#"{"jsonrpc":"2.0","id":1,"method":null}"#, 1),
        (#"{"jsonrpc":"2.0","id":"1","method":"test.echo","params":{"text":""}}"#, nil),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"test.echo","params":{"text":""}}"#, nil),
        (#"{"jsonrpc":"2.0","id":null,"method":"test.echo","params":{"text":""}}"#, nil),
        (#"{"jsonrpc":"2.0","id":{"a":1},"method":"test.echo","params":{"text":""}}"#, nil),
        (#"{"jsonrpc":"2.0","id":1e300,"method":"test.echo","params":{"text":""}}"#, nil),
        (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"test.echo","params":{"text":""}}"#, nil),
        (#"{"jsonrpc":"2.0","method":["test.count"]}"#, nil),
        // no batches
        (#"[{"jsonrpc":"2.0","id":1,"method":"test.echo","params":{"text":""}}]"#, nil),
    ]

    @Test(arguments: malformed)
    func `answers a malformed message with an error and continues`(message: String, id: Int?) async throws {
        try await raw { wire, _ in
            try await wire.send(message)
            let refusal = try await wire.receiveError()
            #expect(refusal.id == id)
            #expect(refusal.error == RemoteError(.malformedMessage, "not a JSON-RPC 2.0 message"))
            try await wire.expectStillAnswering()
        }
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a message"}}"#,
        #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"not a message"}}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}"#, #"{"jsonrpc":"2.0","id":null,"error":5}"#,
        #"{"jsonrpc":"2.0","result":{}}"#, #"{"jsonrpc":"2.0","id":"7","result":{}}"#, #"{"result":1,"error":{}}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"test.echo","result":{}}"#,
    ])
    func `never responds to a response, so that two peers cannot loop`(message: String) async throws {
        try await raw { wire, _ in
            try await wire.send(message)
            // The next response belongs to a later call.
            try await wire.expectStillAnswering()
        }
    }

    @Test(arguments: [
        #""result":{"text":"x"},"error":{"code":1,"message":"x"}"#, #""error":{"code":1}"#, #""error":"x""#,
        #""error":{"code":"1","message":"x"}"#, #""result":{"text":"x"},"method":"test.echo""#, #""error":[]"#,
        // well-formed messages with an invalid result
        #""result":null"#, #""result":{}"#, #""result":{"text":5}"#, #""result":[]"#,
    ])
    func `a malformed response fails its call`(members: String) async throws {
        try await raw { wire, peer in
            async let call = peer.echo()
            let id = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),\#(members)}"#)
            do {
                _ = try await call
                Issue.record("the call was answered")
            } catch let error as RemoteError {
                #expect(error.reason == .malformedMessage)
            }
            try await wire.expectStillAnswering()
        }
    }

    @Test(arguments: [
        ("{", WireError.notJSON(offset: 1)), ("", WireError.notJSON(offset: 0)),
        (#"{"jsonrpc":"2.0","id":1,"id":2}"#, WireError.duplicateKey(offset: 28)),
        (String(repeating: "[", count: 33), WireError.nestedTooDeeply(limit: 32)),
        (#"{"jsonrpc":"2.0"}{"#, WireError.notJSON(offset: 17)),
    ])
    func `invalid JSON ends the connection and every call`(text: String, expected: WireError) async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        let running = Task { try await peer.run() }
        let call = Task { try await peer.echo() }
        _ = try await ends.right.receive()
        try await ends.right.send(text)
        await #expect(throws: WireError.connectionClosed) { try await call.value }
        await #expect(throws: expected) { try await running.value }
        #expect(try await ends.right.receive() == nil)
    }

    @Test func `bytes that are not UTF-8 end the connection`() async throws {
        let ends = ConnectionPair()
        let peer = Peer(connection: ends.left)
        let running = Task { try await peer.run() }
        try await ends.right.send([0x22, 0xFF, 0x22])
        await #expect(throws: WireError.notUTF8) { try await running.value }
    }

    // MARK: Errors

    @Test func `decodes an unknown reason as an internal error with its name`() async throws {
        try await raw { wire, peer in
            async let call = peer.echo()
            let id = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(
                #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000,"message":"m","data":"#
                    + #"{"reason":"outOfPaper","message":"no paper","hint":"buy some","details":{"a":"b","reason":"x"}}}}"#
            )
            do {
                _ = try await call
                Issue.record("the call was answered")
            } catch let error as RemoteError {
                #expect(
                    error
                        == RemoteError(
                            .internalError, "no paper", hint: "buy some", details: ["a": "b", "reason": "outOfPaper"]))
            }
        }
    }

    @Test(arguments: ["", #","data":null"#, #","data":"text""#, #","data":{"reason":5}"#, #","data":[1]"#])
    func `decodes an error without our reason as an internal error`(data: String) async throws {
        try await raw { wire, peer in
            async let call = peer.echo()
            let id = try #require(try await wire.receiveObject()["id"] as? Int)
            try await wire.send(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":7,"message":"seven"\#(data)}}"#)
            do {
                _ = try await call
                Issue.record("the call was answered")
            } catch let error as RemoteError {
                #expect(error == RemoteError(.internalError, "seven"))
            }
        }
    }

    @Test(arguments: [
        (RemoteError.Reason.malformedMessage, -32600), (.unknownMethod, -32601), (.invalidParameters, -32602),
        (.internalError, -32603), (.locked, -32000), (.busy, -32000),
    ])
    func `uses JSON-RPC's standard error codes where they exist`(reason: RemoteError.Reason, code: Int) throws {
        let message = String(decoding: Answer.refusal(1, RemoteError(reason, "m")), as: UTF8.self)
        let expected =
            #"{"jsonrpc":"2.0","id":1,"error":{"code":\#(code),"message":"m","#
            + #""data":{"reason":"\#(reason.rawValue)","message":"m"}}}"#
        #expect(try sameJSON(message, expected))
    }

    @Test func `reports only the type of an unexpected error`() async throws {
        struct Unforeseen: Error, CustomStringConvertible { var description: String { "hunter2" } }
        var table = MethodTable()
        table.on(Echo.self) { _ in throw Unforeseen() }
        try await connected(answering: table) { peer in
            let error = await #expect(throws: RemoteError.self) { try await peer.echo() }
            #expect(error == RemoteError(.internalError, "unexpected Unforeseen"))
        }
    }
}
