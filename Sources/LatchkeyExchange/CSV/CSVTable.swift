/// The CSV of one program: which column says what of a login.
///
/// A table is recognised by its first row alone: all columns that its program always writes are there, in any order and
/// case. Rows are read cell by cell, in the order of the table's columns. Commas, semicolons and tabs, every line end and every
/// encoding of ``TextEncoding`` are read.
public struct CSVTable: ImportFormat {
    /// What a cell is.
    enum Meaning: Sendable {
        case title
        /// The user; where an earlier column gave one, a field of this name.
        case user(elseField: String)
        case password
        case address
        /// Several addresses with commas between them.
        case addresses
        case notes
        case code
        /// `1`, `true` or `yes` for one that is.
        case favorite
        case asksEveryTime
        case created(DateStyle)
        case lastUsed(DateStyle)
        /// When the password was changed, or the login.
        case changed(DateStyle)
        /// A field of this name that needs no hiding, such as a folder.
        case field(String)
        /// The same, for the groups that an entry lies in, the outermost first; one in the bin is refused.
        case group(String)
        /// A mark of what was put aside, where it has none of these values; it is kept as a field of this name.
        case archived(String, unless: [String])
        /// A field of this name, where it says something else than the address.
        case fieldUnlessAddress(String)
        /// Lines of `name: value`, each of them a field.
        case fieldLines
        /// What the row is; it is a login if it is one of these.
        case kind([String])
        /// What has no place, and needs none.
        case nothing
    }

    enum DateStyle: Sendable {
        case seconds
        case milliseconds
        case iso8601
    }

    struct Column: Sendable {
        /// In lower case.
        let names: [String]
        let meaning: Meaning
        let isRequired: Bool

        /// One that every version of the program writes.
        static func always(_ names: String..., as meaning: Meaning) -> Column {
            Column(names: names, meaning: meaning, isRequired: true)
        }

        /// One that some versions write.
        static func sometimes(_ names: String..., as meaning: Meaning) -> Column {
            Column(names: names, meaning: meaning, isRequired: false)
        }
    }

    public let identifier: String
    let columns: [Column]
    var requirements: LoginDraft.Requirements = []
    /// Whether columns of other names become concealed fields; else a file with one is not of this format.
    var keepsOtherColumns = true
    /// Addresses that mark what is no login.
    var foreignAddresses: Set<String> = []
    /// Addresses that stand for none.
    var emptyAddresses: Set<String> = []

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
        var header: CSVTableHeader?
        try CSVRows.read(&source) { row in
            if let header {
                try body(header.read(row, of: self))
            } else {
                header = try CSVTableHeader(row, of: self)
            }
        }
        if header == nil { throw ExchangeError.noHeader }
    }

    private struct Recognized: Error {}
}

/// The rows of a file, whatever its encoding and dialect.
enum CSVRows {
    static func read(_ source: inout ByteSource, _ body: (borrowing CSVParser.Row) throws -> Void) throws {
        try source.decodeText()
        var parser = CSVParser(CSVDialect(head: try source.peek(ImportFormats.headByteCount)))
        while let chunk = try source.next() { try parser.parse(chunk, body) }
        try parser.finish(body)
    }
}

extension CSVParser.Flaw {
    var refusal: RefusalReason {
        switch self {
        case .misplacedQuote: .misplacedQuote
        case .bareCarriageReturn: .bareCarriageReturn
        case .tooLong: .tooLong
        }
    }
}
