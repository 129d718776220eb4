internal import Crypto
public import FoundationEssentials
public import LatchkeyCore

/// A code, and how long it holds.
public struct OneTimeCode: Equatable, Sendable {
    /// The characters to type.
    public let text: Secret
    /// When the next code begins; nil for codes by counter, which hold until they are used.
    public let validUntil: Date?
    /// How long a code of this kind holds in all, in seconds.
    public let period: Int?

    /// How many seconds the code holds from a moment on: at most the period, 0 once it is over.
    public func secondsLeft(at date: Date) -> Int? {
        guard let validUntil, let period else { return nil }
        let left = validUntil.timeIntervalSince(date).rounded(.up)
        return Int(exactly: min(max(left, 0), Double(period))) ?? 0
    }
}

extension OneTimeCodeSecret {
    /// Computes the code of a moment; call it when the code is handed over, not when it is listed.
    ///
    /// A moment at which one step ends and the next begins belongs to the next.
    ///
    /// - Throws: ``OneTimeCodeError/timeOutOfRange`` for a moment before 1970 (RFC 6238 §4.2 counts from there).
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

    /// RFC 4226 §5.3, with the hash of the algorithm in place of SHA-1 (RFC 6238 §1.2).
    private func text(for counter: UInt64) -> Secret {
        // Step 1: the HMAC of the counter's eight bytes, the highest first.
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        let hash = authenticationCode(of: message)
        // Step 2: four bytes from where the last byte's low half says, without the sign.
        let offset = Int(hash.last ?? 0) & 0x0F
        let truncated = hash.dropFirst(offset).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        // Step 3: as many characters as wanted.
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

    /// The number's lowest digits to the base of the alphabet's size; Steam writes the lowest first.
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
