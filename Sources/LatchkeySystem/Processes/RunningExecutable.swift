import CLinux
import Glibc
package import LatchkeyWire

/// Reads which file a process executes.
package enum RunningExecutable {
    /// The file that a process executes.
    ///
    /// The agent reads the file through an opened descriptor, so that path, inode and owner are of the same file. The
    /// process's start time and `handle` show that its number was not given to another process meanwhile.
    ///
    /// - Returns: `nil` if the process has ended, or is protected from this user (``ProcessHardening``).
    static func of(_ process: Int32, handle: ProcessHandle = .unsupported) -> ExecutableFile? {
        // 0 is a process outside of this PID namespace.
        guard process > 0, let start = startTime(of: process), let file = file("/proc/\(process)/exe") else {
            return nil
        }
        guard startTime(of: process) == start, !handle.hasEnded else { return nil }
        return file
    }

    /// The file that this process executes; `nil` if `/proc` is not mounted.
    package static var ofThisProcess: ExecutableFile? { of(getpid()) }

    /// The executable file at a path; follows symbolic links.
    ///
    /// - Returns: `nil` unless it is a regular file that this user may execute.
    package static func at(_ path: String) -> ExecutableFile? {
        guard path.hasPrefix("/"), FileSystem.isExecutable(path) else { return nil }
        return file(path)
    }

    private static func file(_ path: String) -> ExecutableFile? {
        guard let number = try? systemCall("open", path: path, { unsafe open(path, pathOnly | O_CLOEXEC) }) else {
            return nil
        }
        let descriptor = OwnedDescriptor(number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let resolved = FileSystem.targetOfSymbolicLink("/proc/self/fd/\(descriptor.number)")
        else { return nil }
        let isDeleted = status.st_nlink == 0 && resolved.hasSuffix(deletedMark)
        return ExecutableFile(
            path: isDeleted ? String(resolved.dropLast(deletedMark.count)) : resolved,
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), owner: status.st_uid,
            changeTime: Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec),
            // The group of root has no other members.
            isWritableByOthers: status.st_mode & (status.st_gid == 0 ? 0o002 : 0o022) != 0, isDeleted: isDeleted)
    }

    /// When a process started, in clock ticks since the boot (`proc_pid_stat(5)`, field 22).
    private static func startTime(of process: Int32) -> UInt64? {
        guard let bytes = try? PrivateFile.read("/proc/\(process)/stat", limit: 4_096),
            // The second field is the process's name, which can contain spaces and parentheses.
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[bytes.index(after: end)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
    }

    /// The suffix that the kernel appends to the path of a removed file (`proc_pid_exe(5)`).
    private static let deletedMark = " (deleted)"
    /// `O_PATH`, which Swift's Glibc module lacks: it needs no permission to read the file.
    private static let pathOnly: Int32 = 0o10_000_000
}

/// The kernel's reference to a peer's process, whose number cannot be reused while the reference is open.
enum ProcessHandle: Sendable {
    /// A descriptor of the process (`pidfd_open(2)`).
    case descriptor(OwnedDescriptor)
    /// The process had ended before the descriptor was requested.
    case ended
    /// The kernel is older than 6.5 and has no `SO_PEERPIDFD`.
    case unsupported

    /// Whether the process is known to have ended, which makes its descriptor readable.
    var hasEnded: Bool {
        switch self {
        case .descriptor(let descriptor):
            var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            return unsafe poll(&request, 1, 0) != 0
        case .ended: return true
        case .unsupported: return false
        }
    }
}
