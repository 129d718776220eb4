import Foundation
import Glibc

/// Copies of the built programs that every user can run: the folder of the build may lie in one that is closed to others.
enum BuiltPrograms {
    /// Where the build put them.
    static let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .path

    static let folder: String = {
        let built = URL(filePath: BuiltPrograms.built)
        Leftovers.clear()
        let folder = URL(filePath: Leftovers.own + "programs")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            for name in names {
                try FileManager.default.copyItem(at: built.appending(path: name), to: folder.appending(path: name))
            }
        } catch {
            preconditionFailure("the programs could not be copied; the tests build them: \(error)")
        }
        atexit { try? FileManager.default.removeItem(atPath: Leftovers.own + "programs") }
        return folder.path
    }()

    private static let names = [
        "latchkey", "latchkeyd", "latchkey-vault", "latchkey-vault-provider", "git-credential-latchkey",
        "latchkey-native-host", "MisbehavingProvider", "ThirtyLineProvider",
    ]
}
