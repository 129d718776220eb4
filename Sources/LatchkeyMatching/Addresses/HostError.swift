/// Why a text is not a valid host.
package enum HostError: Error, Hashable, Sendable {
    case empty
    /// More than 253 bytes, dots included (RFC 1035 §2.3.4).
    case tooLong(count: Int)
    case emptyLabel
    /// More than 63 bytes (RFC 1035 §2.3.4).
    case labelTooLong(count: Int)
    /// A byte that a DNS name cannot have; letters of other scripts cause ``notInternational``.
    case forbiddenByte(UInt8)
    /// A percent sign without two hexadecimal digits, or escaped bytes that are not UTF-8.
    case badPercent
    /// Letters that IDNA does not allow, with libidn2's error code.
    case notInternational(code: Int32)
    /// Ends in a number without being a canonical IPv4 address, such as `127.1`, `0x7f.1` or `2130706433`.
    case oddIPv4
    case badIPv6
}
