import CLinux
import Glibc

/// Reads, renames and removes small files of this user.
package enum PrivateFile {
    /// Reads a whole file; `nil` if it does not exist.
    ///
    /// Does not follow a symbolic link, and does not wait for the other end of a pipe.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, with `EFBIG` for a file longer than the limit and
    ///   `EINVAL` for anything but a regular file.
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        let number: Int32
        do {
            number = try systemCall("open", path: path) {
                unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            }
        } catch SystemError.callFailed(_, ENOENT, _) {
            return nil
        }
        let file = OwnedDescriptor(number)
        var status = stat()
        try systemCall("fstat", path: path) { unsafe fstat(file.number, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .callFailed(name: "read", errno: EINVAL, path: path) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while content.count <= limit {
            let count = try systemCall("read", path: path) {
                unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(file.number, $0.baseAddress, $0.count) }
            }
            guard count > 0 else { return content }
            content.append(contentsOf: buffer[..<count])
        }
        throw .callFailed(name: "read", errno: EFBIG, path: path)
    }

    /// Removes a file or a symbolic link if it exists.
    package static func remove(_ path: String) throws(SystemError) {
        do {
            try systemCall("unlink", path: path) { unsafe unlink(path) }
        } catch SystemError.callFailed(_, ENOENT, _) {}
    }

    package static func rename(_ path: String, to newPath: String) throws(SystemError) {
        try systemCall("rename", path: path) { unsafe Glibc.rename(path, newPath) }
    }
}
