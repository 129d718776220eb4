/// Splits bytes into CSV rows (RFC 4180), from chunks of any size and with bounded memory.
///
/// Rows end with CRLF or LF, or as the dialect says; the last row needs no line end. Quoted fields may contain line
/// ends and doubled quotes. A malformed row is reported with its ``Flaw``, and parsing continues in the next line. The
/// parser accepts every encoding that is a superset of ASCII.
struct CSVParser {
    /// Why a row is malformed.
    enum Flaw: Hashable {
        /// A quote inside an unquoted field, or text after the closing quote.
        case misplacedQuote
        /// A carriage return that is not part of a line end.
        case bareCarriageReturn
        /// More bytes or fields than ``CSVParser/Limits`` allow.
        case tooLong
    }

    struct Limits {
        var rowBytes = 1024 * 1024
        var fields = 256
    }

    /// A row, valid during the callback only.
    ///
    /// A malformed row has no fields.
    struct Row {
        /// The number of the row's first line, from one.
        fileprivate(set) var line = 1
        fileprivate(set) var flaw: Flaw?
        fileprivate var bytes: [UInt8] = []
        fileprivate var ends: [Int] = []

        var count: Int { ends.count }

        subscript(index: Int) -> ArraySlice<UInt8> {
            bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
        }

        /// Whether each field is valid UTF-8.
        var isUTF8: Bool {
            // Most rows are ASCII, which is found without making a string.
            bytes.allSatisfy { $0 < 0x80 }
                || (0..<count).allSatisfy { String(validating: self[$0], as: UTF8.self) != nil }
        }
    }

    private enum State {
        case fieldStart
        case unquoted
        case quoted
        /// After a quote inside a quoted field: it ends the field, or is the first of two.
        case quoteInQuoted
        /// After a backslash inside a quoted field.
        case escaped
        /// After a carriage return outside quotes, which a line feed must follow.
        case carriageReturn
    }

    private let dialect: CSVDialect
    private let limits: Limits
    private var state = State.fieldStart
    private var row = Row()
    private var line = 1
    private var quoteLine = 1
    /// Whether the row has any content; empty lines are skipped.
    private var hasContent = false

    init(_ dialect: CSVDialect = CSVDialect(), limits: Limits = Limits()) {
        self.dialect = dialect
        self.limits = limits
        row.bytes.reserveCapacity(1024)
    }

    /// Parses a chunk and calls `body` with each row that it completes.
    mutating func parse(_ bytes: ArraySlice<UInt8>, _ body: (borrowing Row) throws -> Void) throws {
        for byte in bytes {
            if take(byte) { try endRow(body) }
        }
    }

    /// Whether the bytes so far end inside a value without quotes.
    ///
    /// Programs that write no line end after the last row quote its last value or leave it empty, so the file may be
    /// cut off.
    var isInsideUnquotedValue: Bool { state == .unquoted }

    /// Ends the input and calls `body` with a last row that has no line end.
    ///
    /// - Throws: ``ExchangeError/unterminatedQuote(line:)``.
    mutating func finish(_ body: (borrowing Row) throws -> Void) throws {
        switch state {
        case .quoted, .escaped: throw ExchangeError.unterminatedQuote(line: quoteLine)
        case .carriageReturn:
            row.flaw = row.flaw ?? .bareCarriageReturn
            try endRow(body)
        case .fieldStart, .unquoted, .quoteInQuoted:
            if hasContent { try endRow(body) }
        }
    }

    /// Takes one byte, and returns whether it ends a row.
    private mutating func take(_ byte: UInt8) -> Bool {
        switch state {
        case .fieldStart where byte == UInt8(ascii: "\""):
            hasContent = true
            quoteLine = line
            state = .quoted
        case .quoted:
            if byte == UInt8(ascii: "\"") {
                state = .quoteInQuoted
            } else if byte == UInt8(ascii: "\\"), dialect.escapesWithBackslash {
                state = .escaped
            } else {
                if byte == lineEnd { line += 1 }
                append(byte)
            }
        case .escaped:
            if byte == lineEnd { line += 1 }
            append(byte)
            state = .quoted
        case .quoteInQuoted where byte == UInt8(ascii: "\""):
            append(byte)
            state = .quoted
        case .carriageReturn where byte != UInt8(ascii: "\n"):
            row.flaw = row.flaw ?? .bareCarriageReturn
            state = .unquoted
            return takeOutsideQuotes(byte)
        case .fieldStart, .unquoted, .quoteInQuoted, .carriageReturn:
            return takeOutsideQuotes(byte)
        }
        return false
    }

    private mutating func takeOutsideQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case dialect.separator:
            hasContent = true
            endField()
            state = .fieldStart
        case lineEnd:
            line += 1
            return finishLine()
        case UInt8(ascii: "\n"):
            // In a file whose lines end with a carriage return, a line feed may follow each of them.
            return finishLine()
        case UInt8(ascii: "\r"):
            state = .carriageReturn
        default:
            hasContent = true
            if state == .quoteInQuoted || byte == UInt8(ascii: "\"") { row.flaw = row.flaw ?? .misplacedQuote }
            append(byte)
            state = .unquoted
        }
        return false
    }

    /// Finishes a line, and returns whether it is a row; `false` for an empty line.
    private mutating func finishLine() -> Bool {
        if !hasContent { reset() }
        return hasContent
    }

    /// The byte that occurs once in each line end.
    private var lineEnd: UInt8 {
        dialect.endsLinesWithCarriageReturn ? UInt8(ascii: "\r") : UInt8(ascii: "\n")
    }

    private mutating func append(_ byte: UInt8) {
        guard row.bytes.count < limits.rowBytes else {
            row.flaw = .tooLong
            return
        }
        row.bytes.append(byte)
    }

    private mutating func endField() {
        guard row.ends.count < limits.fields else {
            row.flaw = .tooLong
            return
        }
        row.ends.append(row.bytes.count)
    }

    private mutating func endRow(_ body: (borrowing Row) throws -> Void) throws {
        endField()
        if row.flaw != nil {
            row.bytes.removeAll(keepingCapacity: true)
            row.ends.removeAll(keepingCapacity: true)
        }
        try body(row)
        reset()
    }

    private mutating func reset() {
        row.bytes.removeAll(keepingCapacity: true)
        row.ends.removeAll(keepingCapacity: true)
        row.flaw = nil
        row.line = line
        hasContent = false
        state = .fieldStart
    }
}
