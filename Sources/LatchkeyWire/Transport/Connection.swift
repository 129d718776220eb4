/// A connection that sends and receives whole payloads.
public protocol Connection: Sendable {
    /// Sends one payload; returns when the system has it.
    ///
    /// Several tasks may call this at once. Payloads are never mixed, and the payloads of one task keep their order.
    ///
    /// - Throws: ``WireError/connectionClosed`` if either side has closed the connection. Payloads that arrived before
    ///   can still be received.
    func send(_ payload: [UInt8]) async throws
    /// Waits for the next payload; `nil` if the other side has closed. Only one task may call this.
    ///
    /// If the task is cancelled, this returns `nil` or throws.
    func receive() async throws -> [UInt8]?
    /// Closes both directions and ends waiting calls of ``receive()`` and ``send(_:)``. May be called again.
    func close() async
}
