package import LatchkeyWire
import Subprocess

/// bubblewrap, the program that creates sandboxes.
package enum Bubblewrap {
    private static let paths = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"]

    /// Finds the program; never in `PATH`, which any process can set.
    static func path(_ paths: [String] = paths) throws(SystemError) -> String {
        guard let path = paths.first(where: FileSystem.isExecutable) else {
            throw .noBubblewrap(searched: paths)
        }
        return path
    }

    /// Distinguishes the provider's end from a failed sandbox, by the first line on stderr.
    ///
    /// A provider can write such a line itself; in either case it has failed. A library counts as missing only if the
    /// process has sent nothing: the dynamic loader exits before the provider runs.
    ///
    /// - Parameter hasSent: Whether the process has sent a byte over its connection.
    static func ending(
        _ status: TerminationStatus, firstError: String?, hasSent: Bool = false
    ) -> SandboxedProcess.Ending {
        switch status {
        case .signaled(let number): return .signalled(number)
        case .exited(1) where firstError?.hasPrefix("bwrap: ") == true:
            return .sandboxFailed(failure(firstError ?? ""))
        case .exited(let code) where code > 128 && code <= 128 + 64:
            // bubblewrap reports its child's signal as a shell does.
            return .signalled(code - 128)
        case .exited(127) where !hasSent:
            // The exit status of the dynamic loader.
            return firstError.flatMap(MissingLibrary.name(inError:)).map { .libraryMissing($0) } ?? .exited(127)
        case .exited(let code): return .exited(code)
        }
    }

    private static func failure(_ line: String) -> SystemError {
        let detail = String(line.dropFirst("bwrap: ".count))
        let isAboutNamespaces = ["namespace", "uid map", "user.max_user_namespaces"].contains { detail.contains($0) }
        return isAboutNamespaces ? .noNamespaces(detail: detail) : .sandboxFailed(detail: detail)
    }

    /// The checks of `latchkey doctor` about the sandbox; they start a program in a provider's sandbox.
    package static func isolationReport() async -> [AgentStatus.Result.Check] {
        let program: String
        do throws(SystemError) { program = try path() } catch {
            return [check("bubblewrap", .bad, error)]
        }
        let output = await ProgramOutput.of(program, ["--version"], environment: [:])
        let version = output?.text.split(separator: "\n").first ?? "?"
        return [
            .init(name: "bubblewrap", verdict: .good, finding: "\(program), \(version)"),
            await trial(program),
            SystemdScope.report(await SystemdScope.current),
        ]
    }

    private static func trial(_ program: String) async -> AgentStatus.Result.Check {
        // Paths that exist on every system.
        let policy = SandboxPolicy(executable: "/usr/bin/true", bundle: "/usr/share", container: "/tmp")
        do {
            let process = try await SandboxedProcess.start(policy, bubblewrap: program)
            switch await process.waitForEnd() {
            case .exited(0): return .init(name: "isolation", verdict: .good, finding: "providers run isolated")
            case .sandboxFailed(let error): return check("isolation", .bad, error)
            case let ending:
                return .init(
                    name: "isolation", verdict: .bad, finding: "a trial ended with \(ending)", remedy: trialByHand)
            }
        } catch let error as SystemError {
            return check("isolation", .bad, error)
        } catch {
            return .init(
                name: "isolation", verdict: .bad, finding: "a trial could not be started", remedy: trialByHand)
        }
    }

    private static let trialByHand = SystemError.sandboxFailed(detail: "").hint

    private static func check(
        _ name: String, _ verdict: AgentStatus.Result.Check.Verdict, _ error: SystemError
    ) -> AgentStatus.Result.Check {
        .init(name: name, verdict: verdict, finding: error.sentence, remedy: error.hint ?? trialByHand)
    }
}
