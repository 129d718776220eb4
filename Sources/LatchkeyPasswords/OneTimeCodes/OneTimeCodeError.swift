/// Why something is no one-time code's secret, or gives no code.
public enum OneTimeCodeError: Error, Hashable, Sendable {
    /// A part of an `otpauth` address.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        case secret, issuer, algorithm, digits, period, counter, encoder
    }

    /// The text is neither an address that we know nor Base32.
    case notACode
    /// The text, or the secret in it, is longer than anybody's.
    case tooLong(limit: Int)
    /// The address is neither for codes by time nor by counter.
    case unknownType
    /// The address has no secret, or an empty one.
    case missingSecret
    /// The secret has characters that Base32 has not.
    case secretNotBase32
    /// The address says two things about one parameter.
    case repeatedParameter(Parameter)
    /// The value of this parameter is out of range or nothing that we know.
    case unusableParameter(Parameter)
    /// The address holds several accounts; read it as a ``GoogleAuthenticatorMigration``.
    case severalAccounts
    /// The data of a migration address is damaged.
    case damagedMigration
    /// The clock is before 1970 or beyond all counting.
    case timeOutOfRange
    /// The counter has no next value.
    case counterExhausted
}
