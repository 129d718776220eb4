/// A signature algorithm's number in IANA's registry of COSE algorithms (RFC 9053).
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
    /// ECDSA with P-256 and SHA-256, −7.
    public static let ES256 = Self(-7)

    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Makes an identifier from the registered number; the same as `init(rawValue:)`.
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}
