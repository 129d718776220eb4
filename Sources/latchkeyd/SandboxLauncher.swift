import LatchkeyAgent
import LatchkeySystem
import LatchkeyWire

/// Starts providers in bubblewrap.
struct SandboxLauncher: ProviderLauncher {
    func launch(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess {
        let policy = SandboxPolicy(
            executable: launch.executable, bundle: launch.bundle, container: launch.container,
            // For providers that are linked dynamically to Swift's libraries, as a debug build of this agent is.
            readOnlyFolders: LoadedLibraries.foldersOutsideTheSystem,
            systemCalls: launch.provider.rawValue == ProviderDirectory.ownProvider ? .ofOwnProvider : .ofAnyRunTime,
            isDebugging: launch.isDebugging)
        do {
            let process = try await SandboxedProcess.start(policy, in: SystemdScope.current) { output in
                // A provider's output may hold control characters; the agent's log must not.
                if case .line(let text, isError: _) = output {
                    AgentLog.write(text.filter { !$0.isControl }, of: launch.provider)
                }
            }
            return Running(process: process)
        } catch let error as SystemError {
            throw RemoteError(
                .providerUnusable, "\(launch.name) cannot be started: \(error.sentence)", hint: error.hint)
        } catch {
            throw RemoteError(.providerUnusable, "\(launch.name) cannot be started")
        }
    }

    func missingLibrary(of executable: String, in bundle: String) async -> String? {
        await MissingLibrary.find(
            executable: executable, bundle: bundle, readOnlyFolders: LoadedLibraries.foldersOutsideTheSystem)
    }

    private struct Running: ProviderProcess {
        let process: SandboxedProcess

        var processIdentifier: Int32 { process.processIdentifier }
        var connection: any Connection { process.connection }

        func waitForEnd() async -> ProviderDeath {
            switch await process.waitForEnd() {
            case .exited(let code): return .exited(code: code)
            case .signalled(let number): return .signalled(number)
            case .libraryMissing(let library): return .libraryMissing(library)
            case .sandboxFailed(let error): return .notStarted(error.sentence)
            }
        }

        func kill() async { process.kill() }
    }
}

extension Character {
    /// Whether a terminal would interpret it instead of displaying it.
    fileprivate var isControl: Bool {
        unicodeScalars.contains { [.control, .format, .lineSeparator].contains($0.properties.generalCategory) }
    }
}
