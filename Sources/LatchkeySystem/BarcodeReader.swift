import Glibc
package import LatchkeySecret
import Subprocess
import SystemPackage

/// The reader of QR codes that the machine has: ZBar's `zbarimg`.
package struct BarcodeReader: Hashable, Sendable {
    let program: String

    /// More than any picture's codes.
    private static let byteLimit = 256 * 1024
    /// What `zbarimg` ends with where a picture has no code.
    private static let nothingFound: Int32 = 4

    /// The reader, where one is installed.
    package static func find(folders: [String] = ["/usr/bin", "/usr/local/bin"]) -> BarcodeReader? {
        folders.map { $0 + "/zbarimg" }.first { unsafe access($0, X_OK) == 0 }.map(BarcodeReader.init)
    }

    /// The texts of the QR codes in a picture, one each.
    ///
    /// - Throws: ``SystemError/unreadablePicture(path:)`` for what is no picture, or is too much of one.
    package func texts(in path: String) async throws -> [Secret] {
        // A name that begins with a dash is no option.
        let picture = path.hasPrefix("/") ? path : "./" + path
        let nothing: [Environment.Key: String] = [:]
        let result: (status: TerminationStatus, output: [UInt8])
        do {
            let ran = try await Subprocess.run(
                .path(FilePath(program)),
                arguments: ["--quiet", "--raw", "--nodisplay", "-Sdisable", "-Sqrcode.enable", picture],
                environment: .custom(nothing), output: .bytes(limit: Self.byteLimit), error: .discarded)
            result = (ran.terminationStatus, ran.standardOutput)
        } catch {
            throw SystemError.unreadablePicture(path: path)
        }
        switch result.status {
        case .exited(0): return result.output.split(separator: UInt8(ascii: "\n")).map { Secret(copying: $0) }
        case .exited(Self.nothingFound): return []
        default: throw SystemError.unreadablePicture(path: path)
        }
    }
}
