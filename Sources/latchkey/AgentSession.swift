import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeySheetTerminal
import LatchkeySystem
import LatchkeyWire

/// The line to the agent that a command uses, and the terminal that the person sits at.
enum AgentSession {
    private static let environment = ProcessInfo.processInfo.environment

    static func locations() throws(SystemError) -> Locations {
        try Locations(environment: environment)
    }

    /// Connects as this program.
    ///
    /// - Parameter showsSheets: The command can wait for a person; their terminal is offered, where there is one.
    static func connect(showsSheets: Bool) async throws -> AgentClient {
        let screen = showsSheets ? try? TerminalSheetPresenter(environment: environment) : nil
        return try await AgentClient.connect(
            locations: locations(), environment: environment,
            as: ClientDescription(program: "latchkey", environment: environment, showsSheets: screen != nil),
            screen: screen)
    }

    /// Whether a person can be asked here.
    static var isOnTerminal: Bool { (try? Terminal()) != nil }

    /// Asks whether to go on; anything but yes ends the command.
    static func confirm(_ statement: String) async throws {
        guard let terminal = try? Terminal() else {
            throw CommandError(statement, hint: "run this on a terminal to confirm it", status: .locked)
        }
        try terminal.write("latchkey: \(statement)\nlatchkey: go on? [y/N] ")
        let answer = try await terminal.readLine(echo: true)
        guard ["y", "yes"].contains(answer?.lowercased()) else {
            throw CommandError("cancelled", status: .cancelled)
        }
    }

    /// The sentences of what this computer refuses.
    static func describe(_ error: any Error) -> CommandError? {
        switch error {
        case let error as SystemError: CommandError(error.sentence, hint: error.hint)
        case WireError.connectionClosed:
            CommandError("the agent ended before it answered", hint: "run \"latchkey doctor\"")
        case is WireError: CommandError("the agent sent what is not a message", hint: "update Latchkey")
        default: nil
        }
    }
}
