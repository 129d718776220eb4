/// One end of a JSON-RPC 2.0 connection: makes calls, answers the other side's.
///
/// An id belongs to the side that made it, so that both may count from one. Calls of the other side run side by side;
/// its notifications are taken one after the other, in the order sent. Nothing moves before ``run()``.
///
/// **Invariants**
/// - Every call that was made ends exactly once: with its answer, with its cancellation, or with the connection; then
///   with the error that the other side gave for its end, where it gave one.
/// - Every task of a connection is a child of ``run()``, so that none outlives it.
public actor Peer {
    /// How many calls of the other side may be open at once.
    public static let maximumOpenCalls = 64
    /// How many more answers may wait for the other side to read them.
    static let maximumUnreadAnswers = 64

    private let connection: any Connection
    private let methods: MethodTable
    private var hasStarted = false
    private var hasEnded = false
    /// The other side's last word, where that was an error for no call in particular: why the connection ends.
    private var complaint: RemoteError?

    private var lastID = 0
    private var waiting: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
    /// Calls and their cancellations, in the order in which they go out: a cancellation never overtakes its call.
    private let outbox = AsyncStream<[UInt8]>.makeStream()
    /// The ids of calls whose tasks were cancelled.
    private let abandoned = AsyncStream<Int>.makeStream()

    /// The other side's open calls; finishing the stream cancels one.
    private var answering: [Int: AsyncStream<Void>.Continuation] = [:]
    /// How many calls of the other side have a task: those that are open, and those whose answer is on its way out.
    private var answeringTasks = 0

    public init(connection: any Connection, methods: MethodTable = MethodTable()) {
        self.connection = connection
        self.methods = methods
    }

    /// Reads and answers until the connection ends or the task is cancelled; every call on both sides has ended then.
    ///
    /// Waits for the methods that are still running, which are cancelled. A peer runs once.
    ///
    /// - Throws: ``WireError`` when the other side sent what cannot be read on from. The connection is closed then.
    public func run() async throws {
        precondition(!hasStarted, "a peer runs once")
        hasStarted = true
        var failure: (any Error)?
        await withDiscardingTaskGroup { group in
            group.addTask { await self.sendCalls() }
            group.addTask { await self.dropAbandonedCalls() }
            do {
                while let payload = try await connection.receive() { try await take(payload, in: &group) }
            } catch {
                failure = error
            }
            await end()
            group.cancelAll()
        }
        if let failure { throw failure }
    }

    /// Calls the other side and waits for its answer.
    ///
    /// Cancelling the task tells the other side, and does not wait for what it says.
    ///
    /// - Throws: ``RemoteError`` as the other side answered, or ``RemoteError/Reason/malformedMessage`` when the answer
    ///   cannot be read, or as it said before it closed; ``WireError/connectionClosed``,
    ///   ``WireError/frameTooLong(announced:)``, or `CancellationError`.
    public func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        lastID += 1
        let id = lastID
        let message = try Payload.encode(CallMessage(id: id, method: M.name, params: parameters))
        try Self.checkLength(message)
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                register(continuation, for: id, message: message)
            }
        } onCancel: {
            abandoned.continuation.yield(id)
        }
        return try Payload.decode(ResultOf<M.Result>.self, from: answer, orRefuseAs: .malformedMessage).result
    }

    /// Tells the other side something that it does not answer; returns when it is handed to the system.
    ///
    /// - Throws: ``WireError/connectionClosed``, ``WireError/frameTooLong(announced:)``, or what the connection throws.
    public func notify<N: Notification>(_ notification: N.Type, _ parameters: N.Parameters) async throws {
        guard !hasEnded else { throw WireError.connectionClosed }
        let message = try Payload.encode(CallMessage(id: nil, method: N.name, params: parameters))
        try Self.checkLength(message)
        try await connection.send(message)
    }

    /// Tells the other side something without waiting until it is taken; for what is short and rare.
    ///
    /// It goes out after everything that was sent before; where the connection has ended, or it is too long, nowhere.
    public func post<N: Notification>(_ notification: N.Type, _ parameters: N.Parameters) {
        guard !hasEnded,
            let message = try? Payload.encode(CallMessage(id: nil, method: N.name, params: parameters)),
            message.count <= Frame.maximumLength
        else { return }
        outbox.continuation.yield(message)
    }

    /// Ends the connection from this side.
    public func close() async {
        await connection.close()
    }

    // MARK: Calls of our own

    private func register(_ continuation: CheckedContinuation<[UInt8], any Error>, for id: Int, message: [UInt8]) {
        guard !hasEnded else { return continuation.resume(throwing: reasonOfEnd) }
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        waiting[id] = continuation
        outbox.continuation.yield(message)
    }

    private func finish(_ id: Int, with answer: Result<[UInt8], any Error>) {
        // An answer that nobody waits for came late, or was never asked for: there is nobody to give it to.
        waiting.removeValue(forKey: id)?.resume(with: answer)
    }

    private func sendCalls() async {
        do {
            for await message in outbox.stream { try await connection.send(message) }
        } catch WireError.connectionClosed {
            // It has ended by itself. The reader takes what came before that, such as the reason, and sees the end.
        } catch {
            // Without its writing half the connection is of no use: the reader sees its end, and ends every call.
            await connection.close()
        }
    }

    private func dropAbandonedCalls() async {
        for await id in abandoned.stream {
            guard let continuation = waiting.removeValue(forKey: id) else { continue }
            continuation.resume(throwing: CancellationError())
            let notice = CallMessage(id: nil, method: CancelCall.name, params: CancelCall.Parameters(id: id))
            if let message = try? Payload.encode(notice) { outbox.continuation.yield(message) }
        }
    }

    private static func checkLength(_ message: [UInt8]) throws(WireError) {
        guard message.count <= Frame.maximumLength else {
            throw .frameTooLong(announced: UInt32(clamping: message.count))
        }
    }

    // MARK: What the other side sends

    private func take(_ payload: [UInt8], in group: inout DiscardingTaskGroup) async throws {
        try JSONCheck.check(payload)
        complaint = nil
        switch (try? Payload.decode(MessageHead.self, from: payload)) ?? .malformed(id: nil) {
        case .call(let method, let id): try await answer(method, id: id, payload: payload, in: &group)
        case .notification(let method): await takeNotification(method, payload: payload)
        case .answer(let id, nil): finish(id, with: .success(payload))
        case .answer(let id, let error?): finish(id, with: .failure(error))
        case .malformedAnswer(let id?):
            finish(id, with: .failure(RemoteError(.malformedMessage, "the answer is not a JSON-RPC 2.0 message")))
        case .malformedAnswer(nil): break
        case .complaint(let error): complaint = error
        case .malformed(let id): try await refuse(id, RemoteError(.malformedMessage, "not a JSON-RPC 2.0 message"))
        }
    }

    private func answer(
        _ method: String, id: Int, payload: [UInt8], in group: inout DiscardingTaskGroup
    ) async throws {
        guard answering[id] == nil else {
            return try await refuse(id, RemoteError(.malformedMessage, "request id \(id) is still open"))
        }
        guard let handler = methods.methods[method] else {
            return try await refuse(id, RemoteError(.unknownMethod, "no such method"))
        }
        guard answering.count < Self.maximumOpenCalls,
            answeringTasks < Self.maximumOpenCalls + Self.maximumUnreadAnswers
        else { return try await refuse(id, RemoteError(.busy, "too many requests are open on this connection")) }
        let (cancellation, cancel) = AsyncStream<Void>.makeStream()
        answering[id] = cancel
        answeringTasks += 1
        group.addTask {
            let answer = await Answer.make(until: cancellation) {
                await Answer.make(to: id) { try await handler(payload, id) }
            }
            await self.send(answer, to: id)
        }
    }

    /// Sends an answer; the call ends before, since its id may come again as soon as the other side has the answer.
    private func send(_ answer: [UInt8], to id: Int) async {
        answering[id] = nil
        // Nobody is left to tell when the answer cannot be sent; the reader sees the connection's end.
        try? await connection.send(answer)
        answeringTasks -= 1
    }

    private func takeNotification(_ name: String, payload: [UInt8]) async {
        if name == CancelCall.name {
            guard let call = try? Payload.decode(ParametersOf<CancelCall.Parameters>.self, from: payload) else {
                return
            }
            answering[call.params.id]?.finish()
        } else {
            // A notification has nobody to tell of an error; one that cannot be read changes nothing.
            try? await methods.notifications[name]?(payload)
        }
    }

    private func refuse(_ id: Int?, _ error: RemoteError) async throws {
        try await connection.send(Answer.refusal(id, error))
    }

    private func end() async {
        hasEnded = true
        outbox.continuation.finish()
        abandoned.continuation.finish()
        let open = waiting
        waiting = [:]
        for continuation in open.values { continuation.resume(throwing: reasonOfEnd) }
        await connection.close()
    }

    private var reasonOfEnd: any Error { complaint ?? WireError.connectionClosed }
}
