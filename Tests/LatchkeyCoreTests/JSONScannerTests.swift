import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyCore

@Suite struct JSONScannerTests {
    // RFC 8259, by section.
    static let valid: [String] = [
        // §2, white space around the tokens
        " { \"a\" : [ 1 , 2 ] } ", "\t\r\n[\n]\t", "0",
        // §3, values
        "true", "false", "null", "\"\"", "[]", "{}", "[null,true,false]",
        // §4, objects; keys that differ only in escapes
        #"{"":1}"#, #"{"a":1,"b":2}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":2}]"#, #"{"a":1,"A":2}"#,
        // §5, arrays
        "[[[]]]", "[1,[2,[3]],{}]",
        // §6, numbers
        "-0", "0.5", "-1.25e10", "1E+2", "1e-2", "1234567890123456789012345678901234567890", "9007199254740993",
        "18446744073709551616", "0e0", "-0.0",
        // §7, strings
        #""\" \\ \/ \b \f \n \r \t""#, #""\u0041\u00e9\u20AC""#, #""\ud83d\udE00""#, "\"é€😀\"", #""\u0000""#,
        "\"\u{7F}\u{2028}\"", "\"\u{10FFFF}\"",
    ]

    static let invalid: [String] = [
        // no value, or more than one
        "", " ", "1 2", "{}{}", "[],", "null null",
        // objects
        "{", "}", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{1:2}", "{a:1}", #"{"a" 1}"#, #"{"a":1 "b":2}"#,
        #"{"a":1]"#, #"{"a"::1}"#, #"{,"a":1}"#, #"{'a':1}"#, #"{null:1}"#,
        // arrays
        "[", "]", "[,]", "[1,]", "[,1]", "[1 2]", "[1}", "[1,,2]", "[\"a\":1]",
        // numbers
        "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1.e1", "0x10", "NaN", "Infinity", "-Infinity", "1_000", "١",
        "1.2.3", "--1", "1e1.5", "00",
        // literals
        "tru", "True", "nul", "falsey", "undefined", "nullx",
        // strings
        "\"", "\"abc", #""\x41""#, #""\u12""#, #""\u12G4""#, #""\'""#, "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"",
        #""\"#,
        #""\u"#, #""\U0041""#, #""\u+041""#,
        // lone surrogates
        #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\udc00\ud800""#, #""\ud800x""#, #""\ud800\n""#,
        #"{"\udfff":1}"#,
        // what other grammars allow
        "// a\n1", "/* a */1", "[1]//", "\u{FEFF}1", "\u{A0}1", "\u{B}1",
    ]

    @Test(arguments: valid) func `accepts what RFC 8259 allows`(text: String) throws {
        _ = try JSONDocument(Array(text.utf8))
    }

    @Test(arguments: invalid) func `refuses what RFC 8259 does not allow`(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        guard case .notJSON(let offset) = error else {
            Issue.record("refused as \(String(describing: error))")
            return
        }
        #expect((0...text.utf8.count).contains(offset))
    }

    // Threat 54: invalid UTF-8, deep nesting, a duplicate key.

    @Test(
        arguments: [
            // a lone continuation, an overlong slash, a surrogate, past the last scalar, a cut sequence, Latin-1
            [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xE9], [0xFF],
        ] as [[UInt8]])
    func `refuses bytes that are not UTF-8, in a string and outside`(bytes: [UInt8]) {
        #expect(throws: JSONError.notUTF8) { try JSONDocument([0x22] + bytes + [0x22]) }
        #expect(throws: JSONError.notUTF8) { try JSONDocument(bytes) }
    }

    @Test(arguments: ["UTF-16", "UTF-32"]) func `refuses other encodings of Unicode`(name: String) throws {
        let encoding: String.Encoding = name == "UTF-16" ? .utf16LittleEndian : .utf32BigEndian
        let bytes = Array(try #require("{\"a\":1}".data(using: encoding)))
        #expect(throws: JSONError.self) { try JSONDocument(bytes) }
    }

    private static func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> [UInt8] {
        Array((String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
    }

    @Test(arguments: [("[", "", "]"), ("{\"a\":", "1", "}"), ("[{\"a\":", "[]", "}]")])
    func `accepts 32 nested levels and rejects 33`(open: String, inner: String, close: String) throws {
        let levels = open.count { $0 == "[" || $0 == "{" }
        let innerLevels = inner == "[]" ? 1 : 0
        let deepest = (32 - innerLevels) / levels
        _ = try JSONDocument(Self.nested(deepest, open, inner, close))
        #expect(throws: JSONError.nestedTooDeeply(limit: 32)) {
            _ = try JSONDocument(Self.nested(deepest + 1, open, inner, close))
        }
    }

    @Test func `rejects a MiB of opening brackets at the depth limit`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_048_576)
        #expect(throws: JSONError.nestedTooDeeply(limit: 32)) { try JSONDocument(bytes) }
    }

    @Test(arguments: ["\u{301}\u{316}", #"\u0301\u0316"#])
    func `rejects more than 30 combining marks in a row, in a key and in a value`(marks: String) throws {
        let fit = "a" + String(repeating: marks, count: 15)
        _ = try JSONDocument(Array("{\"\(fit)\":[\"\(fit)\"]}".utf8))
        let text = fit + marks
        let end = text.utf8.count + 3
        #expect(throws: JSONError.notStreamSafe(offset: end)) { try JSONDocument(Array("{\"\(text)\":1}".utf8)) }
        #expect(throws: JSONError.notStreamSafe(offset: end)) { try JSONDocument(Array("[\"\(text)\"]".utf8)) }
    }

    @Test(.timeLimit(.minutes(3))) func `rejects a mebibyte of combining marks quickly`() {
        let bytes = Array("{\"\(String(repeating: "\u{301}\u{316}", count: 250_000))\":1}".utf8)
        #expect(throws: JSONError.notStreamSafe(offset: 1_000_003)) { try JSONDocument(bytes) }
    }

    @Test func `counts only open levels towards the depth limit`() throws {
        _ = try JSONDocument(Array(("[" + Array(repeating: "[[{}]]", count: 100).joined(separator: ",") + "]").utf8))
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":1}"#, #"{"":1,"":2}"#,
        // one written with escapes
        #"{"a":1,"\u0061":2}"#, #"{"\/":1,"/":2}"#, #"{"\n":1,"\u000a":2}"#, #"{"\ud83d\ude00":1,"😀":2}"#,
        #"{"\u00E9":1,"\u00e9":2}"#,
        // in a nested object, and after a value with the same key
        #"[{"x":{"a":1,"a":2}}]"#, #"{"a":{"a":1},"a":2}"#, #"{"b":[{"a":1},{"a":1,"a":2}]}"#,
        // equal as Swift strings, so a decoder's dictionary keeps one: composed and decomposed, the Kelvin sign
        "{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"K\":1,\"\u{212A}\":2}",
    ])
    func `rejects a duplicate key in an object`(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        guard case .duplicateKey? = error else {
            Issue.record("refused as \(String(describing: error))")
            return
        }
    }

    @Test func `the error for a duplicate key has its offset and not its text`() {
        #expect(throws: JSONError.duplicateKey(offset: 22)) {
            _ = try JSONDocument(Array(#"{"hunter2":1,"hunter2":2}"#.utf8).dropLast(2))
        }
    }

    @Test(.timeLimit(.minutes(3))) func `reads a MiB of keys in one pass`() throws {
        // A scanner that copies its set for each key makes about 10^10 insertions.
        var text = "{\"0\":0"
        for number in 100_000..<190_000 { text += ",\"\(number)\":0" }
        text += "}"
        #expect(text.utf8.count < 1 << 20 && text.utf8.count > 980_000)
        _ = try JSONDocument(Array(text.utf8))
    }

    // MARK: Properties

    /// Random JSON, often with one changed byte.
    private static let documents: Generator<[UInt8]> = {
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\\u0061\"", "\"\\n\"", "1", "-0.5e3", "true", "null",
            " ",
            "\"\\ud83d\\ude00\"", "\"é\"", "\"", "\\", "{\"a\":1}", "[1,2]", "\u{0}", "1e400", "123456789012345678901",
        ]
        return Generator<[UInt8]>.oneOf(
            Generator<String>.element(of: pieces).list(upTo: 12).map { Array($0.joined().utf8) },
            Generator { source, size in
                var bytes = Array(Self.value(&source, depth: min(5, size / 8)).utf8)
                if Bool.random(using: &source), let index = bytes.indices.randomElement(using: &source) {
                    bytes[index] = UInt8.random(in: 0...255, using: &source)
                }
                return bytes
            }, .bytes(upTo: 16))
    }()

    private static func value(_ source: inout SeededGenerator, depth: Int) -> String {
        let keys = ["a", "b", "\\u0061", "é", "e\u{301}", "", "key"]
        let count = Int.random(in: 0...3, using: &source)
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &source) {
        case 0: return ["0", "-1", "1.5", "2e-3", "99999999999999999999"].randomElement(using: &source) ?? "0"
        case 1: return ["true", "false", "null"].randomElement(using: &source) ?? "null"
        case 2, 3: return "\"" + (keys.randomElement(using: &source) ?? "") + "\""
        case 4:
            let values = (0..<count).map { _ in value(&source, depth: depth - 1) }
            return "[" + values.joined(separator: ",") + "]"
        default:
            let members = (0..<count).map { _ in
                "\"" + (keys.randomElement(using: &source) ?? "") + "\":" + value(&source, depth: depth - 1)
            }
            return "{" + members.joined(separator: ", ") + "}"
        }
    }

    @Test func `rejects every document that the decoders reject`() throws {
        try forAll(Self.documents, runs: 20_000) { bytes in
            guard (try? JSONDocument(bytes)) != nil else { return true }
            let data = Data(bytes)
            do {
                _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            } catch {
                // Foundation rejects a number that no Double can represent, although it is valid JSON.
                return "\(error)".contains("is not representable in Swift")
            }
            _ = try JSONDecoder().decode(AnyJSON.self, from: data)
            return true
        }
    }

    @Test func `rejects an object from which a decoder would drop a key`() throws {
        try forAll(Self.documents, runs: 20_000) { bytes in
            guard (try? JSONDocument(bytes)) != nil else { return true }
            let decoded = try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes))
            // Decoding keeps every key of the text.
            return decoded.map { $0.keyCount == Self.keyCount(bytes) } ?? true
        }
    }

    /// The keys of a valid document: the strings before a colon.
    private static func keyCount(_ bytes: [UInt8]) -> Int {
        var count = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if byte == UInt8(ascii: ":"), !isInString {
                count += 1
            }
        }
        return count
    }
}

/// Any JSON value, as a decoder reads it.
enum AnyJSON: Decodable {
    case object([String: AnyJSON])
    case array([AnyJSON])
    case scalar

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let members = try? container.decode([String: AnyJSON].self) {
            self = .object(members)
        } else if let items = try? container.decode([AnyJSON].self) {
            self = .array(items)
        } else {
            self = .scalar
        }
    }

    var keyCount: Int {
        switch self {
        case .object(let members): members.count + members.values.reduce(0) { $0 + $1.keyCount }
        case .array(let items): items.reduce(0) { $0 + $1.keyCount }
        case .scalar: 0
        }
    }
}
