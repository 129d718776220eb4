/// The rule of a login's address, which limits the pages that the address matches.
///
/// It is a prefix of the address's scheme, such as `exact+https://example.com/login`. An address without a rule matches
/// its whole site. Only addresses of `http` and `https` can have a rule.
public enum AddressRule: String, CaseIterable, Hashable, Sendable {
    /// Pages of the same host and port.
    case host
    /// Pages of the same scheme, host and port whose path starts with the address's path.
    case start
    /// Pages of the same scheme, host, port and path.
    case exact

    /// Whether the rule names pages, by their path.
    public var namesPages: Bool { self != .host }

    /// The prefix of the scheme, such as `exact+`.
    public var prefix: String { rawValue + "+" }

    /// Separates an address from its rule; the rule is `nil` if the address has none.
    public static func split(_ bytes: ArraySlice<UInt8>) -> (rule: AddressRule?, address: ArraySlice<UInt8>) {
        for rule in allCases where begins(bytes, with: rule.prefix) {
            let address = bytes.dropFirst(rule.prefix.utf8.count)
            if begins(address, with: "https://") || begins(address, with: "http://") { return (rule, address) }
        }
        return (nil, bytes)
    }

    /// Compares without case.
    private static func begins(_ bytes: ArraySlice<UInt8>, with prefix: String) -> Bool {
        let (start, prefix) = (bytes.prefix(prefix.utf8.count), prefix.utf8)
        return start.elementsEqual(prefix) { byte, expected in
            byte == expected
                || ((UInt8(ascii: "a")...UInt8(ascii: "z")).contains(expected) && byte | 0x20 == expected)
        }
    }
}
