public import Foundation
public import LatchkeyVault

/// A format that logins are imported from.
///
/// A format lives in one file, is recognised by how the content begins and never by a file's name, and reads from front
/// to back. ``ImportFormats/all`` lists those that there are.
public protocol ImportFormat: Sendable {
    /// A stable name for reports and command lines.
    var identifier: String { get }

    /// Whether a file is more than text, and is given as it is; text arrives as UTF-8 without a byte-order mark.
    var isBinary: Bool { get }

    /// Whether a row's number counts entries, because lines say nothing about where they are.
    var countsEntries: Bool { get }

    /// Whether each row is a login of its own, also where two are alike. In other files a login may have a row for each
    /// of its pages.
    var holdsRowsApart: Bool { get }

    /// Tells whether a file that begins so is of this format.
    func recognizes(_ head: ArraySlice<UInt8>) -> Bool

    /// Reads a file and hands over row after row.
    ///
    /// - Throws: ``ExchangeError`` if the file as a whole cannot be trusted, or what the source and the body throw.
    func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws
}

extension ImportFormat {
    public var isBinary: Bool { false }
    public var countsEntries: Bool { false }
    public var holdsRowsApart: Bool { false }
}

/// The formats that are known, the more particular ones first.
public enum ImportFormats {
    /// How much of a file a format sees before it decides.
    static let headByteCount = 4096

    public static let all: [any ImportFormat] = [
        LatchkeyJSON(),
        CredentialExchangeFormat(),
        OnePasswordExport(),
        ProtonPassJSON(),
        BitwardenEncryptedJSON(),
        BitwardenJSON(),
        DashlaneJSON(),
        EnpassJSON(),
        KeePassXML(),
        CSVTable.firefox,
        CSVTable.bitwarden,
        CSVTable.onePassword,
        CSVTable.keePassXC,
        CSVTable.protonPass,
        CSVTable.dashlane,
        CSVTable.lastPass,
        CSVTable.apple,
        CSVTable.chrome,
        // Its rows have no header to know them by, so whoever has one comes first.
        EnpassCSV(),
    ]

    /// Finds a format by its identifier.
    public static func named(_ identifier: String) -> (any ImportFormat)? {
        all.first { $0.identifier == identifier }
    }

    /// Finds the format of a file, and makes the source give what that format reads.
    public static func recognize(_ source: inout ByteSource) throws -> any ImportFormat {
        if ZipArchive.begins(try source.peek(headByteCount)) { try ZippedExport.open(&source) }
        let head = try source.peek(headByteCount)
        if let format = all.first(where: { $0.isBinary && $0.recognizes(head) }) { return format }
        try source.decodeText()
        let text = try source.peek(headByteCount)
        if text.isEmpty { throw ExchangeError.noHeader }
        guard let format = all.first(where: { !$0.isBinary && $0.recognizes(text) }) else {
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
    /// When the login was made and last used, where the other program says so.
    public let created: Date?
    public let lastUsed: Date?
    /// Since when its password has been one, or its entry unchanged, where the other program says so.
    public let passwordSince: Date?
    /// What of the row has another place than it had.
    public let notices: [ImportNotice]

    public init(
        line: Int, content: Content, created: Date? = nil, lastUsed: Date? = nil, passwordSince: Date? = nil,
        notices: [ImportNotice] = []
    ) {
        self.line = line
        self.content = content
        self.created = created
        self.lastUsed = lastUsed
        self.passwordSince = passwordSince
        self.notices = notices
    }
}

/// What became of a part of a row that could not go where it belongs.
public enum ImportNotice: Hashable, Sendable {
    /// The secret of its codes makes no codes; it is kept as a field.
    case codeKeptAsField
    /// An address is none; it is kept as a field.
    case siteKeptAsField
    /// A point in time is none, or an absurd one; it is left out.
    case timeLeftOut
    /// The login that is in the vault already has another code, note or field of that name; its own are kept.
    case vaultKeptItsOwn
    /// A passkey is in a form that only its program can read.
    case passkeyLeftOut
    /// A passkey's private key is of an algorithm that Latchkey does not sign with; the passkey is left out.
    case passkeyKeyUnsupported
    /// A passkey's private key cannot be read, or signs nothing that its public key verifies; the passkey is left out.
    case passkeyKeyUnreadable
    /// A file that is attached to the login.
    case attachmentLeftOut
    /// A field that stands for something that is not there.
    case fieldLeftOut
    /// Its site is a bare word: only a host of that name is what it could mean.
    case siteIsOneWord
    /// None of its sites is a place on the web.
    case suggestedNowhere
    /// Its program had put it aside, in an archive.
    case wasArchived
    /// Its password is older than all that the login's history has room for.
    case oldPasswordLeftOut
    /// Another row of the file has its site, user and title; both are logins now.
    case hasTwin
}

/// Why a row was left out.
public enum RefusalReason: Hashable, Sendable {
    case misplacedQuote
    case bareCarriageReturn
    case tooLong
    case wrongFieldCount(expected: Int, found: Int)
    /// The bytes are no text in the file's encoding. No other one is guessed: a password guessed wrongly is a password
    /// lost.
    case notUTF8
    /// A letter of its site, user or title carries more marks than any writing has.
    case tooManyMarks
    case missingSite
    /// The address has no host, or characters that no address has.
    case invalidSite
    /// It has neither a user nor anything to sign in with, and nothing that a person wrote.
    case missingPassword
    /// It is a note, a card or whatever else its program keeps.
    case notALogin
    /// It lies in the other program's bin.
    case inBin
    /// One of its values is encrypted within the file.
    case encryptedValue
    /// It could not be decrypted.
    case notDecrypted
    /// It is a symbolic link, which is not followed.
    case symbolicLink
}
