import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyExchange
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault import`: imports the logins of another program, all or none.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports logins from another program's export, all of them or none.",
        discussion: """
            Importing a file twice adds nothing. An older password goes to the login's history. Notes and payment cards \
            become entries of their own kind. Other items that are not logins are skipped and named. If a recognized \
            format skips most of a file, the command asks first. The vault is backed up first; \
            "latchkey-vault backup --list" lists the backups.
            Formats: \(ImportFormats.all.map(\.identifier).joined(separator: ", ")).
            """)

    @Argument(help: "The file, the folder of pass, or - for stdin.", completion: .file())
    var file: String

    @Option(
        help: "Reads the file as this format instead of detecting it.",
        completion: .list(ImportFormats.all.map(\.identifier)))
    var format: String?

    @Option(help: "The columns of a CSV file of any program, for example title=Name,username=Login,password=Secret.")
    var columns: String?

    @Option(help: "Reads the file's own password from this file descriptor, until end of file.")
    var filePasswordFd: Int32?

    @Flag(help: "Shows what would be imported, and changes nothing.")
    var dryRun = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if file.isEmpty { throw ValidationError("the file's name is empty") }
    }

    func run() async throws {
        do {
            try await importFile(as: try chosenFormat())
        } catch let error as ExchangeError {
            if let format, let other = recognizedFormat, other != format {
                throw Messages.otherFormat(file, format, recognized: other)
            }
            throw Messages.describe(error, importing: file)
        }
    }

    /// The format that the file has by its start; `nil` for stdin, a folder, and a file that is not recognized.
    private var recognizedFormat: String? {
        guard file != "-", PassFolder(file) == nil, let handle = FileHandle(forReadingAtPath: file) else { return nil }
        defer { try? handle.close() }
        var source = ByteSource { Array((try? handle.read(upToCount: 65_536)) ?? Data()) }
        return try? ImportFormats.recognize(&source).identifier
    }

    /// The format that the options name; `nil` to detect it.
    private func chosenFormat() throws -> (any ImportFormat)? {
        let chosen = try format.map { name in
            guard let format = ImportFormats.named(name) else { throw Messages.noFormat(name) }
            return format
        }
        guard let columns else { return chosen }
        guard chosen.map({ $0 is MappedCSV }) ?? true else { throw Messages.columnsWithFormat }
        do throws(CSVMapping.Mistake) {
            return MappedCSV(try CSVMapping(parsing: columns))
        } catch {
            throw Messages.invalidColumns(error)
        }
    }

    private func importFile(as format: (any ImportFormat)?) async throws {
        let export = ExportedFile(path: file)
        let folder = PassFolder(file)
        let handle = folder == nil ? try export.open() : nil
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        var source = handle.map { bytes(of: $0, export) } ?? ByteSource([])
        let found: any ImportFormat
        if let folder { found = try await folder.decrypted() } else { found = try await open(&source, as: format) }
        if !json { VaultProgram.console.note("reading \(file == "-" ? "the input" : file) as \(found.identifier)") }
        if let guess = try (found as? MappedCSV)?.guess(from: &source) {
            VaultProgram.console.note(Messages.guessed(guess))
        }
        let isEncrypted = folder != nil || found is any PasswordProtectedFormat
        // Without a backup, the vault must not be changed.
        if !dryRun { try await session.access.backUp(vault, for: .import) }
        let isGuess = format == nil && folder == nil
        let report: ImportReport
        do {
            report = try LoginImport.run(
                &source, of: found, into: vault, mode: dryRun ? .previewing : .importing, isGuess: isGuess)
        } catch let doubt as DoubtfulImport {
            try await confirm(doubt.report)
            // The first run consumed the source.
            source = bytes(of: try export.open(), export)
            _ = try ImportFormats.recognize(&source)
            report = try LoginImport.run(&source, of: found, into: vault)
        }
        let output = ImportOutput(report: report, isPreview: dryRun)
        if json { try output.printJSON() } else { output.print() }
        if report.rowCount == 0 { throw Messages.noEntriesInFile(file) }
        if !isEncrypted { export.warnAboutPlaintext(isNeeded: dryRun, isComplete: report.isComplete) }
        if dryRun { return }
        let imported = report.added + report.changed
        if imported + report.same == 0, report.refusedCount > 0 { throw Messages.nothingImported(file) }
        if imported > 0 { await update(session, vault) }
    }

    /// Asks whether to import the rows that a doubtful format accepts; without a terminal, or from stdin, it throws.
    private func confirm(_ report: ImportReport) async throws {
        let error = Messages.doubtfulImport(report, of: file)
        guard !json, file != "-", Prompt.terminal != nil else { throw error }
        ImportOutput(report: report, isPreview: true).print()
        try await Prompt.confirm("\(error.message); import the remaining ones?", unconfirmed: error.message)
    }

    /// Detects the format; for an encrypted file, asks for its password.
    private func open(
        _ source: inout ByteSource, as given: (any ImportFormat)?
    ) async throws -> any ImportFormat {
        let format = try given ?? ImportFormats.recognize(&source)
        guard let locked = format as? any PasswordProtectedFormat else { return format }
        if let filePasswordFd { return locked.opened(with: try Prompt.secret(fromDescriptor: filePasswordFd)) }
        guard let password = try await Prompt.secret("Password of the file: ") else { return format }
        return locked.opened(with: password)
    }

    /// Reads the file in chunks and shows the progress.
    private func bytes(of handle: FileHandle, _ export: ExportedFile) -> ByteSource {
        let meter = ProgressMeter(dryRun ? "reading" : "importing", isTerminal: Prompt.terminal != nil)
        let size = export.size
        var done = 0
        return ByteSource {
            do {
                let piece = try handle.read(upToCount: 65_536) ?? Data()
                done += piece.count
                meter.update(done: done / 1024, of: size.map { $0 / 1024 }, unit: "KiB")
                if piece.isEmpty { meter.finish() }
                return Array(piece)
            } catch {
                meter.finish()
                throw Messages.cannotRead(file)
            }
        }
    }

    private func update(_ session: VaultSession, _ vault: UnlockedVault) async {
        do {
            if try await session.access.suggestions.followImport(into: vault) { return }
            session.noteSuggestionsNotUpdated()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }
}
