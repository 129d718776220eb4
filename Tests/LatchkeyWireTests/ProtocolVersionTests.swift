import Testing

@testable import LatchkeyWire

// Threat 82: a hello, or the reply to one, of another protocol version.
@Suite struct ProtocolVersionTests {
    struct Row: Sendable {
        var agent: ClosedRange<Int>
        var caller: ClosedRange<Int>
        /// The negotiated version, or which side to update.
        var outcome: Outcome
        enum Outcome: Hashable, Sendable { case speaks(Int), update(String) }
    }

    static let rows: [Row] = [
        Row(agent: 1...1, caller: 1...1, outcome: .speaks(1)),
        Row(agent: 1...2, caller: 1...1, outcome: .speaks(1)),
        Row(agent: 1...1, caller: 1...2, outcome: .speaks(1)),
        Row(agent: 2...3, caller: 1...2, outcome: .speaks(2)),
        Row(agent: 2...3, caller: 3...4, outcome: .speaks(3)),
        Row(agent: 2...3, caller: 2...3, outcome: .speaks(3)),
        Row(agent: 2...3, caller: 1...9, outcome: .speaks(3)),
        Row(agent: 2...3, caller: 1...1, outcome: .update("client")),
        Row(agent: 3...4, caller: 1...2, outcome: .update("client")),
        Row(agent: 2...3, caller: 4...5, outcome: .update("agent")),
        Row(agent: 1...1, caller: 2...2, outcome: .update("agent")),
        Row(agent: 1...1, caller: (-5)...0, outcome: .update("client")),
        Row(agent: 1...1, caller: Int.max...Int.max, outcome: .update("agent")),
        Row(agent: 1...1, caller: Int.min...Int.min, outcome: .update("client")),
    ]

    @Test(arguments: rows) func `negotiates the newest common version, or names the side to update`(row: Row) {
        do throws(RemoteError) {
            let version = try ProtocolVersion.negotiate(
                ours: row.agent, theirs: row.caller.upperBound, theirOldest: row.caller.lowerBound)
            #expect(row.outcome == .speaks(version))
        } catch {
            #expect(error.reason == .unsupportedVersion)
            #expect(row.outcome == .update(error.details?["update"] ?? ""))
            let hint = row.outcome == .update("agent") ? "update the Latchkey agent" : "update the calling program"
            #expect(error.hint == hint)
        }
    }

    @Test func `rejects an empty range of versions`() {
        let error = #expect(throws: RemoteError.self) { try ProtocolVersion.negotiate(theirs: 1, theirOldest: 2) }
        #expect(error?.reason == .invalidParameters)
    }

    @Test(arguments: [
        (2, nil), (3, nil), (1, "agent"), (0, "agent"), (-1, "agent"), (4, "client"), (Int.max, "client"),
    ])
    func `a caller accepts only a version that it offered`(version: Int, update: String?) {
        do throws(RemoteError) {
            try ProtocolVersion.accept(version, ours: 2...3)
            #expect(update == nil)
        } catch {
            #expect(error.reason == .unsupportedVersion)
            #expect(error.details == ["update": update ?? ""])
        }
    }

    @Test func `accepts its own version and the previous one`() throws {
        #expect(ProtocolVersion.current - ProtocolVersion.oldest <= 1)
        for version in ProtocolVersion.oldest...ProtocolVersion.current {
            #expect(try ProtocolVersion.negotiate(theirs: version, theirOldest: version) == version)
            try ProtocolVersion.accept(Hello.Result(protocolVersion: version))
        }
        #expect(throws: RemoteError.self) {
            try ProtocolVersion.accept(Hello.Result(protocolVersion: ProtocolVersion.current + 1))
        }
    }
}
