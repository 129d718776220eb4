import Foundation
import LatchkeyAgent
import LatchkeyCore
import LatchkeySystem
import Synchronization

/// The agent's run from its socket to its end.
struct Service {
    let wiring: Wiring
    let idleExit: Double

    /// Why the agent exits.
    private enum End: Sendable {
        case signal
        case idle
        case listenerEnded
        /// The socket or the state folder was removed, so no client can reach the agent or use what it stores.
        case removed
    }

    /// Serves until a signal, or until the agent was idle for ``idleExit`` seconds.
    func run(activation: Int32?) async throws {
        let listener = try await SocketListener.open(wiring.locations, activation: activation) { error in
            AgentLog.write("a connection was refused: \(error.sentence)")
        }
        let signals = try Signals.stream()
        Systemd.announceReadiness()
        AgentLog.write("started")
        let clients = Clients()
        await withTaskGroup(of: End?.self) { group in
            group.addTask {
                await wiring.agent.run()
                return nil
            }
            group.addTask {
                await serve(listener, counting: clients)
                return .listenerEnded
            }
            group.addTask {
                for await signal in signals where signal != .hangUp { break }
                return .signal
            }
            group.addTask { await waitUntilIdle(clients) ? .idle : nil }
            group.addTask {
                await wiring.sessionWatch.run { await wiring.agent.lock() }
                return nil
            }
            group.addTask { await waitForRemoval() ? .removed : nil }
            for await end in group where end != nil { break }
            // Requests end with their connections, providers with their requests.
            await listener.close()
            group.cancelAll()
        }
        AgentLog.write("ended")
    }

    private func serve(_ listener: SocketListener, counting clients: Clients) async {
        // A store in memory blocks its readers while it is written.
        let executor = wiring.agent.storesIdentitiesInMemory ? nil : EventLoopExecutor.shared
        await withDiscardingTaskGroup { group in
            for await connection in listener.connections {
                group.addTask(executorPreference: executor) {
                    clients.add()
                    let caller = Caller(
                        processIdentifier: connection.peer.processIdentifier,
                        standing: wiring.programs.standing(of: connection.executable),
                        executable: connection.executable)
                    let session = ClientSession(agent: wiring.agent, caller: caller)
                    await session.run(over: connection)
                    clients.remove()
                }
            }
            group.cancelAll()
        }
    }

    /// Waits until the socket or the state folder is removed; `false` if cancelled, or if they cannot be watched.
    private func waitForRemoval() async -> Bool {
        do {
            let paths = [try wiring.locations.agentSocket, wiring.locations.state]
            guard let path = try await RemovalWatch(paths).firstRemoval() else { return false }
            AgentLog.write("\(path) was removed")
            return true
        } catch SystemError.callFailed(_, ENOENT, let path?) {
            // It was removed before the watch began.
            AgentLog.write("\(path) was removed")
            return true
        } catch {
            let reason = (error as? SystemError)?.sentence ?? "\(error)"
            AgentLog.write("warning: the removal of the agent's folders is not noticed: \(reason)")
            return false
        }
    }

    /// Waits until there was no client and no unlocked provider for ``idleExit`` seconds; `false` if cancelled.
    private func waitUntilIdle(_ clients: Clients) async -> Bool {
        guard idleExit > 0 else { return false }
        let clock = MonotonicClock.system
        var since = clock.now()
        while !Task.isCancelled {
            let isIdle = await wiring.agent.isIdle
            if clients.isConnected || !isIdle { since = clock.now() }
            if clock.now() - since >= idleExit { return true }
            do { try await clock.sleep(max(0.05, idleExit / 10)) } catch { return false }
        }
        return false
    }
}

/// Counts the connected clients.
private final class Clients: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }
    func remove() { count.withLock { $0 -= 1 } }
    var isConnected: Bool { count.withLock { $0 > 0 } }
}
