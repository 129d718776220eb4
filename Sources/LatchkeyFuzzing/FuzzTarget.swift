import LatchkeyMatching
import LatchkeyWire

/// A decoder of bytes from outside, and what must be true of it for any bytes.
///
/// The fuzzers of `Fuzz` and the tests that replay their finds call it. A property that does not hold is a trap.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case frames
    case json
    case messages
    case urls

    /// Puts bytes through the decoder.
    public func run(_ bytes: [UInt8]) {
        switch self {
        case .frames: FrameProperties.check(bytes)
        case .json: JSONProperties.check(bytes)
        case .messages: MessageProperties.check(bytes)
        case .urls: AddressProperties.check(bytes)
        }
    }
}
