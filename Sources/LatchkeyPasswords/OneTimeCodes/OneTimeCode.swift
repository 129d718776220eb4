internal import Crypto
public import FoundationEssentials
public import LatchkeyCore

/// A one-time code and its validity.
public struct OneTimeCode: Equatable, Sendable {
    /// The characters that the user types.
    public let text: Secret
    /// The start of the next period; `nil` for HOTP codes, which are valid until used.
    public let validUntil: Date?
    /// In seconds; `nil` for HOTP codes.
    public let period: Int?

    /// The remaining seconds, from 0 to the period; `nil` for HOTP codes.
    public func secondsLeft(at date: Date) -> Int? {
        guard let validUntil, let period else { return nil }
        let left = validUntil.timeIntervalSince(date).rounded(.up)
        return Int(exactly: min(max(left, 0), Double(period))) ?? 0
    }
}

extension OneTimeCodeSecret {
    /// Computes the code for a time.
    ///
    /// Call it when the code is filled, not when it is listed. A boundary between two periods belongs to the later one.
    ///
    /// - Throws: ``OneTimeCodeError/timeOutOfRange`` for a time before 1970 (RFC 6238 §4.2).
    public func code(at date: Date) throws(OneTimeCodeError) -> OneTimeCode {
        switch movingFactor {
        case .counter(let counter):
            return OneTimeCode(text: text(for: counter), validUntil: nil, period: nil)
        case .time(let period):
            guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)), seconds >= 0 else {
                throw .timeOutOfRange
            }
            let step = seconds / Int64(period)
            let end = Date(timeIntervalSince1970: (Double(step) + 1) * Double(period))
            return OneTimeCode(text: text(for: UInt64(step)), validUntil: end, period: period)
        }
    }

    /// RFC 4226 §5.3, with the hash of `algorithm` (RFC 6238 §1.2).
    private func text(for counter: UInt64) -> Secret {
        // Step 1: the HMAC of the counter as eight bytes, most significant first.
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        let hash = authenticationCode(of: message)
        // Step 2: dynamic truncation. Four bytes at the offset in the last byte's low half, without the sign bit.
        let offset = Int(hash.last ?? 0) & 0x0F
        let truncated = hash.dropFirst(offset).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        // Step 3: the lowest digits.
        switch format {
        case .decimal(let digits):
            return Self.characters(of: truncated, from: Self.decimalDigits, count: digits, isHighestFirst: true)
        case .steam:
            return Self.characters(of: truncated, from: Self.steamCharacters, count: 5, isHighestFirst: false)
        }
    }

    private func authenticationCode(of message: [UInt8]) -> [UInt8] {
        let key = unsafe key.withBytes { unsafe SymmetricKey(data: $0) }
        switch algorithm {
        case .sha1: return Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
        case .sha256: return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha512: return Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
        }
    }

    /// The number's lowest digits in the base of the alphabet's size.
    ///
    /// Steam writes the lowest digit first.
    private static func characters(
        of number: UInt32, from alphabet: [UInt8], count: Int, isHighestFirst: Bool
    ) -> Secret {
        unsafe Secret(count: count) { characters in
            var rest = Int(number)
            for index in 0..<count {
                let place = isHighestFirst ? count - 1 - index : index
                unsafe characters[place] = alphabet[rest % alphabet.count]
                rest /= alphabet.count
            }
        }
    }

    private static let decimalDigits = Array("0123456789".utf8)
    private static let steamCharacters = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)
}
