import Foundation
import Testing

@testable import LatchkeySystem

@Suite(.timeLimit(.minutes(1))) struct RemovalWatchTests {
    /// Ways to take a file from its place.
    enum Removal: CaseIterable, Sendable { case delete, move, replace, deleteParent }

    @Test(arguments: Removal.allCases) func `reports the file that is not in its place any more`(
        removal: Removal
    ) async throws {
        let folder = try TemporaryFolder()
        for name in ["first", "second"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: "\(folder.path)/\(name)/file"))
        }
        let (first, second) = (folder.path + "/first/file", folder.path + "/second/file")
        // An open file delays the kernel's event for the folder itself.
        let open = try #require(FileHandle(forReadingAtPath: second))
        let watch = try RemovalWatch([first, second])
        // Other files of a watched folder may come and go.
        let other = URL(filePath: folder.path + "/first/other")
        try Data().write(to: other)
        try FileManager.default.removeItem(at: other)
        switch removal {
        case .delete: try FileManager.default.removeItem(atPath: second)
        case .move: try FileManager.default.moveItem(atPath: second, toPath: folder.path + "/second/elsewhere")
        case .replace: try Data().write(to: URL(filePath: second), options: .atomic)
        case .deleteParent: try FileManager.default.removeItem(atPath: folder.path + "/second")
        }
        #expect(try await watch.firstRemoval() == second)
        try open.close()
    }

    @Test func `ends the wait if the task is cancelled`() async throws {
        let folder = try TemporaryFolder()
        let watch = try RemovalWatch([folder.path])
        let wait = Task { try await watch.firstRemoval() }
        wait.cancel()
        #expect(try await wait.value == nil)
    }

    @Test func `throws for a missing file`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SystemError.callFailed(name: "lstat", errno: ENOENT, path: folder.path + "/missing")) {
            try RemovalWatch([folder.path + "/missing"])
        }
    }
}
