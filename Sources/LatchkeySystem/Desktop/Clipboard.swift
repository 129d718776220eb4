import CLinux
import Glibc
package import LatchkeyCore
import Subprocess
import SystemPackage

/// The desktop's clipboard, through the tool that the desktop has.
///
/// A tool holds what was copied for as long as it runs, and ends by itself once something else is copied. So clearing
/// means ending it after its time: it cannot take away what somebody copied later, and nobody has to keep the secret
/// to compare it.
package struct Clipboard: Hashable, Sendable {
    /// The tool and its arguments, in the foreground.
    let command: [String]
    /// What the tool needs to find the screen.
    let environment: [String: String]
    /// Whether clipboard histories are asked to leave it out (`x-kde-passwordManagerHint`).
    package let isMarkedAsSecret: Bool

    /// Finds the tool for the screen that the environment names.
    ///
    /// - Throws: ``SystemError/noClipboard``.
    package static func find(
        environment: [String: String], folders: [String] = ["/usr/bin", "/usr/local/bin", "/bin"]
    ) async throws -> Clipboard {
        let screen = environment.filter { name, _ in
            ["WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "HOME"].contains(name)
        }
        func tool(_ name: String) -> String? {
            folders.map { $0 + "/" + name }.first { unsafe access($0, X_OK) == 0 }
        }
        if screen["WAYLAND_DISPLAY"]?.isEmpty == false, let copy = tool("wl-copy") {
            // Offers the hint beside the text from 2.3 on; before, a tool can offer one type alone.
            let marks = await help(of: copy).contains("--sensitive")
            return Clipboard(
                command: [copy, "--foreground"] + (marks ? ["--sensitive"] : []), environment: screen,
                isMarkedAsSecret: marks)
        }
        if screen["DISPLAY"]?.isEmpty == false {
            if let copy = tool("xclip") {
                return Clipboard(
                    command: [copy, "-selection", "clipboard", "-quiet", "-in"], environment: screen,
                    isMarkedAsSecret: false)
            }
            if let copy = tool("xsel") {
                return Clipboard(
                    command: [copy, "--clipboard", "--nodetach", "--input"], environment: screen,
                    isMarkedAsSecret: false)
            }
        }
        throw SystemError.noClipboard
    }

    /// Copies a secret; after so many seconds it is gone, unless something else was copied meanwhile.
    ///
    /// The tool lives on when this program ends, in a session of its own.
    ///
    /// - Parameter patience: How long a tool that fails may take to say so, from when it has read the secret.
    /// - Throws: ``SystemError/clipboardFailed(tool:status:)`` or ``SystemError/callFailed(name:errno:path:)``.
    package func copy(
        _ secret: Secret, clearAfter seconds: Int = 45, patience: Duration = .milliseconds(200)
    ) async throws {
        // A tool that ends before it has read everything is an error here, and no end of this process.
        Signals.ignoreBrokenPipes()
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe latchkey_pipe(&ends) }
        let (input, output) = (ends[0], ends[1])
        // A look at what is still unread; closed with the wait below.
        let look = fcntl(input, F_DUPFD_CLOEXEC, 0)
        let (outcomes, outcome) = AsyncStream.makeStream(of: TerminationStatus?.self)
        let command = self
        // Not a child task: the tool holds the clipboard after this call has returned.
        Task {
            let status = try? await command.run(seconds: seconds, input: input)
            outcome.yield(status ?? .exited(127))
            outcome.finish()
        }
        try await BlockingCalls.run { try Self.write(secret, to: output) }
        // A tool that finds no screen ends and reads nothing; one that holds the clipboard has read it, and stays. On a busy
        // machine both take their time.
        let giveUp = Task {
            defer { close(look) }
            var looks = 0
            while Self.isUnread(look), looks < Self.mostLooks {
                looks += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            try await Task.sleep(for: patience)
            outcome.yield(nil)
        }
        defer { giveUp.cancel() }
        guard let status = await outcomes.first(where: { _ in true }) ?? nil, !status.isSuccess else { return }
        throw SystemError.clipboardFailed(tool: self.command[0], status: Self.number(status))
    }

    /// For five seconds; a tool that reads nothing and stays holds it in some way of its own.
    private static let mostLooks = 500

    /// Whether something lies in a pipe that nobody has taken.
    private static func isUnread(_ pipe: Int32) -> Bool {
        var count: Int32 = 0
        return unsafe ioctl(pipe, UInt(FIONREAD), &count) == 0 && count > 0
    }

    private func run(seconds: Int, input: Int32) async throws -> TerminationStatus {
        var options = PlatformOptions()
        options.createSession = true
        let variables = environment.reduce(into: [Environment.Key: String]()) { result, variable in
            result[Environment.Key(stringLiteral: variable.key)] = variable.value
        }
        return try await Subprocess.run(
            .path("/usr/bin/timeout"), arguments: Arguments([String(seconds)] + command),
            environment: .custom(variables), workingDirectory: "/", platformOptions: options,
            input: .fileDescriptor(FileDescriptor(rawValue: input), closeAfterSpawningProcess: true),
            output: .discarded, error: .discarded
        ).terminationStatus
    }

    private static func write(_ secret: Secret, to output: Int32) throws(SystemError) {
        // The tool reads to the end, which is when this end is closed.
        defer { Glibc.close(output) }
        try unsafe secret.withBytes { bytes throws(SystemError) in
            var written = 0
            while written < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                written += try systemCall("write") { unsafe Glibc.write(output, rest.baseAddress, rest.count) }
            }
        }
    }

    private static func number(_ status: TerminationStatus) -> Int32 {
        switch status {
        case .exited(let code): code
        case .signaled(let signal): 128 + signal
        }
    }

    private static func help(of tool: String) async -> String {
        let nothing: [Environment.Key: String] = [:]
        let result = try? await Subprocess.run(
            .path(FilePath(tool)), arguments: ["--help"], environment: .custom(nothing),
            output: .string(limit: 16_384), error: .discarded)
        return result?.standardOutput ?? ""
    }
}
