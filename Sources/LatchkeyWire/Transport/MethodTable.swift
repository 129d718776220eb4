/// What one side of a connection answers to.
public struct MethodTable: Sendable {
    typealias Answer = @Sendable (_ payload: [UInt8], _ id: Int) async throws -> [UInt8]

    private(set) var methods: [String: Answer] = [:]
    private(set) var notifications: [String: @Sendable (_ payload: [UInt8]) async throws -> Void] = [:]

    public init() {}

    /// Answers calls of one method; each call runs in a task of its own.
    public mutating func on<M: Method>(
        _ method: M.Type, answer: @escaping @Sendable (M.Parameters) async throws -> M.Result
    ) {
        methods[M.name] = { payload, id in
            let parameters = try Payload.decode(ParametersOf<M.Parameters>.self, from: payload).params
            return try Payload.encode(ResultMessage(id: id, result: try await answer(parameters)))
        }
    }

    /// Takes notifications of one kind, in the order in which they come; `take` must not wait for the other side.
    public mutating func on<N: Notification>(
        _ notification: N.Type, take: @escaping @Sendable (N.Parameters) async throws -> Void
    ) {
        notifications[N.name] = { payload in
            try await take(Payload.decode(ParametersOf<N.Parameters>.self, from: payload).params)
        }
    }
}
