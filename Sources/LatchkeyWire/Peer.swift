/// One end of a JSON-RPC 2.0 connection: makes calls, answers the other side's.
///
/// An id belongs to the side that made it, so that both may count from one. Calls of the other side run side by side;
/// its notifications are taken one after the other, in the order sent.
///
/// **Invariants**: every call that was made ends exactly once: with its answer, with its cancellation, or with the
/// connection.
public actor Peer {
    /// How many calls of the other side may be open at once.
    public static let maximumOpenCalls = 64

    private let connection: any Connection
    private let methods: MethodTable
    private var lastID = 0
    private var waiting: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
    private var answering: [Int: Task<Void, Never>] = [:]
    private var hasEnded = false

    public init(connection: any Connection, methods: MethodTable = MethodTable()) {
        self.connection = connection
        self.methods = methods
    }

    /// Reads and answers until the connection ends; then every open call on both sides has ended too.
    ///
    /// - Throws: ``WireError`` when the other side sent what cannot be read on from. The connection is closed then.
    public func run() async throws {
        do {
            while let payload = try await connection.receive() { try await take(payload) }
        } catch {
            await end()
            throw error
        }
        await end()
    }

    /// Calls the other side and waits for its answer.
    ///
    /// Cancelling the task tells the other side, and does not wait for what it says.
    ///
    /// - Throws: ``RemoteError`` as the other side answered, ``WireError/connectionClosed``, or `CancellationError`.
    public func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        lastID += 1
        let id = lastID
        let message = try Payload.encode(CallMessage(id: id, method: M.name, params: parameters))
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                register(continuation, for: id, message: message)
            }
        } onCancel: {
            Task { await self.abandon(id) }
        }
        return try Payload.decode(ResultOf<M.Result>.self, from: answer).result
    }

    /// Tells the other side something that it does not answer.
    public func notify<N: Notification>(_ notification: N.Type, _ parameters: N.Parameters) async throws {
        guard !hasEnded else { throw WireError.connectionClosed }
        try await connection.send(
            Payload.encode(CallMessage(id: nil, method: N.name, params: parameters)))
    }

    /// Ends the connection from this side.
    public func close() async {
        await connection.close()
    }

    // MARK: Calls of our own

    private func register(_ continuation: CheckedContinuation<[UInt8], any Error>, for id: Int, message: [UInt8]) {
        guard !hasEnded else { return continuation.resume(throwing: WireError.connectionClosed) }
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        waiting[id] = continuation
        Task {
            do { try await connection.send(message) } catch { finish(id, with: .failure(error)) }
        }
    }

    private func finish(_ id: Int, with answer: Result<[UInt8], any Error>) {
        waiting.removeValue(forKey: id)?.resume(with: answer)
    }

    private func abandon(_ id: Int) async {
        guard let continuation = waiting.removeValue(forKey: id) else { return }
        continuation.resume(throwing: CancellationError())
        try? await notify(CancelCall.self, CancelCall.Parameters(id: id))
    }

    // MARK: What the other side sends

    private func take(_ payload: [UInt8]) async throws {
        try JSONCheck.check(payload)
        guard let head = try? Payload.decode(MessageHead.self, from: payload) else {
            return try await refuse(nil, RemoteError(.malformedMessage, "not a JSON-RPC 2.0 message"))
        }
        switch (head.method, head.id) {
        case (let method?, let id?): try await answer(method, id: id, payload: payload)
        case (let method?, nil): await takeNotification(method, payload: payload)
        // An answer that nobody waits for came late, or was never asked for: there is nobody to give it to.
        case (nil, let id?): finish(id, with: head.error.map { .failure($0.remoteError) } ?? .success(payload))
        // Unreachable: a head has a method or the id of an answer.
        case (nil, nil): break
        }
    }

    private func answer(_ method: String, id: Int, payload: [UInt8]) async throws {
        guard answering[id] == nil else {
            return try await refuse(id, RemoteError(.malformedMessage, "request id \(id) is still open"))
        }
        guard let handler = methods.methods[method] else {
            return try await refuse(id, RemoteError(.unknownMethod, "no such method"))
        }
        guard answering.count < Self.maximumOpenCalls else {
            return try await refuse(id, RemoteError(.busy, "too many requests are open on this connection"))
        }
        answering[id] = Task {
            let reply = await Self.reply(to: id) { try await handler(payload, id) }
            answering[id] = nil
            try? await connection.send(reply)
        }
    }

    private func takeNotification(_ name: String, payload: [UInt8]) async {
        if name == CancelCall.name {
            guard let call = try? Payload.decode(ParametersOf<CancelCall.Parameters>.self, from: payload) else { return }
            answering[call.params.id]?.cancel()
        } else {
            // A notification has nobody to tell of an error; one that cannot be read changes nothing.
            try? await methods.notifications[name]?(payload)
        }
    }

    private func refuse(_ id: Int?, _ error: RemoteError) async throws {
        try await connection.send(Payload.encode(ErrorMessage(id: id, error: MessageError(error))))
    }

    private static func reply(to id: Int, from handler: () async throws -> [UInt8]) async -> [UInt8] {
        let error: RemoteError
        do {
            let reply = try await handler()
            if reply.count <= Frame.maximumLength { return reply }
            error = RemoteError(.internalError, "the answer is longer than a message may be")
        } catch let remote as RemoteError {
            error = remote
        } catch is CancellationError {
            error = RemoteError(.requestCancelled, "the request was cancelled")
        } catch {
            // The type alone: what an unforeseen error says may hold what it was about.
            return Self.encoded(id, RemoteError(.internalError, "unexpected \(type(of: error))"))
        }
        return encoded(id, error)
    }

    private static func encoded(_ id: Int, _ error: RemoteError) -> [UInt8] {
        // Unreachable: an error is made of strings and numbers, which always encode.
        (try? Payload.encode(ErrorMessage(id: id, error: MessageError(error)))) ?? []
    }

    private func end() async {
        hasEnded = true
        await connection.close()
        for task in answering.values { task.cancel() }
        let open = waiting
        waiting = [:]
        for continuation in open.values { continuation.resume(throwing: WireError.connectionClosed) }
    }
}
