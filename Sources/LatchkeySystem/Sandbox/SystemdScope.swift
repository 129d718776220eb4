import LatchkeyWire

/// A systemd scope for a provider's processes, which limits their memory and tasks together.
///
/// `systemd-run` asks the user's manager for the scope, moves itself into it and executes bubblewrap. All memory
/// counts: shared and private, files in memory, and `/tmp`.
package struct SystemdScope: Hashable, Sendable {
    private static let path = "/usr/bin/systemd-run"
    /// A manager that does not answer must not delay requests.
    private static let trialSeconds = 2

    let program: String
    /// `XDG_RUNTIME_DIR`, which has the manager's socket.
    let runtime: String

    /// The scopes of this user's manager; `nil` where there is none, or where it refuses them.
    ///
    /// The first use starts a program in a trial scope; its result is kept for the life of the process.
    package static var current: SystemdScope? {
        get async { await trial.value }
    }

    private static let trial = Task { await find(runtime: CurrentProcess.environment["XDG_RUNTIME_DIR"]) }

    /// Finds the manager and tries a scope.
    static func find(runtime: String?, program: String = path) async -> SystemdScope? {
        guard let runtime, FileSystem.exists(runtime + "/systemd/private"), FileSystem.isExecutable(program) else {
            return nil
        }
        let scope = SystemdScope(program: program, runtime: runtime)
        let words =
            ["--kill-after=1", String(trialSeconds)] + scope.commandPrefix(for: SandboxPolicy.Limits()) + [
                "/usr/bin/true"
            ]
        let output = await ProgramOutput.of("/usr/bin/timeout", words, environment: [:])
        return output?.hasSucceeded == true ? scope : nil
    }

    /// The command line that starts a program in a new scope; the program and its arguments follow.
    func commandPrefix(for limits: SandboxPolicy.Limits) -> [String] {
        [
            // The program starts without variables.
            "/usr/bin/env", "XDG_RUNTIME_DIR=" + runtime,
            program, "--user", "--scope", "--quiet", "--collect", "--description=A provider of Latchkey",
            "--property=MemoryMax=\(limits.memory + limits.temporaryFiles)",
            // Secrets stay out of the swap.
            "--property=MemorySwapMax=0",
            // bubblewrap has two tasks of its own.
            "--property=TasksMax=\(limits.processes + 2)",
            "--",
        ]
    }

    /// The check of `latchkey doctor` about limits on all processes of a provider together.
    static func report(_ scope: SystemdScope?) -> AgentStatus.Result.Check {
        guard scope == nil else {
            return .init(
                name: "limits", verdict: .good, finding: "systemd limits each provider's memory and tasks together")
        }
        return .init(
            name: "limits", verdict: .warning,
            finding: "no systemd scope could be started, so a provider's shared memory has no limit",
            remedy: "run \"systemd-run --user --scope true\" to see why")
    }
}
