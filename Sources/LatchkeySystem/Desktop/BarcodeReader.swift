import CLinux
import Glibc
package import LatchkeyCore
import Subprocess

/// ZBar's `zbarimg`, which reads QR codes.
///
/// A picture comes from elsewhere and its decoders are large. So the program runs in a sandbox like a provider's,
/// which shows it the system's libraries and the picture, read-only.
package struct BarcodeReader: Hashable, Sendable {
    let program: String
    /// `nil` to find it.
    var bubblewrap: String?

    /// The limit for the texts of all codes in a picture.
    private static let byteLimit = 256 * 1024
    /// The largest picture, which the sandbox keeps in memory.
    private static let pictureLimit = 64 << 20
    /// The status of `zbarimg` for a picture without a code.
    private static let noCodeFound: Int32 = 4
    /// The statuses of `timeout` after its first signal, and after its second one.
    private static let timeouts: [TerminationStatus] = [.exited(124), .exited(128 + SIGKILL), .signaled(SIGKILL)]

    private init(program: String) {
        self.program = program
    }

    /// Finds the program; `nil` if it is not installed.
    package static func find(folders: [String] = ["/usr/bin", "/usr/local/bin"]) -> BarcodeReader? {
        FileSystem.executable("zbarimg", in: folders).map(BarcodeReader.init)
    }

    /// Reads the text of each QR code in a picture.
    ///
    /// The program's output is read directly into a secret's memory.
    ///
    /// - Parameter seconds: The timeout; a crafted picture could keep the program busy.
    /// - Throws: ``SystemError/unreadablePicture(path:)`` for another file, a picture above 64 MiB, or one with too
    ///   many codes, ``SystemError/callFailed(name:errno:path:)`` if the file cannot be opened,
    ///   ``SystemError/pictureTookTooLong(path:seconds:)``, ``SystemError/noBubblewrap(searched:)``,
    ///   ``SystemError/noNamespaces(detail:)``, ``SystemError/sandboxFailed(detail:)``.
    package func texts(in path: String, within seconds: Int = 10) async throws -> [Secret] {
        let bubblewrap = try self.bubblewrap ?? Bubblewrap.path()
        let picture = try Self.open(path)
        // A file in memory never blocks its writer, unlike a pipe without a reader.
        let errors = OwnedDescriptor(try systemCall("memfd_create") { latchkey_memory_file() })
        let theirErrors = OwnedDescriptor(try systemCall("fcntl") { fcntl(errors.number, F_DUPFD_CLOEXEC, 3) })
        let (noInput, filter) = (try Self.noInput(), try SystemCallFilter.file())
        let (input, output) = try OwnedDescriptor.makePipe()
        async let ending = run(
            bubblewrap, within: seconds, descriptors: [noInput, output, theirErrors, filter, picture])
        let (bytes, count) = try await BlockingCalls.runAlone {
            // Too much output ends here: the program's next write fails.
            defer { input.close() }
            return try Self.read(input)
        }
        let status = try await ending
        if Self.timeouts.contains(status) { throw SystemError.pictureTookTooLong(path: path, seconds: seconds) }
        if case .sandboxFailed(let error) = Bubblewrap.ending(status, firstError: try Self.firstLine(of: errors)) {
            throw error
        }
        switch status {
        case .exited(0):
            guard let texts = unsafe bytes.withBytes({ unsafe Self.lines(of: $0.prefix(count)) }) else {
                throw SystemError.unreadablePicture(path: path)
            }
            return texts
        case .exited(Self.noCodeFound): return []
        default: throw SystemError.unreadablePicture(path: path)
        }
    }

    private func run(
        _ bubblewrap: String, within seconds: Int, descriptors: [OwnedDescriptor]
    ) async throws -> TerminationStatus {
        // An open end of the pipe in this process would keep its reader waiting.
        defer { for descriptor in descriptors { descriptor.close() } }
        let words = ["--kill-after=1", String(seconds), bubblewrap] + arguments(system: .current, ceilings: .own)
        return try await BlockingCalls.runAlone {
            try ChildProcess().run("/usr/bin/timeout", words, descriptors: descriptors) { _ in }
        }
    }

    /// The arguments for bubblewrap; the picture is its descriptor 4.
    func arguments(system: SystemTree, ceilings: SandboxPolicy.Ceilings) -> [String] {
        var limits = SandboxPolicy.Limits()
        limits.fileSize = 64 << 20
        return SandboxPolicy.isolation + ["--setenv", "PATH", "/usr/bin:/bin"]
            + SandboxPolicy.systemFiles(system, temporaryFiles: limits.temporaryFiles) + [
                "--ro-bind", program, "/zbarimg", "--ro-bind-data", "4", "/picture", "--remount-ro", "/",
                "--chdir", "/", "--",
            ] + limits.command(ceilings)
            + ["/zbarimg", "--quiet", "--raw", "--nodisplay", "-Sdisable", "-Sqrcode.enable", "/picture"]
    }

    /// Opens a regular file without waiting for a FIFO's other end.
    private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        let picture = OwnedDescriptor(
            try systemCall("open", path: path) {
                unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            })
        var status = stat()
        try systemCall("fstat", path: path) { unsafe fstat(picture.number, &status) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= pictureLimit else {
            throw .unreadablePicture(path: path)
        }
        return picture
    }

    private static func noInput() throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(
            try systemCall("open", path: "/dev/null") { unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) })
    }

    /// The first line of a file, at most its first 1024 bytes; `nil` for an empty file.
    private static func firstLine(of file: OwnedDescriptor) throws(SystemError) -> String? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = try systemCall("pread") {
            unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, 0) }
        }
        return bytes.prefix(count).split(separator: UInt8(ascii: "\n")).first.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Reads to the end, and at most one byte more than the limit.
    private static func read(_ input: OwnedDescriptor) throws -> (bytes: Secret, count: Int) {
        var count = 0
        let bytes = try unsafe Secret(count: byteLimit + 1) { buffer throws(SystemError) in
            while count < buffer.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                let got = try systemCall("read") { unsafe Glibc.read(input.number, rest.baseAddress, rest.count) }
                if got == 0 { break }
                count += got
            }
        }
        return (bytes, count)
    }

    /// The lines that are not empty; `nil` above the limit.
    private static func lines(of bytes: Slice<UnsafeRawBufferPointer>) -> [Secret]? {
        guard unsafe bytes.count <= byteLimit else { return nil }
        return unsafe bytes.split(separator: UInt8(ascii: "\n")).map { unsafe Secret(copying: $0) }
    }
}
