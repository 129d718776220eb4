/// A clock that never goes back and that counts the time while the machine sleeps.
///
/// Deadlines use it, so that setting the date or a night in suspend cannot extend them.
package struct MonotonicClock: Sendable {
    /// Seconds since the machine started.
    package var now: @Sendable () -> Double
    /// Waits for that many seconds.
    ///
    /// Returns as soon as the machine wakes up if the time passed during sleep. Throws `CancellationError` when the
    /// task is cancelled.
    package var sleep: @Sendable (_ seconds: Double) async throws -> Void

    package init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }
}
