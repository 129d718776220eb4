/// An elliptic curve's number in IANA's registry of COSE curves (RFC 9053).
public struct ASCOSEEllipticCurveIdentifier: RawRepresentable, Hashable, Sendable {
    /// NIST P-256, 1.
    public static let P256 = Self(1)

    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Makes an identifier from the registered number; the same as `init(rawValue:)`.
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}
