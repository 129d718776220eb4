/// An error of the bytes on a socket, or of the JSON in them.
///
/// No case carries text of the other side: it may be a secret, and errors are logged.
public enum WireError: Error, Hashable, Sendable {
    /// The length of a frame is more than ``Frame/maximumLength``.
    case frameTooLong(announced: UInt32)
    /// The other side closed the connection in the middle of a frame.
    case truncatedFrame(missing: Int)
    case notUTF8
    case notJSON(offset: Int)
    case nestedTooDeeply(limit: Int)
    /// An object has the same name twice; the second name ends at `offset`.
    case duplicateKey(offset: Int)
    /// A string is not in the Stream-Safe Text Format; it ends at `offset`.
    case notStreamSafe(offset: Int)
    /// The connection ended before the answer arrived.
    case connectionClosed
}
