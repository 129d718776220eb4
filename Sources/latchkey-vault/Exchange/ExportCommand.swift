public import ArgumentParser
import Foundation
import LatchkeyTerminal
public import LatchkeyExchange
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault export`: writes all logins into a file that is not encrypted.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes all logins into a file that is not encrypted.",
        discussion: """
            Asks for the passphrase also while the vault is unlocked. Formats: csv for browsers and other password \
            managers, json for Latchkey with everything there is, cxf for FIDO's Credential Exchange Format, xml for \
            KeePass 2 and "keepassxc-cli import". What lies in the bin is left out.
            """)

    @Argument(help: "The file to make, or - for stdout.", completion: .file())
    var file: String

    @Option(help: "What to write: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: ExportFormat

    @Flag(help: "Replaces a file that is there already.")
    var force = false

    @Flag(
        help: """
            Puts an apostrophe in front of whatever a spreadsheet would take for a formula, passwords included; such a \
            file is for looking at, and not for importing. Only with csv.
            """)
    var forSpreadsheet = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if forSpreadsheet, format != .csv { throw ValidationError("--for-spreadsheet goes with --format csv") }
        if file == "-", json { throw ValidationError("--json and - exclude each other") }
    }

    func run() async throws {
        if file == "-", StandardStream.output.isTerminal { throw Sentences.terminalShowsSecrets }
        if file != "-", !force, FileManager.default.fileExists(atPath: file) { throw Sentences.exportExists(file) }
        let locked = try await VaultSession.open().lockedVault()
        VaultProgram.console.note("the file will not be encrypted: whoever reads it has every password")
        let vault: UnlockedVault
        do {
            vault = try await options.open { try locked.unlock(passphrase: $0) }
        } catch VaultError.wrongPassphrase {
            // An unlocked vault would not help here, where the passphrase is asked for all the same.
            throw Sentences.wrongPassphrase(or: "passwd")
        }
        let (bytes, report) = try VaultExport.run(
            format, of: vault, options: VaultExport.Options(isForSpreadsheet: forSpreadsheet))
        try await write(bytes)
        try show(report)
    }

    private func write(_ bytes: [UInt8]) async throws {
        if file == "-" {
            VaultProgram.console.hand(bytes: bytes)
            return try VaultProgram.console.requireWritten("the export", hint: Sentences.incompleteExport)
        }
        let (path, isForced) = (file, force)
        do {
            try await BlockingCalls.run { try AtomicFile.write(bytes, to: path, replacing: isForced) }
        } catch SystemError.alreadyExists {
            throw Sentences.exportExists(path)
        }
    }

    private struct Output: Encodable {
        let format: String
        let logins: Int
        let binned: Int
        let formulas: Int
        let lost: [String: Int]
    }

    private func show(_ report: ExportReport) throws {
        if json {
            return try VaultProgram.console.print(
                json: Output(
                    format: format.rawValue, logins: report.logins, binned: report.binned, formulas: report.formulas,
                    lost: Dictionary(uniqueKeysWithValues: report.losses.map { ($0.key.rawValue, $0.value) })))
        }
        let console = VaultProgram.console
        console.note("\(report.logins) exported; \(file == "-" ? "what was written" : file) is not encrypted")
        if report.binned > 0 { console.note("\(report.binned) in the bin were left out") }
        for loss in ExportLoss.allCases {
            guard let count = report.losses[loss] else { continue }
            console.note("\(format.rawValue) has no place for \(Sentences.describe(loss, count: count, in: format))")
        }
        if report.formulas > 0, !forSpreadsheet {
            console.note(
                "\(report.formulas) rows have a user or a password that a spreadsheet takes for a formula; open the file in none"
            )
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
