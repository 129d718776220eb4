import Foundation
import LatchkeySystem
package import LatchkeyWire

/// Starts the native host as a browser does, greets, and hears what comes back.
package struct HostTrial: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The agent greeted back, in this version of the product.
        case answered(productVersion: String)
        /// The host or the agent answered with an error.
        case refused(RemoteError)
        /// It ended without a word, with this status.
        case ended(Int32)
        case notStarted(String)
        case tookTooLong(seconds: Int)
    }

    private let program: String
    private let arguments: [String]

    /// - Parameters:
    ///   - program: The script that the manifests name.
    ///   - place: Whose way of starting is tried.
    package init(program: String, for place: BrowserPlace) {
        self.program = program
        arguments =
            switch place.browser.family {
            case .chromium: ExtensionIdentity.origins.prefix(1).map { $0 }
            case .firefox: [place.manifest] + ExtensionIdentity.firefox.prefix(1)
            }
    }

    /// Runs it to the answer and ends it, which takes no longer than the limit.
    package func run(seconds: Int = 15) async -> Outcome {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // Nothing of this program's: what it needs is in the script.
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return .notStarted(error.localizedDescription) }
        let running = RunningTrial(process: process, input: input.fileHandleForWriting)
        let outcome = await answer(from: output.fileHandleForReading, of: running, seconds: seconds)
        // It ends with its input, as with a browser.
        running.end()
        return outcome
    }

    private func answer(from output: FileHandle, of running: RunningTrial, seconds: Int) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                let answer = try? await BlockingCalls.runAlone {
                    try running.input.write(contentsOf: Data(Self.greeting()))
                    return try Self.frame(from: output)
                }
                guard let payload = answer else { return .ended(running.status) }
                return Self.outcome(of: payload)
            }
            group.addTask {
                try? await ContinuousClock().sleep(for: .seconds(seconds))
                // Ends the reading, too.
                if !Task.isCancelled { running.end() }
                return .tookTooLong(seconds: seconds)
            }
            let outcome = await group.next() ?? .tookTooLong(seconds: seconds)
            group.cancelAll()
            return outcome
        }
    }

    private static func greeting() throws -> [UInt8] {
        struct Call: Encodable {
            var jsonrpc = "2.0"
            var id = 1
            var method = Hello.name
            var params: Hello.Parameters
        }
        let client = ClientDescription(program: "latchkey", showsSheets: false)
        return try Frame.encode(try Payload.encode(Call(params: Hello.Parameters(client: client))))
    }

    /// Waits for one frame; nothing at the end.
    private static func frame(from output: FileHandle) throws -> [UInt8]? {
        var decoder = FrameDecoder()
        // Byte by byte, for Foundation waits until it has all that it was asked for.
        while let piece = try output.read(upToCount: 1), !piece.isEmpty {
            decoder.append(piece)
            if let payload = try decoder.next() { return payload }
        }
        return nil
    }

    private static func outcome(of payload: [UInt8]) -> Outcome {
        struct Answer: Decodable { let result: Hello.Result }
        switch try? Payload.decode(MessageHead.self, from: payload) {
        case .answer(_, let error?), .complaint(let error): return .refused(error)
        default:
            guard let answer = try? Payload.decode(Answer.self, from: payload) else {
                return .refused(RemoteError(.malformedMessage, "its answer cannot be read"))
            }
            return .answered(productVersion: answer.result.productVersion)
        }
    }
}

/// Sendable: Foundation's process is only asked for its end, which it allows from any thread.
private final class RunningTrial: @unchecked Sendable {
    let input: FileHandle
    private let process: Process

    init(process: Process, input: FileHandle) {
        self.process = process
        self.input = input
    }

    /// Waits for its end.
    var status: Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    func end() {
        try? input.close()
        process.terminate()
    }
}
