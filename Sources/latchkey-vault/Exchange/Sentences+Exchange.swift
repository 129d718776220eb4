import LatchkeyTerminal
import LatchkeyExchange

extension Sentences {
    private static let exportAgain = "export the file again"

    /// What is wrong with the structure of a file that is no table.
    static func describeTree(_ error: ExchangeError) -> CommandError {
        switch error {
        case .tooLarge(let limit):
            CommandError(
                "the file is larger than \(limit / 1024 / 1024) MiB",
                hint: "unpack an archive, and import the export in it alone")
        case .notJSON(let offset): CommandError("the file ceases to be JSON at byte \(offset)", hint: exportAgain)
        case .notXML(let line): CommandError("the file ceases to be XML in line \(line)", hint: exportAgain)
        case .nestedTooDeeply(let limit):
            CommandError("the file is nested more than \(limit) deep, which no export is")
        case .documentType: CommandError("the file declares a document type, which no export does")
        case .newerVersion:
            CommandError(
                "the file was written by a later version of its format", hint: "export it again as JSON or CSV")
        case .archive(let flaw): CommandError(flaw.sentence, hint: flaw.hint)
        default: CommandError("the file cannot be read")
        }
    }

    static func describeEncryption(_ error: ExchangeError) -> CommandError {
        switch error {
        case .encryptedForAccount:
            CommandError(
                "the file is encrypted with a key that only its own program has",
                hint: "export it again without encryption, or with a password of its own")
        case .passwordNeeded:
            CommandError(
                "the file is encrypted with a password, and there is no terminal to ask for it on",
                hint: "give the password with --file-password-fd", status: .locked)
        case .wrongPassword: CommandError("that is not the password of the file")
        case .keyDerivationRefused(let setting):
            CommandError(
                "the file's password is protected in a way that its program does not offer: \(setting.sentence)",
                hint: "export it again with the password settings that the program proposes")
        case .damagedEncryption: CommandError("what the password opens was changed", hint: exportAgain)
        default: CommandError("the file cannot be decrypted")
        }
    }

    static func exportExists(_ path: String) -> CommandError {
        CommandError("there is a file \(path) already", hint: "choose another name, or replace it with --force")
    }

    static let terminalShowsSecrets = CommandError(
        "every password would be shown on the terminal", hint: "name a file, or lead the output elsewhere",
        status: .usage)

    static let incompleteExport = "delete what was written, which is not whole, and export to where there is room"

    static func noGnuPG() -> CommandError {
        CommandError("there is no gpg", hint: "install it with \"apt install gpg\"")
    }

    static func noEntries(_ path: String) -> CommandError {
        CommandError(
            "\(path) is a folder, and not that of pass: it has no files that end in .gpg",
            hint: "name the file that the other program exported, or the folder of pass, such as ~/.password-store")
    }

    static func describe(_ loss: ExportLoss, count: Int, in format: ExportFormat) -> String {
        let logins = count == 1 ? "1 login" : "\(count) logins"
        return switch loss {
        case .passkeys where format == .xml: "a second passkey of \(logins); the first of each is in the file"
        case .passkeys: "passkeys of \(logins)"
        case .passkeyExtensions:
            "what sites keep beside the passkeys of \(logins) (prf, large blobs), nor for which of them are not offered; the "
                + "passkeys themselves are in the file"
        case .fields: "fields of \(logins)"
        case .history: "old passwords of \(logins)"
        case .settings: "marks of \(logins)"
        case .bytes: "values of \(logins) that are no text"
        }
    }
}

extension KeyDerivationSetting {
    fileprivate var sentence: String {
        switch self {
        case .function: "neither PBKDF2 nor Argon2id"
        case .salt: "its salt is missing or too long"
        case .rounds: "its rounds of PBKDF2 are not between 1 and \(BitwardenWork.Limit.rounds)"
        case .passes: "its iterations of Argon2id are not between 1 and \(BitwardenWork.Limit.passes)"
        case .memory: "its memory for Argon2id is not between 1 and \(BitwardenWork.Limit.mebibytes) MiB, or too little"
        case .lanes: "its parallelism of Argon2id is not between 1 and \(BitwardenWork.Limit.lanes)"
        }
    }
}

extension ArchiveFlaw {
    fileprivate var sentence: String {
        switch self {
        case .broken: "the archive is broken"
        case .unsafeName: "the archive has a file whose name leads out of it"
        case .duplicateName: "the archive has two files of one name"
        case .tooManyFiles: "the archive has more files than any export"
        case .unknownMethod: "the archive is encrypted, or packed in a way that exports are not"
        case .expandsTooMuch: "the archive unpacks to far more than an export"
        case .wrongChecksum: "the archive was changed"
        case .noExport: "the archive has no export that is known"
        }
    }

    fileprivate var hint: String? {
        switch self {
        case .broken, .wrongChecksum: "export the file again"
        case .unknownMethod, .noExport: "unpack it, and import the export in it alone"
        default: nil
        }
    }
}
