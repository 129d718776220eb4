import ArgumentParser
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The program that people ask for suggestions, passwords and settings at the prompt.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "Fills passwords and codes from any provider, at the prompt.",
        discussion: """
            Exit status: 0 done, 1 failed, 2 usage, 3 nothing found, 4 locked and nobody to ask, 5 cancelled, \
            6 timed out.
            """,
        version: ProtocolVersion.product,
        subcommands: [
            Suggestions.self, FillCommand.self, ListCommand.self, PasskeysCommand.self,
            Providers.self, QuirksCommand.self,
            SettingsCommand.self, BrowserCommand.self,
            LogCommand.self, Doctor.self,
        ])

    static let console = Console(program: "latchkey", columns: { StandardStream.output.columns })

    static func main() async {
        // First thing, before anything is opened here.
        StandardStream.secure()
        // What is filled passes through here. A system that refuses this refuses nothing else.
        _ = try? ProcessHardening.apply(environment: [:])
        await CommandMain.run(Self.self, console: console, describe: AgentSession.describe)
    }
}
