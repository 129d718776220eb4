/// Splits bytes into the rows of RFC 4180, in pieces of any size and with bounded memory.
///
/// Rows end with CRLF or LF, or as the dialect says; the last one needs no end. Quoted fields may contain line ends, and
/// quotes doubled. A row that breaks the rules is given as such, and the next line begins a new one. Bytes are not
/// interpreted: any encoding in which ASCII stands for itself passes through.
struct CSVParser {
    /// What may be wrong with one row.
    enum Flaw: Hashable {
        /// A quote inside a field that does not begin with one, or text after the closing quote.
        case misplacedQuote
        /// A carriage return that is not part of a line end.
        case bareCarriageReturn
        /// More bytes or fields than ``CSVParser/Limits`` allow; none are kept.
        case tooLong
    }

    struct Limits {
        var rowBytes = 1024 * 1024
        var fields = 256
    }

    /// A row, valid until the parser goes on.
    struct Row {
        /// The line in which the row begins, counted from one.
        fileprivate(set) var line = 1
        fileprivate(set) var flaw: Flaw?
        fileprivate var bytes: [UInt8] = []
        fileprivate var ends: [Int] = []

        var count: Int { ends.count }

        subscript(index: Int) -> ArraySlice<UInt8> {
            bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
        }

        /// Whether every field is UTF-8 by itself.
        var isUTF8: Bool {
            // ASCII alone is the rule, and is found out without making a string.
            bytes.allSatisfy { $0 < 0x80 }
                || (0..<count).allSatisfy { String(validating: self[$0], as: UTF8.self) != nil }
        }
    }

    private enum State {
        case fieldStart
        case unquoted
        case quoted
        /// After a quote inside a quoted field: the end of the field, or the first of two.
        case quoteInQuoted
        /// After a carriage return outside of quotes, which a line feed must follow.
        case carriageReturn
    }

    private let dialect: CSVDialect
    private let limits: Limits
    private var state = State.fieldStart
    private var row = Row()
    private var line = 1
    private var quoteLine = 1
    /// Whether the row has anything but its end; a line without anything is no row.
    private var hasContent = false

    init(_ dialect: CSVDialect = CSVDialect(), limits: Limits = Limits()) {
        self.dialect = dialect
        self.limits = limits
        row.bytes.reserveCapacity(1024)
    }

    /// Takes a piece, and hands over each row that it completes.
    mutating func parse(_ bytes: ArraySlice<UInt8>, _ body: (borrowing Row) throws -> Void) throws {
        for byte in bytes { try take(byte, body) }
    }

    /// Hands over a last row without a line end.
    ///
    /// - Throws: ``ExchangeError/unterminatedQuote(line:)``.
    mutating func finish(_ body: (borrowing Row) throws -> Void) throws {
        switch state {
        case .quoted: throw ExchangeError.unterminatedQuote(line: quoteLine)
        case .carriageReturn:
            row.flaw = row.flaw ?? .bareCarriageReturn
            try endRow(body)
        case .fieldStart, .unquoted, .quoteInQuoted:
            if hasContent { try endRow(body) }
        }
    }

    private mutating func take(_ byte: UInt8, _ body: (borrowing Row) throws -> Void) throws {
        switch state {
        case .fieldStart where byte == UInt8(ascii: "\""):
            hasContent = true
            quoteLine = line
            state = .quoted
        case .quoted:
            if byte == UInt8(ascii: "\"") {
                state = .quoteInQuoted
            } else {
                if byte == lineEnd { line += 1 }
                append(byte)
            }
        case .quoteInQuoted where byte == UInt8(ascii: "\""):
            append(byte)
            state = .quoted
        case .carriageReturn where byte != UInt8(ascii: "\n"):
            row.flaw = row.flaw ?? .bareCarriageReturn
            state = .unquoted
            try take(byte, body)
        case .fieldStart, .unquoted, .quoteInQuoted, .carriageReturn:
            try takeOutsideOfQuotes(byte, body)
        }
    }

    private mutating func takeOutsideOfQuotes(_ byte: UInt8, _ body: (borrowing Row) throws -> Void) throws {
        switch byte {
        case dialect.separator:
            hasContent = true
            endField()
            state = .fieldStart
        case lineEnd:
            line += 1
            if hasContent { try endRow(body) } else { reset() }
        case UInt8(ascii: "\n"):
            // Between two carriage returns that end lines it is the rest of a line end, or nothing.
            if hasContent { try endRow(body) } else { reset() }
        case UInt8(ascii: "\r"):
            state = .carriageReturn
        default:
            hasContent = true
            if state == .quoteInQuoted || byte == UInt8(ascii: "\"") { row.flaw = row.flaw ?? .misplacedQuote }
            append(byte)
            state = .unquoted
        }
    }

    /// The byte that every line end has once.
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
