// With static linking, the compiler finds stat only through this module's headers.
import CLinux
import Glibc

/// Lookups in the file system that need no open file.
package enum FileSystem {
    /// Whether a file or folder exists; follows symbolic links.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether this process may execute a file; follows symbolic links.
    package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// The size of a file in bytes; follows symbolic links.
    ///
    /// - Returns: `nil` if there is no file, or it cannot be reached.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Finds a program.
    ///
    /// - Parameter folders: Absolute paths; others are ignored.
    /// - Returns: The path in the first folder that has the program; `nil` if none has.
    package static func executable(_ name: String, in folders: [String]) -> String? {
        folders.lazy.filter { $0.hasPrefix("/") }.map { $0 + "/" + name }.first(where: isExecutable)
    }

    /// The target of a symbolic link; `nil` for anything else, and for a target that is not UTF-8.
    package static func targetOfSymbolicLink(_ path: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe target.withUnsafeMutableBytes { buffer in
            let characters = unsafe buffer.bindMemory(to: CChar.self)
            guard let start = characters.baseAddress else { return -1 }
            return unsafe readlink(path, start, characters.count)
        }
        return count > 0 ? String(validating: target.prefix(count), as: UTF8.self) : nil
    }

    /// The names in a folder, in no order, without `.` and `..`; those that are not UTF-8 are left out.
    ///
    /// - Returns: An empty list if the folder cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            if let name = unsafe name(of: entry), name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The name of an entry that `readdir(3)` returned; `nil` if it is not UTF-8.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        // By its address: an entry in the stream's buffer is only as long as its name, shorter than the structure.
        guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
        let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
        return unsafe String(validatingCString: start)
    }

    /// Resolves `.` and `..` in an absolute path, without a look at symbolic links.
    package static func standardized(_ path: String) -> String {
        var folders: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = folders.popLast() } else { folders.append(part) }
        }
        return "/" + folders.joined(separator: "/")
    }

    /// Removes a folder with its content as far as possible; does not follow symbolic links.
    static func removeTree(_ folder: String) {
        for name in names(in: folder) {
            let path = folder + "/" + name
            if unsafe unlink(path) != 0, errno == EISDIR { removeTree(path) }
        }
        unsafe rmdir(folder)
    }

    /// Sets a file's mode, such as `0o700`; follows symbolic links.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    package static func setMode(_ mode: UInt32, of path: String) throws(SystemError) {
        try systemCall("chmod", path: path) { unsafe chmod(path, mode) }
    }
}
