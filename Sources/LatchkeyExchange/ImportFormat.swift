public import LatchkeyVault

/// A format that logins are imported from.
///
/// A format lives in one file, is recognised by how the content begins and never by a file's name, and reads from front
/// to back. ``ImportFormats/all`` lists those that there are.
public protocol ImportFormat: Sendable {
    /// A stable name for reports and command lines.
    var identifier: String { get }

    /// Tells whether a file that begins so is of this format.
    func recognizes(_ head: ArraySlice<UInt8>) -> Bool

    /// Reads a file and hands over row after row.
    ///
    /// - Throws: ``ExchangeError`` if the file as a whole cannot be trusted, or what the source and the body throw.
    func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws
}

/// The formats that are known, the more particular ones first.
public enum ImportFormats {
    /// How much of a file a format sees before it decides.
    static let headByteCount = 4096

    public static let all: [any ImportFormat] = [ChromeCSV()]

    /// Finds the format of a file.
    public static func recognize(_ source: inout ByteSource) throws -> any ImportFormat {
        let head = try source.peek(headByteCount)
        guard let format = all.first(where: { $0.recognizes(head) }) else {
            // The likeliest reasons get errors of their own, because a person can do something about them.
            if head.isEmpty { throw ExchangeError.noHeader }
            if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { throw ExchangeError.utf16 }
            throw ExchangeError.unknownFormat
        }
        return format
    }
}

/// What a format made of one row, or of one entry where there are no rows.
public struct ImportedRow: Sendable {
    public enum Content: Sendable {
        case login(Login)
        case refused(RefusalReason)
    }

    /// Where it begins, counted from one.
    public let line: Int
    public let content: Content

    public init(line: Int, content: Content) {
        self.line = line
        self.content = content
    }
}

/// Why a row was left out.
public enum RefusalReason: Hashable, Sendable {
    case misplacedQuote
    case bareCarriageReturn
    case tooLong
    case wrongFieldCount(expected: Int, found: Int)
    /// The bytes are not UTF-8. No other encoding is guessed: a password guessed wrongly is a password lost.
    case notUTF8
    /// A letter of its site, user or title carries more marks than any writing has.
    case tooManyMarks
    case missingSite
    /// The address has no host, or characters that no address has.
    case invalidSite
    case missingPassword
}
