import CLinux
import Glibc

/// Puts a folder in the place of another, so that a failure leaves the old one.
package enum FolderReplacement {
    /// Moves a folder to a path; what was there before is at the folder's old path afterwards.
    ///
    /// In one step where the file system can exchange two names. Elsewhere the old one is moved aside first and put back
    /// when the new one cannot follow; a crash in between leaves both, under other names.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``. The target is as it was then.
    package static func put(_ folder: String, at target: String) throws(SystemError) {
        if unsafe latchkey_exchange(folder, target) == 0 { return }
        switch errno {
        case ENOENT: try move(folder, to: target)
        case EINVAL, ENOSYS, ENOTSUP: try putByMovingAside(folder, at: target)
        case let number: throw .callFailed(name: "renameat2", errno: number, path: target)
        }
    }

    static func putByMovingAside(_ folder: String, at target: String) throws(SystemError) {
        let aside = folder + ".old"
        let hadTarget = unsafe rename(target, aside) == 0
        guard hadTarget || errno == ENOENT else { throw .callFailed(name: "rename", errno: errno, path: target) }
        guard unsafe rename(folder, target) == 0 else {
            let number = errno
            if hadTarget { unsafe rename(aside, target) }
            throw .callFailed(name: "rename", errno: number, path: target)
        }
        if hadTarget { try systemCall("rename", path: folder) { unsafe rename(aside, folder) } }
    }

    /// Moves where nothing is; a folder that came meanwhile is not replaced.
    private static func move(_ folder: String, to target: String) throws(SystemError) {
        if unsafe latchkey_move(folder, target) == 0 { return }
        switch errno {
        case EINVAL, ENOSYS, ENOTSUP: try systemCall("rename", path: target) { unsafe rename(folder, target) }
        case let number: throw .callFailed(name: "renameat2", errno: number, path: target)
        }
    }
}
