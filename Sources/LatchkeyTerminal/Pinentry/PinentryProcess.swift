import Foundation

/// A `pinentry` that runs: lines in, lines out.
enum PinentryProcess {
    /// Starts the program with nothing but the given environment.
    ///
    /// - Throws: ``PinentryError/notFound(_:)``, and what Foundation throws when the program does not start.
    static func start(_ program: String, environment: [String: String]) throws -> AssuanChannel {
        guard let path = find(program, in: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin") else {
            throw PinentryError.notFound(program)
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let lines = LineReader(output.fileHandleForReading)
        let running = RunningProcess(process: process, input: input.fileHandleForWriting)
        return AssuanChannel(
            writeLine: { try running.input.write(contentsOf: Data(($0 + "\n").utf8)) },
            readLine: { await lines.next() },
            close: { running.end() })
    }

    private static func find(_ program: String, in searchPath: String) -> String? {
        let candidates = program.contains("/") ? [program] : searchPath.split(separator: ":").map { "\($0)/\(program)" }
        return candidates.first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// Sendable: Foundation's process is only asked to end, which it allows from any thread.
private final class RunningProcess: @unchecked Sendable {
    let input: FileHandle
    private let process: Process

    init(process: Process, input: FileHandle) {
        self.process = process
        self.input = input
    }

    func end() {
        // Its input ends, too, so that one that ignores the signal ends with its pipe.
        process.terminate()
        try? input.close()
    }

    deinit { end() }
}

/// The lines of a pipe, read by a thread of its own because it waits for a person.
private actor LineReader {
    private var iterator: AsyncStream<[UInt8]>.AsyncIterator

    init(_ handle: FileHandle) {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        iterator = stream.makeAsyncIterator()
        Thread.detachNewThread {
            var line: [UInt8] = []
            while let piece = try? handle.read(upToCount: 1), let byte = piece.first {
                if byte == UInt8(ascii: "\n") {
                    continuation.yield(line)
                    line = []
                } else if line.count < longestLine {
                    line.append(byte)
                }
            }
            continuation.finish()
        }
    }

    func next() async -> [UInt8]? {
        var copy = iterator
        defer { iterator = copy }
        return await copy.next(isolation: self)
    }
}

/// Assuan's lines have 1000 bytes.
private let longestLine = 2_048
