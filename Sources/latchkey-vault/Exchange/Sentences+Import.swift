import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyVault
import LatchkeyWire

extension Sentences {
    static func noFile(_ path: String) -> CommandError {
        CommandError("there is no file \(path)", hint: "run \"ls\" to see which files there are")
    }

    static func cannotRead(_ path: String) -> CommandError {
        CommandError("\(path) cannot be read", hint: "run \"ls -l \(ShellWord.path(path))\" to see whose it is")
    }

    static func describe(_ error: ExchangeError) -> CommandError {
        switch error {
        case .unknownFormat:
            CommandError("the file has none of the formats that can be imported", hint: formatsHint)
        case .noHeader: CommandError("the file is empty", hint: "export it again")
        case .wrongHeader(let missing, let unknownCount, let repeated):
            CommandError(
                headerSentence(missing: missing, unknownCount: unknownCount, repeated: repeated),
                hint: "leave out --format to have the format recognised")
        case .tooLarge, .notJSON, .nestedTooDeeply, .notXML, .documentType, .archive, .newerVersion: describeTree(error)
        case .encryptedForAccount, .passwordNeeded, .wrongPassword, .keyDerivationRefused, .damagedEncryption:
            describeEncryption(error)
        case .unterminatedQuote(let line):
            CommandError("the quote in line \(line) is never closed", hint: "export the file again")
        }
    }

    static func noFormat(_ name: String) -> CommandError {
        CommandError("there is no format \(name)", hint: formatsHint)
    }

    private static let formatsHint = "run \"latchkey-vault import --help\" to see which formats there are"

    private static func headerSentence(missing: [String], unknownCount: Int, repeated: [String]) -> String {
        var parts: [String] = []
        if !missing.isEmpty { parts.append("lacks " + missing.joined(separator: ", ")) }
        if !repeated.isEmpty { parts.append("repeats " + repeated.joined(separator: ", ")) }
        if unknownCount > 0 { parts.append("has \(unknownCount) unknown columns") }
        return "the first row " + parts.joined(separator: " and ")
    }
}

extension ImportNotice {
    /// A word for programs, append only.
    var code: String {
        switch self {
        case .codeKeptAsField: "codeKeptAsField"
        case .siteKeptAsField: "siteKeptAsField"
        case .timeLeftOut: "timeLeftOut"
        case .vaultKeptItsOwn: "vaultKeptItsOwn"
        case .passkeyLeftOut: "passkeyLeftOut"
        case .passkeyKeyUnsupported: "passkeyKeyUnsupported"
        case .passkeyKeyUnreadable: "passkeyKeyUnreadable"
        case .attachmentLeftOut: "attachmentLeftOut"
        case .fieldLeftOut: "fieldLeftOut"
        case .siteIsOneWord: "siteIsOneWord"
        case .suggestedNowhere: "suggestedNowhere"
        case .wasArchived: "wasArchived"
        case .oldPasswordLeftOut: "oldPasswordLeftOut"
        case .hasTwin: "hasTwin"
        }
    }

    var sentence: String {
        switch self {
        case .codeKeptAsField: "its one-time code makes no codes, and became a field"
        case .siteKeptAsField: "its site is no address, and became a field"
        case .timeLeftOut: "one of its times is none, and was left out"
        case .vaultKeptItsOwn: "the login in the vault has another code, note or field, and kept its own"
        case .passkeyLeftOut: "its passkey is in a form of its own program's, and was left out"
        case .passkeyKeyUnsupported:
            "its passkey has a key that is neither ES256, EdDSA nor RS256, and was left out"
        case .passkeyKeyUnreadable: "its passkey has a private key that cannot be used, and was left out"
        case .attachmentLeftOut: "its attached files were left out"
        case .fieldLeftOut: "a field stands for something that is not there, and was left out"
        case .siteIsOneWord: "its site is one word and no address; it is suggested at a host of that name alone"
        case .suggestedNowhere: "its site is no place on the web; it is suggested nowhere"
        case .wasArchived: "it was archived; here it is suggested like any other"
        case .oldPasswordLeftOut: "its password is older than all that the login's history has room for"
        case .hasTwin: "the file has another login with its site, user and title; both are in the vault"
        }
    }
}

extension ImportReport.Effect {
    /// A word for programs, append only.
    var code: String {
        switch self {
        case .newerPassword: "newerPassword"
        case .undatedPassword: "undatedPassword"
        case .olderPassword: "olderPassword"
        case .firstPassword: "firstPassword"
        case .additions: "additions"
        }
    }

    var sentence: String {
        switch self {
        case .newerPassword: "has the file's newer password; the one before is in its history"
        case .undatedPassword:
            "has the file's password, which has no date and may be older; the one before is in its history"
        case .olderPassword: "keeps its password; the file's is older, and is in its history"
        case .firstPassword: "had no password, and has the file's"
        case .additions: "keeps its password, and has more from the file"
        }
    }
}

extension RefusalReason {
    /// A word for programs, append only.
    var code: String {
        switch self {
        case .misplacedQuote: "misplacedQuote"
        case .bareCarriageReturn: "bareCarriageReturn"
        case .tooLong: "tooLong"
        case .wrongFieldCount: "wrongFieldCount"
        case .notUTF8: "notUTF8"
        case .tooManyMarks: "tooManyMarks"
        case .missingSite: "missingSite"
        case .invalidSite: "invalidSite"
        case .missingPassword: "missingPassword"
        case .notALogin: "notALogin"
        case .inBin: "inBin"
        case .encryptedValue: "encryptedValue"
        case .notDecrypted: "notDecrypted"
        case .symbolicLink: "symbolicLink"
        }
    }

    var sentence: String {
        switch self {
        case .misplacedQuote: "a quote stands within a field"
        case .bareCarriageReturn: "a carriage return stands alone"
        case .tooLong: "it is longer than a login can be"
        case .wrongFieldCount(let expected, let found): "it has \(found) fields where the first row has \(expected)"
        case .notUTF8: "it has bytes that are no text in the file's encoding"
        case .tooManyMarks: "it has a letter with more than 30 accents"
        case .missingSite: "it has no site"
        case .invalidSite: "its site is no address"
        case .missingPassword: "it has neither user, password nor anything else"
        case .notALogin: "a note or a card, not a login"
        case .inBin: "it lies in the bin"
        case .encryptedValue: "one of its values is encrypted"
        case .notDecrypted: "gpg did not decrypt it"
        case .symbolicLink: "it is a link, and not followed"
        }
    }
}

extension VaultPart {
    var name: String {
        switch self {
        case .file: "file"
        case .schema: "tables"
        case .header: "header"
        case .keySlots: "key slots"
        case .manifest: "manifest"
        case .recordSet: "set of records"
        case .record(let id): "record \(id)"
        case .history: "history"
        case .inbox: "inbox"
        }
    }
}

extension StorageFailure {
    var sentence: String {
        switch self {
        case .full: "the disk is full; nothing was changed"
        case .inputOutput: "the disk failed; nothing was changed"
        case .busy: "another program works on the vault"
        case .readOnly: "the vault's file cannot be written"
        case .cannotOpen: "the vault's file or its folder cannot be opened"
        case .outOfMemory: "there was not enough memory"
        case .other(let code): "SQLite failed with code \(code)"
        }
    }

    var hint: String? {
        switch self {
        case .busy: "try again in a moment"
        case .readOnly, .cannotOpen: "run \"latchkey doctor\", which looks at the vault's file and folder"
        default: nil
        }
    }
}
