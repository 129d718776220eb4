/// What is wrong with the host of a page or of a stored service.
package enum HostError: Error, Hashable, Sendable {
    case empty
    /// More than 253 bytes, dots included (RFC 1035 §2.3.4).
    case tooLong(count: Int)
    case emptyLabel
    /// More than 63 bytes (RFC 1035 §2.3.4).
    case labelTooLong(count: Int)
    /// A byte that no name in the DNS has; letters of other scripts are refused by ``notInternational``.
    case forbiddenByte(UInt8)
    /// A percent sign without two hexadecimal digits, or escaped bytes that are not UTF-8.
    case badPercent
    /// Letters that IDNA does not allow in a name, with libidn2's code.
    case notInternational(code: Int32)
    /// Ends in a number and is no IPv4 address in its one canonical form: `127.1`, `0x7f.1`, `2130706433`.
    case oddIPv4
    case badIPv6
}
