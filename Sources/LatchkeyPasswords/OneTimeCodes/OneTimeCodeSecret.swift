public import LatchkeyCore

/// The secret of a one-time code: the key shared with a site, and the parameters of the codes.
///
/// Supports HOTP (RFC 4226), TOTP (RFC 6238) and Steam Guard's variant of TOTP.
///
/// ```swift
/// let secret = try OneTimeCodeSecret(parsing: "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP")
/// let code = try secret.code(at: .now)
/// code.text.reveal()   // "492039"
/// code.validUntil      // when the next code becomes valid
/// ```
///
/// **Invariants**
/// - The key has 1 to ``maximumKeyLength`` bytes.
/// - Decimal codes have 6 to 8 digits. A period has 1 to ``maximumPeriod`` seconds.
/// - Issuer and account have no leading or trailing spaces. An issuer is not empty.
public struct OneTimeCodeSecret: Equatable, Sendable {
    /// The hash function of the HMAC.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    /// The value that differs between consecutive codes.
    public enum MovingFactor: Hashable, Sendable {
        /// The number of periods since 1970; a period is in seconds (RFC 6238).
        case time(period: Int)
        /// A counter that both parties store (RFC 4226).
        case counter(UInt64)
    }

    /// The characters of a code.
    public enum Format: Hashable, Sendable {
        /// A number of decimal digits.
        case decimal(digits: Int)
        /// Five characters of Steam Guard's alphabet.
        case steam
    }

    public let key: Secret
    public let algorithm: Algorithm
    public let movingFactor: MovingFactor
    public let format: Format
    /// The service that issued the secret.
    public let issuer: String?
    /// The account name at the service; often empty.
    public let account: String

    /// In bytes.
    public static let maximumKeyLength = 1024
    /// A day, in seconds.
    public static let maximumPeriod = 86_400
    public static let digitCounts = 6...8
    /// In seconds.
    public static let defaultPeriod = 30

    /// Validates the key and the parameters.
    ///
    /// - Throws: ``OneTimeCodeError/missingSecret``, ``OneTimeCodeError/tooLong(limit:)``,
    ///   ``OneTimeCodeError/unusableParameter(_:)``.
    public init(
        key: Secret, algorithm: Algorithm = .sha1, movingFactor: MovingFactor = .time(period: defaultPeriod),
        format: Format = .decimal(digits: 6), issuer: String? = nil, account: String = ""
    ) throws(OneTimeCodeError) {
        guard !key.isEmpty else { throw .missingSecret }
        guard key.count <= Self.maximumKeyLength else { throw .tooLong(limit: Self.maximumKeyLength) }
        if case .time(let period) = movingFactor, !(1...Self.maximumPeriod).contains(period) {
            throw .unusableParameter(.period)
        }
        if case .decimal(let digits) = format, !Self.digitCounts.contains(digits) { throw .unusableParameter(.digits) }
        self.key = key
        self.algorithm = algorithm
        self.movingFactor = movingFactor
        self.format = format
        let issuer = issuer.map(\.trimmingSpaces)
        self.issuer = issuer == "" ? nil : issuer
        self.account = account.trimmingSpaces
    }

    /// The secret with the next counter; unchanged for TOTP.
    ///
    /// Store the result before you show the current code: a counter must never be used twice (RFC 4226 §7.2).
    ///
    /// - Throws: ``OneTimeCodeError/counterExhausted``
    public func advanced() throws(OneTimeCodeError) -> OneTimeCodeSecret {
        guard case .counter(let counter) = movingFactor else { return self }
        guard counter < .max else { throw .counterExhausted }
        return try OneTimeCodeSecret(
            key: key, algorithm: algorithm, movingFactor: .counter(counter + 1), format: format, issuer: issuer,
            account: account)
    }
}

/// Why a text is not the secret of a one-time code, or why no code can be computed.
public enum OneTimeCodeError: Error, Hashable, Sendable {
    /// A parameter of an `otpauth` URI.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        case secret, issuer, algorithm, digits, period, counter, encoder
    }

    /// The text is neither a supported URI nor Base32.
    case notACode
    /// The text, or the secret in it, exceeds a limit.
    case tooLong(limit: Int)
    /// The URI's type is neither `totp` nor `hotp`.
    case unknownType
    /// The secret is missing or empty.
    case missingSecret
    /// The secret contains a character outside of Base32.
    case secretNotBase32
    /// The URI contains this parameter twice.
    case repeatedParameter(Parameter)
    /// The value of this parameter is out of range or unknown.
    case unusableParameter(Parameter)
    /// The URI can contain several accounts; parse it as a ``GoogleAuthenticatorMigration``.
    case severalAccounts
    /// The data of a migration URI is damaged.
    case damagedMigration
    /// The time is before 1970 or does not fit 64 bits.
    case timeOutOfRange
    /// The counter is at its maximum.
    case counterExhausted
}

extension String {
    /// The text without leading and trailing spaces.
    fileprivate var trimmingSpaces: String {
        let bytes = utf8.drop { $0 == 0x20 }
        guard let last = bytes.lastIndex(where: { $0 != 0x20 }) else { return "" }
        return String(decoding: bytes[...last], as: UTF8.self)
    }
}
