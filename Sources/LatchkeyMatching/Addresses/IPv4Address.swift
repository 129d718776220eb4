/// An IPv4 address in its canonical form: four decimal numbers without leading zeros.
struct IPv4Address {
    let isLoopback: Bool

    /// Parses a name that ends in a number; `nil` for every other name.
    ///
    /// Browsers rewrite `0x7f.1`, `127.1` and `2130706433` (WHATWG URL §3.5, IPv4 parser), so only users and providers
    /// write them. They are rejected, since readers do not recognise the address.
    init?(_ name: HostName) throws(HostError) {
        guard Self.endsInNumber(name) else { return nil }
        let parts = name.text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { throw .oddIPv4 }
        var numbers: [UInt8] = []
        for part in parts {
            guard part.count == 1 || part.first != UInt8(ascii: "0"), part.allSatisfy(\.isDigit),
                let number = UInt8(Substring(part))
            else { throw .oddIPv4 }
            numbers.append(number)
        }
        isLoopback = numbers.first == 127
    }

    /// The "ends in a number" checker (WHATWG URL §3.5).
    private static func endsInNumber(_ name: HostName) -> Bool {
        var bytes = name.text.utf8[...]
        if let dot = bytes.lastIndex(of: UInt8(ascii: ".")) { bytes = bytes[bytes.index(after: dot)...] }
        guard let first = bytes.first, first.isDigit else { return false }
        if bytes.allSatisfy(\.isDigit) { return true }
        guard bytes.starts(with: "0x".utf8) else { return false }
        return bytes.dropFirst(2).allSatisfy { $0.hexDigitValue != nil }
    }
}
