internal import LatchkeyCore

/// A part of a URI as bytes, still percent-encoded.
///
/// It may contain a key. It exists only while a URI is parsed, and our programs overwrite memory when it is freed.
struct AddressText {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = ArraySlice(bytes)
    }

    /// Takes a whole text without leading and trailing whitespace.
    init(_ text: Secret) {
        let bytes = unsafe text.withBytes { unsafe Array($0) }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let begun = bytes.drop(while: isBlank)
        self.bytes = begun.dropLast(begun.reversed().prefix(while: isBlank).count)
    }

    /// Compares with an ASCII text, ignoring case.
    func equals(_ text: String) -> Bool {
        bytes.count == text.utf8.count && rest(after: text) != nil
    }

    /// The part after an ASCII prefix, ignoring case; `nil` without that prefix.
    func rest(after text: String) -> AddressText? {
        guard bytes.count >= text.utf8.count else { return nil }
        for (byte, expected) in zip(bytes, text.utf8) where byte.lowercasedASCII != expected.lowercasedASCII {
            return nil
        }
        return AddressText(bytes.dropFirst(text.utf8.count))
    }

    /// The bytes without trailing occurrences of one byte.
    func bytes(trimming byte: UInt8) -> ArraySlice<UInt8> {
        bytes.dropLast(bytes.reversed().prefix { $0 == byte }.count)
    }

    /// The parts before and after the first separator; `after` is `nil` without a separator.
    func split(at separator: UInt8) -> (before: AddressText, after: AddressText?) {
        guard let index = bytes.firstIndex(of: separator) else { return (self, nil) }
        return (AddressText(bytes[..<index]), AddressText(bytes[(index + 1)...]))
    }

    /// Path and query, without the fragment.
    func splitAtQuery() -> (path: AddressText, query: AddressText) {
        let (path, query) = split(at: UInt8(ascii: "#")).before.split(at: UInt8(ascii: "?"))
        return (path, query ?? AddressText([]))
    }

    /// The percent-decoded bytes; a percent sign without two hexadecimal digits is kept (RFC 3986 §2.1).
    var decoded: [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(\.hexDigitValue)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                decoded.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// Percent-encodes everything except letters, digits and `-._~@` (RFC 3986 §2.3).
    static func encode(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "@"):
                [byte]
            default:
                [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0x0F)]]
            }
        }
    }

    /// Splits a label at its first literal colon, else at its first `%3A`.
    ///
    /// - Returns: A `nil` issuer if the label has neither.
    static func labelParts(of label: AddressText) -> (issuer: String?, account: String) {
        let (first, second) = label.split(at: UInt8(ascii: ":"))
        let parts = second.map { (first.decoded[...], $0.decoded[...]) } ?? split(first.decoded[...])
        guard let parts else { return (nil, String(decoding: first.decoded, as: UTF8.self)) }
        return (String(decoding: parts.0, as: UTF8.self), String(decoding: parts.1, as: UTF8.self))
    }

    private static func split(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        bytes.firstIndex(of: UInt8(ascii: ":")).map { (bytes[..<$0], bytes[($0 + 1)...]) }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    fileprivate var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
