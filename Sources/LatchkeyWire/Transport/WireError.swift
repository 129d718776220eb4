/// What can be wrong with bytes that came over a socket, or with what they say.
///
/// No case carries text of the other side's: it may be a secret, and errors end up in logs.
public enum WireError: Error, Hashable, Sendable {
    /// A frame announces, or a message would need, more than ``Frame/maximumLength`` bytes.
    case frameTooLong(announced: UInt32)
    /// The peer closed in the middle of a frame.
    case truncatedFrame(missing: Int)
    case notUTF8
    case notJSON(offset: Int)
    case nestedTooDeeply(limit: Int)
    /// An object has one key twice; where the second one ends.
    case duplicateKey(offset: Int)
    /// A letter of a string carries more marks than any writing has; where the string ends.
    case notStreamSafe(offset: Int)
    case invalidProviderIdentifier
    /// The connection ended before the answer came.
    case connectionClosed
}
