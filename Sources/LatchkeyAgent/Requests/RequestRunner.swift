import LatchkeyCore
package import LatchkeySheet
package import LatchkeyWire

/// Runs one request: starts the process, keeps the deadlines, shows the sheet, and returns the outcome.
///
/// ``RequestStateMachine`` has the rules; this actor passes it events and carries out its actions.
package actor RequestRunner {
    /// The parameters of one request.
    package struct Order: Sendable {
        package var launch: ProviderLaunch
        package var request: ProviderRequest
        package var context: RequestContext
        package var otherAccounts: Set<String> = []
        /// The number of the request in the agent.
        package var number = 0
        /// ``Keychain/lockGeneration(of:)`` when the request began.
        package var lockGeneration = 0
        /// The client's screen; `nil` without one.
        package var screen: (any SheetScreen)?
        package var frame: SheetFrame
        /// The methods that the provider can call: its identity store and its keychain.
        package var services: MethodTable
        /// Removes the picked identity after the provider has reported that its record does not exist.
        package var forgetIdentity: @Sendable () async -> Void = {}
        /// Abandons the changes that a process left open when it ended.
        package var servicesEnded: @Sendable () async -> Void

        package init(
            launch: ProviderLaunch, request: ProviderRequest, context: RequestContext,
            screen: (any SheetScreen)?, frame: SheetFrame, services: MethodTable,
            servicesEnded: @escaping @Sendable () async -> Void = {}
        ) {
            self.launch = launch
            self.request = request
            self.context = context
            self.screen = screen
            self.frame = frame
            self.services = services
            self.servicesEnded = servicesEnded
        }
    }

    /// In seconds of ``LatchkeyCore/MonotonicClock``.
    package struct Deadlines: Sendable {
        package var withoutInterface = 3.0
        package var withInterface = 180.0
        package var afterCancellation = 3.0
        /// After the answer: when the completion handler is called with `expired`, and when the process is stopped.
        package var expiry = 8.0
        package var end = 10.0
        /// Grace period between `$/cancelRequest` and `SIGKILL`.
        package var cancelGrace = 0.2

        package init() {}
    }

    nonisolated let provider: ProviderIdentifier
    nonisolated let number: Int
    nonisolated let lockGeneration: Int
    private let order: Order
    private let starter: ProviderStarter
    private let clock: MonotonicClock
    private let deadlines: Deadlines
    private let note: @Sendable (String) -> Void
    private var machine: RequestStateMachine
    private let events: AsyncStream<(phase: Int, event: RequestStateMachine.Event)>
    private let emit: AsyncStream<(phase: Int, event: RequestStateMachine.Event)>.Continuation
    /// The number of the current process, so that events of a stopped one are ignored.
    private var phase = 0
    private var conversation: ProviderConversation?
    private var launching: Task<Void, Never>?
    private var deadline: Task<Void, Never>?
    /// The client has gone, so the provider gets `$/cancelRequest` before its process is stopped.
    private var isAbandoned = false
    /// The process must be stopped without a grace period.
    private var isUrgent = false
    private var running: Task<RequestStateMachine.Outcome, Never>?

    init(
        _ order: Order, starter: ProviderStarter, clock: MonotonicClock, deadlines: Deadlines,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.order = order
        provider = order.launch.provider
        number = order.number
        lockGeneration = order.lockGeneration
        self.starter = starter
        self.clock = clock
        self.deadlines = deadlines
        self.note = note
        machine = RequestStateMachine(
            order.request, otherAccounts: order.otherAccounts, canShowInterface: order.screen != nil,
            isDebugging: order.launch.isDebugging)
        (events, emit) = AsyncStream.makeStream()
    }

    /// Runs the request to its end.
    ///
    /// Cancelling the task cancels the provider's call and stops its process.
    package func run() async throws(RemoteError) -> ProviderAnswer {
        // An unstructured task: a cancelled one would not read the events that stop the provider.
        let running = Task { await runToEnd() }
        self.running = running
        let outcome = await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            emit.yield((0, .abandoned))
        }
        switch outcome {
        case .answer(let answer): return answer
        case .failure(var error):
            explain(&error)
            error.hint = error.hint ?? Self.hint(for: error.reason)
            throw error
        }
    }

    /// Adds the provider's own explanation of a failure, with the provider's name.
    private func explain(_ error: inout RemoteError) {
        guard let reason = error.details?["providerReason"] else { return }
        error.message = "\(order.launch.name) failed: \(reason)"
        if let suggestion = error.details?["providerSuggestion"] {
            error.hint = "\(order.launch.name) says: \(suggestion)"
        }
    }

    /// What the user can do about a provider that failed.
    private static func hint(for reason: RemoteError.Reason) -> String? {
        switch reason {
        case .timedOut: "try again"
        case .providerCrashed, .providerFailed: "try again; if it fails again, run \"latchkey doctor\""
        default: nil
        }
    }

    /// Ends the request without a grace period; returns when the process is stopped.
    package func abandonAtOnce() async {
        isUrgent = true
        emit.yield((0, .abandoned))
        _ = await running?.value
    }

    private func runToEnd() async -> RequestStateMachine.Outcome {
        emit.yield((0, .begin))
        for await (origin, event) in events where origin == 0 || origin == phase {
            if case .abandoned = event { isAbandoned = true }
            for action in machine.handle(event) {
                if let outcome = await perform(action) { return outcome }
            }
        }
        // Unreachable: the stream finishes only after the state machine has ended the request.
        return .failure(RemoteError(.internalError, "the request ended without an outcome"))
    }

    private func perform(_ action: RequestStateMachine.Action) async -> RequestStateMachine.Outcome? {
        switch action {
        case .launch(let request): launch(request)
        case .arm(let deadline): arm(deadline)
        case .disarm: deadline?.cancel()
        case .dismiss: await conversation?.dismissSheet()
        case .stop: await stop()
        case .leaveAlive: await leaveAlive()
        case .forgetIdentity: await order.forgetIdentity()
        case .logLateAnswer: note("\(order.launch.provider) answered a request that had ended")
        case .end(let outcome):
            deadline?.cancel()
            emit.finish()
            return outcome
        }
        return nil
    }

    private func launch(_ request: ProviderRequest) {
        phase += 1
        let phase = phase
        launching = Task {
            do throws(RemoteError) {
                let process = try await starter.start(order.launch)
                await converse(with: process, about: request, phase: phase)
            } catch {
                emit.yield((phase, .launchFailed(error)))
            }
        }
    }

    private func converse(with process: any ProviderProcess, about request: ProviderRequest, phase: Int) async {
        guard phase == self.phase, !Task.isCancelled else {
            await process.kill()
            return await starter.ended(order.launch.provider)
        }
        let conversation = ProviderConversation(
            process: process, services: order.services, servicesEnded: order.servicesEnded,
            screen: request.showsInterface ? order.screen : nil, frame: order.frame,
            note: note,
            emit: { [emit] event in emit.yield((phase, event)) })
        self.conversation = conversation
        emit.yield((phase, .launched))
        await conversation.perform(
            PerformRequest.Parameters(
                provider: order.launch.provider, request: request, context: order.context,
                isDebugging: order.launch.isDebugging))
    }

    private func arm(_ deadline: RequestStateMachine.Deadline) {
        self.deadline?.cancel()
        let seconds =
            switch deadline {
            case .withoutInterface: deadlines.withoutInterface
            case .withInterface: deadlines.withInterface
            case .afterCancellation: deadlines.afterCancellation
            }
        let phase = phase
        self.deadline = Task { [clock, emit] in
            do { try await clock.sleep(seconds) } catch { return }
            emit.yield((phase, .deadlinePassed))
        }
    }

    private func stop() async {
        // Events of this process are ignored from now on.
        launching?.cancel()
        launching = nil
        let stopped = conversation
        conversation = nil
        guard let stopped else { return }
        if isAbandoned, !isUrgent {
            // Cancelling the call has sent `$/cancelRequest`.
            await stopped.waitForEnd(clock: clock, atMost: deadlines.cancelGrace)
        }
        await stopped.stop()
        await starter.ended(order.launch.provider)
    }

    private func leaveAlive() async {
        guard let conversation else { return }
        self.conversation = nil
        await starter.linger(conversation, of: order.launch.provider)
    }
}
