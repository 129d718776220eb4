import LatchkeyCore

/// The methods and notifications that one side of a connection handles.
public struct MethodTable: Sendable {
    typealias MethodHandler = @Sendable (_ message: JSONDocument, _ id: Int) async throws -> [UInt8]
    typealias NotificationHandler = @Sendable (_ message: JSONDocument) async throws -> Void

    private(set) var methods: [String: MethodHandler] = [:]
    private(set) var notifications: [String: NotificationHandler] = [:]

    public init() {}

    /// Sets the handler of a method; each call runs in its own task.
    public mutating func on<M: Method>(
        _ method: M.Type, answer: @escaping @Sendable (M.Parameters) async throws -> M.Result
    ) {
        onCall(of: method) { parameters, _ in try await answer(parameters) }
    }

    /// Sets the handler of a method that also receives the id of its call, as the other side numbered it.
    public mutating func onCall<M: Method>(
        of method: M.Type, answer: @escaping @Sendable (_ parameters: M.Parameters, _ id: Int) async throws -> M.Result
    ) {
        methods[M.name] = { message, id in
            let parameters = try Payload.decode(M.Parameters.self, member: "params", of: message)
            return try Payload.encode(ResultMessage(id: id, result: try await answer(parameters, id)))
        }
    }

    /// Sets the handler of a notification.
    ///
    /// Notifications are handled one after the other, in the order in which they arrive. So `take` must not wait for the
    /// other side.
    public mutating func on<N: Notification>(
        _ notification: N.Type, take: @escaping @Sendable (N.Parameters) async throws -> Void
    ) {
        notifications[N.name] = { message in
            try await take(Payload.decode(N.Parameters.self, member: "params", of: message))
        }
    }
}
