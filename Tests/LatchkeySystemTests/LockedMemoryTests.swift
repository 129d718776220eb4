import LatchkeyWire
import Testing

@testable import LatchkeySystem

@Suite struct LockedMemoryTests {
    @Test func `warns about memory that cannot be locked and names the limit`() {
        let check = LockedMemory.check(isLocked: false, limit: 65_536)
        #expect(check.verdict == .warning)
        #expect(check.finding == "secrets can reach the swap space; the limit on locked memory is 64 KiB")
        #expect(check.remedy?.contains("/etc/security/limits.conf") == true)
        #expect(
            LockedMemory.check(isLocked: false, limit: nil).finding == "secrets can reach the swap space")
    }

    @Test func `finds no problem with memory that can be locked`() {
        let check = LockedMemory.check(isLocked: true, limit: 0)
        #expect(check.verdict == .good)
        #expect(check.remedy == nil)
    }
}
