import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeyExchange
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault import`: takes the logins of another program in, all or none.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports logins from what another program exports; all of them or none.",
        discussion: """
            Importing a file twice adds nothing. An old password goes into its login's history. Notes, cards and \
            other things that are no logins are left out, and named. The vault is copied before; \
            "latchkey-vault backup --list" names the copies.
            Formats: \(ImportFormats.all.map(\.identifier).joined(separator: ", ")).
            """)

    @Argument(help: "The file, or - for what comes on stdin.", completion: .file())
    var file: String

    @Option(
        help: "Reads the file as this format, instead of recognising it.",
        completion: .list(ImportFormats.all.map(\.identifier)))
    var format: String?

    @Flag(help: "Shows what would come in, and changes nothing.")
    var dryRun = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let format = try format.map { name in
            guard let format = ImportFormats.named(name) else { throw Sentences.noFormat(name) }
            return format
        }
        let export = ExportedFile(path: file)
        let handle = try export.open()
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        // What cannot be copied is not touched.
        if !dryRun { try await session.access.backUp(vault, for: .import) }
        let report = try read(handle, of: export, as: format, into: vault)
        let output = ImportOutput(report: report, isPreview: dryRun)
        if json { try output.printJSON() } else { output.print() }
        export.noteWhatIsLeft(isNeeded: dryRun)
        guard !dryRun, report.added + report.changed > 0 else { return }
        await update(session, vault)
    }

    /// Reads piece by piece, and shows how far it has come.
    private func read(
        _ handle: FileHandle, of export: ExportedFile, as format: (any ImportFormat)?, into vault: UnlockedVault
    ) throws -> ImportReport {
        let meter = ProgressMeter(dryRun ? "reading" : "importing", isTerminal: Prompt.terminal != nil)
        defer { meter.finish() }
        let size = export.size
        var done = 0
        var source = ByteSource {
            do {
                let piece = try handle.read(upToCount: 65_536) ?? Data()
                done += piece.count
                meter.update(done: done / 1024, of: size.map { $0 / 1024 }, unit: "KiB")
                return Array(piece)
            } catch {
                throw Sentences.cannotRead(file)
            }
        }
        let mode: LoginImport.Mode = dryRun ? .previewing : .importing
        if let format { return try LoginImport.run(&source, of: format, into: vault, mode: mode) }
        return try LoginImport.run(source, into: vault, mode: mode)
    }

    private func update(_ session: VaultSession, _ vault: UnlockedVault) async {
        do {
            if try await session.access.suggestions.followImport(into: vault) { return }
            session.noteThatSuggestionsWait()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }
}
