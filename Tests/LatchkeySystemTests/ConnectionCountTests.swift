import Testing

@testable import LatchkeySystem

@Suite struct `Connection count` {
    @Test func `admits 32 connections of one process and 256 in all`() {
        let count = ConnectionCount(ConnectionLimits())
        #expect((0..<32).allSatisfy { _ in count.admit(1) == .admitted })
        #expect(count.admit(1) == .refused(isFirst: true))
        #expect(count.admit(1) == .refused(isFirst: false))
        for process in Int32(2)...8 {
            #expect((0..<32).allSatisfy { _ in count.admit(process) == .admitted })
        }
        #expect(count.admit(9) == .refused(isFirst: true))
    }

    @Test func `admits a connection again after one has closed`() {
        let count = ConnectionCount(ConnectionLimits())
        for _ in 0..<32 { _ = count.admit(1) }
        #expect(count.admit(1) == .refused(isFirst: true))
        count.leave(1)
        #expect(count.admit(1) == .admitted)
        #expect(count.admit(1) == .refused(isFirst: true))
    }
}
