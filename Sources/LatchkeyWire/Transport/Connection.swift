/// Whole payloads in both directions; the framing and the socket are somebody else's.
public protocol Connection: Sendable {
    /// Sends one payload; returns when it is handed to the system.
    ///
    /// Payloads of several tasks may wait here at once; each goes out whole, and those of one task in their order.
    ///
    /// - Throws: ``WireError/connectionClosed`` when either side has closed; ``receive()`` gives nothing then, after
    ///   what came before.
    func send(_ payload: [UInt8]) async throws
    /// Waits for the next payload; nothing when the other side has closed. One reader only.
    ///
    /// Cancelling the reader's task ends the waiting, with nothing or an error.
    func receive() async throws -> [UInt8]?
    /// Closes both directions; a waiting ``receive()`` gives nothing, a waiting ``send(_:)`` ends. Safe to call twice.
    func close() async
}
