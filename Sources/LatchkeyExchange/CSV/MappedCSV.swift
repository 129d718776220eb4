import LatchkeyVault

/// A CSV file of any program, whose columns the user names or Latchkey guesses by their names.
public struct MappedCSV: ImportFormat {
    static let identifier = "csv"

    private let mapping: CSVMapping?

    /// - Parameter mapping: The columns; `nil` to guess them.
    public init(_ mapping: CSVMapping? = nil) {
        self.mapping = mapping
    }

    public var identifier: String { Self.identifier }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool { Self.guess(from: head) != nil }

    /// The columns that ``read(_:_:)`` guesses for this source; `nil` if the user named them, or if they are unknown.
    public func guess(from source: inout ByteSource) throws -> CSVMapping? {
        if mapping != nil { return nil }
        try source.decodeText()
        return Self.guess(from: try source.peek(ImportFormats.headByteCount))
    }

    /// - Throws: ``ExchangeError/missingColumns(_:)``; for guessed columns ``ExchangeError/wrongGuess(_:unfit:rows:)`` at
    ///   the end of the file if most rows were refused or have neither a password nor a code.
    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        var header: (reader: CSVTableHeader, table: CSVTable)?
        var guess: CSVMapping?
        var (rows, unfit) = (0, 0)
        try CSVRows.read(&source) { row in
            if let header {
                let row = header.reader.read(row, of: header.table)
                rows += 1
                if !row.hasCredential { unfit += 1 }
                return try body(row)
            }
            let names = Self.names(in: row)
            if mapping == nil {
                guess = CSVMapping(guessing: names)
                if guess == nil { throw ExchangeError.missingColumns([CSVMapping.Value.password.rawValue]) }
            }
            guard let table = try (mapping ?? guess)?.table(for: names) else { return }
            header = (try CSVTableHeader(row, of: table), table)
        }
        if header == nil { throw ExchangeError.noHeader }
        if let guess, unfit * 2 > rows { throw ExchangeError.wrongGuess(guess, unfit: unfit, rows: rows) }
    }

    private static func names(in row: borrowing CSVParser.Row) -> [String] {
        (0..<row.count).map { CSVTableHeader.name(row[$0]) }
    }

    private static func guess(from head: ArraySlice<UInt8>) -> CSVMapping? {
        var source = ByteSource(Array(head))
        do {
            try CSVRows.read(&source) { throw FirstRow(names: $0.flaw == nil && $0.isUTF8 ? names(in: $0) : []) }
        } catch let row as FirstRow {
            return CSVMapping(guessing: row.names)
        } catch {
            return nil
        }
        return nil
    }

    /// The number of columns of a file that starts with these bytes; `nil` if the file is probably not CSV.
    static func columnCount(of head: ArraySlice<UInt8>) -> Int? {
        var source = ByteSource(Array(head))
        var counts: [Int] = []
        // Prose with commas also parses as rows, but two of them rarely have the same number of columns.
        do {
            try CSVRows.read(&source) { row in
                guard row.flaw == nil, row.isUTF8 else { throw SecondRow() }
                counts.append(row.count)
                if counts.count == 2 { throw SecondRow() }
            }
        } catch {}
        guard counts.count == 2, counts[0] == counts[1], counts[0] > 1 else { return nil }
        return counts[0]
    }

    private struct SecondRow: Error {}

    private struct FirstRow: Error {
        let names: [String]
    }
}

extension ImportedRow {
    /// Whether the row is a login with a password or a code.
    fileprivate var hasCredential: Bool {
        guard case .login(let login) = content else { return false }
        return login.password != nil || login.oneTimeCode != nil
    }
}
