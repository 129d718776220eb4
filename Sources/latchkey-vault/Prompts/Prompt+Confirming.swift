import LatchkeyTerminal
import LatchkeySheet
import LatchkeySystem

extension Prompt {
    /// Asks whether to go on; anything but yes ends the command.
    static func confirm(_ statement: String) async throws {
        guard let terminal else { throw CommandError(statement, hint: "use --yes to confirm it", status: .locked) }
        let program = VaultProgram.console.program
        try terminal.write("\(program): \(DisplayText.escaping(statement))\n\(program): go on? [y/N] ")
        let answer = try await terminal.readLine(echo: true)
        guard ["y", "yes"].contains(answer?.lowercased()) else {
            throw CommandError("cancelled", status: .cancelled)
        }
    }
}
