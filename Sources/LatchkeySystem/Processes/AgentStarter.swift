import Glibc
import Subprocess
import SystemPackage

/// Connects to the agent, and starts it if no service manager does.
///
/// The agent gets its own session, the working folder `/`, a few variables, and its log as output. So it does not
/// depend on the terminal or browser of the first client.
package struct AgentStarter: Sendable {
    package var locations: Locations
    /// The agent's program and arguments.
    package var program: String
    package var arguments: [String]
    package var environment: [String: String]
    /// How long the agent may take until it listens, in seconds.
    package var timeout: Int32 = 5
    /// See ``ClientConnection/open(to:userID:isIdentified:)``.
    package var isIdentified = true

    package init(
        locations: Locations, program: String, arguments: [String] = [], environment: [String: String]
    ) {
        self.locations = locations
        self.program = program
        self.arguments = arguments
        self.environment = Self.reduced(environment)
    }

    /// Connects to the agent, and starts it if it is not running.
    ///
    /// If several clients need the agent at once, one starts it and the others wait.
    ///
    /// - Throws: ``SystemError/agentDidNotStart(log:lastLine:hint:)`` and those of
    ///   ``ClientConnection/open(to:userID:isIdentified:)``.
    package func connect() async throws -> ClientConnection {
        let socket = try locations.agentSocket
        do { return try await open(socket) } catch SystemError.noListener {}
        let folder = locations.runtimeDirectory
        try await BlockingCalls.run { try PrivateFolder.ensure(folder) }
        let lock = try await FileLock.acquireWaiting(locations.starterLock)
        defer { lock.release() }
        // The previous holder of the lock may have started it.
        do { return try await open(socket) } catch SystemError.noListener {}
        try await start()
        return try await open(socket)
    }

    private func open(_ socket: String) async throws -> ClientConnection {
        try await ClientConnection.open(to: socket, isIdentified: isIdentified)
    }

    /// The variables that the agent needs, without those of the first client's terminal, screen and secrets.
    static func reduced(_ environment: [String: String]) -> [String: String] {
        let names: Set<String> = ["HOME", "LANG", "PATH", "LANGUAGE", "TZ"]
        return environment.filter { name, _ in
            // Only the XDG variables for folders: XDG_SESSION_ID and others belong to one login session.
            names.contains(name) || name.hasPrefix("LC_")
                || (name.hasPrefix("XDG_")
                    && (name.hasSuffix("_HOME") || name.hasSuffix("_DIRS") || name == "XDG_RUNTIME_DIR"))
        }
    }

    private func start() async throws {
        let (locations, timeout) = (locations, timeout)
        let receiver = try Readiness.Receiver(in: locations.runtimeDirectory)
        let log = try await BlockingCalls.run { try openLog(locations) }
        var variables = environment
        variables["NOTIFY_SOCKET"] = receiver.path
        let spawning = (program, arguments, variables)
        // Not a child task: the agent outlives this call. Waiting for its end avoids a zombie in a long-lived client.
        Task {
            _ = try? await Self.run(spawning.0, spawning.1, spawning.2, log: log)
            receiver.abandon()
        }
        // Now, because this program may exit long before the task ends.
        defer { receiver.remove() }
        let isReady = try await BlockingCalls.runAlone { receiver.wait(seconds: timeout) }
        guard isReady else {
            let lines = try? await BlockingCalls.run { lastLines(of: locations.agentLog) }
            let failure = StartupFailure(lines ?? [])
            throw SystemError.agentDidNotStart(log: locations.agentLog, lastLine: failure.error, hint: failure.hint)
        }
    }

    /// The reason why the agent cannot start: a folder that it refuses, or the error of its last start.
    ///
    /// Starts and changes nothing. `nil` if no reason is known.
    package static func obstacle(in locations: Locations) -> SystemError? {
        for folder in [locations.state, locations.configuration, locations.containers] {
            do {
                try PrivateFolder.checkIfPresent(folder)
            } catch {
                return .agentDidNotStart(
                    log: locations.agentLog, lastLine: error.sentence, hint: locations.hint(for: error) ?? error.hint)
            }
        }
        let failure = StartupFailure(lastLines(of: locations.agentLog))
        guard let error = failure.error, failure.isError else { return nil }
        return .agentDidNotStart(log: locations.agentLog, lastLine: error, hint: failure.hint)
    }

    private static func run(
        _ program: String, _ arguments: [String], _ variables: [String: String], log: OwnedDescriptor
    ) async throws {
        var options = PlatformOptions()
        options.createSession = true
        _ = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: .exactly(variables),
            workingDirectory: "/", platformOptions: options, input: .none, output: .descriptor(log),
            error: .combinedWithOutput
        ) { _ in log.close() }
    }
}

private func openLog(_ locations: Locations) throws(SystemError) -> OwnedDescriptor {
    try PrivateFolder.ensure(locations.state)
    let path = locations.agentLog
    let log = OwnedDescriptor(
        try systemCall("open", path: path) {
            unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        })
    // The user may have created an older one with another mode.
    _ = fchmod(log.number, 0o600)
    return log
}

/// The error and the hint at the end of the agent's log.
private struct StartupFailure {
    /// The error message, or the last line if it is not an error.
    var error: String?
    var hint: String?
    /// Whether the log ends with an error, and not with another line.
    var isError = false

    init(_ lines: [Substring]) {
        func text(of line: Substring?, after word: String) -> String? {
            line?.firstRange(of: " latchkeyd: \(word): ").map { String(line?[$0.upperBound...] ?? "") }
        }
        hint = text(of: lines.last, after: "hint")
        let last = hint == nil ? lines.last : lines.dropLast().last
        isError = text(of: last, after: "error") != nil
        error = text(of: last, after: "error") ?? last.map(String.init)
    }
}

/// The last 4 KiB of a log, as lines.
private func lastLines(of path: String) -> [Substring] {
    guard let number = try? systemCall("open", path: path, { unsafe open(path, O_RDONLY | O_CLOEXEC) }) else {
        return []
    }
    let file = OwnedDescriptor(number)
    let length = lseek(file.number, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(file.number, $0.baseAddress, $0.count, max(0, length - $0.count))
    }
    guard count > 0 else { return [] }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
}
