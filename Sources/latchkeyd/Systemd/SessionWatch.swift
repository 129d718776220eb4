import LatchkeyCore
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// Locks when the machine goes to sleep or the screen is locked, and connects to logind again after a loss.
final class SessionWatch: Sendable {
    private enum State: Hashable {
        case connecting
        case connected
        case disconnected
    }

    private let systemBus: String?
    private let state = Mutex(State.connecting)

    /// The pauses between two attempts to connect, in seconds; each is twice as long as the one before.
    private static let pauses = (shortest: 0.25, longest: 300.0)

    /// - Parameter systemBus: The address of the system bus; `nil` for the default one.
    init(systemBus: String?) {
        self.systemBus = systemBus
    }

    /// Watches until the task is cancelled.
    ///
    /// - Parameter lock: Wipes all secrets.
    func run(lock: @Sendable () async -> Void) async {
        let clock = MonotonicClock.system
        var pause = Self.pauses.shortest
        while true {
            let start = clock.now()
            await connectAndWatch(lock)
            guard !Task.isCancelled else { return }
            // A bus that closes each connection at once counts as missing.
            if clock.now() - start > Self.pauses.longest { pause = Self.pauses.shortest }
            do { try await clock.sleep(pause) } catch { return }
            pause = min(2 * pause, Self.pauses.longest)
        }
    }

    /// Watches until the connection is lost.
    private func connectAndWatch(_ lock: @Sendable () async -> Void) async {
        let logind: LoginWatch
        do {
            let address = systemBus
            logind = try await BlockingCalls.runAlone { try LoginWatch(address: address) }
        } catch {
            // Logged once, not for each attempt.
            guard change(to: .disconnected) == .connecting, !Task.isCancelled else { return }
            let sentence = (error as? SystemError)?.sentence ?? "sleep and screen locks are not noticed"
            return AgentLog.write("warning: \(sentence)")
        }
        if change(to: .connected) == .disconnected { AgentLog.write("logind is connected") }
        for await event in logind.events {
            await lock()
            if event == .suspending { logind.readyToSleep() }
            // Logged last: a reader of the log may rely on it.
            AgentLog.write("locked: \(event)")
        }
        guard !Task.isCancelled else { return }
        _ = change(to: .disconnected)
        // The screen may be locked before the next connection.
        await lock()
        AgentLog.write("locked: the system bus closed")
    }

    /// Returns the previous state.
    private func change(to new: State) -> State {
        state.withLock { state in
            defer { state = new }
            return state
        }
    }

    /// The check of `latchkey doctor`.
    var check: AgentStatus.Result.Check {
        switch state.withLock({ $0 }) {
        case .connected:
            .init(name: "logind", verdict: .good, finding: "suspend and screen lock are noticed")
        case .connecting:
            .init(
                name: "logind", verdict: .warning, finding: "logind has not answered yet",
                remedy: "run \"latchkey doctor\" again")
        case .disconnected:
            .init(
                name: "logind", verdict: .warning,
                finding: "suspend and screen lock are not noticed, because logind cannot be reached",
                remedy:
                    "run \"systemctl status dbus systemd-logind\" to see why, and \"latchkey-vault lock\" before you leave"
            )
        }
    }
}
