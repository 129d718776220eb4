import Glibc
package import LatchkeyWire
import Subprocess
import SystemPackage

/// The program that makes sandboxes.
package enum Bubblewrap {
    private static let places = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"]

    /// Where it is; never looked for in `PATH`, which anybody can set.
    static func path(_ places: [String] = places) throws(SystemError) -> String {
        guard let path = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw .noBubblewrap(searched: places)
        }
        return path
    }

    /// Tells a provider's own end from a sandbox that could not be set up, by bubblewrap's first line.
    ///
    /// A provider can write such a line itself, and has failed in either case. A library counts as missing only where
    /// the process has sent nothing: the dynamic loader ends before the provider runs.
    ///
    /// - Parameter hasSent: Whether anything has come from the process over its connection.
    static func ending(
        _ status: TerminationStatus, firstError: String?, hasSent: Bool = false
    ) -> SandboxedProcess.Ending {
        switch status {
        case .signaled(let number): return .signalled(number)
        case .exited(1) where firstError?.hasPrefix("bwrap: ") == true:
            return .sandboxFailed(failure(firstError ?? ""))
        case .exited(let code) where code > 128 && code <= 128 + 64:
            // bubblewrap passes on the signal that ended its child the way a shell does.
            return .signalled(code - 128)
        case .exited(127) where !hasSent:
            // The status that the dynamic loader ends with.
            return firstError.flatMap(MissingLibrary.name(inError:)).map { .libraryMissing($0) } ?? .exited(127)
        case .exited(let code): return .exited(code)
        }
    }

    private static func failure(_ line: String) -> SystemError {
        let detail = String(line.dropFirst("bwrap: ".count))
        let isAboutNamespaces = ["namespace", "uid map", "user.max_user_namespaces"].contains { detail.contains($0) }
        return isAboutNamespaces ? .noNamespaces(detail: detail) : .sandboxFailed(detail: detail)
    }

    /// What `latchkey doctor` says about providers' isolation, tried out with the sandbox that they get.
    package static func isolationReport() async -> [AgentStatus.Result.Check] {
        let program: String
        do throws(SystemError) { program = try path() } catch {
            return [check("bubblewrap", .bad, error)]
        }
        let version = await output(of: program, ["--version"]) ?? "?"
        return [
            .init(name: "bubblewrap", verdict: .good, finding: "\(program), \(version)"),
            await trial(program),
        ]
    }

    private static func trial(_ program: String) async -> AgentStatus.Result.Check {
        // A program, a bundle and a container that every system has.
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

    private static func output(of program: String, _ arguments: [String]) async -> String? {
        let nothing: [Environment.Key: String] = [:]
        let result = try? await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: .custom(nothing),
            output: .string(limit: 1_024), error: .discarded)
        return result?.standardOutput.split(separator: "\n").first.map(String.init)
    }
}
