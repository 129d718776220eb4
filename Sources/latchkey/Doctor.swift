import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeySystem
import LatchkeyWire

/// `latchkey doctor`: what is installed, running and isolated; nothing in it is a secret.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Checks the installation; what it prints is safe to paste.")

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        var checks = Self.ownChecks()
        do {
            let agent = try await AgentSession.connect(showsSheets: false)
            let status = try await agent.call(AgentStatus.self, Empty())
            await agent.close()
            checks.append(
                AgentStatus.Result.Check(
                    name: "agent", verdict: .good,
                    finding: "running, version \(status.productVersion), process \(status.pid)"))
            checks += status.checks
        } catch {
            let problem =
                (error as? RemoteError).map { CommandError($0) } ?? AgentSession.describe(error)
                ?? CommandError("it cannot be asked: \(error)")
            checks.append(
                AgentStatus.Result.Check(
                    name: "agent", verdict: .bad, finding: problem.message,
                    remedy: problem.hint ?? "run \"latchkeyd\" in a terminal to see what it says"))
        }
        try show(checks)
        if checks.contains(where: { $0.verdict == .bad }) {
            throw CommandError(
                "not everything is as it should be", hint: "see what stands below the lines marked with bad")
        }
    }

    private static func ownChecks() -> [AgentStatus.Result.Check] {
        do {
            let locations = try AgentSession.locations()
            guard let warning = locations.warning else { return [] }
            return [
                AgentStatus.Result.Check(
                    name: "folders", verdict: .warning, finding: warning,
                    remedy: "run \"apt install libpam-systemd\" and log in anew")
            ]
        } catch {
            return [
                AgentStatus.Result.Check(name: "folders", verdict: .bad, finding: error.sentence, remedy: error.hint)
            ]
        }
    }

    private func show(_ checks: [AgentStatus.Result.Check]) throws {
        if json { return try Latchkey.console.print(json: checks) }
        Latchkey.console.print("latchkey \(ProtocolVersion.product)")
        var table = Table()
        for check in checks { table.add(check.verdict.rawValue, check.name, check.finding) }
        for (line, check) in zip(table.lines, checks) {
            Latchkey.console.print(wrapping: Self.withoutHome(line), indentation: 9)
            // Below its finding, and whole: it is there to be run.
            if let remedy = check.remedy {
                Latchkey.console.print(wrapping: "         → " + Self.withoutHome(remedy), indentation: 11)
            }
        }
    }

    /// A path may hold the person's name.
    private static func withoutHome(_ line: String) -> String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return home.count > 1 ? line.replacing(home, with: "~") : line
    }
}
