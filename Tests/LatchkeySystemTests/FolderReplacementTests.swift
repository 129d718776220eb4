import Foundation
@testable import LatchkeySystem
import Testing

@Suite struct `Folder replacement` {
    private let root = FileManager.default.temporaryDirectory.appending(path: "replace-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

    /// Creates a folder with one file and returns its path.
    private func folder(_ name: String, holding text: String) throws -> String {
        let folder = root.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data(text.utf8).write(to: folder.appending(path: "content"))
        return folder.path
    }

    private func content(_ folder: String) -> String? {
        try? String(contentsOfFile: folder + "/content", encoding: .utf8)
    }

    private typealias Way = @Sendable (String, String) throws -> Void
    /// By renameat2, and by the fallback for other file systems.
    private static let ways: [Way] = [
        { try FolderReplacement.put($0, at: $1) }, { try FolderReplacement.putByMovingAside($0, at: $1) },
    ]

    @Test(arguments: [0, 1]) func `replaces a folder and keeps the old one at the new one's path`(way: Int) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let (new, old) = (try folder("new", holding: "new"), try folder("old", holding: "old"))
        try Self.ways[way](new, old)
        #expect(content(old) == "new")
        #expect(content(new) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() == ["new", "old"])
    }

    @Test(arguments: [0, 1]) func `moves a folder to a free path`(way: Int) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let new = try folder("new", holding: "new")
        try Self.ways[way](new, root.path + "/target")
        #expect(content(root.path + "/target") == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == ["target"])
    }

    @Test(arguments: [0, 1]) func `restores the old folder if the new one cannot be moved`(way: Int) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let old = try folder("old", holding: "old")
        #expect(throws: SystemError.self) { try Self.ways[way](root.path + "/missing", old) }
        #expect(content(old) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == ["old"])
    }
}
