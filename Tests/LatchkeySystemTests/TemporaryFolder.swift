import Foundation

/// A folder of one test's own, 0700, gone after it.
///
/// Short, so that a socket fits in.
final class TemporaryFolder: Sendable {
    let path: String

    init(in parent: String = "/tmp") throws {
        path = "\(parent)/lk-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Opens a folder's way for other users, who are to fail for a better reason.
    func allow(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
