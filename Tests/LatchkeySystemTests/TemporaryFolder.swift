import Foundation

/// A private folder that is removed with its last reference.
///
/// Its path is short enough for a socket.
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

    /// Opens the parent folders for other users, so that a test fails only for its own reason.
    func allow(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
