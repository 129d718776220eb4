import CLinux
import Glibc
package import LatchkeyCore
import Subprocess
import SystemPackage

/// The program gpg, which decrypts the files of `pass`.
package struct GnuPG: Sendable {
    /// A file of `pass` is a few lines.
    package static let byteLimit = 1024 * 1024

    private let program: String

    /// Finds the program in a search path; nil where there is none.
    package static func find(in searchPath: String) -> GnuPG? {
        let candidates = searchPath.split(separator: ":").map { "\($0)/gpg" }.filter { $0.hasPrefix("/") }
        return candidates.first { unsafe access($0, X_OK) == 0 }.map(GnuPG.init(program:))
    }

    /// Decrypts one file; whoever holds the key may be asked for its passphrase by gpg's own agent.
    ///
    /// - Throws: ``SystemError/decryptionFailed(path:)``.
    package func decrypt(_ path: String) async throws(SystemError) -> Secret {
        do {
            let result = try await Subprocess.run(
                .path(FilePath(program)),
                // The path behind the dashes is a file, whatever it begins with.
                arguments: ["--quiet", "--batch", "--yes", "--decrypt", "--", path],
                output: .bytes(limit: Self.byteLimit), error: .discarded)
            guard result.terminationStatus.isSuccess else { throw SystemError.decryptionFailed(path: path) }
            return Secret(copying: result.standardOutput)
        } catch {
            throw .decryptionFailed(path: path)
        }
    }
}
