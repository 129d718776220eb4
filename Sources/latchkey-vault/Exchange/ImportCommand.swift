import ArgumentParser
import Foundation
import LatchkeyTerminal
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

    @Argument(help: "The file, the folder of pass, or - for what comes on stdin.", completion: .file())
    var file: String

    @Option(
        help: "Reads the file as this format, instead of recognising it.",
        completion: .list(ImportFormats.all.map(\.identifier)))
    var format: String?

    @Option(help: "Reads the file's own password from this descriptor, to its end.")
    var filePasswordFd: Int32?

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
        let folder = PassFolder(file)
        let handle = folder == nil ? try export.open() : nil
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        var source = handle.map { bytes(of: $0, export) } ?? ByteSource([])
        let found: any ImportFormat
        if let folder { found = try await folder.decrypted() } else { found = try await open(&source, as: format) }
        let isEncrypted = folder != nil || found is any PasswordProtectedFormat
        // What cannot be copied is not touched.
        if !dryRun { try await session.access.backUp(vault, for: .import) }
        let report = try LoginImport.run(&source, of: found, into: vault, mode: dryRun ? .previewing : .importing)
        let output = ImportOutput(report: report, isPreview: dryRun)
        if json { try output.printJSON() } else { output.print() }
        if !isEncrypted { export.noteWhatIsLeft(isNeeded: dryRun) }
        guard !dryRun, report.added + report.changed > 0 else { return }
        await update(session, vault)
    }

    /// Finds the format, and what opens it where it is encrypted.
    private func open(
        _ source: inout ByteSource, as given: (any ImportFormat)?
    ) async throws -> any ImportFormat {
        let format = try given ?? ImportFormats.recognize(&source)
        guard let locked = format as? any PasswordProtectedFormat else { return format }
        if let filePasswordFd { return locked.opened(with: try Prompt.secret(fromDescriptor: filePasswordFd)) }
        guard let password = try await Prompt.secret("Password of the file: ") else { return format }
        return locked.opened(with: password)
    }

    /// Reads piece by piece, and shows how far it has come.
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
                throw Sentences.cannotRead(file)
            }
        }
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
