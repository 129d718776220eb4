import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey quirks`: installs and shows the data files of apple/password-manager-resources.
struct QuirksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quirks",
        abstract: "Shows or installs data about sites, such as shared logins and password rules.",
        subcommands: [InstallQuirks.self, QuirksStatus.self, QuirksOfSiteCommand.self],
        defaultSubcommand: QuirksStatus.self)

    /// The files that the agent reads.
    static let names = [
        "shared-credentials.json", "password-rules.json", "change-password-URLs.json",
        "websites-that-append-2fa-to-password.json",
    ]
}

struct InstallQuirks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Installs site data in the format of apple/password-manager-resources.")

    @Argument(help: "The folder with shared-credentials.json and related files.", completion: .directory)
    var folder: String

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        let installed: [String]
        /// The number of sets of sites that share logins, including the built-in ones.
        let sharedSets: Int
        let problems: [String]
    }

    func run() async throws {
        let source = URL(filePath: folder, directoryHint: .isDirectory)
        let target = URL(filePath: try AgentSession.locations().quirks, directoryHint: .isDirectory)
        let files = FileManager.default
        let found = QuirksCommand.names.filter { files.fileExists(atPath: source.appending(path: $0).path) }
        guard !found.isEmpty else {
            throw CommandError(
                "no data files in \(folder)", hint: "give a folder that contains \(QuirksCommand.names[0])",
                status: .usage)
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
        if json {
            return try Latchkey.console.print(
                json: Output(installed: found, sharedSets: result.sharedSets, problems: result.problems))
        }
        for problem in result.problems { Latchkey.console.note(problem) }
        Latchkey.console.note("installed \(found.count) files; \(result.sharedSets) sets of sites share logins")
    }
}

struct QuirksStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Shows the installed data files.")

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        struct File: Encodable {
            let name: String
            /// The time at which the file was changed; `nil` if it is not installed.
            let changed: String?
        }

        let files: [File]
        /// The number of sets of sites that share logins, including the built-in ones.
        let sharedSets: Int
        let problems: [String]
    }

    func run() async throws {
        let folder = try AgentSession.locations().quirks
        let dates = QuirksCommand.names.map { name in
            (try? FileManager.default.attributesOfItem(atPath: folder + "/" + name))?[.modificationDate] as? Date
        }
        if json {
            let result = try await AgentSession.call(ReloadQuirks.self, Empty())
            let files = zip(QuirksCommand.names, dates).map { name, date in
                Output.File(name: name, changed: date.map { JSONDate.text($0) })
            }
            return try Latchkey.console.print(
                json: Output(files: files, sharedSets: result.sharedSets, problems: result.problems))
        }
        var table = Table()
        for (name, date) in zip(QuirksCommand.names, dates) {
            table.add(date?.formatted(.iso8601.year().month().day()) ?? "not installed", name)
        }
        Latchkey.console.print(table)
        let result = try await AgentSession.call(ReloadQuirks.self, Empty())
        for problem in result.problems { Latchkey.console.note(problem) }
        Latchkey.console.print("\(result.sharedSets) sets of sites share logins, including the built-in ones")
    }
}
