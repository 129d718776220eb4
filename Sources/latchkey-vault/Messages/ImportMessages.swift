import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyVault
import LatchkeyWire

extension Messages {
    static func noFile(_ path: String) -> CommandError {
        CommandError("no such file: \(path)", hint: "run \"ls\" to list the files in this folder", status: .usage)
    }

    static func cannotRead(_ path: String) -> CommandError {
        CommandError(
            "\(path) cannot be read", hint: "run \"ls -l \(ShellWord.path(path))\" to see its owner and permissions")
    }

    static func describe(_ error: ExchangeError) -> CommandError {
        switch error {
        case .unknownFormat:
            CommandError("unrecognised file format", hint: formatsHint)
        case .noHeader: CommandError("the file is empty", hint: "export it again")
        case .wrongHeader(let missing, let unknownCount, let repeated):
            CommandError(
                headerSentence(missing: missing, unknownCount: unknownCount, repeated: repeated),
                hint: "omit --format to detect the format")
        case .tooLarge, .notJSON, .nestedTooDeeply, .notXML, .documentType, .archive, .newerVersion: describeTree(error)
        case .encryptedForAccount, .passwordNeeded, .wrongPassword, .keyDerivationRefused, .damagedEncryption:
            describeEncryption(error)
        case .unreadable, .unknownColumns, .missingColumns, .wrongGuess: describe(error, importing: "FILE")
        case .unterminatedQuote(let line):
            CommandError("the quote in line \(line) is never closed", hint: "export the file again")
        }
    }

    /// Reports a recognized format that refused most rows.
    static func doubtfulImport(_ report: ImportReport, of file: String) -> CommandError {
        let total = report.rowCount
        let path = file == "-" ? "-" : ShellWord.path(file)
        return CommandError(
            "\(report.refusedCount) of \(total) \(report.countsEntries ? "entries" : "lines") are not logins in the format "
                + "\(report.format); nothing was imported",
            hint:
                "if the format is right, run \"latchkey-vault import --format \(report.format) \(path)\" to import the "
                + "remaining \(total - report.refusedCount)")
    }

    static func nothingImported(_ file: String) -> CommandError {
        CommandError("no login was imported from \(file == "-" ? "the input" : file)")
    }

    static func noFormat(_ name: String) -> CommandError {
        CommandError("unknown format: \(name)", hint: formatsHint, status: .usage)
    }

    private static let formatsHint = "run \"latchkey-vault import --help\" to list the formats"

    private static func headerSentence(missing: [String], unknownCount: Int, repeated: [String]) -> String {
        var parts: [String] = []
        if !missing.isEmpty { parts.append("missing columns: " + missing.joined(separator: ", ")) }
        if !repeated.isEmpty { parts.append("duplicate columns: " + repeated.joined(separator: ", ")) }
        if unknownCount > 0 { parts.append("unknown columns: \(unknownCount)") }
        return "the file does not have the columns of this format (\(parts.joined(separator: "; ")))"
    }
}

extension ImportNotice {
    /// The code in JSON; codes are only added, never changed.
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
        case .valuesLeftOut: "valuesLeftOut"
        case .historyShortened: "historyShortened"
        case .referenceKeptAsText: "referenceKeptAsText"
        case .siteRuleIsPattern, .siteRuleLeftOut: "siteRuleLeftOut"
        case .siteQueryIgnored: "siteQueryIgnored"
        case .invalidHost: "invalidHost"
        case .exclusionIgnored: "exclusionIgnored"
        case .passkeyCounterLeftOut: "passkeyCounterLeftOut"
        case .siteIsOneWord: "siteIsOneWord"
        case .suggestedNowhere: "suggestedNowhere"
        case .wasArchived: "wasArchived"
        case .oldPasswordLeftOut: "oldPasswordLeftOut"
        case .hasTwin: "hasTwin"
        case .isOnlyForGit: "isOnlyForGit"
        }
    }

    var sentence: String {
        switch self {
        case .codeKeptAsField: "its one-time-code secret is invalid and was saved as a field"
        case .siteKeptAsField: "its site is not a valid address and was saved as a field"
        case .timeLeftOut: "an invalid date was ignored"
        case .vaultKeptItsOwn(let values):
            "the vault's values were kept; the file's differ and were not imported: "
                + KeptValue.list(values)
        case .passkeyLeftOut: "its passkey was not imported: only the exporting program can read its format"
        case .passkeyKeyUnsupported: "its passkey's key is not ES256, EdDSA or RS256; it was not imported"
        case .passkeyKeyUnreadable: "its passkey's private key is invalid; it was not imported"
        case .attachmentLeftOut: "its attached files were not imported"
        case .valuesLeftOut(let names): "these values were not imported: \(names.joined(separator: ", "))"
        case .historyShortened(let count):
            "its \(count) oldest old passwords were not imported; a login keeps \(Login.historyLimit)"
        case .referenceKeptAsText: "a reference names no entry of the file and was kept as text"
        case .siteRuleIsPattern: "an address is a regular expression and was saved as a field; it matches no page"
        case .siteRuleLeftOut: "the rule of an address was not imported: the address is not a website"
        case .siteQueryIgnored(let address):
            "the rule of \(address) ignores the query and fragment, and matches only this path"
        case .invalidHost(let address): "the host of \(address) is not valid; the address matches no page"
        case .exclusionIgnored(let address?): "the excluded address \(address) is not a web address and has no effect"
        case .exclusionIgnored(nil): "an excluded address is not a valid address and has no effect"
        case .passkeyCounterLeftOut:
            "its passkey's signature counter was not imported; a site that checks it may reject the passkey"
        case .fieldLeftOut: "a field refers to a value that does not exist, and was not imported"
        case .siteIsOneWord: "its site is a single word; it is suggested only on a host of that name"
        case .suggestedNowhere:
            "its site is an app or another address that is not a website; it won't be suggested on web pages"
        case .wasArchived: "it was archived; it is suggested like other logins"
        case .oldPasswordLeftOut: "its password is older than the login's full history, and was not imported"
        case .isOnlyForGit: "the vault has this login from git; web pages do not get its password"
        case .hasTwin: "the file has another login with the same site, user and title; both were imported"
        }
    }
}

extension KeptValue {
    fileprivate var name: String {
        switch self {
        case .oneTimeCode: "one-time code"
        case .notes: "note"
        case .field(let name): name.isEmpty ? "a field" : "field \(name)"
        case .address(let address): "address \(address)"
        }
    }

    fileprivate static func list(_ values: [KeptValue]) -> String {
        let names = values.prefix(listedCount).map(\.name).joined(separator: ", ")
        return values.count > listedCount ? "\(names) and \(values.count - listedCount) more" : names
    }

    private static let listedCount = 10
}

extension ImportReport.Effect {
    /// The code in JSON; codes are only added, never changed.
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
        case .newerPassword: "has the file's newer password; the previous one is in its history"
        case .undatedPassword:
            "has the file's password, which has no date and may be older; the previous one is in its history"
        case .olderPassword: "keeps its password; the file's older one is in its history"
        case .firstPassword: "had no password, and has the file's now"
        case .additions: "keeps its password; other data was added from the file"
        }
    }
}

extension ImportReport.Addition {
    var name: String {
        switch self {
        case .oneTimeCode: "one-time code"
        case .notes: "note"
        case .passkey: "passkey"
        case .pastPassword: "old password"
        case .favorite: "favorite mark"
        case .asksEveryTime: "\"ask every time\""
        case .passwordExpiry: "expiry"
        case .field(let name): "field \(name)"
        }
    }
}

extension ImportReport.Change {
    var sentence: String {
        let names = additions.map(\.name).joined(separator: ", ")
        if kind != .login { return names.isEmpty ? "has other values now" : "added from the file: \(names)" }
        if effect == .additions, !names.isEmpty { return "keeps its password; added from the file: \(names)" }
        return names.isEmpty ? effect.sentence : "\(effect.sentence); added: \(names)"
    }
}

extension RefusalReason {
    /// The code in JSON; codes are only added, never changed.
    var code: String {
        switch self {
        case .misplacedQuote: "misplacedQuote"
        case .bareCarriageReturn: "bareCarriageReturn"
        case .tooLong: "tooLong"
        case .wrongFieldCount: "wrongFieldCount"
        case .notUTF8: "notUTF8"
        case .tooManyMarks: "tooManyMarks"
        case .missingSite: "missingSite"
        case .missingPassword: "missingPassword"
        case .notALogin: "notALogin"
        case .inBin: "inBin"
        case .notACode: "notACode"
        case .missingQRCode: "missingQRCode"
        case .encryptedValue: "encryptedValue"
        case .notDecrypted: "notDecrypted"
        case .symbolicLink: "symbolicLink"
        }
    }

    var sentence: String {
        switch self {
        case .misplacedQuote: "a quotation mark is misplaced"
        case .bareCarriageReturn: "a carriage return has no line feed"
        case .tooLong: "it is longer than a login can be"
        case .wrongFieldCount(let expected, let found): "it has \(found) fields, but the first row has \(expected)"
        case .notUTF8: "it has bytes that are invalid in the file's encoding"
        case .tooManyMarks: "a letter has more than 30 accents"
        case .missingSite: "it has no site"
        case .missingPassword: "it has neither a user, a password nor other data"
        case .notALogin: "only logins, notes and cards are imported"
        case .inBin: "it is in the bin"
        case .notACode: "it is not a one-time code that Latchkey supports"
        case .missingQRCode(let number, let count): "QR code \(number) of \(count) of the export is not in the file"
        case .encryptedValue: "one of its values is encrypted"
        case .notDecrypted: "gpg could not decrypt it"
        case .symbolicLink: "it is a symbolic link"
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
        case .busy: "another program is using the vault"
        case .readOnly: "the vault's file cannot be written"
        case .cannotOpen: "the vault's file or its folder cannot be opened"
        case .outOfMemory: "not enough memory"
        case .other(let code): "SQLite failed with code \(code)"
        }
    }

    var hint: String? {
        switch self {
        case .busy: "try again in a moment"
        case .readOnly, .cannotOpen: "run \"latchkey doctor\" to check the vault's file and folder"
        default: nil
        }
    }
}
