import LatchkeySystem

/// Starts `pinentry`.
enum PinentryProcess {
    /// Starts the program with these variables and no others.
    ///
    /// - Throws: ``PinentryError/notFound(_:)``, ``SystemError/callFailed(name:errno:path:)``.
    static func start(_ program: String, environment: [String: String]) async throws -> AssuanChannel {
        guard let path = find(program, in: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin") else {
            throw PinentryError.notFound(program)
        }
        let process = try await PipedProcess.start(path, environment: environment)
        let lines = LineReader(process)
        return AssuanChannel(
            writeLine: { try await process.write(Array(($0 + "\n").utf8)) },
            readLine: { try await lines.next() },
            close: { process.end() })
    }

    private static func find(_ program: String, in searchPath: String) -> String? {
        guard program.contains("/") else {
            return FileSystem.executable(program, in: searchPath.split(separator: ":").map(String.init))
        }
        return program.hasPrefix("/") && FileSystem.isExecutable(program) ? program : nil
    }
}

/// Splits a process's output into lines.
private actor LineReader {
    private let process: PipedProcess
    private var buffer: [UInt8] = []

    init(_ process: PipedProcess) {
        self.process = process
    }

    /// Waits for the next line; `nil` at the end of the output.
    ///
    /// One caller at a time.
    func next() async throws -> [UInt8]? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<end].prefix(longestLine))
                buffer.removeSubrange(...end)
                return line
            }
            // The rest of a line that is too long is dropped.
            if buffer.count > longestLine { buffer.removeSubrange(longestLine...) }
            let bytes = try await process.read()
            if bytes.isEmpty { return nil }
            buffer += bytes
        }
    }
}

/// Assuan's lines have at most 1000 bytes.
private let longestLine = 2_048
