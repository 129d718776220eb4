import CLinux
import Glibc
package import LatchkeyCore
import Subprocess
import SystemPackage

/// The desktop's clipboard, written by the tool that is installed.
///
/// The tool owns the clipboard's content while it runs, and exits when another program copies something. So the content
/// is cleared by ending the tool: that never clears what the user copied later, and no process has to keep the secret
/// for a comparison.
package struct Clipboard: Hashable, Sendable {
    /// The tool and its arguments; it stays in the foreground.
    let command: [String]
    /// The variables with which the tool finds the screen.
    let environment: [String: String]
    /// Whether clipboard histories are asked to skip the content (`x-kde-passwordManagerHint`).
    package let isMarkedAsSecret: Bool

    /// Finds the tool for the screen that the environment names.
    ///
    /// - Throws: ``SystemError/noClipboard``.
    package static func find(
        environment: [String: String], folders: [String] = defaultFolders
    ) async throws -> Clipboard {
        let screen = environment.filter { name, _ in
            ["WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "HOME"].contains(name)
        }
        switch Tool.find(environment: environment, folders: folders) {
        case .wlCopy(let copy)?:
            // From version 2.3 on, it offers the hint together with the text.
            let marks = await ProgramOutput.of(copy, ["--help"], environment: [:])?.text.contains("--sensitive") == true
            return Clipboard(
                command: [copy, "--foreground"] + (marks ? ["--sensitive"] : []), environment: screen,
                isMarkedAsSecret: marks)
        case .xclip(let copy)?:
            return Clipboard(
                command: [copy, "-selection", "clipboard", "-quiet", "-in"], environment: screen,
                isMarkedAsSecret: false)
        case .xsel(let copy)?:
            return Clipboard(
                command: [copy, "--clipboard", "--nodetach", "--input"], environment: screen,
                isMarkedAsSecret: false)
        case nil: throw SystemError.noClipboard
        }
    }

    /// Whether the environment names a screen, but no tool for its clipboard is installed.
    ///
    /// Starts no process.
    package static func isMissing(
        environment: [String: String], folders: [String] = defaultFolders
    ) -> Bool {
        let hasScreen = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
        return hasScreen && Tool.find(environment: environment, folders: folders) == nil
    }

    package static let defaultFolders = ["/usr/bin", "/usr/local/bin", "/bin"]

    /// A tool, by its path.
    private enum Tool {
        case wlCopy(String)
        case xclip(String)
        case xsel(String)

        /// The tool for the screen that the environment names; `nil` if none is installed.
        static func find(environment: [String: String], folders: [String]) -> Tool? {
            func path(_ name: String) -> String? { FileSystem.executable(name, in: folders) }
            if environment["WAYLAND_DISPLAY"]?.isEmpty == false, let copy = path("wl-copy") { return .wlCopy(copy) }
            guard environment["DISPLAY"]?.isEmpty == false else { return nil }
            return path("xclip").map { .xclip($0) } ?? path("xsel").map { .xsel($0) }
        }
    }

    /// Copies a secret, and clears it after some seconds unless something else was copied since.
    ///
    /// The tool runs in its own session and outlives this program.
    ///
    /// - Parameter timeout: How long to wait for the tool's failure after it has read the secret.
    /// - Throws: ``SystemError/clipboardFailed(tool:status:)`` or ``SystemError/callFailed(name:errno:path:)``.
    package func copy(
        _ secret: Secret, clearAfter seconds: Int = 45, timeout: Duration = .milliseconds(200)
    ) async throws {
        // A tool that exits before it has read everything makes write(2) fail; it must not end this process.
        Signals.ignoreBrokenPipes()
        let (input, output) = try OwnedDescriptor.makePipe()
        // A second descriptor, to ask how much of the pipe the tool has not read.
        let unread = OwnedDescriptor(fcntl(input.number, F_DUPFD_CLOEXEC, 0))
        let (outcomes, outcome) = AsyncStream.makeStream(of: TerminationStatus?.self)
        let command = self
        // Not a child task: the tool outlives this call.
        Task {
            let status = try? await command.run(seconds: seconds, input: input)
            outcome.yield(status ?? .exited(127))
            outcome.finish()
        }
        try await BlockingCalls.run { try Self.write(secret, to: output) }
        // A tool that finds no screen exits without reading; one that owns the clipboard has read everything and stays.
        // On a busy machine both take their time.
        let giveUp = Task {
            var polls = 0
            while Self.hasBytes(unread), polls < Self.pollLimit {
                polls += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            try await Task.sleep(for: timeout)
            outcome.yield(nil)
        }
        defer { giveUp.cancel() }
        guard let status = await outcomes.first(where: { _ in true }) ?? nil, !status.isSuccess else { return }
        throw SystemError.clipboardFailed(tool: self.command[0], status: status.shellStatus)
    }

    /// Five seconds of 10 ms each; a tool that runs longer without reading counts as successful.
    private static let pollLimit = 500

    /// Whether a pipe holds bytes that were not read.
    private static func hasBytes(_ pipe: OwnedDescriptor) -> Bool {
        var count: Int32 = 0
        return unsafe ioctl(pipe.number, UInt(FIONREAD), &count) == 0 && count > 0
    }

    private func run(seconds: Int, input: OwnedDescriptor) async throws -> TerminationStatus {
        var options = PlatformOptions()
        options.createSession = true
        return try await Subprocess.run(
            .path("/usr/bin/timeout"), arguments: Arguments([String(seconds)] + command),
            environment: .exactly(environment), workingDirectory: "/", platformOptions: options,
            input: .descriptor(input), output: .discarded, error: .discarded
        ) { _ in input.close() }.terminationStatus
    }

    private static func write(_ secret: Secret, to output: OwnedDescriptor) throws(SystemError) {
        // The tool reads until the end of the file.
        defer { output.close() }
        try unsafe secret.withBytes { bytes throws(SystemError) in
            var written = 0
            while written < bytes.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                written += try systemCall("write") { unsafe Glibc.write(output.number, rest.baseAddress, rest.count) }
            }
        }
    }
}
