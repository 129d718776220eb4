import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `JSON reader` {
    private static func items(_ text: String, at path: [JSONStep] = [.key("items"), .each]) throws -> [JSONItem] {
        var items: [JSONItem] = []
        try JSONReader.forEach(at: path, in: Array(text.utf8)) { items.append($0) }
        return items
    }

    @Test(
        arguments: [
            (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\udd11ü""#, .text(Array("a\"\\/\u{8}\u{C}\n\r\té🔑ü".utf8))),
            ("-0.5e+3", .number("-0.5e+3")), ("true", .bool(true)), ("null", .null), ("[]", .array([])),
            (
                " {\"a\" : [ 1 , {} ] } ",
                .object([JSONValue.Member(key: "a", value: .array([.number("1"), .object([])]))])
            ),
        ] as [(String, JSONValue)])
    func `reads JSON values as they are written`(text: String, value: JSONValue) throws {
        #expect(try JSONReader.value(of: Array(text.utf8)) == value)
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "1.", "+1", "\"\u{1}\"", "\"\\x\"", "\"\\ud83d\"",
        "\"\\udd11\"", "\"\\u12\"", "tru", "nul", "1 2", "[1] ]", "\"open", "NaN",
    ])
    func `refuses invalid JSON with the offset of the error`(text: String) {
        #expect(throws: ExchangeError.self) { try JSONReader.value(of: Array(text.utf8)) }
    }

    @Test func `reads the items at a path in order`() throws {
        let items = try Self.items(#"{"x": {"items": [9]}, "items": [1, {"items": [2]}, "a"], "y": 3}"#)
        #expect(items.map(\.number) == [1, 2, 3])
        #expect(items.map { $0.places } == [[0], [1], [2]])
        #expect(try items[0].value.get() == .number("1"))
        #expect(try Self.items(#"{"items": {"a": 1, "b": 2}}"#).map(\.places) == [[0], [1]])
        #expect(try Self.items(#"{"items": 7}"#).isEmpty)
        #expect(try Self.items("[1, 2]", at: [.key("items"), .each]).isEmpty)
    }

    @Test(.timeLimit(.minutes(3)), arguments: ["[", "{\"a\":", "{\"items\":["])
    func `refuses deeply nested JSON`(brace: String) {
        let text = String(repeating: brace, count: 1_000_000)
        #expect(throws: ExchangeError.nestedTooDeeply(limit: 64)) { try Self.items(text) }
        #expect(throws: ExchangeError.nestedTooDeeply(limit: 64)) {
            try ReadExport(#"{"encrypted":false,"items":["# + text)
        }
    }

    @Test func `refuses one item that is too large, and reads the next`() throws {
        let long = String(repeating: "x", count: 8 * 1024 * 1024)
        let items = try Self.items("{\"items\": [1, \"\(long)\", 2]}")
        #expect(items.count == 3)
        #expect(throws: RefusalReason.tooLong) { try items[1].value.get() }
        #expect(try items[2].value.get() == .number("2"))
    }

    @Test func `refuses one item that is not UTF-8, and reads the next`() throws {
        var items: [JSONItem] = []
        let bytes = Array(#"{"items": ["a"#.utf8) + [0xE4] + Array(#"", "b"]}"#.utf8)
        try JSONReader.forEach(at: [.key("items"), .each], in: bytes) { items.append($0) }
        #expect(throws: RefusalReason.notUTF8) { try items[0].value.get() }
        #expect(try items[1].value.get() == .text(Array("b".utf8)))
    }

    @Test func `refuses a member name that is too long`() {
        let name = String(repeating: "a\u{301}", count: 100_000)
        #expect(throws: ExchangeError.self) { try Self.items("{\"\(name)\": 1}") }
    }

    @Test func `stops reading a file at the size limit`() throws {
        var pieces = 0
        var source = ByteSource {
            pieces += 1
            // The source ends, so that the test fails instead of running forever without the limit.
            return pieces > 1000 ? [] : [UInt8](repeating: 0x20, count: 1024)
        }
        #expect(throws: ExchangeError.tooLarge(limit: 10_000)) { try source.readAll(limit: 10_000) }
        #expect(pieces == 10)
    }

    @Test func `never traps on any bytes as JSON`() throws {
        let pieces = Generator<String>.element(of: [
            "{", "}", "[", "]", ",", ":", "\"items\"", "\"a\"", "\"\\u", "d83d", "1", "-", "e9", "true", "null", " ",
            "\"",
        ])
        try forAll(pieces.list(upTo: 30), .bytes(), runs: 3000) { pieces, bytes in
            let text = Array(pieces.joined().utf8)
            _ = try? JSONReader.value(of: text)
            _ = try? JSONReader.value(of: bytes)
            try? JSONReader.forEach(at: [.key("items"), .each], in: text) { _ in }
            return true
        }
    }
}
