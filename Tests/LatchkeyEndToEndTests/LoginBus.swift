import Foundation
import LatchkeySystem
import RunningProgram
import SystemPackage

/// A system bus of a test's own, with a login manager that does as it is told (`Tests/Support/logind.py`).
final class LoginBus: Sendable {
    let address: String
    private let process: RunningProgram
    private let input: FileHandle
    private let output: FileHandle

    init() async throws {
        let (theirInput, ourInput) = try FileDescriptor.pipe()
        let (ourOutput, theirOutput) = try FileDescriptor.pipe()
        input = FileHandle(fileDescriptor: ourInput.rawValue, closeOnDealloc: true)
        output = FileHandle(fileDescriptor: ourOutput.rawValue, closeOnDealloc: true)
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        process = try await RunningProgram(
            ["/usr/bin/python3", tests.appending(path: "Support/logind.py").path],
            environment: ["PATH": "/usr/bin:/bin"], input: theirInput, output: .handedOver(theirOutput),
            error: .kept(.standardError))
        let output = output
        let line = try await BlockingCalls.runAlone { output.availableData }
        address = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Makes something happen: `sleep`, `wake`, `lock`.
    func tell(_ word: String) throws {
        try input.write(contentsOf: Data((word + "\n").utf8))
    }

    static let isAvailable = ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbus"].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }
}
