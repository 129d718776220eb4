import LatchkeyWire
import Testing

@testable import LatchkeyProvider

@Suite(.timeLimit(.minutes(3))) struct `A rehearsal` {
    @Test func `goes from the request to the answer and back`() async throws {
        #expect(try await Rehearsal.run() == .password(user: "nobody", password: "", git: nil))
    }
}
