import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyCore

@Suite struct JSONEncodingTests {
    private struct Sample: Codable, Hashable {
        struct Nested: Codable, Hashable {}
        enum Kind: String, Codable { case one }

        var text = "a\"b\\c/d\n\r\té😀\u{1}"
        var number = -7
        var large = UInt64.max
        var whole = 30.0
        var fraction = 1_795_000_000.5
        var tiny = 1e-300
        var flag = true
        var missing: String?
        var kind = Kind.one
        var bytes = Base64Bytes(base64Decoded: [0xFB, 0xFF, 0xBF, 0])
        var empty = Nested()
        var list = [[1, 2], [], [3]]
        var names = ["key": "value"]
        var optionals: [Int?] = [1, nil]
    }

    @Test func `encodes values as Foundation's encoder does`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let ours = try JSONEncoding.encode(Sample(), base64: Base64Bytes.self)
        let members = try JSONDocument(ours).root
        let foundations = try JSONDocument(Array(encoder.encode(Sample()))).root
        #expect(Set(members.members.map(\.name)) == Set(foundations.members.map(\.name)))
        for (name, value) in members.members {
            #expect(try #require(foundations[name]).text == value.text, "\(name)")
        }
        #expect(try JSONDecoder().decode(Sample.self, from: Data(ours)) == Sample())
        #expect(try JSONDocument(ours, base64: Base64Bytes.self).root.decode(Sample.self) == Sample())
    }

    @Test(arguments: [
        (1.0, "1"), (-0.0, "-0"), (1e16, "1e+16"), (1.5e-7, "1.5e-07"), (0.1, "0.1"), (1e300, "1e+300"),
    ])
    func `writes numbers as JSON`(number: Double, text: String) throws {
        #expect(String(decoding: try JSONEncoding.encode(number), as: UTF8.self) == text)
        #expect(String(decoding: try JSONEncoder().encode(number), as: UTF8.self) == text)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func `rejects infinite numbers and NaN`(number: Double) {
        #expect(throws: EncodingError.self) { try JSONEncoding.encode(number) }
        #expect(throws: EncodingError.self) { try JSONEncoding.encode(["a": [number]]) }
    }

    @Test func `writes the members of several containers of one value into one object`() throws {
        struct Flat: Encodable {
            enum Outer: String, CodingKey { case kind, nested, after }
            enum Inner: String, CodingKey { case name, other }

            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: Outer.self)
                try outer.encode("k", forKey: .kind)
                var inner = encoder.container(keyedBy: Inner.self)
                try inner.encode("n", forKey: .name)
                var nested = outer.nestedContainer(keyedBy: Inner.self, forKey: .nested)
                try nested.encode(1, forKey: .name)
                var list = nested.nestedUnkeyedContainer(forKey: .other)
                try list.encode(2)
                try list.encodeNil()
                var last = list.nestedContainer(keyedBy: Inner.self)
                try last.encode(3, forKey: .name)
                try 4.encode(to: outer.superEncoder(forKey: .after))
            }
        }
        let text = String(decoding: try JSONEncoding.encode([Flat(), Flat()]), as: UTF8.self)
        let flat = #"{"kind":"k","name":"n","nested":{"name":1,"other":[2,null,{"name":3}]},"after":4}"#
        #expect(text == "[\(flat),\(flat)]")
    }

    @Test func `writes an empty object for a value that encodes nothing`() throws {
        struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(String(decoding: try JSONEncoding.encode([Silent()]), as: UTF8.self) == "[{}]")
        #expect(String(decoding: try JSONEncoding.encode(["a": Silent()]), as: UTF8.self) == #"{"a":{}}"#)
        #expect(String(decoding: try JSONEncoding.encode(Silent()), as: UTF8.self) == "{}")
    }

    @Test func `throws for a write into a finished container`() {
        struct Interleaved: Encodable {
            enum Key: String, CodingKey { case first, second }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                var first = container.nestedUnkeyedContainer(forKey: .first)
                var second = container.nestedUnkeyedContainer(forKey: .second)
                try second.encode(1)
                try first.encode(1)
            }
        }
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        struct Mixed: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var object = encoder.container(keyedBy: JSONKey.self)
                try object.encode(1, forKey: JSONKey("a"))
            }
        }
        #expect(throws: EncodingError.self) { try JSONEncoding.encode(Interleaved()) }
        #expect(throws: EncodingError.self) { try JSONEncoding.encode([Twice()]) }
        #expect(throws: EncodingError.self) { try JSONEncoding.encode(Mixed()) }
    }

    @Test func `encodes strings that decode to the same strings`() throws {
        try forAll(.string()) { text in
            let bytes = try JSONEncoding.encode([text])
            guard let document = try? JSONDocument(bytes, rules: .init(maximumDepth: 4, isStrict: false)) else {
                return false
            }
            let foundations = try JSONDecoder().decode([String].self, from: Data(bytes))
            return document.root.elements.first?.string == text && foundations == [text]
        }
    }
}

extension JSONElement {
    /// Encodes the element without white space.
    var text: String {
        switch kind {
        case .object:
            "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.sorted().joined(separator: ",") + "}"
        case .array: "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .string: "\"\(string ?? "")\""
        case .number: number ?? ""
        case .bool: bool == true ? "true" : "false"
        case .null: "null"
        }
    }
}
