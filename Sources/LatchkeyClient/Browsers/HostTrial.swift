package import LatchkeySystem
package import LatchkeyWire

/// Starts the native host as a browser does, sends `hello` and waits for the answer.
package struct HostTrial: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The agent answered; it has this product version.
        case answered(productVersion: String)
        /// The host or the agent answered with an error.
        case refused(RemoteError)
        /// The host exited with this status before it answered.
        case ended(Int32)
        case notStarted(SystemError)
        case timedOut(seconds: Int)
    }

    private let program: String
    private let arguments: [String]

    /// - Parameters:
    ///   - program: The script that the manifests name.
    ///   - place: The browser whose arguments the host gets.
    package init(program: String, for place: BrowserPlace) {
        self.program = program
        arguments =
            switch place.browser.family {
            case .chromium: ExtensionIdentity.origins.prefix(1).map { $0 }
            case .firefox: [place.manifest] + ExtensionIdentity.firefox.prefix(1)
            }
    }

    /// Runs the host until it answers or the time is over, and ends it.
    package func run(seconds: Int = 15) async -> Outcome {
        let process: PipedProcess
        do throws(SystemError) {
            // The script sets the variables that the host needs.
            process = try await PipedProcess.start(
                program, arguments: arguments, environment: ["PATH": "/usr/bin:/bin"])
        } catch {
            return .notStarted(error)
        }
        defer { process.end() }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await Self.greet(process) }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                // Also ends the other task.
                if !Task.isCancelled { process.end() }
                return .timedOut(seconds: seconds)
            }
            let outcome = await group.next() ?? .timedOut(seconds: seconds)
            group.cancelAll()
            return outcome
        }
    }

    private static func greet(_ process: PipedProcess) async -> Outcome {
        do {
            let client = try await AgentClient(
                connection: process.connection(), as: ClientDescription(program: "latchkey", showsSheets: false))
            await client.close()
            return .answered(productVersion: client.agent.productVersion)
        } catch let error as RemoteError {
            return .refused(error)
        } catch {
            return .ended(await process.waitForEnd())
        }
    }
}
