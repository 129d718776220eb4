import Glibc
import LatchkeyCore
package import LatchkeyWire

/// The check of `latchkey doctor` whether secrets are locked into RAM.
package enum LockedMemory {
    /// Many times what the secrets of an unlocked vault need.
    private static let wanted = 1 << 20

    /// Tries to lock memory in this process, whose limit its providers inherit.
    package static func check() -> AgentStatus.Result.Check {
        check(isLocked: SecretMemory.canLock(byteCount: wanted), limit: softLimit)
    }

    /// - Parameter limit: The limit on locked memory in bytes; `nil` for none.
    static func check(isLocked: Bool, limit: UInt64?) -> AgentStatus.Result.Check {
        if isLocked { return .init(name: "memory", verdict: .good, finding: "secrets are locked into RAM") }
        let size = limit.map { "; the limit on locked memory is \($0 >> 10) KiB" } ?? ""
        return .init(
            name: "memory", verdict: .warning, finding: "secrets can reach the swap space" + size,
            remedy: "add the line \"* - memlock 8192\" to /etc/security/limits.conf, and log in again")
    }

    private static var softLimit: UInt64? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0,
            limit.rlim_cur != rlim_t.max
        else { return nil }
        return UInt64(limit.rlim_cur)
    }
}
