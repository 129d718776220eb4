import LatchkeyVault

/// The CSV format of one program: the meaning of each column.
///
/// `CSVTable+Programs.swift` has the tables. A file is recognized by its first row: it has all columns that the program
/// always writes, in any order and case. The cells of a row are read in the order of the table's columns. Every
/// separator and line end of ``CSVDialect`` and every encoding of ``TextEncoding`` is accepted.
public struct CSVTable: ImportFormat {
    /// The meaning of a column.
    enum Meaning: Sendable {
        case title
        /// The user; a field with this name if an earlier column has the user.
        case user(elseField: String)
        case password
        case address
        /// Several addresses, separated by commas.
        case addresses
        case notes
        case code
        /// Whether the login is a favorite: `1`, `true` or `yes`.
        case favorite
        /// Whether each fill asks for the passphrase: `1`, `true` or `yes`.
        case asksEveryTime
        case created(DateStyle)
        case lastUsed(DateStyle)
        /// When the password was changed, or the login if the program does not record that.
        case changed(DateStyle)
        /// A field with this name that is not concealed, such as a folder.
        case field(String)
        /// The path of groups, outermost first, kept as a field with this name; an entry in the recycle bin is refused.
        case group(String)
        /// A mark that the login was archived, unless the cell has one of the given values. It becomes a field with
        /// this name.
        case archived(String, unless: [String])
        /// A field with this name, unless the cell equals the address.
        case fieldUnlessAddress(String)
        /// Lines of `name: value`; each becomes a field.
        case fieldLines
        /// A JSON array of addresses.
        case addressArray
        /// A JSON array of objects with `label`, `type` and `value`; each becomes a field.
        case fieldArray
        /// Lines of `name:value` with the user, the password and fields.
        case valueLines
        /// A value of a payment card.
        case card(CardField)
        /// The month or the year of a payment card's expiry.
        case expiryMonth
        case expiryYear
        /// The notes; for a card, the JSON that Proton Pass writes there.
        case protonNotes
        /// The kind of the row by the words of the column, in lower case; a row with another word is refused.
        case kind([String: EntryKind])
        /// A column that is not imported.
        case ignored
    }

    enum DateStyle: Sendable {
        case seconds
        case milliseconds
        case iso8601
    }

    struct Column: Sendable {
        /// Alternative names, in lower case.
        let names: [String]
        let meaning: Meaning
        let isRequired: Bool
        /// The position of a column that is not found by its name; `nil` for any other.
        var index: Int?

        /// The column at a position, whatever its name is.
        static func at(_ index: Int, as meaning: Meaning) -> Column {
            Column(names: [], meaning: meaning, isRequired: true, index: index)
        }

        /// A column that every version of the program writes.
        static func always(_ names: String..., as meaning: Meaning) -> Column {
            Column(names: names, meaning: meaning, isRequired: true)
        }

        /// A column that some versions write.
        static func sometimes(_ names: String..., as meaning: Meaning) -> Column {
            Column(names: names, meaning: meaning, isRequired: false)
        }
    }

    public let identifier: String
    let columns: [Column]
    /// The kind of each row, unless a column has it.
    var kind = EntryKind.login
    /// Whether columns with other names become concealed fields; if not, a file with such a column is another format.
    var keepsOtherColumns = true
    /// Addresses of rows that are not logins.
    var refusedAddresses: Set<String> = []
    /// Addresses of rows that are notes, or entries whose values LastPass writes as lines of the note.
    var noteAddresses: Set<String> = []
    /// Values of the address column that mean that there is no address.
    var emptyAddresses: Set<String> = []
    /// Whether a login with several sites has a row for each of them, and cells can have a ``FormulaGuard``.
    var hasRowPerSite = false
    /// Whether a backslash in a quoted cell escapes the next byte.
    var escapesWithBackslash = false

    public var mayBeOwnExport: Bool { hasRowPerSite }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        var source = ByteSource(Array(head))
        do {
            // Only the header matters; the head may end inside a quoted field of a later row.
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
        // The row to which the next one may add a site.
        var pending: ImportedRow?
        try CSVRows.read(&source, escapesWithBackslash: escapesWithBackslash) { row in
            if let header {
                let next = header.read(row, of: self)
                if !hasRowPerSite { return try body(next) }
                if let merged = pending?.adding(sitesOf: next) {
                    pending = merged
                } else {
                    if let pending { try body(pending.withSiteNotices) }
                    pending = next
                }
            } else {
                header = try CSVTableHeader(row, of: self)
            }
        }
        if header == nil { throw ExchangeError.noHeader }
        if let pending { try body(pending.withSiteNotices) }
    }

    private struct Recognized: Error {}
}

extension ImportedRow {
    /// The row with the site of the next one; `nil` if they differ in anything else.
    fileprivate func adding(sitesOf next: ImportedRow) -> ImportedRow? {
        guard case .login(var login) = content, case .login(var other) = next.content, !login.sites.isEmpty,
            let site = other.sites.first, !login.sites.contains(site), login.sites.count < LoginDraft.partLimit
        else { return nil }
        let sites = login.sites
        (login.sites, other.sites) = ([], [])
        guard login == other else { return nil }
        var row = self
        login.sites = sites + [site]
        row.content = .login(login)
        return row
    }

    /// The row with the notices for all of its sites.
    fileprivate var withSiteNotices: ImportedRow {
        guard case .login(let login) = content, login.sites.count > 1 else { return self }
        var row = self
        row.notices.removeAll(where: \.isAboutSites)
        row.notices += login.sites.notices
        return row
    }
}

/// Reads the rows of a CSV file in any supported encoding and dialect.
enum CSVRows {
    static func read(
        _ source: inout ByteSource, escapesWithBackslash: Bool = false,
        _ body: (borrowing CSVParser.Row) throws -> Void
    ) throws {
        try source.decodeText()
        var dialect = CSVDialect(head: try source.peek(ImportFormats.headByteCount))
        dialect.escapesWithBackslash = escapesWithBackslash
        var parser = CSVParser(dialect)
        while let chunk = try source.next() { try parser.parse(chunk, body) }
        source.mayBeCutOff = parser.isInsideUnquotedValue
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
