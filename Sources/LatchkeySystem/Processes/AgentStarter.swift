import Glibc
import Subprocess
import SystemPackage

/// Starts the agent for the first client where no service manager does, and connects to it.
///
/// The agent gets a session of its own, the working folder `/`, an environment of a few variables, and its log as
/// output, so that nothing of the terminal or the browser that happened to be first hangs on to it.
package struct AgentStarter: Sendable {
    package var locations: Locations
    /// The agent's program and arguments.
    package var program: String
    package var arguments: [String]
    package var environment: [String: String]
    /// How long an agent may take until it listens.
    package var patience: Int32 = 5

    package init(
        locations: Locations, program: String, arguments: [String] = [], environment: [String: String]
    ) {
        self.locations = locations
        self.program = program
        self.arguments = arguments
        self.environment = Self.reduced(environment)
    }

    /// Connects to the agent; starts it when nobody listens.
    ///
    /// Of several clients at once one starts it, and the others wait for that one.
    ///
    /// - Throws: ``SystemError/agentDidNotStart(log:lastLine:hint:)`` and those of ``SocketConnection/connect(to:userID:)``.
    package func connect() async throws -> SocketConnection {
        let socket = try locations.agentSocket
        do { return try await SocketConnection.connect(to: socket) } catch SystemError.nobodyListens {}
        let folder = locations.runtimeDirectory
        try await BlockingCalls.run { try PrivateFolder.ensure(folder) }
        let lock = try await FileLock.acquireWaiting(locations.starterLock)
        defer { lock.release() }
        // Whoever had the lock before may have started it.
        do { return try await SocketConnection.connect(to: socket) } catch SystemError.nobodyListens {}
        try await start()
        return try await SocketConnection.connect(to: socket)
    }

    /// The variables that an agent needs; those of the first client's terminal, screen and secrets are not among them.
    static func reduced(_ environment: [String: String]) -> [String: String] {
        let names: Set<String> = ["HOME", "LANG", "PATH", "LANGUAGE", "TZ"]
        return environment.filter { name, _ in
            // XDG_SESSION_ID and its like belong to one login; the folders are what an agent goes by.
            names.contains(name) || name.hasPrefix("LC_")
                || (name.hasPrefix("XDG_")
                    && (name.hasSuffix("_HOME") || name.hasSuffix("_DIRS") || name == "XDG_RUNTIME_DIR"))
        }
    }

    private func start() async throws {
        let (locations, patience) = (locations, patience)
        let receiver = try Readiness.Receiver(in: locations.runtimeDirectory)
        let log = try await BlockingCalls.run { try openLog(locations) }
        var variables = environment
        variables["NOTIFY_SOCKET"] = receiver.path
        let spawning = (program, arguments, variables)
        // Not a child task: the agent lives on. Its end is waited for so that it leaves no zombie to a long-lived client.
        Task {
            _ = try? await Self.run(spawning.0, spawning.1, spawning.2, log: log)
            receiver.abandon()
        }
        // This program may end long before the agent does, and with it whoever holds the receiver.
        defer { receiver.remove() }
        let isReady = try await BlockingCalls.runAlone { receiver.wait(seconds: patience) }
        guard isReady else {
            let end = try? await BlockingCalls.run { lastLines(of: locations.agentLog) }
            let words = LastWords(end ?? [])
            throw SystemError.agentDidNotStart(log: locations.agentLog, lastLine: words.error, hint: words.hint)
        }
    }

    private static func run(
        _ program: String, _ arguments: [String], _ variables: [String: String], log: Int32
    ) async throws {
        var options = PlatformOptions()
        options.createSession = true
        let environment = variables.reduce(into: [Environment.Key: String]()) { result, variable in
            result[Environment.Key(stringLiteral: variable.key)] = variable.value
        }
        let file = FileDescriptor(rawValue: log)
        _ = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: .custom(environment),
            workingDirectory: "/", platformOptions: options, input: .none,
            output: .fileDescriptor(file, closeAfterSpawningProcess: true), error: .combinedWithOutput)
    }
}

private func openLog(_ locations: Locations) throws(SystemError) -> Int32 {
    try PrivateFolder.ensure(locations.state)
    let path = locations.agentLog
    let log = try systemCall("open", path: path) {
        unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    // One of before may have been made by hand.
    _ = fchmod(log, 0o600)
    return log
}

/// What an agent said last, from the lines of its log.
private struct LastWords {
    /// The error that ended it, or its last line.
    var error: String?
    var hint: String?

    init(_ lines: [Substring]) {
        func text(of line: Substring?, after word: String) -> String? {
            line?.firstRange(of: " latchkeyd: \(word): ").map { String(line?[$0.upperBound...] ?? "") }
        }
        hint = text(of: lines.last, after: "hint")
        let last = hint == nil ? lines.last : lines.dropLast().last
        error = text(of: last, after: "error") ?? last.map(String.init)
    }
}

/// The last lines of a log, from its last few kilobytes.
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
