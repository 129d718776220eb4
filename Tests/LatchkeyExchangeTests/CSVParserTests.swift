@testable import LatchkeyExchange
import LatchkeyTesting
import Testing

@Suite struct `CSV parser` {
    struct Parsed: Equatable {
        var line: Int
        var fields: [String]
        var flaw: CSVParser.Flaw?

        init(_ line: Int, _ fields: [String], flaw: CSVParser.Flaw? = nil) {
            self.line = line
            self.fields = fields
            self.flaw = flaw
        }
    }

    static func parse(
        _ bytes: [UInt8], inPiecesOf size: Int = .max, limits: CSVParser.Limits = .init()
    ) throws -> [Parsed] {
        var parser = CSVParser(limits: limits)
        var rows: [Parsed] = []
        func take(_ row: borrowing CSVParser.Row) {
            var fields: [String] = []
            for index in 0..<row.count { fields.append(String(decoding: row[index], as: UTF8.self)) }
            rows.append(Parsed(row.line, fields, flaw: row.flaw))
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            try parser.parse(rest.prefix(size), take)
            rest = rest.dropFirst(size)
        }
        try parser.finish(take)
        return rows
    }

    @Test(
        arguments: [
            ("", []),
            ("a,b\nc,d\n", [Parsed(1, ["a", "b"]), Parsed(2, ["c", "d"])]),
            ("a,b\r\nc,d\r\n", [Parsed(1, ["a", "b"]), Parsed(2, ["c", "d"])]),
            // The last row without a line end.
            ("a,b\nc,d", [Parsed(1, ["a", "b"]), Parsed(2, ["c", "d"])]),
            ("a,", [Parsed(1, ["a", ""])]), (",", [Parsed(1, ["", ""])]), ("\"\"", [Parsed(1, [""])]),
            // Line ends, commas and quotes in quoted fields; line numbers include them.
            ("\"a\nb\",\"c,d\"\ne,f\n", [Parsed(1, ["a\nb", "c,d"]), Parsed(3, ["e", "f"])]),
            ("\"a\r\nb\"\r\nc", [Parsed(1, ["a\r\nb"]), Parsed(3, ["c"])]),
            ("\"say \"\"hi\"\"\",b\n", [Parsed(1, ["say \"hi\"", "b"])]),
            ("\"\"\"\"\n", [Parsed(1, ["\""])]),
            // Empty lines are skipped.
            ("\n\na\n\n\nb\n", [Parsed(3, ["a"]), Parsed(6, ["b"])]),
            ("\r\na\r\n\r\n", [Parsed(2, ["a"])]),
            // White space is part of the field.
            (" a , b \n", [Parsed(1, [" a ", " b "])]),
            // Only the malformed row is lost.
            ("a\"b,c\nd,e\n", [Parsed(1, [], flaw: .misplacedQuote), Parsed(2, ["d", "e"])]),
            ("\"a\"b,c\nd,e\n", [Parsed(1, [], flaw: .misplacedQuote), Parsed(2, ["d", "e"])]),
            ("a \"b\",c\nd\n", [Parsed(1, [], flaw: .misplacedQuote), Parsed(2, ["d"])]),
            ("a\rb,c\nd\n", [Parsed(1, [], flaw: .bareCarriageReturn), Parsed(2, ["d"])]),
            ("a\r", [Parsed(1, [], flaw: .bareCarriageReturn)]),
            ("a\r\r\nb\n", [Parsed(1, [], flaw: .bareCarriageReturn), Parsed(2, ["b"])]),
        ] as [(String, [Parsed])])
    func `splits CSV into rows and fields for every chunk size`(text: String, rows: [Parsed]) throws {
        for size in [1, 2, 3, Int.max] { #expect(try Self.parse(Array(text.utf8), inPiecesOf: size) == rows) }
    }

    @Test(arguments: [("\"a", 1), ("a,b\nc,\"d\ne\nf", 2), ("a\n\"\"\"", 2), ("\"", 1)])
    func `refuses a CSV quote that is never closed, with its line`(text: String, line: Int) {
        #expect(throws: ExchangeError.unterminatedQuote(line: line)) { try Self.parse(Array(text.utf8)) }
    }

    @Test func `reports CSV rows that exceed a limit`() throws {
        let limits = CSVParser.Limits(rowBytes: 10, fields: 3)
        let text = "0123456789\n0123456789a\n\"0123456789\n0123456789\"\na,b,c\na,b,c,d\nlast\n"
        #expect(
            try Self.parse(Array(text.utf8), limits: limits) == [
                Parsed(1, ["0123456789"]), Parsed(2, [], flaw: .tooLong), Parsed(3, [], flaw: .tooLong),
                Parsed(5, ["a", "b", "c"]), Parsed(6, [], flaw: .tooLong), Parsed(7, ["last"]),
            ])
    }

    @Test func `parses any bytes in quoted CSV fields`() throws {
        try forAll(Generator<String>.string().list(upTo: 5).list(upTo: 6), .int(in: 1...7), .bool) {
            rows, size, withCarriageReturn in
            let rows = rows.filter { !$0.isEmpty }
            let end = withCarriageReturn ? "\r\n" : "\n"
            let text = rows.map {
                $0.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + end
            }
            let parsed = try Self.parse(Array(text.joined().utf8), inPiecesOf: size)
            return parsed.map { $0.fields.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } }
                && parsed.allSatisfy { $0.flaw == nil }
        }
    }

    @Test func `parses any bytes to the same CSV rows for every chunk size`() throws {
        let bytes = Generator<UInt8>.element(of: Array("\",\r\na\0\u{FF}".utf8)).list(upTo: 60)
        try forAll(bytes, .int(in: 1...9), runs: 5000) { bytes, size in
            func outcome(_ size: Int) -> (rows: [Parsed]?, error: ExchangeError?) {
                do { return (try Self.parse(bytes, inPiecesOf: size), nil) } catch {
                    return (nil, error as? ExchangeError)
                }
            }
            let whole = outcome(.max)
            return outcome(size) == whole && (whole.rows == nil) != (whole.error == nil)
        }
    }
}
