/// An IPv6 address: the parser of WHATWG URL §3.5 and the serializer of §3.6, which is that of RFC 5952 §4.
struct IPv6Address {
    /// Eight pieces.
    private let pieces: [UInt16]

    /// Parses an address with or without brackets.
    init(hostBytes: ArraySlice<UInt8>) throws(HostError) {
        var bytes = hostBytes
        if bytes.first == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]") else { throw .badIPv6 }
            bytes = bytes.dropFirst().dropLast()
        }
        var reader = Reader(rest: bytes)
        guard let pieces = reader.pieces() else { throw .badIPv6 }
        self.pieces = pieces
    }

    var isLoopback: Bool { pieces == [0, 0, 0, 0, 0, 0, 0, 1] }

    /// The canonical text in brackets.
    var hostText: String {
        let zeros = longestZeroRun
        var text = "["
        var index = 0
        while index < pieces.count {
            if index == zeros.lowerBound, !zeros.isEmpty {
                text += index == 0 ? "::" : ":"
                index = zeros.upperBound
                continue
            }
            text += String(pieces[index], radix: 16)
            index += 1
            if index < pieces.count { text += ":" }
        }
        return text + "]"
    }

    /// The first of the longest runs of two zeros or more.
    private var longestZeroRun: Range<Int> {
        var longest = 0..<0
        var start = 0
        for index in 0...pieces.count {
            if index < pieces.count, pieces[index] == 0 { continue }
            if index - start > max(longest.count, 1) { longest = start..<index }
            start = index + 1
        }
        return longest
    }

    /// Parses the pieces from the front of the text.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func pieces() -> [UInt16]? {
            var pieces: [UInt16] = []
            var compressAt: Int?
            if rest.starts(with: "::".utf8) {
                rest = rest.dropFirst(2)
                compressAt = 0
            } else if rest.first == UInt8(ascii: ":") {
                return nil
            }
            while !rest.isEmpty {
                guard pieces.count < 8 else { return nil }
                if let colon = rest.first, colon == UInt8(ascii: ":") {
                    guard compressAt == nil else { return nil }
                    rest = rest.dropFirst()
                    compressAt = pieces.count
                    continue
                }
                if isDottedDecimal {
                    guard pieces.count <= 6, let last = dottedDecimal() else { return nil }
                    pieces += last
                    break
                }
                guard let piece = hexadecimal() else { return nil }
                pieces.append(piece)
                guard let colon = rest.popFirst() else { break }
                // A single colon at the end is an error.
                guard colon == UInt8(ascii: ":"), !rest.isEmpty else { return nil }
            }
            guard let compressAt else { return pieces.count == 8 ? pieces : nil }
            guard pieces.count < 8 else { return nil }
            let zeros = [UInt16](repeating: 0, count: 8 - pieces.count)
            return Array(pieces[..<compressAt]) + zeros + Array(pieces[compressAt...])
        }

        private var isDottedDecimal: Bool {
            rest.prefix { $0 != UInt8(ascii: ":") }.contains(UInt8(ascii: "."))
        }

        private mutating func hexadecimal() -> UInt16? {
            var value: UInt16 = 0
            var count = 0
            while let digit = rest.first?.hexDigitValue, count < 4 {
                value = value << 4 | UInt16(digit)
                rest = rest.dropFirst()
                count += 1
            }
            return count > 0 ? value : nil
        }

        /// Parses the rest of the text as two pieces in IPv4 notation.
        private mutating func dottedDecimal() -> [UInt16]? {
            let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            var numbers: [UInt16] = []
            for part in parts {
                guard part.count == 1 || part.first != UInt8(ascii: "0"), part.allSatisfy(\.isDigit),
                    let number = UInt8(String(decoding: part, as: UTF8.self))
                else { return nil }
                numbers.append(UInt16(number))
            }
            rest = []
            guard numbers.count == 4 else { return nil }
            return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
        }
    }
}
