import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// The line to the agent that a command uses, and the terminal that the person sits at.
enum AgentSession {
    private static let environment = ProcessInfo.processInfo.environment

    static func locations() throws(SystemError) -> Locations {
        try Locations(environment: environment)
    }

    /// Checks the session's folder for sockets, and makes nothing.
    static func checkRuntime() throws(SystemError) {
        try Locations.checkRuntime(environment)
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

    /// Connects to the agent if one listens, and starts and makes nothing.
    static func connectIfRunning() async throws -> AgentClient {
        try await AgentClient.connectIfRunning(
            locations: locations(),
            as: ClientDescription(program: "latchkey", environment: environment, showsSheets: false))
    }

    /// Connects for one call, and closes the line whatever comes of it.
    static func call<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, showsSheets: Bool = false
    ) async throws -> M.Result {
        let agent = try await connect(showsSheets: showsSheets)
        do {
            let result = try await agent.call(method, parameters)
            await agent.close()
            return result
        } catch {
            await agent.close()
            throw error
        }
    }

    /// Whether a person can be asked here.
    static var isOnTerminal: Bool { (try? Terminal()) != nil }

    /// Asks whether to go on; anything but yes ends the command.
    ///
    /// - Parameters:
    ///   - unasked: What to say where nobody can be asked; the statement where nothing is said.
    ///   - hint: What to do there.
    static func confirm(
        _ statement: String, unasked: String? = nil, elsewhere hint: String = "run this on a terminal to confirm it"
    ) async throws {
        guard let terminal = try? Terminal() else {
            throw CommandError(unasked ?? statement, hint: hint, status: .locked)
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
        case let error as SystemError:
            CommandError(error.sentence, hint: (try? locations())?.hint(for: error) ?? error.hint)
        case WireError.connectionClosed:
            CommandError("the agent ended before it answered", hint: "run \"latchkey doctor\"")
        case is WireError: CommandError("the agent sent what is not a message", hint: "update Latchkey")
        default: nil
        }
    }
}
