import Foundation

/// The files of `Tests/Vectors`.
enum VectorFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}
