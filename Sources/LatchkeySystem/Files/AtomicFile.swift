import CLinux
import Glibc

/// Writes files so that a crash or a full disk leaves the old content or the new one.
package enum AtomicFile {
    /// Replaces a file's content, or creates the file, with mode 0600.
    ///
    /// The new file is written and synced without a name (`O_TMPFILE`), so that a killed process leaves no part of it.
    /// Blocks; tasks call it through ``BlockingCalls/run(_:)``.
    ///
    /// - Parameter replacing: Whether an existing file is replaced. A process that is killed right before the rename
    ///   then leaves a complete hidden file, which ``sweep(nextTo:)`` removes.
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, ``SystemError/alreadyExists(path:)``. The old content
    ///   then remains, except if the folder's fsync failed: the file has the new content, which may not survive a power
    ///   cut.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool = true) throws(SystemError) {
        let folder = folder(of: path)
        let number = unsafe latchkey_unnamed_file(folder)
        // The fallback also reports errors that are not about the file system, such as a missing folder.
        guard number >= 0 else { return try writeByRenaming(bytes, to: path, replacing: replacing) }
        let file = OwnedDescriptor(number)
        try fill(file, with: bytes, path: path)
        guard try name(file, path, replacing: replacing) else {
            return try writeByRenaming(bytes, to: path, replacing: replacing)
        }
        try synchronise(folder: folder)
    }

    /// Writes a hidden file and renames it, for file systems without unnamed files.
    ///
    /// A killed process leaves the hidden file, which ``sweep(nextTo:)`` removes.
    package static func writeByRenaming(
        _ bytes: [UInt8], to path: String, replacing: Bool = true
    ) throws(SystemError) {
        let (file, temporary) = try makeTemporary(for: path)
        do throws(SystemError) {
            try fill(file, with: bytes, path: path)
            if replacing {
                try systemCall("rename", path: path) { unsafe rename(temporary, path) }
            } else {
                try place(temporary, at: path)
            }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        try synchronise(folder: folder(of: path))
    }

    /// Removes the hidden files that killed processes left when they wrote a file.
    ///
    /// A writer holds a lock on its hidden file, so that the file is not removed while it is in use.
    ///
    /// - Returns: The paths of the removed files.
    package static func sweep(nextTo path: String) -> [String] {
        let (folder, prefix) = (folder(of: path), temporaryPrefix(for: path))
        return FileSystem.names(in: folder).sorted()
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(temporarySuffix) }
            .map { folder == "." && !path.hasPrefix("./") ? $0 : "\(folder)/\($0)" }
            .filter(removeUnlocked)
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

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Writes the bytes and syncs them to the disk.
    private static func fill(
        _ file: OwnedDescriptor, with bytes: [UInt8], path: String
    ) throws(SystemError) {
        try append(bytes, to: file, path: path)
        try systemCall("fsync", path: path) { fsync(file.number) }
    }

    /// Gives an unnamed file its name.
    ///
    /// - Returns: `false` if the system cannot name it, such as without `/proc`.
    private static func name(
        _ file: OwnedDescriptor, _ path: String, replacing: Bool
    ) throws(SystemError) -> Bool {
        if unsafe latchkey_name(file.number, path) == 0 { return true }
        guard errno == EEXIST else { return false }
        guard replacing else { throw .alreadyExists(path: path) }
        // Before it has a name, so that no sweep removes it.
        flock(file.number, LOCK_EX)
        let temporary = temporaryPath(for: path)
        guard unsafe latchkey_name(file.number, temporary) == 0 else { return false }
        do throws(SystemError) {
            try systemCall("rename", path: path) { unsafe rename(temporary, path) }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        return true
    }

    /// Creates and locks an empty file with mode 0600 and a random name.
    private static func makeTemporary(
        for path: String
    ) throws(SystemError) -> (file: OwnedDescriptor, path: String) {
        while true {
            let temporary = temporaryPath(for: path)
            let file = OwnedDescriptor(
                try systemCall("open", path: path) {
                    unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
                })
            flock(file.number, LOCK_EX)
            var status = stat()
            try systemCall("fstat", path: path) { unsafe fstat(file.number, &status) }
            // A sweep may have removed it before it was locked.
            if status.st_nlink > 0 { return (file, temporary) }
        }
    }

    private static let temporarySuffix = ".partial"

    private static func temporaryPrefix(for path: String) -> String {
        ".\(path.split(separator: "/").last ?? "file")."
    }

    private static func temporaryPath(for path: String) -> String {
        let random = String(UInt64.random(in: 0 ... .max), radix: 36)
        return "\(folder(of: path))/\(temporaryPrefix(for: path))\(random)\(temporarySuffix)"
    }

    /// Removes a regular file of this user that no process has locked.
    ///
    /// - Returns: Whether it was removed.
    private static func removeUnlocked(_ path: String) -> Bool {
        let number = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return false }
        let file = OwnedDescriptor(number)
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return false }
        return unsafe unlink(path) == 0
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
