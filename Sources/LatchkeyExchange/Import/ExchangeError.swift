/// A setting of the key derivation in an encrypted file.
public enum KeyDerivationSetting: Hashable, Sendable {
    case function
    case salt
    /// The iterations of PBKDF2.
    case rounds
    /// The iterations of Argon2id; `memory` and `lanes` belong to Argon2id, too.
    case passes
    case memory
    case lanes
}

/// Why a file cannot be imported.
///
/// The vault is unchanged.
public enum ExchangeError: Error, Hashable, Sendable {
    /// No format recognizes the file.
    case unknownFormat
    /// No format recognizes the file, but it is CSV with this number of columns. The error does not quote the first row,
    /// which may be a login.
    case unknownColumns(count: Int)
    /// The file is empty.
    case noHeader
    /// The first row lacks required columns, has unknown columns, or repeats a column. The error does not quote unknown
    /// columns: the row may be a login.
    case wrongHeader(missing: [String], unknownCount: Int, repeated: [String])
    /// The quote that begins in this line is never closed, so the rest of the file cannot be split into rows.
    case unterminatedQuote(line: Int)
    /// The file must be read into memory and is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The file is not valid JSON from this byte on.
    case notJSON(offset: Int)
    /// Objects, arrays or elements are nested deeper than this limit.
    case nestedTooDeeply(limit: Int)
    /// The file is not valid XML from this line on.
    case notXML(line: Int)
    /// The XML declares a document type. No export has one, and attacks on XML parsers need one.
    case documentType
    /// The archive that contains the export is invalid.
    case archive(ArchiveFlaw)
    /// Another program has to export the file first.
    case unreadable(UnreadableFile)
    /// The file has no columns with these names.
    case missingColumns([String])
    /// Most rows of a CSV file do not fit the guessed columns: they were refused, or have neither a password nor a code.
    case wrongGuess(CSVMapping, unfit: Int, rows: Int)
    /// A later version of the format is needed to read the file.
    case newerVersion
    /// The file is encrypted with the key of the user's account, which only the exporting program has.
    case encryptedForAccount
    /// The file is encrypted with a password, and the caller gave none.
    case passwordNeeded
    case wrongPassword
    /// The key derivation is unknown, or a setting is missing or exceeds the limit of the exporting program.
    case keyDerivationRefused(KeyDerivationSetting)
    /// The password is right, but the ciphertext is not authentic.
    case damagedEncryption
}
