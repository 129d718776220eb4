import LatchkeyWire
import Testing

@testable import LatchkeyProvider

@Suite(.timeLimit(.minutes(3))) struct `Warm-up` {
    @Test func `a warm-up request gets an answer`() async throws {
        #expect(try await WarmUp.run() == .password(user: "warm-up", password: "", git: nil))
    }
}
