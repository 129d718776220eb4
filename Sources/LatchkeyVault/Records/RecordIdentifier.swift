import LatchkeyCore

/// The identifier of a record, also in Apple's credential identities; vaults, key slots and inbox entries have one, too.
///
/// It has sixteen random bytes, and its text is 32 lower-case hexadecimal digits.
public struct RecordIdentifier: Hashable, Sendable {
    public static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    /// Creates a random identifier.
    public init() {
        var generator = SystemRandomNumberGenerator()
        high = generator.next()
        low = generator.next()
    }

    /// `nil` unless there are exactly sixteen bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 {
                halves.0 = halves.0 << 8 | UInt64(byte)
            } else {
                halves.1 = halves.1 << 8 | UInt64(byte)
            }
        }
        (high, low) = halves
    }

    /// Parses the text; `nil` for any other text, including one with upper-case digits.
    public init?(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        var pending: UInt8?
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = pending {
                guard bytes.count < Self.byteCount else { return nil }
                bytes.append(first << 4 | digit)
                pending = nil
            } else {
                pending = digit
            }
        }
        guard pending == nil else { return nil }
        self.init(bytes: bytes)
    }

    public var bytes: [UInt8] {
        var output = ByteWriter(capacity: Self.byteCount)
        write(to: &output)
        return output.bytes
    }

    func write(to output: inout ByteWriter) {
        output.write(high)
        output.write(low)
    }
}

extension RecordIdentifier: CustomStringConvertible {
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * Self.byteCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension RecordIdentifier: Comparable {
    public static func < (left: RecordIdentifier, right: RecordIdentifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
