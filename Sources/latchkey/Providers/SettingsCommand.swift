import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey settings`: shows and changes settings that apply to all providers.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Shows and changes global settings.",
        subcommands: [ListSettingsCommand.self, KeepIdentitiesInMemoryCommand.self, SheetMarkCommand.self],
        defaultSubcommand: ListSettingsCommand.self)
}

struct ListSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows the settings by the names of the commands that change them.")

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        let keepsIdentitiesInMemory: Bool
        let sheetMark: ChooseSheetMark.Result
        /// Whether the agent uses another setting until it restarts.
        let needsRestart: Bool
    }

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let identities = try await identities(over: agent)
        // Without parameters it changes nothing, except that it creates a missing mark, as the next sheet would.
        let mark = try await agent.call(ChooseSheetMark.self, ChooseSheetMark.Parameters())
        let process = try await agent.call(AgentStatus.self, Empty()).pid
        await agent.close()
        let isInMemory = identities.isOn ?? false
        if json {
            return try Latchkey.console.print(
                json: Output(
                    keepsIdentitiesInMemory: isInMemory, sheetMark: mark, needsRestart: identities.needsRestart))
        }
        var table = Table()
        table.add("keep-identities-in-memory", isInMemory ? "on" : "off")
        table.add("sheet-mark", "\(mark.color) \(mark.word)")
        Latchkey.console.print(table)
        if identities.needsRestart { KeepIdentitiesInMemoryCommand.noteRestart(of: process, isInMemory: isInMemory) }
    }

    private func identities(over agent: AgentClient) async throws -> KeepIdentitiesInMemory.Result {
        do {
            return try await agent.call(KeepIdentitiesInMemory.self, KeepIdentitiesInMemory.Parameters())
        } catch let error as RemoteError where error.reason == .invalidParameters {
            let process = try await agent.call(AgentStatus.self, Empty()).pid
            throw CommandError(
                "the running agent is older than this program and cannot show its settings",
                hint: "run \"kill \(process)\" to stop the agent; the next command starts it again")
        }
    }
}

struct SheetMarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet-mark",
        abstract: "Sets the colour and word that distinguish a real sheet from a page's imitation.",
        discussion: "Options you omit keep their value; the initial ones are random.")

    @Option(name: [.customLong("colour"), .customLong("color")], help: "A colour, such as #1f549b.")
    var colour: String?

    @Option(help: "A word or two, at most 32 characters.")
    var word: String?

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        let sheetMark: ChooseSheetMark.Result
    }

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let mark = try await agent.call(ChooseSheetMark.self, ChooseSheetMark.Parameters(color: colour, word: word))
        await agent.close()
        if json { return try Latchkey.console.print(json: Output(sheetMark: mark)) }
        Latchkey.console.note("every sheet shows the word \"\(mark.word)\" and the colour \(mark.color)")
    }
}

struct KeepIdentitiesInMemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep-identities-in-memory",
        abstract: "Keeps sites and user names in memory only; a lock removes them.")

    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @Argument(help: "on or off.")
    var choice: Choice

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        let keepsIdentitiesInMemory: Bool
        /// Whether the agent uses the previous setting until it restarts.
        let needsRestart: Bool
    }

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let result = try await agent.call(
            KeepIdentitiesInMemory.self, KeepIdentitiesInMemory.Parameters(isOn: choice == .on))
        let process = try await agent.call(AgentStatus.self, Empty()).pid
        await agent.close()
        if json {
            return try Latchkey.console.print(
                json: Output(keepsIdentitiesInMemory: choice == .on, needsRestart: result.needsRestart))
        }
        guard result.needsRestart else {
            return Latchkey.console.note("identities are kept \(Self.place(isInMemory: choice == .on))")
        }
        Self.noteRestart(of: process, isInMemory: choice == .on)
    }

    static func noteRestart(of process: Int32, isInMemory: Bool) {
        Latchkey.console.note("identities will be kept \(place(isInMemory: isInMemory)) after the agent restarts")
        Latchkey.console.hint("run \"kill \(process)\" to stop the agent; the next command starts it again")
    }

    private static func place(isInMemory: Bool) -> String { isInMemory ? "in memory only" : "on the disk" }
}
