import Foundation
import Glibc

/// Runs a program to its end and measures time and memory.
struct TimedProgram {
    struct Failed: Error {
        let program: String
        let status: Int32
        let message: String
    }

    /// The result of a run.
    struct Run {
        let milliseconds: Double
        /// The time of all processors, in user and system mode, in milliseconds.
        let processorMilliseconds: Double
        let output: Data
        /// The peak resident memory in MB.
        let memory: Double
    }

    private let path: String
    private let arguments: [String]
    private let environment: [String: String]?
    private let folder: URL?

    init(_ path: String, _ arguments: [String], environment: [String: String]? = nil, folder: URL? = nil) {
        (self.path, self.arguments, self.environment, self.folder) = (path, arguments, environment, folder)
    }

    /// Runs the program with a text on its standard input.
    ///
    /// - Throws: ``Failed``.
    @discardableResult
    func run(input: String = "") throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        if let folder { process.currentDirectoryURL = folder }
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        // Standard error goes to a file, so that the program never waits for a reader.
        let log = FileManager.default.temporaryDirectory.appending(path: "latchkey-bench-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: log) }
        process.standardError = try FileHandle(forWritingTo: log)
        let before = Self.processorMilliseconds
        var printed = Data()
        var watch: MemoryWatch?
        let time = try Stopwatch.milliseconds {
            try process.run()
            watch = MemoryWatch(process: process.processIdentifier)
            try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try standardInput.fileHandleForWriting.close()
            // The end of the output is immediate; `waitUntilExit` polls.
            printed = try output.fileHandleForReading.readToEnd() ?? Data()
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let said = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw Failed(program: path, status: process.terminationStatus, message: said)
        }
        return Run(
            milliseconds: time, processorMilliseconds: Self.processorMilliseconds - before, output: printed,
            memory: watch?.end() ?? 0)
    }

    /// The processor time of all children that have ended.
    private static var processorMilliseconds: Double {
        var usage = rusage()
        unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return Double(seconds) * 1e3 + Double(microseconds) / 1e3
    }
}

/// Samples the memory of a process every millisecond until it ends.
final class MemoryWatch: @unchecked Sendable {
    // Sendable: the sampling thread writes the peak, and `end` reads it after the thread has ended.
    private var peak = 0.0
    private let done = DispatchSemaphore(value: 0)

    init(process: Int32) {
        Thread.detachNewThread { [self] in
            while let memory = try? World.memory(of: process), memory.most > 0 {
                peak = max(peak, memory.most)
                usleep(1000)
            }
            done.signal()
        }
    }

    func end() -> Double {
        done.wait()
        return peak
    }
}
