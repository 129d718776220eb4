/// What can be wrong with bytes that came over a socket, or with what they say.
public enum WireError: Error, Hashable, Sendable {
    /// A frame announces more than ``Frame/maximumLength`` bytes.
    case frameTooLong(announced: UInt32)
    /// The peer closed in the middle of a frame.
    case truncatedFrame(missing: Int)
    case notUTF8
    case notJSON(offset: Int)
    case nestedTooDeeply(limit: Int)
    case duplicateKey(String)
    /// JSON, but not a JSON-RPC 2.0 message.
    case notAMessage
    case invalidProviderIdentifier
    /// An answer to a request that is not open.
    case answerToNothing
    /// The connection ended before the answer came.
    case connectionClosed
}
