import CLinux
import Glibc

/// Replaces a folder with another one, so that a failure leaves the old one.
package enum FolderReplacement {
    /// Moves a folder to a path; the folder that was there is at the first folder's old path afterwards.
    ///
    /// Atomic if the file system can exchange two names. On others, the old folder is moved aside first and moved back
    /// if the second step fails; a crash between the steps leaves both under other names.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``; the target is unchanged.
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

    /// Moves a folder to a free path; never replaces a folder that was created since the check.
    private static func move(_ folder: String, to target: String) throws(SystemError) {
        if unsafe latchkey_move(folder, target) == 0 { return }
        switch errno {
        case EINVAL, ENOSYS, ENOTSUP: try systemCall("rename", path: target) { unsafe rename(folder, target) }
        case let number: throw .callFailed(name: "renameat2", errno: number, path: target)
        }
    }
}
