import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Pending refills` {
    @Test func `keep a provider once, and take it again once it is being asked`() async throws {
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
