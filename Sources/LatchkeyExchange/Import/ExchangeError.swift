/// What a file says of how its password becomes a key.
public enum KeyDerivationSetting: Hashable, Sendable {
    case function
    case salt
    /// Of PBKDF2.
    case rounds
    /// Of Argon2id, as are the others.
    case passes
    case memory
    case lanes
}

/// Why a file as a whole cannot be imported; nothing was written then.
public enum ExchangeError: Error, Hashable, Sendable {
    /// The file begins like none of the formats that are known.
    case unknownFormat
    /// The file is empty.
    case noHeader
    /// The first row lacks columns, has others, or has one twice. What it has is not repeated here: it may be a login.
    case wrongHeader(missing: [String], unknownCount: Int, repeated: [String])
    /// A quote is opened in this line and never closed, so that the rest of the file cannot be told apart.
    case unterminatedQuote(line: Int)
    /// A file that is read whole is larger than that many bytes.
    case tooLarge(limit: Int)
    /// The text ceases to be JSON at this byte.
    case notJSON(offset: Int)
    /// Objects, arrays or elements lie in one another more than so many deep.
    case nestedTooDeeply(limit: Int)
    /// The text ceases to be XML in this line.
    case notXML(line: Int)
    /// The XML declares a document type, which no export does, and which attacks are made of.
    case documentType
    /// Something is wrong with the archive that the export lies in.
    case archive(ArchiveFlaw)
    /// The file was written by a later version of its format.
    case newerVersion
    /// The file is encrypted with a key that only its program has.
    case encryptedForAccount
    /// The file is encrypted with a password, which was not given.
    case passwordNeeded
    case wrongPassword
    /// The file asks for more work than its program lets anybody choose, or for none that is known.
    case keyDerivationRefused(KeyDerivationSetting)
    /// The password is right, and what it should open was changed.
    case damagedEncryption
}
