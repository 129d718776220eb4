package import LatchkeyCore

/// Base32 as users copy it: either case, with spaces and hyphens, with or without padding (RFC 4648 §6).
///
/// Trailing bits that do not fill a byte are dropped even if they are not zero. Authenticator apps do the same, and
/// some services issue such secrets.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Decodes a text; `nil` if it contains another character, or a letter after padding.
    package static func decode(_ text: some Sequence<UInt8>) -> Secret? {
        // Decoded bytes exist only in guarded memory; this array has five-bit values until the function returns.
        var values: [UInt8] = []
        values.reserveCapacity(text.underestimatedCount)
        var isPadded = false
        for character in text {
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where !isPadded: values.append(character - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z") where !isPadded: values.append(character - UInt8(ascii: "a"))
            case UInt8(ascii: "2")...UInt8(ascii: "7") where !isPadded:
                values.append(character - UInt8(ascii: "2") + 26)
            case UInt8(ascii: "="): isPadded = true
            case UInt8(ascii: " "), UInt8(ascii: "-"), 0x09...0x0D: continue
            default: return nil
            }
        }
        return unsafe Secret(count: values.count * 5 / 8) { bytes in
            var bits: UInt16 = 0
            var bitCount = 0
            var index = 0
            for value in values {
                bits = bits << 5 | UInt16(value)
                bitCount += 5
                guard bitCount >= 8, index < bytes.count else { continue }
                bitCount -= 8
                unsafe bytes[index] = UInt8(truncatingIfNeeded: bits >> UInt16(bitCount))
                index += 1
            }
        }
    }

    /// Encodes in upper case without padding, as Google's key URI format requires.
    package static func encode(_ secret: Secret) -> [UInt8] {
        unsafe secret.withBytes { bytes in
            var text: [UInt8] = []
            text.reserveCapacity((bytes.count * 8 + 4) / 5)
            var bits: UInt16 = 0
            var bitCount = 0
            for index in 0..<bytes.count {
                bits = bits << 8 | UInt16(unsafe bytes[index])
                bitCount += 8
                while bitCount >= 5 {
                    bitCount -= 5
                    text.append(alphabet[Int(bits >> UInt16(bitCount)) & 0x1F])
                }
            }
            if bitCount > 0 { text.append(alphabet[Int(bits << UInt16(5 - bitCount)) & 0x1F]) }
            return text
        }
    }
}
