/// A signature algorithm's number in COSE's registry.
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
    /// ECDSA over P-256 with SHA-256.
    public static let ES256 = Self(-7)

    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}
