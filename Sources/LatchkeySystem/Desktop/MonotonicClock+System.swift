import CLinux
import Glibc
package import LatchkeyCore

extension MonotonicClock {
    /// The kernel's `CLOCK_BOOTTIME`.
    package static let system = MonotonicClock(now: { Self.bootTime() }, sleep: { try await Self.sleep(for: $0) })

    private static func bootTime() -> Double {
        var time = timespec()
        // Unreachable: CLOCK_BOOTTIME exists since Linux 2.6.39, and the pointer is valid.
        guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits on a timer of the kernel: `Task.sleep` does not count the time while the machine sleeps.
    private static func sleep(for seconds: Double) async throws {
        try Task.checkCancellation()
        guard seconds > 0 else { return }
        let deadline = min(bootTime() + seconds, Double(Int32.max))
        let nanoseconds = Int(deadline.truncatingRemainder(dividingBy: 1) * 1e9)
        let timer = try systemCall("timerfd_create") { latchkey_boot_timer(Int(deadline), nanoseconds) }
        try await ReadableDescriptor.wait(owning: timer)
    }
}

/// The time of day.
package enum WallClock {
    /// Whole seconds since 1970.
    package static var seconds: Int64 { Int64(time(nil)) }
}
