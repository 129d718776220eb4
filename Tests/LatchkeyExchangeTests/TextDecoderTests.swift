import LatchkeyTesting
import Testing

@testable import LatchkeyExchange

@Suite struct `Text decoder` {
    struct Decoded: Equatable {
        var text: [UInt8] = []
        var encoding: TextEncoding?
    }

    static func decode(_ bytes: [UInt8], inPiecesOf size: Int = .max) throws -> Decoded {
        var rest = bytes[...]
        var source = ByteSource {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        try source.decodeText()
        var decoded = Decoded()
        while let chunk = try source.next() { decoded.text += chunk }
        decoded.encoding = source.encoding
        return decoded
    }

    private static func utf16(_ text: String, isBigEndian: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap {
            isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
    }

    private static let text = "url,username\nhttps://a.example/,j\u{FC}rgen \u{20AC} \u{1F511}\n"

    @Test(
        arguments: [
            (Array(text.utf8), TextEncoding.utf8), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8),
            (utf16(text, isBigEndian: false), .utf16LittleEndian), (utf16(text, isBigEndian: true), .utf16BigEndian),
            // Without a byte-order mark, the zeros of the header show the encoding.
            (utf16(text, isBigEndian: false, mark: false), .utf16LittleEndian),
            (utf16(text, isBigEndian: true, mark: false), .utf16BigEndian),
        ] as [([UInt8], TextEncoding)])
    func `decodes text in every encoding and chunk size`(bytes: [UInt8], encoding: TextEncoding) throws {
        for size in [1, 2, 3, 7, Int.max] {
            #expect(
                try Self.decode(bytes, inPiecesOf: size) == Decoded(text: Array(Self.text.utf8), encoding: encoding))
        }
    }

    /// The table of Windows-1252, and the bytes that it does not assign.
    @Test func `decodes every byte of Windows-1252`() throws {
        let upper =
            "\u{20AC}_\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}_\u{17D}_"
            + "_\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}_\u{17E}\u{178}"
        for (byte, scalar) in zip(UInt8(0x80)...0x9F, upper.unicodeScalars) {
            // With the following letter, the bytes are not valid UTF-8.
            let expected = scalar == "_" ? [0xFF, 0x61] : Array("\(scalar)a".utf8)
            #expect(try Self.decode([0x78, byte, 0x61]).text == [0x78] + expected)
        }
        for byte in UInt8(0xA0)...0xFF {
            #expect(
                try Self.decode([byte, 0x61])
                    == Decoded(
                        text: Array("\(Unicode.Scalar(byte))a".utf8), encoding: .windows1252))
        }
    }

    @Test(
        arguments: [
            // The first non-ASCII character decides for the whole file.
            ([0x61, 0xC3, 0xA4, 0x2C, 0xE4, 0x2C], [0x61, 0xC3, 0xA4, 0x2C, 0xE4, 0x2C], TextEncoding.utf8),
            ([0xE4, 0x2C, 0xF6], [0xC3, 0xA4, 0x2C, 0xC3, 0xB6], .windows1252),
            // In a Windows-1252 file, valid UTF-8 is ambiguous.
            ([0xE4, 0x2C, 0xC3, 0xA4, 0x2C], [0xC3, 0xA4, 0x2C, 0xFF, 0x2C], .windows1252),
            // The file ends within a character.
            ([0x61, 0xE2, 0x82], [0x61, 0xC3, 0xA2, 0xE2, 0x80, 0x9A], .windows1252),
            // Overlong forms, surrogates and values above the last plane are not valid UTF-8.
            ([0xC0, 0x80, 0x61], [0xC3, 0x80, 0xE2, 0x82, 0xAC, 0x61], .windows1252),
            ([0xED, 0xA0, 0x80], [0xC3, 0xAD, 0xC2, 0xA0, 0xE2, 0x82, 0xAC], .windows1252),
            ([0xF4, 0x90, 0x61], [0xC3, 0xB4, 0xFF, 0x61], .windows1252),
            // Unpaired surrogates: alone, in the wrong order and at the end; half a code unit.
            ([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0x00], [0xFF, 0x61], .utf16LittleEndian),
            ([0xFF, 0xFE, 0x11, 0xDD, 0x3D, 0xD8], [0xFF, 0xFF], .utf16LittleEndian),
            ([0xFE, 0xFF, 0x00, 0x61, 0x00], [0x61, 0xFF], .utf16BigEndian),
            ([], [], .utf8), ([0xEF, 0xBB, 0xBF], [], .utf8), ([0xFF, 0xFE], [], .utf16LittleEndian),
        ] as [([UInt8], [UInt8], TextEncoding)])
    func `replaces undecodable text with the byte 0xFF`(bytes: [UInt8], text: [UInt8], encoding: TextEncoding)
        throws
    {
        for size in [1, 2, 3, Int.max] {
            #expect(try Self.decode(bytes, inPiecesOf: size) == Decoded(text: text, encoding: encoding))
        }
    }

    @Test func `decodes any bytes to the same text for every chunk size`() throws {
        let byte = Generator<UInt8>.element(of: [0, 0x2C, 0x61, 0x81, 0xA4, 0xC3, 0xD8, 0xDC, 0xE4, 0xF0, 0xFE, 0xFF])
        try forAll(byte.list(upTo: 80), .int(in: 1...9), runs: 3000) { bytes, size in
            try Self.decode(bytes, inPiecesOf: size) == Self.decode(bytes)
        }
    }
}
