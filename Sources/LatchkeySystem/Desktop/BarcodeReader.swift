import CLinux
import Glibc
package import LatchkeyCore
import Subprocess
import SystemPackage

/// The reader of QR codes that the machine has: ZBar's `zbarimg`.
package struct BarcodeReader: Hashable, Sendable {
    let program: String

    /// More than any picture's codes.
    private static let byteLimit = 256 * 1024
    /// What `zbarimg` ends with where a picture has no code.
    private static let nothingFound: Int32 = 4
    /// What `timeout` ends with where the time was up: after its first signal, and after its second.
    private static let timeWasUp: [TerminationStatus] = [.exited(124), .exited(128 + SIGKILL), .signaled(SIGKILL)]

    /// The reader, where one is installed.
    package static func find(folders: [String] = ["/usr/bin", "/usr/local/bin"]) -> BarcodeReader? {
        folders.map { $0 + "/zbarimg" }.first { unsafe access($0, X_OK) == 0 }.map(BarcodeReader.init)
    }

    /// The texts of the QR codes in a picture, one each.
    ///
    /// What the reader writes goes straight into a secret's memory.
    ///
    /// - Parameter seconds: How long the reader may take, so that a picture made to keep it busy does not.
    /// - Throws: ``SystemError/unreadablePicture(path:)`` for what is no picture, or is too much of one,
    ///   ``SystemError/pictureTookTooLong(path:seconds:)``.
    package func texts(in path: String, within seconds: Int = 10) async throws -> [Secret] {
        var ends: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe latchkey_pipe(&ends) }
        let (input, output) = (ends[0], ends[1])
        async let ending = run(on: path, within: seconds, output: output)
        let read = try await BlockingCalls.runAlone {
            defer { Glibc.close(input) }
            return try Self.read(input)
        }
        let status = try? await ending
        if let status, Self.timeWasUp.contains(status) {
            throw SystemError.pictureTookTooLong(path: path, seconds: seconds)
        }
        switch status {
        case .exited(0):
            guard let texts = unsafe read.bytes.withBytes({ unsafe Self.lines(of: $0.prefix(read.count)) }) else {
                throw SystemError.unreadablePicture(path: path)
            }
            return texts
        case .exited(Self.nothingFound): return []
        default: throw SystemError.unreadablePicture(path: path)
        }
    }

    private func run(on path: String, within seconds: Int, output: Int32) async throws -> TerminationStatus {
        // A name that begins with a dash is no option.
        let picture = path.hasPrefix("/") ? path : "./" + path
        let reading = [program, "--quiet", "--raw", "--nodisplay", "-Sdisable", "-Sqrcode.enable", picture]
        let nothing: [Environment.Key: String] = [:]
        return try await Subprocess.run(
            .path("/usr/bin/timeout"), arguments: Arguments(["--kill-after=1", String(seconds)] + reading),
            environment: .custom(nothing),
            output: .fileDescriptor(FileDescriptor(rawValue: output), closeAfterSpawningProcess: true),
            error: .discarded
        ).terminationStatus
    }

    /// Reads to the end, and one byte further than is allowed at most.
    private static func read(_ input: Int32) throws -> (bytes: Secret, count: Int) {
        var count = 0
        let bytes = try unsafe Secret(count: byteLimit + 1) { room throws(SystemError) in
            while count < room.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
                let got = try systemCall("read") { unsafe Glibc.read(input, rest.baseAddress, rest.count) }
                if got == 0 { break }
                count += got
            }
        }
        return (bytes, count)
    }

    /// The lines that are not empty; nil for more than any picture's codes.
    private static func lines(of bytes: Slice<UnsafeRawBufferPointer>) -> [Secret]? {
        guard unsafe bytes.count <= byteLimit else { return nil }
        return unsafe bytes.split(separator: UInt8(ascii: "\n")).map { unsafe Secret(copying: $0) }
    }
}
