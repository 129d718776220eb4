public import LatchkeyCore

/// A file format from which logins are imported.
///
/// A format is recognized by the start of the content, never by the file's name. ``ImportFormats/all`` lists the
/// formats.
public protocol ImportFormat: Sendable {
    /// The stable name in reports and on command lines.
    var identifier: String { get }

    /// Whether the format reads the file's bytes unchanged; other formats receive UTF-8 without a byte-order mark.
    var isBinary: Bool { get }

    /// Whether reports number the entries of the file instead of its lines.
    var countsEntries: Bool { get }

    /// Whether two rows are always two logins, even if they are equal. In other formats a login may have one row per
    /// site.
    var hasOneRowPerLogin: Bool { get }

    /// Whether a file of this format can be an export of a Latchkey vault, so that its rows can be logins of git.
    var mayBeOwnExport: Bool { get }

    /// Whether a file that starts with these bytes has this format.
    func recognizes(_ head: ArraySlice<UInt8>) -> Bool

    /// Reads a file and calls `body` with each row, in order.
    ///
    /// - Throws: ``ExchangeError`` if the file is invalid, or an error of the source or of `body`.
    func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws
}

extension ImportFormat {
    public var isBinary: Bool { false }
    public var countsEntries: Bool { false }
    public var hasOneRowPerLogin: Bool { false }
    public var mayBeOwnExport: Bool { false }
}

/// A format whose files are encrypted with a password of their own, which is not the vault's passphrase.
///
/// Reading a file without it throws ``ExchangeError/passwordNeeded``.
public protocol PasswordProtectedFormat: ImportFormat {
    /// Returns the same format with the password to decrypt the file.
    func opened(with password: Secret) -> any ImportFormat
}

/// The supported formats.
public enum ImportFormats {
    /// The number of bytes from which a format is recognized.
    static let headByteCount = 4096

    /// Every format, in the order in which ``recognize(_:)`` tries them: the most specific first.
    public static let all: [any ImportFormat] =
        treeFormats + authenticatorFormats + [KasperskyText(), RoboFormCSV()]
        + [CSVTable.nordPass, CSVTable.zohoVault, CSVTable.keePass1] + CSVTable.programs
        // A guess is weaker than a program's table. Enpass and Keeper write no header, so another program's header could
        // look like an entry of Enpass.
        + [MappedCSV(), EnpassCSV(), KeeperCSV()]

    /// The formats of authenticator apps, which have one-time codes only.
    private static let authenticatorFormats: [any ImportFormat] = [
        OneTimeCodeList(), AegisJSON(), TwoFASJSON(), ProtonAuthenticatorJSON(), FreeOTPPlusJSON(), AndOTPJSON(),
        StratumJSON(),
    ]

    /// The formats in JSON and XML.
    private static let treeFormats: [any ImportFormat] = [
        LatchkeyJSON(),
        CredentialExchangeFormat(),
        OnePasswordExport(),
        ProtonPassJSON(),
        BitwardenEncryptedJSON(),
        BitwardenJSON(),
        DashlaneJSON(),
        EnpassJSON(),
        KeeperJSON(),
        KeePassXML(),
    ]

    /// Returns the format with this identifier; `nil` for an unknown one.
    public static func named(_ identifier: String) -> (any ImportFormat)? {
        all.first { $0.identifier == identifier }
    }

    /// Recognizes the format of a file, and prepares the source for it: unpacks an archive and decodes text.
    ///
    /// - Throws: ``ExchangeError/unknownFormat``, ``ExchangeError/unknownColumns(count:)``,
    ///   ``ExchangeError/unreadable(_:)``, ``ExchangeError/noHeader`` for an empty file, or an error of the source or the
    ///   archive.
    public static func recognize(_ source: inout ByteSource) throws -> any ImportFormat {
        if ZipArchive.begins(try source.peek(headByteCount)) {
            let export = try ZippedExport(opening: &source)
            return export.format(try recognizeUnpacked(&source))
        }
        return try recognizeUnpacked(&source)
    }

    private static func recognizeUnpacked(_ source: inout ByteSource) throws -> any ImportFormat {
        let head = try source.peek(headByteCount)
        if let file = UnreadableFile(binaryHead: head) { throw ExchangeError.unreadable(file) }
        if let format = all.first(where: { $0.isBinary && $0.recognizes(head) }) { return format }
        try source.decodeText()
        let text = try source.peek(headByteCount)
        if text.isEmpty { throw ExchangeError.noHeader }
        if let file = UnreadableFile(textHead: text) { throw ExchangeError.unreadable(file) }
        guard let format = all.first(where: { !$0.isBinary && $0.recognizes(text) }) else {
            throw MappedCSV.columnCount(of: text).map { .unknownColumns(count: $0) } ?? ExchangeError.unknownFormat
        }
        return format
    }
}
