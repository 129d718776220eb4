import LatchkeyCore
import LatchkeySheet
import LatchkeyWire
import Synchronization

/// The connection to one provider process: one call, its sheet, its answer, and the time after the answer.
package actor ProviderConversation {
    private let process: any ProviderProcess
    private let peer: Peer
    private let sheet: SheetRelay?
    private let servicesEnded: @Sendable () async -> Void
    private let emit: @Sendable (RequestStateMachine.Event) -> Void
    private var reading: Task<Void, any Error>?
    private let finished: AsyncStream<Void>
    private var hasAnswered = false

    /// - Parameter screen: The screen for the provider's sheet; `nil` for a call without an interface, whose sheets
    ///   are ignored.
    init(
        process: any ProviderProcess, services: MethodTable, servicesEnded: @escaping @Sendable () async -> Void,
        screen: (any SheetScreen)?, frame: SheetFrame,
        note: @escaping @Sendable (String) -> Void, emit: @escaping @Sendable (RequestStateMachine.Event) -> Void
    ) {
        self.process = process
        self.emit = emit
        self.servicesEnded = servicesEnded
        let relay = screen.map { SheetRelay(screen: $0, frame: frame, emit: emit) }
        sheet = relay
        let (finished, finish) = AsyncStream<Void>.makeStream()
        self.finished = finished
        var methods = services
        let isFirst = FirstTime()
        methods.on(OpenSheet.self) { parameters in
            guard let relay else {
                // Only once, so that a provider cannot fill the agent's log.
                if isFirst() { note("a provider showed a sheet in a call without an interface") }
                return
            }
            await relay.show(parameters.sheet)
        }
        methods.on(ChangeSheet.self) { await relay?.change($0.difference) }
        methods.on(FinishRequest.self) { _ in finish.finish() }
        peer = Peer(connection: process.connection, methods: methods)
    }

    /// Calls the provider, and emits the outcome.
    func perform(_ parameters: PerformRequest.Parameters) async {
        reading = Task { [peer] in try await peer.run() }
        await sheet?.connect(to: peer)
        do {
            let answer = try await peer.call(PerformRequest.self, parameters)
            hasAnswered = true
            emit(.answered(answer))
        } catch WireError.connectionClosed, is CancellationError {
            emit(.died(await death()))
        } catch let error as RemoteError {
            emit(.answered(.other(error.reason.rawValue)))
        } catch {
            emit(.died(.unreadable))
        }
    }

    /// Why the connection ended: the process ended, or it sent malformed bytes.
    private func death() async -> ProviderDeath {
        if case .failure(let error)? = await reading?.result, error is WireError {
            await process.kill()
            return .unreadable
        }
        // The process gets a second to exit, so that its exit status distinguishes a crash from an exit.
        let end = Task { [process] in
            let reaper = Task {
                try await Task.sleep(for: .seconds(1))
                await process.kill()
            }
            defer { reaper.cancel() }
            return await process.waitForEnd()
        }
        return await end.value
    }

    func dismissSheet() async {
        await sheet?.close()
    }

    /// Waits until the process ends, sends `provider.finish`, or the time is over.
    func waitForEnd(clock: MonotonicClock, atMost seconds: Double) async {
        // An unstructured task: cancelling it does not end the wait for a process.
        let (ending, ended) = AsyncStream<Void>.makeStream()
        let watch = Task { [process] in
            _ = await process.waitForEnd()
            ended.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ending {} }
            group.addTask { [finished] in for await _ in finished {} }
            group.addTask { try? await clock.sleep(seconds) }
            await group.next()
            group.cancelAll()
        }
        watch.cancel()
    }

    /// Kills the process and closes its connection.
    func stop() async {
        // First, since closing the sheet or the connection can block.
        await process.kill()
        await sheet?.close()
        await peer.close()
        await servicesEnded()
    }

    /// Stops the process after the time that follows an answer, or as soon as it sends `provider.finish`.
    func windDown(clock: MonotonicClock, deadlines: RequestRunner.Deadlines) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [finished] in for await _ in finished {} }
            group.addTask { [process] in _ = await process.waitForEnd() }
            group.addTask { [peer] in
                do {
                    try await clock.sleep(deadlines.expiry)
                    try await peer.notify(ExpireRequest.self, Empty())
                    try await clock.sleep(deadlines.end - deadlines.expiry)
                } catch {}
            }
            await group.next()
            group.cancelAll()
            await stop()
        }
    }
}

/// Returns `true` on its first call only.
private final class FirstTime: Sendable {
    private let isOver = Mutex(false)

    func callAsFunction() -> Bool {
        isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
    }
}
