import CIDN2

/// A name in its canonical form: the domain part of the host parser (WHATWG URL §3.5, steps 4 to 8).
struct HostName {
    let text: String
    let labelCount: Int
    /// Whether the name was written with a trailing dot, which `text` omits.
    let endsInDot: Bool

    init(_ bytes: ArraySlice<UInt8>) throws(HostError) {
        var bytes = bytes
        // An escaped name of 253 bytes is shorter than this.
        guard bytes.count <= 2_048 else { throw .tooLong(count: bytes.count) }
        if bytes.contains(UInt8(ascii: "%")) { bytes = try Self.percentDecoded(bytes)[...] }
        var name: [UInt8]
        if bytes.contains(where: { $0 >= 0x80 }) {
            name = try Self.ascii(bytes)
        } else {
            name = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        endsInDot = name.last == UInt8(ascii: ".")
        if endsInDot { name.removeLast() }
        labelCount = try Self.checkedLabelCount(name)
        text = String(decoding: name, as: UTF8.self)
    }

    /// Checks lengths and letters, and counts the labels.
    private static func checkedLabelCount(_ name: [UInt8]) throws(HostError) -> Int {
        guard !name.isEmpty else { throw .empty }
        guard name.count <= 253 else { throw .tooLong(count: name.count) }
        var labels = 1
        var length = 0
        for byte in name {
            switch byte {
            case UInt8(ascii: "."):
                guard length > 0 else { throw .emptyLabel }
                labels += 1
                length = 0
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                length += 1
                guard length <= 63 else { throw .labelTooLong(count: length) }
            default:
                throw .forbiddenByte(byte)
            }
        }
        guard length > 0 else { throw .emptyLabel }
        return labels
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) throws(HostError) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                throw .badPercent
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    /// Domain to ASCII (Unicode TR46, non-transitional as in browsers).
    private static func ascii(_ bytes: ArraySlice<UInt8>) throws(HostError) -> [UInt8] {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .badPercent }
        guard !bytes.contains(0) else { throw .forbiddenByte(0) }
        let terminated = bytes + [0]
        let flags = Int32(IDN2_NONTRANSITIONAL.rawValue | IDN2_NFC_INPUT.rawValue)
        var output: UnsafeMutablePointer<UInt8>?
        let code = unsafe terminated.withUnsafeBufferPointer { unsafe idn2_lookup_u8($0.baseAddress, &output, flags) }
        guard code == IDN2_OK.rawValue, let result = unsafe output else { throw .notInternational(code: code) }
        defer { unsafe idn2_free(result) }
        return unsafe Array(String(cString: result).utf8)
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
