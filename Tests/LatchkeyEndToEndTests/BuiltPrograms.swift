import Foundation
import Glibc

/// Copies of the built programs that every user can run, because other users may not enter the build folder.
enum BuiltPrograms {
    /// The folder of the build.
    static let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .path

    /// The folder of released programs, which `Scripts/test-release` sets; `nil` if the tests use the build's programs.
    private static let released = ProcessInfo.processInfo.environment["LATCHKEY_BUILT"]

    static var areReleased: Bool { released != nil }

    /// The folder that the programs are copied to.
    static let folder: String = {
        let built = URL(filePath: released ?? BuiltPrograms.built)
        TestRun.removeEndedRuns()
        let folder = URL(filePath: TestRun.pathPrefix + "programs")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            for name in names {
                try FileManager.default.copyItem(at: built.appending(path: name), to: folder.appending(path: name))
            }
        } catch {
            preconditionFailure("the built programs could not be copied: \(error)")
        }
        atexit { try? FileManager.default.removeItem(atPath: TestRun.pathPrefix + "programs") }
        return folder.path
    }()

    private static let names = [
        "latchkey", "latchkeyd", "latchkey-vault", "latchkey-vault-provider", "git-credential-latchkey",
        "latchkey-native-host", "MisbehavingProvider", "ThirtyLineProvider",
    ]
}
