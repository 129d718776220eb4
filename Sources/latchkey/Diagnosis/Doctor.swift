import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey doctor`: what is installed, running and isolated; nothing in it is a secret.
///
/// It starts nothing and makes nothing: whatever is missing is what it is there to say.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the installation, and changes nothing; what it prints is safe to paste.")

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
                // The agent does not know from where this program was run.
                guard providers.isEmpty, check.name == "providers" else { return check }
                return Check(
                    name: check.name, verdict: check.verdict, finding: check.finding, remedy: ProviderPlaces.hint)
            }
            checks += Self.vaultChecks(vault)
        } catch SystemError.noListener {
            // Nothing is wrong: it is started by whoever needs it first, and that is not us.
            checks.append(
                Check(
                    name: "agent", verdict: .warning, finding: "not running, so that what it knows is missing here",
                    remedy: "run \"latchkey providers\", which starts it, and then \"latchkey doctor\" again"))
            checks += Self.vaultChecks(FirstSteps.vaultReport)
        } catch {
            let problem =
                (error as? RemoteError).map { CommandError($0) } ?? AgentSession.describe(error)
                ?? CommandError("it cannot be asked: \(error)")
            checks.append(
                Check(
                    name: "agent", verdict: .bad, finding: problem.message,
                    remedy: problem.hint ?? "run \"latchkeyd\" in a terminal to see what it says"))
        }
        try show(checks)
        if checks.contains(where: { $0.verdict == .bad }) {
            throw CommandError(
                "not everything is as it should be", hint: "see what stands below the lines marked with bad")
        }
    }

    private typealias Check = AgentStatus.Result.Check

    /// What can be seen without the agent; looks, and makes nothing.
    private static func ownChecks() -> [Check] {
        var checks: [Check] = []
        do {
            if let warning = try AgentSession.locations().warning {
                checks.append(
                    Check(
                        name: "folders", verdict: .warning, finding: warning,
                        remedy: "run \"apt install libpam-systemd\" and log in anew"))
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
                    remedy: "log in anew, or run \"export XDG_RUNTIME_DIR=/run/user/$(id -u)\""))
        }
        return checks
    }

    /// That the vault's file is lost or cannot be used; or that there is no vault yet, which is the next step and no fault.
    private static func vaultChecks(_ report: VaultFileReport?) -> [Check] {
        guard let report, report.isFault || report.isNew else { return [] }
        return [
            Check(
                name: "vault", verdict: report.isNew ? .warning : .bad,
                finding: report.isNew ? "there is none yet" : report.sentence, remedy: report.hint)
        ]
    }

    private func show(_ checks: [Check]) throws {
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
