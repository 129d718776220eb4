import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey quirks`: which sites share logins, as people collected it.
struct QuirksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quirks", abstract: "Shared sites, password rules and change-password addresses.",
        subcommands: [InstallQuirks.self, QuirksStatus.self, QuirksOfSiteCommand.self],
        defaultSubcommand: QuirksStatus.self)

    /// The files of apple/password-manager-resources that are read.
    static let names = [
        "shared-credentials.json", "password-rules.json", "change-password-URLs.json",
        "websites-that-append-2fa-to-password.json",
    ]
}

struct InstallQuirks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Installs the files of a folder in the format of password-manager-resources.")

    @Argument(help: "The folder with shared-credentials.json and its fellows.", completion: .directory)
    var folder: String

    func run() async throws {
        let source = URL(filePath: folder, directoryHint: .isDirectory)
        let target = URL(filePath: try AgentSession.locations().quirks, directoryHint: .isDirectory)
        let files = FileManager.default
        let found = QuirksCommand.names.filter { files.fileExists(atPath: source.appending(path: $0).path) }
        guard !found.isEmpty else {
            throw CommandError(
                "\(folder) has none of the files", hint: "it should hold \(QuirksCommand.names[0])", status: .usage)
        }
        for name in found {
            do {
                try files.createDirectory(at: target, withIntermediateDirectories: true)
                let bytes = try Data(contentsOf: source.appending(path: name))
                try AtomicFile.write(Array(bytes), to: target.appending(path: name).path)
            } catch {
                throw CommandError("\(name) could not be installed: \(error.localizedDescription)")
            }
        }
        let result = try await AgentSession.call(ReloadQuirks.self, Empty())
        for problem in result.problems { Latchkey.console.note(problem) }
        Latchkey.console.note("\(found.count) files are installed; \(result.sharedSets) sets of sites share logins")
    }
}

struct QuirksStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Shows what is installed.")

    func run() async throws {
        let folder = try AgentSession.locations().quirks
        var table = Table()
        for name in QuirksCommand.names {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            let date = (attributes?[.modificationDate] as? Date)?.formatted(.iso8601.year().month().day())
            table.add(date ?? "not installed", name)
        }
        Latchkey.console.print(table)
        let result = try await AgentSession.call(ReloadQuirks.self, Empty())
        for problem in result.problems { Latchkey.console.note(problem) }
        Latchkey.console.print("\(result.sharedSets) sets of sites share logins, the built-in ones included")
    }
}
