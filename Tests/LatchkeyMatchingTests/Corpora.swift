import Foundation

/// Data of others, beside the project's folder; a test that needs it is skipped where it is absent.
enum Corpora {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardizedFileURL

    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}
