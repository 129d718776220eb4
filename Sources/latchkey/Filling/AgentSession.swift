import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// A command's connection to the agent, and the user's terminal.
enum AgentSession {
    private static let environment = ProcessInfo.processInfo.environment

    static func locations() throws(SystemError) -> Locations {
        try Locations(environment: environment)
    }

    /// Checks the folder of the session's sockets without creating anything.
    static func checkRuntime() throws(SystemError) {
        try Locations.checkRuntime(environment)
    }

    /// Connects as this program; starts the agent if it is not running.
    ///
    /// - Parameters:
    ///   - showsSheets: Whether providers may show sheets on the user's terminal, if there is one.
    ///   - search: The text that is typed into the first list with a search field.
    static func connect(showsSheets: Bool, searchingFor search: String? = nil) async throws -> AgentClient {
        let screen =
            showsSheets ? try? TerminalSheetPresenter(environment: environment, searchingFor: search) : nil
        return try await AgentClient.connect(
            locations: locations(), environment: environment,
            as: ClientDescription(program: "latchkey", environment: environment, showsSheets: screen != nil),
            screen: screen)
    }

    /// Connects to the agent only if it is running, or if systemd's socket starts it; creates no files.
    static func connectIfRunning() async throws -> AgentClient {
        try await AgentClient.connectIfRunning(
            locations: locations(),
            as: ClientDescription(program: "latchkey", environment: environment, showsSheets: false))
    }

    /// Connects for one call and closes the connection, also after an error.
    static func call<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, showsSheets: Bool = false, searchingFor search: String? = nil
    ) async throws -> M.Result {
        let agent = try await connect(showsSheets: showsSheets, searchingFor: search)
        do {
            let result = try await agent.call(method, parameters)
            await agent.close()
            return result
        } catch {
            await agent.close()
            throw error
        }
    }

    /// Whether the process has a terminal to ask the user on.
    static var isOnTerminal: Bool { (try? Terminal()) != nil }

    /// Discards what the user typed ahead on the terminal, so that no sheet takes it.
    static func discardTypedAhead() {
        (try? Terminal())?.discardInput()
    }

    /// Asks the user to confirm; any answer but yes ends the command.
    ///
    /// - Parameters:
    ///   - unconfirmed: The error's message if there is no terminal; by default the statement.
    ///   - hint: The error's hint if there is no terminal.
    static func confirm(
        _ statement: String, question: String = "continue?", unconfirmed: String? = nil,
        hint: String = "run it on a terminal to confirm"
    ) async throws {
        guard let terminal = try? Terminal() else {
            throw CommandError(unconfirmed ?? statement, hint: hint, status: .locked)
        }
        try terminal.write("latchkey: \(statement)\nlatchkey: \(question) [y/N] ")
        let answer = try await terminal.readLine(echo: true)
        guard ["y", "yes"].contains(answer?.lowercased()) else {
            throw CommandError("cancelled", status: .cancelled)
        }
    }

    /// The messages for errors of the system and of the connection; `nil` for other errors.
    static func describe(_ error: any Error) -> CommandError? {
        switch error {
        case let error as SystemError:
            CommandError(error.sentence, hint: (try? locations())?.hint(for: error) ?? error.hint)
        case WireError.connectionClosed:
            CommandError("the agent ended before it answered", hint: "run \"latchkey doctor\"")
        case is WireError: CommandError("the agent sent an invalid message", hint: "update Latchkey")
        default: nil
        }
    }
}
