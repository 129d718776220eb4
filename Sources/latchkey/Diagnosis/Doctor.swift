import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey doctor`: checks installation, agent, isolation and vault; prints no secrets.
///
/// It starts no process and creates no file, since missing ones are what it reports.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the installation without changing anything; its output is safe to share.")

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        var checks = Self.ownChecks()
        do {
            let agent = try await AgentSession.connectIfRunning()
            let status = try await agent.call(AgentStatus.self, Empty())
            let providers = try await agent.call(ListProviders.self, Empty()).providers
            let vault = FirstSteps.isVaultWanted(among: providers) ? try await FirstSteps.vaultReport(over: agent) : nil
            await agent.close()
            checks.append(
                Check(
                    name: "agent", verdict: .good,
                    finding: "running, version \(status.productVersion), process \(status.pid)"))
            checks += status.checks.map { check in
                // Only this program knows whether it runs from a build folder, which changes the hint.
                guard providers.isEmpty, check.name == "providers" else { return check }
                return Check(
                    name: check.name, verdict: check.verdict, finding: check.finding, remedy: ProviderPlaces.hint)
            }
            checks += Self.vaultChecks(vault)
        } catch SystemError.noListener {
            checks.append(Self.stoppedAgent)
            checks += Self.vaultChecks(FirstSteps.vaultReport)
        } catch {
            let problem =
                (error as? RemoteError).map { CommandError($0) } ?? AgentSession.describe(error)
                ?? CommandError("it cannot be reached: \(error)")
            checks.append(
                Check(
                    name: "agent", verdict: .bad, finding: problem.message,
                    remedy: problem.hint ?? "run \"latchkeyd\" in a terminal to see its messages"))
        }
        try show(checks)
        let count = checks.count { $0.verdict == .bad }
        if count > 0 {
            throw CommandError("\(count) problem\(count == 1 ? "" : "s") found", hint: "see the lines marked \"bad\"")
        }
    }

    private typealias Check = AgentStatus.Result.Check

    /// The check of an agent that is not running: bad if it could not start, or did not start the last time.
    private static var stoppedAgent: Check {
        guard let locations = try? AgentSession.locations(), let obstacle = AgentStarter.obstacle(in: locations) else {
            // Not an error: the agent starts with the first command that needs it.
            return Check(
                name: "agent", verdict: .warning,
                finding: "not running; start it to check providers and isolation",
                remedy: "run \"latchkey providers\" to start it, then run \"latchkey doctor\" again")
        }
        return Check(
            name: "agent", verdict: .bad, finding: obstacle.sentence,
            remedy: obstacle.hint ?? "run \"latchkey providers\" to start it again")
    }

    private struct Output: Encodable {
        /// The version of this program.
        let version: String
        let checks: [Check]
    }

    /// The checks that need no agent.
    private static func ownChecks() -> [Check] {
        var checks: [Check] = []
        do {
            let locations = try AgentSession.locations()
            checks += DamagedFiles(locations).checks
            if let problem = AnchorFile(locations).problem {
                checks.append(
                    Check(name: "anchor", verdict: .bad, finding: problem.sentence, remedy: problem.hint))
            }
            if let warning = locations.warning {
                checks.append(
                    Check(
                        name: "folders", verdict: .warning, finding: warning,
                        remedy: "run \"apt install libpam-systemd\" and log in again"))
            }
        } catch {
            checks.append(Check(name: "folders", verdict: .bad, finding: error.sentence, remedy: error.hint))
        }
        do {
            try AgentSession.checkRuntime()
        } catch {
            let path = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
            checks.append(
                Check(
                    name: "folders", verdict: .bad, finding: "XDG_RUNTIME_DIR is \(path): \(error.cause)",
                    remedy: "log in again, or run \"export XDG_RUNTIME_DIR=/run/user/$(id -u)\""))
        }
        return checks + clipboardChecks
    }

    /// Without a tool for the screen's clipboard, `fill` cannot copy.
    private static var clipboardChecks: [Check] {
        let environment = ProcessInfo.processInfo.environment
        guard Clipboard.isMissing(environment: environment) else { return [] }
        let package = environment["WAYLAND_DISPLAY"]?.isEmpty == false ? "wl-clipboard" : "xclip"
        return [
            Check(
                name: "clipboard", verdict: .warning,
                finding: "\"latchkey fill\" cannot copy: no program for the clipboard is installed",
                remedy: "run \"apt install \(package)\"")
        ]
    }

    /// Reports a lost or unusable vault as bad, and a vault that was not created yet as a warning.
    private static func vaultChecks(_ report: VaultFileReport?) -> [Check] {
        guard let report, report.isFault || report.isNew else { return [] }
        return [
            Check(
                name: "vault", verdict: report.isNew ? .warning : .bad,
                finding: report.sentence, remedy: report.hint)
        ]
    }

    private func show(_ checks: [Check]) throws {
        if json { return try Latchkey.console.print(json: Output(version: ProtocolVersion.product, checks: checks)) }
        Latchkey.console.print("latchkey \(ProtocolVersion.product)")
        var table = Table()
        for check in checks { table.add(check.verdict.rawValue, check.name, check.finding) }
        for (line, check) in zip(table.lines, checks) {
            Latchkey.console.print(wrapping: Self.withoutHome(line), indentation: 9)
            // On a line of its own and never cut, so that the user can copy it.
            if let remedy = check.remedy {
                Latchkey.console.print(wrapping: "         → " + Self.withoutHome(remedy), indentation: 11)
            }
        }
    }

    /// Replaces the home folder with `~`, since it may contain the user's name.
    private static func withoutHome(_ line: String) -> String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return home.count > 1 ? line.replacing(home, with: "~") : line
    }
}
