import CLinux
import Glibc

/// Time since the machine was started, in which a night asleep counts.
package struct BootClock: Sendable {
    /// Seconds since the machine was started, sleep included (`CLOCK_BOOTTIME`).
    package var now: @Sendable () -> Double
    /// Waits until that clock shows at least so many seconds.
    ///
    /// Ends at once when the machine wakes up after that time. Throws `CancellationError` when its task is cancelled.
    package var sleep: @Sendable (_ until: Double) async throws -> Void

    package init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ until: Double) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's own.
    package static let system = BootClock(now: { Self.read() }, sleep: { try await Self.sleep(until: $0) })

    /// Waits for that many seconds from now.
    package func sleep(for seconds: Double) async throws {
        try await sleep(now() + seconds)
    }

    private static func read() -> Double {
        var time = timespec()
        // Unreachable: the clock has been there since Linux 2.6.39, and it takes no other argument.
        guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// A timer of the kernel's own: one that counts only while the machine is awake would be late by a night.
    private static func sleep(until deadline: Double) async throws {
        try Task.checkCancellation()
        guard deadline > read() else { return }
        let bounded = min(deadline, Double(Int32.max))
        let nanoseconds = Int(bounded.truncatingRemainder(dividingBy: 1) * 1e9)
        let timer = try systemCall("timerfd_create") { latchkey_boot_timer(Int(bounded), nanoseconds) }
        try await ReadableDescriptor.wait(owning: timer)
    }
}
