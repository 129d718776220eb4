import LatchkeySecret
import LatchkeySheet
import LatchkeyVault

/// The file that Chrome, Chromium, Edge and others made of it write: name, url, username, password and, lately, note.
///
/// The columns may come in any order and case; without `name` or `note` the file is read as well, with any other column
/// it is not. Encoding is UTF-8, with or without a byte-order mark.
public struct ChromeCSV: ImportFormat {
    /// The columns without which there is no login.
    package static let requiredColumns = ["url", "username", "password"]
    package static let optionalColumns = ["name", "note"]

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    public init() {}

    public var identifier: String { "chrome-csv" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        var source = ByteSource(Array(head))
        do {
            // The rows behind the header are not this function's business, not even when the head ends in a quote.
            try read(&source) { _ in throw Recognized() }
            return true
        } catch ExchangeError.unterminatedQuote(let line) where line > 1 {
            return true
        } catch {
            return error is Recognized
        }
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        let mark = try source.peek(Self.byteOrderMark.count)
        var skipped = mark.starts(with: Self.byteOrderMark) ? mark.count : 0
        if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) { throw ExchangeError.utf16 }
        var parser = CSVParser()
        var columns: Columns?
        func take(_ row: borrowing CSVParser.Row) throws {
            if let columns {
                try body(ImportedRow(line: row.line, content: Self.content(of: row, columns)))
            } else {
                columns = try Columns(header: row)
            }
        }
        while let chunk = try source.next() {
            try parser.parse(chunk.dropFirst(skipped), take)
            skipped = 0
        }
        try parser.finish(take)
        if columns == nil { throw ExchangeError.noHeader }
    }

    private static func content(of row: borrowing CSVParser.Row, _ columns: Columns) -> ImportedRow.Content {
        switch row.flaw {
        case .misplacedQuote: return .refused(.misplacedQuote)
        case .bareCarriageReturn: return .refused(.bareCarriageReturn)
        case .tooLong: return .refused(.tooLong)
        case nil: break
        }
        guard row.count == columns.count else {
            return .refused(.wrongFieldCount(expected: columns.count, found: row.count))
        }
        let password = row[columns.password]
        let note = columns.note.map { row[$0] } ?? []
        guard let address = String(validating: row[columns.url], as: UTF8.self),
            let user = String(validating: row[columns.username], as: UTF8.self),
            let name = String(validating: columns.name.map { row[$0] } ?? [], as: UTF8.self),
            password.isUTF8, note.isUTF8
        else { return .refused(.notUTF8) }
        guard [address, user, name].allSatisfy(StreamSafeText.allows) else { return .refused(.tooManyMarks) }
        if address.isEmpty { return .refused(.missingSite) }
        guard let site = Site(address) else { return .refused(.invalidSite) }
        if password.isEmpty { return .refused(.missingPassword) }
        return .login(
            Login(
                title: name.isEmpty ? site.host : name, user: user, password: Secret(copying: password), sites: [site],
                notes: note.isEmpty ? nil : Secret(copying: note)))
    }

    private struct Recognized: Error {}
}

extension ChromeCSV {
    /// Which column is where.
    private struct Columns {
        let count: Int
        let url: Int
        let username: Int
        let password: Int
        let name: Int?
        let note: Int?

        init(header: borrowing CSVParser.Row) throws(ExchangeError) {
            var places: [String: Int] = [:]
            var repeated: [String] = []
            var unknownCount = 0
            for index in 0..<header.count {
                // What is longer than any of the names is not worth comparing.
                let name = String(decoding: header[index].prefix(16), as: UTF8.self).lowercased()
                if !(ChromeCSV.requiredColumns + ChromeCSV.optionalColumns).contains(name) {
                    unknownCount += 1
                } else if places.updateValue(index, forKey: name) != nil {
                    repeated.append(name)
                }
            }
            guard let url = places["url"], let username = places["username"], let password = places["password"],
                unknownCount == 0, repeated.isEmpty
            else {
                let missing = ChromeCSV.requiredColumns.filter { places[$0] == nil }
                throw .wrongHeader(missing: missing, unknownCount: unknownCount, repeated: repeated)
            }
            count = header.count
            self.url = url
            self.username = username
            self.password = password
            name = places["name"]
            note = places["note"]
        }
    }
}

extension ArraySlice<UInt8> {
    /// Checks without keeping the text.
    fileprivate var isUTF8: Bool {
        // ASCII alone is the rule, and is found out without making a string.
        allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
    }
}
