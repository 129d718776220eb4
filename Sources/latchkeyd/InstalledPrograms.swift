import LatchkeyAgent
import LatchkeySystem
import LatchkeyWire

/// Recognises the programs of the agent's own installation, which need no permission.
///
/// They are in the agent's folder, as in a build, or where the installation has them relative to it. A program counts
/// only if it executes the file at that place, and if root or the owner of the agent's program owns the file.
struct InstalledPrograms: Sendable {
    private let folders: [String]
    private let owners: Set<UInt32>

    private static let nativeHost = "latchkey-native-host"
    /// `latchkey-vault` is not one of them: it proves itself with its provider's token.
    private static let others: Set<String> = ["latchkey", "git-credential-latchkey"]

    init() {
        folders = CurrentProcess.executableFolder.map { Self.folders(of: $0) } ?? []
        owners = [0, RunningExecutable.ofThisProcess?.owner ?? 0]
    }

    func standing(of file: ExecutableFile?) -> Caller.Standing {
        guard let file, owners.contains(file.owner), !file.isWritableByOthers,
            let name = file.path.split(separator: "/").last.map(String.init),
            name == Self.nativeHost || Self.others.contains(name),
            folders.contains(where: { file.isPlaced(at: RunningExecutable.at($0 + "/" + name)) })
        else { return .other }
        return name == Self.nativeHost ? .nativeHost : .installed
    }

    /// The folders of an installation whose agent is in `folder`.
    private static func folders(of folder: String) -> [String] {
        for (suffix, bin) in [("/libexec/latchkey", "/../../bin"), ("/libexec", "/../bin")]
        where folder.hasSuffix(suffix) {
            return [folder, FileSystem.standardized(folder + bin)]
        }
        return [folder]
    }
}
