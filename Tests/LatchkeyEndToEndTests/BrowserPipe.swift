import Foundation
import Glibc
import RunningProgram
import Synchronization
import SystemPackage

@testable import LatchkeySystem

/// Starts the native host with two pipes and speaks native messaging with it, as a browser does.
final class BrowserPipe: Sendable {
    static let chromium = ["chrome-extension://jcckgbbmaieilaofjoapjjnabeobffmf/"]
    static let firefox = ["/nowhere/org.latchkey.host.json", "autofill@latchkey.org"]

    private let toHost: FileDescriptor
    private let fromHost: FileDescriptor
    private let errors: FileDescriptor
    private let running: RunningProgram
    private let isOpen = Atomic(true)

    /// Starts the native host, or another program such as the script that manifests name.
    init(
        _ world: World, program: String = Program.folder + "/latchkey-native-host",
        arguments: [String] = BrowserPipe.chromium, environment: [String: String]? = nil
    ) async throws {
        // Writing to a host that has exited raises SIGPIPE.
        Signals.ignoreBrokenPipes()
        let (hostInput, toHost) = try FileDescriptor.pipe()
        let (fromHost, hostOutput) = try FileDescriptor.pipe()
        for end in [hostInput, toHost, fromHost, hostOutput] {
            _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
        }
        let name = "/tmp/lke-errors-\(UInt64.random(in: 0 ... .max))"
        errors = try FileDescriptor.open(
            FilePath(name), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerReadWrite])
        _ = unsafe unlink(name)
        (self.toHost, self.fromHost) = (toHost, fromHost)
        running = try await RunningProgram(
            [program] + arguments, user: world.user, environment: environment ?? world.environment, input: hostInput,
            output: .handedOver(hostOutput), error: .kept(errors))
    }

    deinit {
        finish()
        try? fromHost.close()
        try? errors.close()
    }

    var processIdentifier: Int32 { running.processIdentifier }

    /// Sends a payload after its length, or after another number; ignores a closed pipe.
    func send(_ payload: String, announcing length: UInt32? = nil) {
        send(bytes: Array(payload.utf8), announcing: length)
    }

    func send(bytes payload: [UInt8], announcing length: UInt32? = nil) {
        let length = length ?? UInt32(payload.count)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + payload
        _ = try? toHost.writeAll(bytes)
    }

    /// Closes the pipe to the host, as a browser does when it closes a port.
    func finish() {
        if isOpen.exchange(false, ordering: .relaxed) { try? toHost.close() }
    }

    /// The next message, or `nil` at the end of the pipe.
    ///
    /// - Throws: ``TimeoutError`` after 30 seconds.
    func receive() async throws -> String? {
        try await BlockingCalls.runAlone { [self] in
            guard let head = try read(4) else { return nil }
            let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= 1 << 20 else { throw TimeoutError(condition: "a frame of at most 1 MiB") }
            return try read(length).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Sends a hello and returns the response.
    @discardableResult
    func greet(_ greeting: String = RawClient.hello()) async throws -> String? {
        send(greeting)
        return try await receive()
    }

    private func read(_ count: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var wait = pollfd(fd: fromHost.rawValue, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, 30_000) == 1 else {
                throw TimeoutError(condition: "a message from the native host")
            }
            var piece = [UInt8](repeating: 0, count: count - bytes.count)
            let got = try unsafe piece.withUnsafeMutableBytes { unsafe try fromHost.read(into: $0) }
            guard got > 0 else { return nil }
            bytes += piece.prefix(got)
        }
        return bytes
    }

    /// Waits until the host has exited; returns its status and its stderr.
    func end() async throws -> (status: Int32, error: String) {
        let status = await running.status
        var bytes = [UInt8](repeating: 0, count: Int(try errors.seek(offset: 0, from: .end)))
        let count = try unsafe bytes.withUnsafeMutableBytes { unsafe try errors.read(fromAbsoluteOffset: 0, into: $0) }
        return (status, String(decoding: bytes[..<count], as: UTF8.self))
    }
}
