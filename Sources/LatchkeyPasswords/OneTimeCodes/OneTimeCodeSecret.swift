public import LatchkeyCore

/// What codes are computed from: a key shared with a site, and how the site wants its codes.
///
/// A value of this type gives codes; nothing that it was read from is kept. Room of `LatchkeyOneTimeCode`: HOTP
/// (RFC 4226), TOTP (RFC 6238), Steam Guard's spelling of it, and the texts that carry their keys.
///
/// ```swift
/// let secret = try OneTimeCodeSecret(parsing: "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP")
/// let code = try secret.code(at: .now)
/// code.text.reveal()   // "492039"
/// code.validUntil      // the second at which the next one begins
/// ```
///
/// **Invariants**
/// - The key has 1 to ``longestKey`` bytes.
/// - Decimal codes have 6 to 8 digits, a period has 1 to ``longestPeriod`` seconds.
/// - Issuer and account have no blanks at their ends; an issuer is not empty.
public struct OneTimeCodeSecret: Equatable, Sendable {
    /// The hash under the HMAC.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// What moves from one code to the next.
    public enum MovingFactor: Hashable, Sendable {
        /// The time, in steps of this many seconds since 1970 (RFC 6238).
        case time(period: Int)
        /// A counter that both sides keep (RFC 4226).
        case counter(UInt64)
    }

    /// How a code is spelled.
    public enum Format: Hashable, Sendable {
        /// This many decimal digits.
        case decimal(digits: Int)
        /// Five characters of Steam Guard's alphabet.
        case steam
    }

    public let key: Secret
    public let algorithm: Algorithm
    public let movingFactor: MovingFactor
    public let format: Format
    /// The service that the code is for.
    public let issuer: String?
    /// The account's name there; often empty.
    public let account: String

    public static let longestKey = 1024
    /// A day: no service has a longer one.
    public static let longestPeriod = 86_400
    public static let digitCounts = 6...8
    public static let ordinaryPeriod = 30

    /// Takes the parts, as the vault or an import has them.
    ///
    /// - Throws: ``OneTimeCodeError/missingSecret``, ``OneTimeCodeError/tooLong(limit:)``,
    ///   ``OneTimeCodeError/unusableParameter(_:)``.
    public init(
        key: Secret, algorithm: Algorithm = .sha1, movingFactor: MovingFactor = .time(period: ordinaryPeriod),
        format: Format = .decimal(digits: 6), issuer: String? = nil, account: String = ""
    ) throws(OneTimeCodeError) {
        guard !key.isEmpty else { throw .missingSecret }
        guard key.count <= Self.longestKey else { throw .tooLong(limit: Self.longestKey) }
        if case .time(let period) = movingFactor, !(1...Self.longestPeriod).contains(period) {
            throw .unusableParameter(.period)
        }
        if case .decimal(let digits) = format, !Self.digitCounts.contains(digits) { throw .unusableParameter(.digits) }
        self.key = key
        self.algorithm = algorithm
        self.movingFactor = movingFactor
        self.format = format
        let issuer = issuer.map(\.withoutBlanksAtEnds)
        self.issuer = issuer == "" ? nil : issuer
        self.account = account.withoutBlanksAtEnds
    }

    /// The same with the next counter; unchanged where time moves the codes.
    ///
    /// Store it before the code of this one is shown: a counter must never be used twice (RFC 4226 §7.2).
    public func advanced() throws(OneTimeCodeError) -> OneTimeCodeSecret {
        guard case .counter(let counter) = movingFactor else { return self }
        guard counter < .max else { throw .counterExhausted }
        return try OneTimeCodeSecret(
            key: key, algorithm: algorithm, movingFactor: .counter(counter + 1), format: format, issuer: issuer,
            account: account)
    }
}

extension String {
    /// The text without spaces at its ends.
    var withoutBlanksAtEnds: String {
        let bytes = utf8.drop { $0 == 0x20 }
        guard let last = bytes.lastIndex(where: { $0 != 0x20 }) else { return "" }
        return String(decoding: bytes[...last], as: UTF8.self)
    }
}
