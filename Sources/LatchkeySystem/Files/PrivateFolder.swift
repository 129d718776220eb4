import CLinux
import Glibc

/// Folders that only their owner may enter.
package enum PrivateFolder {
    /// Creates the folder and its missing parents with mode 0700, and checks the folder.
    ///
    /// The check uses the open folder, so that another process cannot replace it after the check.
    ///
    /// - Throws: ``SystemError/symbolicLink(path:)``, ``SystemError/notAFolder(path:)``,
    ///   ``SystemError/wrongOwner(path:owner:expected:)``, ``SystemError/openToOthers(path:mode:)``, or
    ///   ``SystemError/callFailed(name:errno:path:)``.
    package static func ensure(_ path: String, userID: UInt32 = geteuid()) throws(SystemError) {
        try make(path)
        let folder = try open(path)
        try check(folder, path: path, userID: userID)
    }

    /// Checks the folder as ``ensure(_:userID:)`` does, and creates nothing; a missing folder is no error.
    package static func checkIfPresent(_ path: String, userID: UInt32 = geteuid()) throws(SystemError) {
        do throws(SystemError) {
            try check(try open(path), path: path, userID: userID)
        } catch .callFailed(_, ENOENT, _) {}
    }

    /// Removes an empty folder if it exists.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, with `ENOTEMPTY` if it is not empty.
    package static func removeEmpty(_ path: String) throws(SystemError) {
        do {
            try systemCall("rmdir", path: path) { unsafe rmdir(path) }
        } catch .callFailed(_, ENOENT, _) {}
    }

    /// Whether the folder exists, belongs to the user and is closed to others.
    static func isPrivate(_ path: String, userID: UInt32) -> Bool {
        guard let folder = try? open(path) else { return false }
        return (try? check(folder, path: path, userID: userID)) != nil
    }

    /// Creates the folder and its missing parents with mode 0700; does not check existing folders.
    ///
    /// Syncs the name of each new folder to the disk, so that a power cut does not remove it with the files in it.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    package static func make(_ path: String) throws(SystemError) {
        if unsafe mkdir(path, 0o700) == 0 { return try synchroniseName(of: path) }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .callFailed(name: "mkdir", errno: ENOENT, path: path)
            }
            try make(String(path[..<slash]))
            if unsafe mkdir(path, 0o700) == 0 { return try synchroniseName(of: path) }
            if errno != EEXIST { throw .callFailed(name: "mkdir", errno: errno, path: path) }
        case let number: throw .callFailed(name: "mkdir", errno: number, path: path)
        }
    }

    private static func synchroniseName(of path: String) throws(SystemError) {
        do throws(SystemError) {
            try AtomicFile.synchronise(folder: AtomicFile.folder(of: path))
        } catch .callFailed("open", EACCES, _) {
            // A folder that may be written but not read cannot be synced.
        }
    }

    private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        do throws(SystemError) {
            return OwnedDescriptor(
                try systemCall("open", path: path) {
                    unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                })
        } catch .callFailed(_, ENOTDIR, _) {
            // With O_DIRECTORY, open(2) also reports ENOTDIR for a symbolic link.
            throw isSymbolicLink(path) ? .symbolicLink(path: path) : .notAFolder(path: path)
        } catch .callFailed(_, ELOOP, _) {
            throw .symbolicLink(path: path)
        }
    }

    private static func isSymbolicLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func check(
        _ folder: OwnedDescriptor, path: String, userID: UInt32
    ) throws(SystemError) {
        var status = stat()
        try systemCall("fstat", path: path) { unsafe fstat(folder.number, &status) }
        guard status.st_uid == userID else {
            throw .wrongOwner(path: path, owner: status.st_uid, expected: userID)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw .openToOthers(path: path, mode: status.st_mode & 0o7777)
        }
    }
}
