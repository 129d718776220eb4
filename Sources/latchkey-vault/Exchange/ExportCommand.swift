public import ArgumentParser
import Foundation
import LatchkeyTerminal
public import LatchkeyExchange
import LatchkeyProvider
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault export`: writes all logins to an unencrypted file.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes all logins to an unencrypted file.",
        discussion: """
            The passphrase is asked for even if the vault is unlocked. Formats: csv for browsers and other password \
            managers; json for Latchkey, with all data; cxf for FIDO's Credential Exchange Format; xml for KeePass 2 and \
            "keepassxc-cli import". Logins in the bin are not exported. Notes and cards are left out of csv and named.
            """)

    @Argument(help: "The file to write, or - for stdout.", completion: .file())
    var file: String

    @Option(help: "The format: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: ExportFormat

    @Flag(help: "Replaces an existing file.")
    var force = false

    @Flag(
        help: """
            Puts an apostrophe before values that a spreadsheet would treat as formulas, including passwords; such a file \
            is for viewing, not for importing. Only with csv.
            """)
    var forSpreadsheet = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if forSpreadsheet, format != .csv { throw ValidationError("--for-spreadsheet requires --format csv") }
        if file == "-", json { throw ValidationError("--json cannot be combined with -") }
    }

    func run() async throws {
        if file == "-", StandardStream.output.isTerminal { throw Messages.terminalShowsSecrets }
        if file != "-", !force, FileManager.default.fileExists(atPath: file) { throw Messages.exportExists(file) }
        if file != "-" {
            let folder = URL(filePath: file).deletingLastPathComponent().path
            if let problem = Messages.problem(withFolder: folder) { throw problem }
            for path in AtomicFile.sweep(nextTo: file) {
                VaultProgram.console.note(Messages.removedPartialExport(path))
            }
        }
        let session = try await VaultSession.open()
        let locked = try await session.lockedVault()
        VaultProgram.console.note("the file will not be encrypted; anyone who can read it has all passwords")
        let vault: UnlockedVault
        do {
            vault = try await options.open { try locked.unlock(passphrase: $0) }
        } catch VaultError.wrongPassphrase {
            // The hint must not suggest to unlock the vault, since this command asks for the passphrase anyway.
            throw Messages.wrongPassphrase(or: "passwd")
        }
        try await session.check(vault)
        let (bytes, report) = try VaultExport.run(
            format, of: vault, options: VaultExport.Options(isForSpreadsheet: forSpreadsheet))
        await ContainingApplication.log(LogDisclosure.Parameters(kind: .export))
        try await write(bytes)
        try show(report)
    }

    private func write(_ bytes: [UInt8]) async throws {
        if file == "-" {
            VaultProgram.console.hand(bytes: bytes)
            return try VaultProgram.console.requireWritten("the export", hint: Messages.incompleteExport)
        }
        let (path, isForced) = (file, force)
        do {
            try await BlockingCalls.run { try AtomicFile.write(bytes, to: path, replacing: isForced) }
        } catch SystemError.alreadyExists {
            throw Messages.exportExists(path)
        } catch let error as SystemError {
            guard case .callFailed(_, let number, _) = error, number == POSIXErrorCode.EACCES.rawValue else {
                throw error
            }
            throw Messages.exportNotWritten(path, error)
        }
    }

    /// The number of titles that are printed for each kind of loss; the JSON has more.
    private static let titleLimit = 10

    private func printTitles(of loss: ExportLoss, in report: ExportReport) {
        let titles = (report.titles[loss] ?? []).prefix(Self.titleLimit).map { "\"\($0)\"" }
        let rest = (report.losses[loss] ?? 0) - titles.count
        let names = titles.joined(separator: ", ")
        VaultProgram.console.note("  \(names)\(rest > 0 ? " and \(rest) more; --json names them" : "")")
    }

    private struct Output: Encodable {
        let format: String
        let logins: Int
        /// The written notes and cards; `nil` if there are none.
        let others: Int?
        let binned: Int
        let formulas: Int
        let lost: [String: Int]
        let titles: [String: [String]]
    }

    private func show(_ report: ExportReport) throws {
        if json {
            return try VaultProgram.console.print(
                json: Output(
                    format: format.rawValue, logins: report.logins,
                    others: report.others == 0 ? nil : report.others, binned: report.binned, formulas: report.formulas,
                    lost: Dictionary(uniqueKeysWithValues: report.losses.map { ($0.key.rawValue, $0.value) }),
                    titles: Dictionary(uniqueKeysWithValues: report.titles.map { ($0.key.rawValue, $0.value) })))
        }
        let console = VaultProgram.console
        console.note(
            "exported \(Messages.logins(report.logins, others: report.others)); "
                + "\(file == "-" ? "the output" : file) is not encrypted")
        if report.binned > 0 {
            console.note(
                "\(Messages.logins(report.binned)) in the bin \(report.binned == 1 ? "was" : "were") not exported")
        }
        for loss in ExportLoss.allCases {
            guard let count = report.losses[loss] else { continue }
            console.note("\(format.rawValue) cannot store \(Messages.describe(loss, count: count, in: format))")
            printTitles(of: loss, in: report)
        }
        if report.formulas > 0, !forSpreadsheet {
            console.note(
                "a spreadsheet would treat values in \(report.formulas) rows as formulas; do not open the file in one"
            )
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
