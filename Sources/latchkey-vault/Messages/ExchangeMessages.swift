import LatchkeyTerminal
import LatchkeyExchange
import LatchkeySystem
import LatchkeyWire

extension Messages {
    private static let exportAgain = "export the file again"

    /// Describes an error in the structure of a file other than CSV.
    static func describeTree(_ error: ExchangeError) -> CommandError {
        switch error {
        case .tooLarge(let limit):
            CommandError(
                "the file is larger than \(limit / 1024 / 1024) MiB",
                hint: "if it is an archive, unpack it and import only the export in it")
        case .notJSON(let offset):
            CommandError("the file is not valid JSON from byte \(offset) on; it may be incomplete", hint: exportAgain)
        case .notXML(let line):
            CommandError("the file is not valid XML from line \(line) on; it may be incomplete", hint: exportAgain)
        case .nestedTooDeeply(let limit):
            CommandError("the file is nested more than \(limit) levels deep, which no export is")
        case .documentType: CommandError("the file declares a document type, which no export does")
        case .newerVersion:
            CommandError(
                "the file uses a newer version of its format", hint: "export it again as JSON or CSV")
        case .archive(let flaw): CommandError(flaw.sentence, hint: flaw.hint)
        default: CommandError("the file cannot be read")
        }
    }

    static func describeEncryption(_ error: ExchangeError) -> CommandError {
        switch error {
        case .encryptedForAccount:
            CommandError(
                "the file is encrypted with a key that only the exporting program has",
                hint: "export it again without encryption, or with a password that you choose")
        case .passwordNeeded:
            CommandError(
                "the file is encrypted with a password, and there is no terminal to ask for it on",
                hint: "give the password with --file-password-fd", status: .locked)
        case .wrongPassword: CommandError("wrong file password")
        case .keyDerivationRefused(let setting):
            CommandError(
                "the file's key-derivation settings are not supported: \(setting.sentence)",
                hint: "export it again with the program's default password settings")
        case .damagedEncryption: CommandError("the file's encrypted content is damaged", hint: exportAgain)
        default: CommandError("the file cannot be decrypted")
        }
    }

    static func exportExists(_ path: String) -> CommandError {
        CommandError("\(path) already exists", hint: "choose another name, or replace it with --force")
    }

    static func removedPartialExport(_ path: String) -> String {
        "removed \(path), the unencrypted file of an interrupted export"
    }

    static let terminalShowsSecrets = CommandError(
        "every password would be shown on the terminal", hint: "name a file, or redirect the output",
        status: .usage)

    static let incompleteExport = "delete the incomplete output, and redirect the export to a disk with free space"

    static func otherFormat(_ path: String, _ format: String, recognized: String) -> CommandError {
        CommandError(
            "\(path) is not \(format); it looks like \(recognized)",
            hint: "run \"latchkey-vault import \(ShellWord.path(path))\" without --format", status: .usage)
    }

    static func noEntriesInFile(_ path: String) -> CommandError {
        CommandError(
            "\(path == "-" ? "the input" : path) has no entries",
            hint: "export it again, and check that the other program exports all entries", status: .nothingFound)
    }

    static func exportNotWritten(_ path: String, _ error: SystemError) -> CommandError {
        CommandError(
            "\(path) cannot be written: \(error.cause)", hint: "choose a file in a folder that you can write to")
    }

    static func noGnuPG() -> CommandError {
        CommandError("gpg is not installed", hint: "run \"apt install gpg\"")
    }

    static func noStore(_ path: String) -> CommandError {
        CommandError(
            "\(path) is not a password store of pass: it has no .gpg-id file",
            hint: "name an exported file, or run \"latchkey-vault import ~/.password-store\"")
    }

    static func noEntries(_ path: String) -> CommandError {
        CommandError(
            "\(path) is not a password store of pass: it has no .gpg files",
            hint: "name an exported file, or run \"latchkey-vault import ~/.password-store\"")
    }

    static func describe(_ loss: ExportLoss, count: Int, in format: ExportFormat) -> String {
        let logins = count == 1 ? "1 login" : "\(count) logins"
        return switch loss {
        case .passkeys where format == .xml: "more than one passkey of \(logins); the first of each was exported"
        case .passkeys: "passkeys of \(logins)"
        case .passkeyExtensions:
            "extension data (prf, large blobs) and the mark \"not offered\" of passkeys of \(logins); the passkeys "
                + "themselves were exported"
        case .passkeyMarks:
            "marks \"not offered\" and \"replaced\" of passkeys of \(logins) in a form that other programs read"
        case .fields: "custom fields of \(logins)"
        case .history: "old passwords of \(logins)"
        case .settings: "settings of \(logins)"
        case .bytes where format == .xml: "values of \(logins) with characters that XML cannot contain"
        case .bytes: "values of \(logins) that are not text"
        case .codes: "one-time codes of \(logins) that are not time-based; only Latchkey reads them"
        case .dates: "dates of \(logins)"
        case .entries: count == 1 ? "1 note or card" : "\(count) notes and cards"
        case .siteRules where format == .csv:
            "rules for addresses of \(logins); other programs fill these logins on the whole site"
        case .siteRules: "rules for addresses of \(logins) for other programs; Latchkey reads them from this file"
        case .sites: "sites without a scheme (\(logins)); https:// was added to them"
        }
    }
}

extension KeyDerivationSetting {
    fileprivate var sentence: String {
        switch self {
        case .function: "neither PBKDF2 nor Argon2id"
        case .salt: "the salt is missing or too long"
        case .rounds: "the iterations of PBKDF2 are not between 1 and \(BitwardenKeyDerivation.Limit.rounds)"
        case .passes: "the iterations of Argon2id are not between 1 and \(BitwardenKeyDerivation.Limit.passes)"
        case .memory:
            "the memory for Argon2id is not between 1 and \(BitwardenKeyDerivation.Limit.mebibytes) MiB, or too little"
        case .lanes: "the parallelism of Argon2id is not between 1 and \(BitwardenKeyDerivation.Limit.lanes)"
        }
    }
}

extension ArchiveFlaw {
    fileprivate var sentence: String {
        switch self {
        case .broken: "the archive is damaged"
        case .unsafeName: "the archive contains a file name that points outside it"
        case .duplicateName: "the archive contains two files with the same name"
        case .tooManyFiles: "the archive contains more files than any export"
        case .unknownMethod: "the archive is encrypted or uses an unsupported compression method"
        case .expandsTooMuch: "the archive is much larger when unpacked than any export"
        case .wrongChecksum: "the archive's checksum is wrong"
        case .noExport: "the archive contains no known export"
        }
    }

    fileprivate var hint: String? {
        switch self {
        case .broken, .wrongChecksum: "export the file again"
        case .unknownMethod, .noExport: "unpack it, and import only the export in it"
        default: nil
        }
    }
}
