import LatchkeyTesting
import LatchkeyWebAuthn
import Testing

@Suite("CBOR in canonical form")
struct CBORTests {
    /// The supported examples of RFC 8949, appendix A.
    static let examples: [(CBOR, String)] = [
        (0, "00"), (1, "01"), (10, "0a"), (23, "17"), (24, "1818"), (25, "1819"), (100, "1864"), (1000, "1903e8"),
        (1_000_000, "1a000f4240"), (.unsigned(1_000_000_000_000), "1b000000e8d4a51000"),
        (.unsigned(.max), "1bffffffffffffffff"), (.negative(.max), "3bffffffffffffffff"), (-1, "20"), (-10, "29"),
        (-100, "3863"), (-1000, "3903e7"), (false, "f4"), (true, "f5"), (.null, "f6"), (.bytes([]), "40"),
        (.bytes([1, 2, 3, 4]), "4401020304"), ("", "60"), ("a", "6161"), ("IETF", "6449455446"), ("\"\\", "62225c"),
        ("\u{FC}", "62c3bc"), ("\u{6C34}", "63e6b0b4"), (.array([]), "80"), (.array([1, 2, 3]), "83010203"),
        (.array([1, .array([2, 3]), .array([4, 5])]), "8301820203820405"), ([:], "a0"), ([1: 2, 3: 4], "a201020304"),
        (["a": 1, "b": .array([2, 3])], "a26161016162820203"),
    ]

    @Test(arguments: examples)
    func `encodes and decodes the examples of RFC 8949`(item: CBOR, hex: String) throws {
        #expect(item.encoded.hex == hex)
        #expect(try CBORDecoder.decode([UInt8](hex: hex) ?? []) == item)
    }

    @Test func `sorts map keys by type, then by length, then by bytes`() {
        let map: CBOR = ["b": 0, "aa": 0, 100: 0, -1: 0, 24: 0, 9: 0, "a": 0]
        #expect(map.encoded.hex == "a709001818001864002000616100616200" + "6261610" + "0")
    }

    static let refused: [(String, CBORError)] = [
        ("", .truncated), ("18", .truncated), ("19ff", .truncated), ("4401", .truncated), ("8201", .truncated),
        ("a101", .truncated), ("9bffffffffffffffff", .truncated), ("bbffffffffffffffff", .truncated),
        ("5bffffffffffffffff", .truncated), ("7bffffffffffffffff", .truncated), ("0000", .trailingBytes(1)),
        ("1817", .notShortest(at: 0)), ("190018", .notShortest(at: 0)), ("1a0000ffff", .notShortest(at: 0)),
        ("1b00000000ffffffff", .notShortest(at: 0)), ("5f4101ff", .notShortest(at: 0)),
        ("9f01ff", .notShortest(at: 0)), ("1c", .notShortest(at: 0)), ("a201000100", .keysOutOfOrder(at: 3)),
        ("a202000100", .keysOutOfOrder(at: 3)), ("a2626161006162" + "00", .keysOutOfOrder(at: 5)),
        // Two Unicode spellings of one text; unsupported types of keys.
        ("a262c3a9006365cc8100", .unsupported(at: 1)), ("a14000", .unsupported(at: 1)), ("a1f500", .unsupported(at: 1)),
        ("a18000", .unsupported(at: 1)), ("a1a000", .unsupported(at: 1)),
        ("61ff", .notUTF8(at: 0)), ("63eda080", .notUTF8(at: 0)), ("f93c00", .unsupported(at: 0)),
        ("c000", .unsupported(at: 0)), ("f7", .unsupported(at: 0)), ("f8ff", .unsupported(at: 0)),
        ("ff", .unsupported(at: 0)), ("82" + "00c000", .unsupported(at: 2)),
        (String(repeating: "81", count: 9) + "00", .tooDeep(at: 9)),
    ]

    @Test(arguments: refused)
    func `refuses CBOR that is not canonical`(hex: String, error: CBORError) throws {
        let bytes = try #require([UInt8](hex: hex))
        #expect(throws: error) { try CBORDecoder.decode(bytes) }
    }

    @Test func `refuses a million nested CBOR arrays without exhausting the stack`() {
        #expect(throws: CBORError.tooDeep(at: 9)) {
            try CBORDecoder.decode([UInt8](repeating: 0x81, count: 1_000_000))
        }
    }
}
