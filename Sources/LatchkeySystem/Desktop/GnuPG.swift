package import LatchkeyCore
import Subprocess
import SystemPackage

/// The program gpg, which decrypts the files of `pass`.
package struct GnuPG: Sendable {
    /// The limit for a decrypted file; a usual one has a few lines.
    package static let byteLimit = 1024 * 1024

    private let program: String

    /// Finds the program in a search path; `nil` if it is not there.
    package static func find(in searchPath: String) -> GnuPG? {
        FileSystem.executable("gpg", in: searchPath.split(separator: ":").map(String.init)).map(GnuPG.init(program:))
    }

    /// Decrypts a file; gpg's agent may ask the user for the key's passphrase.
    ///
    /// - Throws: ``SystemError/decryptionFailed(path:)``.
    package func decrypt(_ path: String) async throws(SystemError) -> Secret {
        do {
            let result = try await Subprocess.run(
                .path(FilePath(program)),
                // After "--", a path with a leading dash is not an option.
                arguments: ["--quiet", "--batch", "--yes", "--decrypt", "--", path],
                output: .bytes(limit: Self.byteLimit), error: .discarded)
            guard result.terminationStatus.isSuccess else { throw SystemError.decryptionFailed(path: path) }
            return Secret(copying: result.standardOutput)
        } catch {
            throw .decryptionFailed(path: path)
        }
    }
}
