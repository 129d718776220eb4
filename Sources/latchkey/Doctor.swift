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
        } catch let error as RemoteError {
            checks.append(AgentStatus.Result.Check(name: "agent", verdict: .bad, finding: error.message))
        } catch let error as SystemError {
            checks.append(AgentStatus.Result.Check(name: "agent", verdict: .bad, finding: error.sentence))
        }
        try show(checks)
        if checks.contains(where: { $0.verdict == .bad }) {
            throw CommandError("not everything is as it should be", hint: "see the lines marked with bad")
        }
    }

    private static func ownChecks() -> [AgentStatus.Result.Check] {
        do {
            let locations = try AgentSession.locations()
            guard let warning = locations.warning else { return [] }
            return [AgentStatus.Result.Check(name: "folders", verdict: .warning, finding: warning)]
        } catch {
            return [AgentStatus.Result.Check(name: "folders", verdict: .bad, finding: error.sentence)]
        }
    }

    private func show(_ checks: [AgentStatus.Result.Check]) throws {
        if json { return try Latchkey.console.print(json: checks) }
        Latchkey.console.print("latchkey \(ProtocolVersion.product)")
        var table = Table()
        for check in checks { table.add(check.verdict.rawValue, check.name, check.finding) }
        // A path may hold the person's name.
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        for line in table.lines {
            Latchkey.console.print(home.count > 1 ? line.replacing(home, with: "~") : line)
        }
    }
}
