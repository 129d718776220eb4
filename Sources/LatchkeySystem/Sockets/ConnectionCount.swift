import Synchronization

/// The limits for open connections.
package struct ConnectionLimits: Hashable, Sendable {
    package var perProcess = 32
    package var all = 256

    package init() {}
}

/// Counts a listener's open connections for each process at the other end.
final class ConnectionCount: Sendable {
    enum Verdict: Hashable {
        case admitted
        /// - Parameter isFirst: Whether it is the process's first refusal since it was last under the limit; for the
        ///   log.
        case refused(isFirst: Bool)
    }

    private struct State {
        var all = 0
        var perProcess: [Int32: Int] = [:]
        var refused: Set<Int32> = []
    }

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Counts a new connection if it is within the limits; call ``leave(_:)`` once for each that was admitted.
    func admit(_ process: Int32) -> Verdict {
        state.withLock { state in
            guard state.all < limits.all, state.perProcess[process, default: 0] < limits.perProcess else {
                // Cleared now and then, because processes that exit are not removed.
                if state.refused.count > limits.all { state.refused = [] }
                return .refused(isFirst: state.refused.insert(process).inserted)
            }
            state.all += 1
            state.perProcess[process, default: 0] += 1
            return .admitted
        }
    }

    func leave(_ process: Int32) {
        state.withLock { state in
            state.all -= 1
            let count = state.perProcess[process, default: 1] - 1
            state.perProcess[process] = count > 0 ? count : nil
            state.refused.remove(process)
        }
    }
}
