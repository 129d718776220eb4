import Glibc
package import LatchkeyCore
import Subprocess
import SystemPackage

/// ZBar's `zbarimg`, which reads QR codes.
package struct BarcodeReader: Hashable, Sendable {
    let program: String

    /// The limit for the texts of all codes in a picture.
    private static let byteLimit = 256 * 1024
    /// The status of `zbarimg` for a picture without a code.
    private static let noCodeFound: Int32 = 4
    /// The statuses of `timeout` after its first signal, and after its second one.
    private static let timeouts: [TerminationStatus] = [.exited(124), .exited(128 + SIGKILL), .signaled(SIGKILL)]

    /// Finds the program; `nil` if it is not installed.
    package static func find(folders: [String] = ["/usr/bin", "/usr/local/bin"]) -> BarcodeReader? {
        FileSystem.executable("zbarimg", in: folders).map(BarcodeReader.init)
    }

    /// Reads the text of each QR code in a picture.
    ///
    /// The program's output is read directly into a secret's memory.
    ///
    /// - Parameter seconds: The timeout; a crafted picture could keep the program busy.
    /// - Throws: ``SystemError/unreadablePicture(path:)`` for another file or a picture with too many codes,
    ///   ``SystemError/pictureTookTooLong(path:seconds:)``.
    package func texts(in path: String, within seconds: Int = 10) async throws -> [Secret] {
        let (input, output) = try OwnedDescriptor.makePipe()
        async let ending = run(on: path, within: seconds, output: output)
        let (bytes, count) = try await BlockingCalls.runAlone {
            // Too much output ends here: the program's next write fails.
            defer { input.close() }
            return try Self.read(input)
        }
        let status = try? await ending
        if let status, Self.timeouts.contains(status) {
            throw SystemError.pictureTookTooLong(path: path, seconds: seconds)
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

    private func run(on path: String, within seconds: Int, output: OwnedDescriptor) async throws -> TerminationStatus {
        // So that a name with a leading dash is not an option.
        let picture = path.hasPrefix("/") ? path : "./" + path
        let reading = [program, "--quiet", "--raw", "--nodisplay", "-Sdisable", "-Sqrcode.enable", picture]
        return try await Subprocess.run(
            .path("/usr/bin/timeout"), arguments: Arguments(["--kill-after=1", String(seconds)] + reading),
            environment: .exactly([:]), input: .none, output: .descriptor(output), error: .discarded
        ) { _ in output.close() }.terminationStatus
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
