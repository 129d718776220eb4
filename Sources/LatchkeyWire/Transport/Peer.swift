import LatchkeyCore

/// One end of a JSON-RPC 2.0 connection: makes calls and answers the other side's calls.
///
/// Each side numbers its own calls from one. Calls of the other side run concurrently. Its notifications are handled one
/// after the other, in the order in which they were sent. Messages are sent and received only while ``run()`` runs.
///
/// **Invariants**
/// - Every call ends exactly once: with its answer, with its cancellation, or with the connection. If the other side
///   sent an error without an id before the connection ended, the call throws that error.
/// - Every task of a connection is a child of ``run()``, so none outlives it.
public actor Peer {
    /// The largest number of open calls of the other side.
    public static let maximumOpenCalls = 64
    /// The largest number of answers, in addition to those of open calls, that the other side has not read.
    static let maximumUnreadAnswers = 64

    private let connection: any Connection
    private let methods: MethodTable
    private var hasStarted = false
    private var hasEnded = false
    /// The other side's last message if it was an error without an id: the reason why the connection ends.
    private var complaint: RemoteError?

    private var lastID = 0
    private var waiting: [Int: CheckedContinuation<JSONDocument, any Error>] = [:]
    /// Calls and cancellations, in the order in which they are sent: a cancellation never overtakes its call.
    private let outbox = AsyncStream<[UInt8]>.makeStream()
    /// The ids of calls whose task was cancelled.
    private let abandoned = AsyncStream<Int>.makeStream()

    /// The other side's open calls; finishing the stream cancels the call.
    private var answering: [Int: AsyncStream<Void>.Continuation] = [:]
    /// The number of calls of the other side with a task: open calls and calls whose answer is being sent.
    private var answeringTasks = 0

    public init(connection: any Connection, methods: MethodTable = MethodTable()) {
        self.connection = connection
        self.methods = methods
    }

    /// Receives messages until the connection ends or the task is cancelled.
    ///
    /// Then every call of either side has ended: methods that still run are cancelled, and this method waits for them. A
    /// peer runs once.
    ///
    /// - Throws: ``WireError`` if the other side sent a frame or JSON that is not valid. The connection is closed then.
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
    /// Cancelling the task sends a cancellation and does not wait for the answer.
    ///
    /// - Throws: ``RemoteError`` that the other side answered, or that it sent before it closed the connection;
    ///   ``RemoteError/Reason/malformedMessage`` if the answer cannot be decoded; ``WireError/connectionClosed``,
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
        return try Payload.decode(M.Result.self, member: "result", of: answer, orRefuseAs: .malformedMessage)
    }

    /// Sends a notification; returns when the system has it.
    ///
    /// - Throws: ``WireError/connectionClosed``, ``WireError/frameTooLong(announced:)``, or an error of the connection.
    public func notify<N: Notification>(_ notification: N.Type, _ parameters: N.Parameters) async throws {
        guard !hasEnded else { throw WireError.connectionClosed }
        let message = try Payload.encode(CallMessage(id: nil, method: N.name, params: parameters))
        try Self.checkLength(message)
        try await connection.send(message)
    }

    /// Queues a notification without waiting until it is sent; for notifications that are short and rare.
    ///
    /// It is dropped if the connection has ended or if it is too long for a frame.
    public func post<N: Notification>(_ notification: N.Type, _ parameters: N.Parameters) {
        guard !hasEnded,
            let message = try? Payload.encode(CallMessage(id: nil, method: N.name, params: parameters)),
            message.count <= Frame.maximumLength
        else { return }
        outbox.continuation.yield(message)
    }

    /// Closes the connection.
    public func close() async {
        await connection.close()
    }

    // MARK: Calls of our own

    private func register(_ continuation: CheckedContinuation<JSONDocument, any Error>, for id: Int, message: [UInt8]) {
        guard !hasEnded else { return continuation.resume(throwing: reasonOfEnd) }
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        waiting[id] = continuation
        outbox.continuation.yield(message)
    }

    private func finish(_ id: Int, with answer: Result<JSONDocument, any Error>) {
        // Ignores an answer to a call that was cancelled or never made.
        waiting.removeValue(forKey: id)?.resume(with: answer)
    }

    private func sendCalls() async {
        do {
            for await message in outbox.stream { try await connection.send(message) }
        } catch WireError.connectionClosed {
            // The reader still receives the messages before the end, such as the reason for it.
        } catch {
            // A connection that cannot send is useless. The reader sees its end and ends every call.
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

    // MARK: Messages of the other side

    private func take(_ payload: [UInt8], in group: inout DiscardingTaskGroup) async throws {
        let message = try Payload.scan(payload)
        complaint = nil
        switch MessageHead(message) {
        case .call(let method, let id): try await answer(method, id: id, message: message, in: &group)
        case .notification(let method): await takeNotification(method, message: message)
        case .answer(let id, nil): finish(id, with: .success(message))
        case .answer(let id, let error?): finish(id, with: .failure(error))
        case .malformedAnswer(let id?):
            finish(id, with: .failure(RemoteError(.malformedMessage, "the answer is not a JSON-RPC 2.0 message")))
        case .malformedAnswer(nil): break
        case .complaint(let error): complaint = error
        case .malformed(let id): try await refuse(id, RemoteError(.malformedMessage, "not a JSON-RPC 2.0 message"))
        }
    }

    private func answer(
        _ method: String, id: Int, message: JSONDocument, in group: inout DiscardingTaskGroup
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
                await Answer.make(to: id) { try await handler(message, id) }
            }
            await self.send(answer, to: id)
        }
    }

    /// Ends a call and sends its answer, in this order: the other side may use the id again when it has the answer.
    private func send(_ answer: [UInt8], to id: Int) async {
        answering[id] = nil
        // If the answer cannot be sent, the reader sees the connection's end.
        try? await connection.send(answer)
        answeringTasks -= 1
    }

    private func takeNotification(_ name: String, message: JSONDocument) async {
        if name == CancelCall.name {
            let call = try? Payload.decode(CancelCall.Parameters.self, member: "params", of: message)
            if let call { answering[call.id]?.finish() }
        } else {
            // A notification has no answer, so its errors are dropped.
            try? await methods.notifications[name]?(message)
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
