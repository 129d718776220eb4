extension Keychain {
    /// Removes items when their time is over, until the task is cancelled.
    ///
    /// Looks at the clock once a second only while there is something that expires.
    func forgetWhenExpired(_ clock: AgentClock) async {
        while !Task.isCancelled {
            removeExpired()
            let pause = nextExpiry.map { min(max($0 - clock.now(), 0.1), 1) } ?? 5
            do { try await clock.sleep(pause) } catch { return }
        }
    }
}
