import CLinux
import Glibc

/// Writes files so that a crash or a full disk leaves the old content or the new one.
package enum AtomicFile {
    /// Replaces a file's content, or creates the file, with mode 0600.
    ///
    /// Writes a temporary file in the same folder, syncs it and renames it. Blocks; tasks call it through
    /// ``BlockingCalls/run(_:)``.
    ///
    /// - Parameter replacing: Whether an existing file is replaced.
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, ``SystemError/alreadyExists(path:)``. The old content
    ///   then remains, except if the folder's fsync failed: the file has the new content, which may not survive a power
    ///   cut.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool = true) throws(SystemError) {
        let folder = folder(of: path)
        let (file, temporary) = try makeTemporary(in: folder, for: path)
        do throws(SystemError) {
            try append(bytes, to: file, path: temporary)
            try systemCall("fsync", path: temporary) { fsync(file.number) }
            if replacing {
                try systemCall("rename", path: path) { unsafe rename(temporary, path) }
            } else {
                try place(temporary, at: path)
            }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        try synchronise(folder: folder)
    }

    /// Renames a file and never replaces another one.
    ///
    /// Atomic, also on file systems without hard links, such as FAT.
    ///
    /// - Throws: ``SystemError/alreadyExists(path:)``, ``SystemError/callFailed(name:errno:path:)``.
    package static func place(_ file: String, at path: String) throws(SystemError) {
        if unsafe latchkey_move(file, path) == 0 { return }
        switch errno {
        case EEXIST: throw .alreadyExists(path: path)
        case EINVAL, ENOSYS, ENOTSUP: try placeByLinking(file, at: path)
        case let number: throw .callFailed(name: "renameat2", errno: number, path: path)
        }
    }

    /// Renames a file through a hard link, for file systems whose rename always replaces.
    package static func placeByLinking(_ file: String, at path: String) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("link", path: path) { unsafe link(file, path) }
        } catch .callFailed(_, EEXIST, _) {
            throw .alreadyExists(path: path)
        }
        unsafe unlink(file)
    }

    /// Syncs a folder's entries to the disk.
    package static func synchronise(folder: String) throws(SystemError) {
        let descriptor = OwnedDescriptor(
            try systemCall("open", path: folder) { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        try systemCall("fsync", path: folder) { fsync(descriptor.number) }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates an empty file with mode 0600 and a random name.
    private static func makeTemporary(
        in folder: String, for path: String
    ) throws(SystemError) -> (file: OwnedDescriptor, path: String) {
        let name = path.split(separator: "/").last ?? "file"
        let temporary = "\(folder)/.\(name).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let number = try systemCall("open", path: path) {
            unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        return (OwnedDescriptor(number), temporary)
    }

    /// Writes all of the bytes.
    static func append(_ bytes: [UInt8], to file: OwnedDescriptor, path: String) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let rest = bytes[written...]
            written += try systemCall("write", path: path) {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) }
            }
        }
    }
}
