import CLinux
import Glibc

/// Files that are either as they were or as they should be, also after a crash or on a full disk.
package enum AtomicFile {
    /// Replaces a file's content, or makes the file, readable by its owner alone.
    ///
    /// Writes a file beside it, brings it to the disk, and puts it in the old one's place. Blocks; from a task call it
    /// through ``BlockingCalls/run(_:)``.
    ///
    /// - Parameter replacing: Whether a file that is there already is replaced.
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, ``SystemError/alreadyExists(path:)``. The old content is still there then, and nothing else;
    ///   except when the last step failed, the folder's own fsync: then the new content is there, but may not survive
    ///   a power cut.
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

    /// Gives a file another name, unless another file has it, even since a moment ago.
    ///
    /// In one step, also where a file cannot have two names, such as on a memory stick.
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

    /// The same with two names for a moment, for a file system that cannot refuse to replace.
    package static func placeByLinking(_ file: String, at path: String) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("link", path: path) { unsafe link(file, path) }
        } catch .callFailed(_, EEXIST, _) {
            throw .alreadyExists(path: path)
        }
        unsafe unlink(file)
    }

    /// Brings a folder's own entries to the disk.
    package static func synchronise(folder: String) throws(SystemError) {
        let descriptor = OwnedDescriptor(
            try systemCall("open", path: folder) { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        try systemCall("fsync", path: folder) { fsync(descriptor.number) }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes an empty file with mode 0600 and a name that nobody has.
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

    /// Writes all of it, in as many steps as it takes.
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
