import LatchkeyCore
package import LatchkeySheet
package import LatchkeyWire

/// Carries one request out: starts the process, keeps the deadlines, shows the sheet, and gives the one outcome.
///
/// The rules are ``RequestStateMachine``'s; this actor only does what it says and tells it what happened.
package actor RequestRunner {
    /// Everything that one request needs.
    package struct Order: Sendable {
        package var launch: ProviderLaunch
        package var request: ProviderRequest
        package var context: RequestContext
        package var otherAccounts: Set<String> = []
        /// By which one request is told from another of its provider.
        package var number = 0
        /// When it began, by ``Keychain/lockGeneration(of:)``.
        package var lockGeneration = 0
        /// The screen of whoever asks; nothing when there is none.
        package var screen: (any SheetScreen)?
        package var frame: SheetFrame
        /// What the provider may ask of the agent: its own store and its own keychain.
        package var services: MethodTable
        /// Removes the identity that the request is about, when its provider no longer knows the record.
        package var forgetIdentity: @Sendable () async -> Void = {}
        /// Drops what a process left open, when it has gone.
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

    /// Seconds of boot time.
    package struct Deadlines: Sendable {
        package var withoutInterface = 3.0
        package var withInterface = 180.0
        package var wayOut = 3.0
        /// After the answer: when the completion handler is told that its time is over, and when the process ends.
        package var expiry = 8.0
        package var end = 10.0
        /// What a provider gets that was told that nobody waits for it any more.
        package var farewell = 0.2

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
    /// Counts the processes of this request, so that news of one that was stopped are told from the current one's.
    private var phase = 0
    private var conversation: ProviderConversation?
    private var launching: Task<Void, Never>?
    private var deadline: Task<Void, Never>?
    /// The provider is to be told before its process is stopped: nobody waits for its answer any more.
    private var isAbandoned = false
    /// There is no time to tell anybody.
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
    /// Cancelling the task abandons it: the provider is told and stopped.
    package func run() async throws(RemoteError) -> ProviderAnswer {
        // A task of its own: a cancelled one would read no more events, and leave the provider unstopped.
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
            error.hint = error.hint ?? Self.hint(for: error.reason, of: order.launch.provider)
            throw error
        }
    }

    /// Adds what the provider itself says about its failure, under the provider's name.
    private func explain(_ error: inout RemoteError) {
        guard let reason = error.details?["providerReason"] else { return }
        error.message = "\(order.launch.name) failed: \(reason)"
        if let suggestion = error.details?["providerSuggestion"] {
            error.hint = "\(order.launch.name) says: \(suggestion)"
        }
    }

    /// What a person can do about a provider that did not do its part.
    private static func hint(for reason: RemoteError.Reason, of provider: ProviderIdentifier) -> String? {
        switch reason {
        case .timedOut: "try again"
        case .providerCrashed, .providerFailed:
            "try again; \"latchkey providers debug \(provider)\" explains how to debug it"
        default: nil
        }
    }

    /// Ends the request and its process without a word; returns when the process is stopped.
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
        // Unreachable: the stream never finishes before the machine ends the request.
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
        case .logStray: note("\(order.launch.provider) answered a request that had ended")
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
            case .wayOut: deadlines.wayOut
            }
        let phase = phase
        self.deadline = Task { [clock, emit] in
            do { try await clock.sleep(seconds) } catch { return }
            emit.yield((phase, .deadlinePassed))
        }
    }

    private func stop() async {
        // The phase is over: what its process still says is nobody's.
        launching?.cancel()
        launching = nil
        let stopped = conversation
        conversation = nil
        guard let stopped else { return }
        if isAbandoned, !isUrgent {
            // Cancelling the call has told it; a provider that ends by itself is not waited for any longer.
            await stopped.waitForEnd(clock: clock, atMost: deadlines.farewell)
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
