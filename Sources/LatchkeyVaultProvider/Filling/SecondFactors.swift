/// What a site takes beside a password, or in its place.
package struct SecondFactors: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One-time codes from a program of the person's choice.
    package static let code = SecondFactors(rawValue: 1)
    package static let passkey = SecondFactors(rawValue: 2)
}
