import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeyExchange
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault import`: takes the logins of another program in, all or none.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports logins from a file, such as Chrome's CSV; all of them or none.",
        discussion: "Importing a file twice adds nothing. An old password goes into its login's history.")

    @Argument(help: "The file, or - for what comes on stdin.", completion: .file())
    var file: String

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let handle = try Self.open(file)
        let session = try await VaultSession.open()
        let vault = try await session.unlockedVault(options)
        let report = try read(handle, into: vault)
        try show(report)
        guard report.added + report.changed > 0 else { return }
        await update(session, vault)
    }

    private static func open(_ path: String) throws -> FileHandle {
        if path == "-" { return .standardInput }
        do {
            return try FileHandle(forReadingFrom: URL(filePath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw Sentences.noFile(path)
        } catch {
            throw Sentences.cannotRead(path)
        }
    }

    /// Reads piece by piece, and shows how far it has come.
    private func read(_ handle: FileHandle, into vault: UnlockedVault) throws -> ImportReport {
        let meter = ProgressMeter("importing", isTerminal: Prompt.terminal != nil)
        defer { meter.finish() }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        let size = (attributes?[.size] as? NSNumber)?.intValue
        var done = 0
        let source = ByteSource {
            do {
                let piece = try handle.read(upToCount: 65_536) ?? Data()
                done += piece.count
                meter.update(done: done / 1024, of: size.map { $0 / 1024 }, unit: "KiB")
                return Array(piece)
            } catch {
                throw Sentences.cannotRead(file)
            }
        }
        return try LoginImport.run(source, into: vault)
    }

    private func update(_ session: VaultSession, _ vault: UnlockedVault) async {
        do {
            if try await session.access.suggestions.followImport(into: vault) { return }
            session.noteThatSuggestionsWait()
        } catch {
            VaultProgram.console.note("the suggestions could not be updated: \(error.localizedDescription)")
        }
    }

    private struct Output: Encodable {
        struct Refusal: Encodable {
            let line: Int
            let reason: String
            let message: String
        }

        let format: String
        let added: Int
        let same: Int
        let changed: Int
        let refused: Int
        let refusals: [Refusal]
    }

    private func show(_ report: ImportReport) throws {
        if json {
            return try VaultProgram.console.print(
                json: Output(
                    format: report.format, added: report.added, same: report.same, changed: report.changed,
                    refused: report.refusedCount,
                    refusals: report.refused.map {
                        Output.Refusal(line: $0.line, reason: $0.reason.code, message: $0.reason.sentence)
                    }))
        }
        VaultProgram.console.print(
            "\(report.added) added, \(report.changed) changed, \(report.same) the same, \(report.refusedCount) refused")
        for refusal in report.refused {
            VaultProgram.console.note("line \(refusal.line) was left out: \(refusal.reason.sentence)")
        }
        if report.refusedCount > report.refused.count {
            VaultProgram.console.note("\(report.refusedCount - report.refused.count) more lines were left out")
        }
        if file != "-" { VaultProgram.console.note("\(file) still holds every password in the clear; delete it") }
    }
}
