/// The spelling of JSON's strings and numbers.
enum JSONText {
    // MARK: Strings

    /// Finds the first byte of a string that is a quotation mark, a backslash or a control character.
    static func plainPrefix(of bytes: Span<UInt8>, from start: Int) -> (end: Int, hasNonASCII: Bool) {
        var index = start
        var union: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            union |= byte
            index += 1
        }
        return (index, union >= 0x80)
    }

    static func areEqual(_ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var (index, other) = (left.lowerBound, right.lowerBound)
        while index < left.upperBound {
            guard bytes[index] == bytes[other] else { return false }
            index += 1
            other += 1
        }
        return true
    }

    /// Whether bytes are UTF-8.
    static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }

    /// The text of a string's node, with bytes that are not UTF-8 replaced.
    static func string(_ node: JSONNode, in bytes: [UInt8]) -> String {
        guard node.traits.contains(.hasEscape) else { return String(decoding: bytes[node.range], as: UTF8.self) }
        return String(decoding: unescaped(bytes[node.range]), as: UTF8.self)
    }

    /// The bytes of a string's node without escape sequences.
    static func utf8(_ node: JSONNode, in bytes: [UInt8]) -> [UInt8] {
        node.traits.contains(.hasEscape) ? unescaped(bytes[node.range]) : Array(bytes[node.range])
    }

    /// Replaces the escape sequences of a string that the scanner accepted.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += rest[..<backslash]
            rest = rest[(backslash + 1)...]
            guard let kind = rest.popFirst() else { break }
            switch kind {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var units = [codeUnit(&rest)]
                if UTF16.isLeadSurrogate(units[0]) {
                    rest = rest.dropFirst(2)
                    units.append(codeUnit(&rest))
                }
                result += String(decoding: units, as: UTF16.self).utf8
            default: result.append(kind)
            }
        }
        return result + rest
    }

    /// Takes four hexadecimal digits.
    private static func codeUnit(_ text: inout ArraySlice<UInt8>) -> UInt16 {
        let digits = text.prefix(4)
        text = text.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt16(hexadecimalValue($1) ?? 0) }
    }

    static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    // MARK: Numbers

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// The exact value of a number; `nil` if it is not an integer or not in the type's range.
    static func integer<Integer: FixedWidthInteger>(
        _ node: JSONNode, in bytes: [UInt8], as type: Integer.Type = Integer.self
    ) -> Integer? {
        let text = bytes[node.range]
        return node.traits.contains(.isFractional) ? integerOfFraction(text) : integer(text, exponent: 0)
    }

    /// Reads digits, with a sign before them, that an exponent shifts to the left.
    private static func integer<Integer: FixedWidthInteger>(
        _ text: some Collection<UInt8>, exponent: Int
    ) -> Integer? {
        let isNegative = text.first == UInt8(ascii: "-")
        var value: Integer = 0
        func append(_ digit: UInt8) -> Bool {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) =
                isNegative
                ? product.subtractingReportingOverflow(Integer(digit))
                : product.addingReportingOverflow(Integer(digit))
            value = sum
            return !overflows && !overflowsToo
        }
        for byte in isNegative ? text.dropFirst() : text.dropFirst(0) {
            guard append(byte - UInt8(ascii: "0")) else { return nil }
        }
        guard value != 0 else { return 0 }
        for _ in 0..<exponent {
            guard append(0) else { return nil }
        }
        return value
    }

    /// Reads a number such as `1.0` or `25e-1`, if it is an integer.
    private static func integerOfFraction<Integer: FixedWidthInteger>(_ text: ArraySlice<UInt8>) -> Integer? {
        let isExponent = { (byte: UInt8) in byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") }
        let exponentStart = text.firstIndex(where: isExponent) ?? text.endIndex
        let point = text[..<exponentStart].firstIndex(of: UInt8(ascii: ".")) ?? exponentStart
        let fraction = text[point..<exponentStart].dropFirst()
        var digits = Array(text[..<point] + fraction)
        guard digits.contains(where: { isDigit($0) && $0 != UInt8(ascii: "0") }) else { return 0 }
        let written = String(decoding: text[exponentStart...].dropFirst(), as: UTF8.self)
        guard let exponent = written.isEmpty ? 0 : Int(written), exponent.magnitude < 1 << 32 else { return nil }
        var shift = exponent - fraction.count
        while shift < 0, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            shift += 1
        }
        // No fixed-width integer of the standard library has more than 39 digits.
        return (0..<64).contains(shift) ? integer(digits, exponent: shift) : nil
    }

    /// The nearest value of a number; `nil` if it is not finite.
    static func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ node: JSONNode, in bytes: [UInt8], as type: Value.Type = Value.self
    ) -> Value? {
        Value(String(decoding: bytes[node.range], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
