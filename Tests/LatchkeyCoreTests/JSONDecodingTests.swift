import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyCore

/// Bytes that Foundation's coders encode as Base64, too.
struct Base64Bytes: JSONBase64Codable, Hashable {
    var bytes: [UInt8]

    init(base64Decoded bytes: [UInt8]) { self.bytes = bytes }

    init(from decoder: any Decoder) throws {
        bytes = Array(try decoder.singleValueContainer().decode(Data.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }

    var bytesToEncode: [UInt8] { bytes }
}

@Suite struct JSONDecodingTests {
    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDocument(Array(text.utf8), base64: Base64Bytes.self).root.decode(type)
    }

    /// The outcome of decoding as Foundation's decoder and this one report it.
    private enum Outcome<Value: Equatable>: Equatable {
        case value(Value)
        case missing(path: [String])
        case wrongType(path: [String])
        case null(path: [String])
        case malformed(path: [String])
        case otherError

        init(_ decode: () throws -> Value) {
            func path(_ context: DecodingError.Context) -> [String] { context.codingPath.map(\.stringValue) }
            do {
                self = .value(try decode())
            } catch let DecodingError.keyNotFound(key, context) {
                self = .missing(path: path(context) + [key.stringValue])
            } catch let DecodingError.typeMismatch(_, context) {
                self = .wrongType(path: path(context))
            } catch let DecodingError.valueNotFound(_, context) {
                self = .null(path: path(context))
            } catch let DecodingError.dataCorrupted(context) {
                self = .malformed(path: path(context))
            } catch {
                self = .otherError
            }
        }
    }

    private static func outcomes<Value: Decodable & Equatable>(
        _ type: Value.Type, _ text: String
    ) -> (ours: Outcome<Value>, foundations: Outcome<Value>) {
        (
            Outcome { try decode(type, text) },
            Outcome { try JSONDecoder().decode(type, from: Data(text.utf8)) }
        )
    }

    private struct Sample: Codable, Equatable {
        enum Kind: String, Codable { case one, two }
        struct Nested: Codable, Equatable {
            var text: String?
            var numbers: [Int]?
        }

        var text: String
        var number: Int
        var small: UInt8?
        var fraction: Double?
        var flag: Bool?
        var kind: Kind?
        var bytes: Base64Bytes?
        var nested: Nested?
        var list: [Nested]?
        var names: [String: String]?
        var optionals: [String?]?
    }

    // MARK: The same values and errors as Foundation's decoder

    @Test(arguments: [
        "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.0", "1.5",
        "1e2", "1E+2", "10e-1", "1e-1", "0.0", "-0.0", "1e18", "1e19", "1e20", "1e400", "-1e400",
        "1e300", "123.456e3", "123.4567e3", "9007199254740993", "9007199254740993.0", "2.5e0", "0.1e1", "100e-2",
        "1e99999999999999999999", "true", "\"1\"", "[]", "{}",
    ])
    func `decodes numbers as Foundation does`(text: String) {
        func compare<Value: Decodable & Equatable>(_ type: Value.Type) {
            let (ours, foundations) = Self.outcomes(type, text)
            #expect(ours == foundations)
        }
        compare(Int.self)
        compare(Int8.self)
        compare(Int16.self)
        compare(Int32.self)
        compare(Int64.self)
        compare(UInt.self)
        compare(UInt8.self)
        compare(UInt16.self)
        compare(UInt32.self)
        compare(UInt64.self)
        compare(Double.self)
        compare(Bool.self)
        compare(String.self)
        compare(Int?.self)
        compare([Int].self)
    }

    // MARK: Errors that are more precise than Foundation's

    @Test func `names the member whose number is out of range`() {
        for number in ["256", "-1", "1.5", "1e400"] {
            let text = #"{"text":"a","number":1,"small":\#(number)}"#
            #expect(Outcome { try Self.decode(Sample.self, text) } == .malformed(path: ["small"]))
        }
    }

    @Test(arguments: ["1.0000000000000000001", "1e-400", "9007199254740992.5"])
    func `does not round a number to an integer`(text: String) {
        #expect(Outcome { try Self.decode(Int.self, text) } == .malformed(path: []))
    }

    @Test func `reads zero with an exponent, and a number too small for a Double as zero`() throws {
        #expect(try Self.decode(Double.self, "0e5") == 0)
        #expect(try Self.decode(Double.self, "1e-400") == 0)
        #expect(try Self.decode(Int.self, "0e-5") == 0)
    }

    @Test func `reports null as a missing value for every type`() {
        #expect(Outcome { try Self.decode(Bool.self, "null") } == .null(path: []))
        #expect(Outcome { try Self.decode(Int.self, "null") } == .null(path: []))
        #expect(Outcome { try Self.decode(String.self, "null") } == .null(path: []))
        #expect(Outcome { try Self.decode([Int].self, "null") } == .null(path: []))
        #expect(Outcome { try Self.decode(Sample.self, "null") } == .null(path: []))
    }

    @Test(arguments: ["====", "AA=A", "A===", "=AAA", "AAAA====", "AB==", "AAB="])
    func `refuses Base64 that is not canonical`(text: String) {
        #expect(Outcome { try Self.decode(Base64Bytes.self, "\"\(text)\"") } == .malformed(path: []))
    }

    @Test(arguments: [
        #"{}"#, #"{"text":1}"#, #"{"text":"a"}"#, #"{"text":"a","number":null}"#, #"{"text":null,"number":1}"#,
        #"{"text":"a","number":1,"kind":"three"}"#, #"{"text":"a","number":1,"kind":"two"}"#,
        #"{"text":"a","number":1,"kind":null,"flag":null,"nested":null,"list":null,"bytes":null}"#,
        #"{"text":"a","number":1,"kind":1}"#, #"{"text":"a","number":1,"flag":1}"#,
        #"{"text":"a","number":1,"flag":true,"fraction":1}"#, #"{"text":"a","number":1,"fraction":"1"}"#,
        #"{"text":"a","number":1,"nested":{"numbers":[1,2,"3"]}}"#, #"{"text":"a","number":1,"nested":[]}"#,
        #"{"text":"a","number":1,"nested":{"numbers":{}}}"#, #"{"text":"a","number":1,"list":[{},{"text":5}]}"#,
        #"{"text":"a","number":1,"list":[{},null]}"#, #"{"text":"a","number":1,"list":[{"text":"x"},{}]}"#,
        #"{"text":"a","number":1,"names":{"a":"b","c":null}}"#, #"{"text":"a","number":1,"names":{"é":"b","\n":"d"}}"#,
        #"{"text":"a","number":1,"optionals":["a",null,"b"]}"#, #"{"text":"a","number":1,"optionals":["a",1]}"#,
        "[]", "null", "1", "\"text\"", #"{"\u0074ext":"a","number":1}"#,
        #"{"text":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é","number":1}"#,
        // Base64
        #"{"text":"a","number":1,"bytes":""}"#, #"{"text":"a","number":1,"bytes":"AA=="}"#,
        #"{"text":"a","number":1,"bytes":"AA"}"#, #"{"text":"a","number":1,"bytes":"A"}"#,
        #"{"text":"a","number":1,"bytes":"AAA="}"#, #"{"text":"a","number":1,"bytes":"AAAA"}"#,
        #"{"text":"a","number":1,"bytes":"A==="}"#,
        #"{"text":"a","number":1,"bytes":"AA==AAAA"}"#, #"{"text":"a","number":1,"bytes":"AAAA\n"}"#,
        #"{"text":"a","number":1,"bytes":"+/+/"}"#, #"{"text":"a","number":1,"bytes":"\u002b/+/"}"#,
        #"{"text":"a","number":1,"bytes":"-_-_"}"#,
        #"{"text":"a","number":1,"bytes":"é==="}"#, #"{"text":"a","number":1,"bytes":[1,2]}"#,
    ])
    func `decodes members as Foundation does`(text: String) {
        let (ours, foundations) = Self.outcomes(Sample.self, text)
        #expect(ours == foundations)
    }

    @Test func `finds the members of a large object, and of one with letters outside ASCII`() throws {
        let names = (0..<100).map { "name \($0)" } + ["é", "\n", "K"]
        let object = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
        let bytes = Array(try JSONEncoder().encode(object))
        #expect(try JSONDocument(bytes).root.decode([String: String].self) == object)
        for name in names { #expect(try JSONDocument(bytes).root[name]?.string == name) }
        // The Kelvin sign and a decomposed letter.
        let root = try JSONDocument(Array("{\"\u{212A}\":1,\"e\u{301}\":2}".utf8)).root
        #expect(root["K"]?.integer() == 1)
        #expect(root["\u{E9}"]?.integer() == 2)
        #expect(root["k"] == nil)
    }

    @Test(.timeLimit(.minutes(3))) func `decodes a MiB of members in linear time`() throws {
        let members = (100_000..<150_000).map { "\"\($0)\":\"\"" }.joined(separator: ",")
        let document = try JSONDocument(Array("{\(members)}".utf8))
        #expect(try document.root.decode([String: String].self).count == 50_000)
    }

    @Test func `decodes nested and super containers`() throws {
        struct Nested: Decodable, Equatable {
            enum CodingKeys: String, CodingKey { case inner, list, base }
            var text: String
            var numbers: [Int] = []
            var base: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
                text = try inner.decode(String.self, forKey: .base)
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 3)
                while !list.isAtEnd { numbers.append(try list.decodeNil() ? -1 : list.decode(Int.self)) }
                #expect(list.currentIndex == 3)
                base = try Int(from: container.superDecoder(forKey: .base))
            }
        }
        let text = #"{"inner":{"base":"x"},"list":[1,null,3],"base":7}"#
        let value = try Self.decode(Nested.self, text)
        #expect(value.text == "x")
        #expect(value.numbers == [1, -1, 3])
        #expect(value.base == 7)
        let (ours, foundations) = Self.outcomes(Nested.self, #"{"inner":{"base":"x"},"list":[1,{},3],"base":7}"#)
        #expect(ours == foundations)
    }

    /// JSON that resembles a sample, sometimes with a wrong type.
    private static let documents = Generator<String> { source, _ in
        let scalars = ["1", "7.0", "\"a\"", "\"one\"", "\"AA==\"", "null", "true", "{}", "[]", "\"é\""]
        func scalar() -> String { scalars.randomElement(using: &source) ?? "1" }
        func nested() -> String { "{\"text\":\(scalar()),\"numbers\":[\(scalar()),2]}" }
        var members = ["\"text\":\"t\"", "\"number\":1"]
        for name in ["small", "fraction", "flag", "kind", "bytes", "nested", "names", "optionals"]
        where Bool.random(using: &source) {
            // Foundation's decoder does not name a member whose number is out of range.
            members.append("\"\(name)\":\(scalar())")
        }
        if Bool.random(using: &source) { members.append("\"list\":[\(nested()),\(nested())]") }
        return "{" + members.shuffled(using: &source).joined(separator: ", ") + "}"
    }

    @Test func `decodes random documents as Foundation does`() throws {
        try forAll(Self.documents, runs: 5000) { text in
            let (ours, foundations) = Self.outcomes(Sample.self, text)
            return ours == foundations
        }
    }

    // MARK: Elements

    @Test func `reads elements without a type`() throws {
        let document = try JSONDocument(Array(#"{"a":[1,"x",true,null,{"b":1.5}],"c":"\u0041"}"#.utf8))
        let root = document.root
        #expect(root.kind == .object && root.count == 2)
        #expect(root.members.map(\.name) == ["a", "c"])
        let elements = try #require(root["a"]?.elements)
        #expect(elements.map(\.kind) == [.number, .string, .bool, .null, .object])
        #expect(elements[0].integer() == 1)
        #expect(elements[1].string == "x")
        #expect(elements[2].bool == true)
        #expect(elements[4]["b"]?.number == "1.5")
        #expect(elements[4]["b"]?.integer() == nil)
        #expect(root["c"]?.utf8 == [0x41])
        #expect(root["d"] == nil)
        #expect(root["a"]?["b"] == nil)
    }

    @Test func `names the path of a member that is missing or wrong`() throws {
        let root = try JSONDocument(Array(#"{"params":{"list":[{"text":"x"},{"text":5}]}}"#.utf8)).root
        let ours = Outcome { try root.decode([String: [Sample.Nested]].self, member: "params") }
        #expect(ours == .wrongType(path: ["params", "list", "Index 1", "text"]))
        #expect(Outcome { try root.decode(Int.self, member: "other") } == .missing(path: ["other"]))
    }
}
