import ArgumentParser
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey settings`: changes settings that apply to all providers.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Changes global settings.",
        subcommands: [KeepIdentitiesInMemoryCommand.self, SheetMarkCommand.self])
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

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let mark = try await agent.call(ChooseSheetMark.self, ChooseSheetMark.Parameters(color: colour, word: word))
        await agent.close()
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

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let result = try await agent.call(
            KeepIdentitiesInMemory.self, KeepIdentitiesInMemory.Parameters(isOn: choice == .on))
        let process = try await agent.call(AgentStatus.self, Empty()).pid
        await agent.close()
        let place = choice == .on ? "in memory only" : "on the disk"
        guard result.needsRestart else { return Latchkey.console.note("identities are kept \(place)") }
        Latchkey.console.note("identities will be kept \(place) after the agent restarts")
        Latchkey.console.note("hint: run \"kill \(process)\" to stop the agent; the next command starts it again")
    }
}
