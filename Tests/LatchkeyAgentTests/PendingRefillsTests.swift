import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Pending refills` {
    @Test func `a provider waits for a refill once, and can be added again while it refills`() async throws {
        let refills = PendingRefills()
        for _ in 0..<3 { refills.add(try .first) }
        refills.add(try .second)
        #expect(try await refills.next() == .first)
        refills.add(try .first)
        refills.add(try .second)
        #expect(try await refills.next() == .second)
        #expect(try await refills.next() == .first)
    }
}
