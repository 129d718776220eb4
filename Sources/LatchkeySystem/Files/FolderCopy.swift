import CLinux
import Glibc
package import LatchkeyWire

/// Copies a folder that holds regular files and folders only, such as a provider's bundle.
///
/// Symbolic links, FIFOs, sockets and devices are refused and never opened: a link could copy a file from elsewhere.
/// Every entry is opened relative to its folder's descriptor with `O_NOFOLLOW`, and checked again once it is open. So
/// an entry that another process exchanges during the copy is refused, too.
package enum FolderCopy {
    /// Copies the content of a folder into a new folder, as the caller's own files with mode 0755 or 0644.
    ///
    /// - Throws: ``SystemError/notAFileOrFolder(path:kind:)``, ``SystemError/tooManyEntries(path:limit:)``,
    ///   ``SystemError/tooManyBytes(path:limit:)``, ``SystemError/tooDeep(path:limit:)``,
    ///   ``SystemError/exchanged(path:)``, ``SystemError/callFailed(name:errno:path:)``. The caller removes the partial
    ///   copy.
    package static func copy(
        _ source: String, to target: String, limits: BundleLimits = BundleLimits()
    ) throws(SystemError) {
        let folder = OwnedDescriptor(
            try systemCall("open", path: source) {
                unsafe open(source, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            })
        try systemCall("mkdir", path: target) { unsafe mkdir(target, 0o755) }
        let copied = OwnedDescriptor(
            try systemCall("open", path: target) {
                unsafe open(target, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            })
        try systemCall("fchmod", path: target) { fchmod(copied.number, 0o755) }
        var copy = Copy(limits: limits)
        try copy.content(of: folder, at: source, to: copied, depth: 1)
    }

    /// The state of a copy, with its counts for the limits.
    private struct Copy {
        let limits: BundleLimits
        private var entries = 0
        private var bytes = 0
        private var buffer = [UInt8](repeating: 0, count: 1 << 18)

        init(limits: BundleLimits) {
            self.limits = limits
        }

        mutating func content(
            of folder: OwnedDescriptor, at path: String, to target: OwnedDescriptor, depth: Int
        ) throws(SystemError) {
            guard depth <= limits.depth else { throw .tooDeep(path: path, limit: limits.depth) }
            for name in try names(in: folder, at: path) {
                let path = path + "/" + name
                var status = stat()
                try systemCall("fstatat", path: path) {
                    unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW)
                }
                switch status.st_mode & S_IFMT {
                case S_IFREG: try file(name, at: path, of: folder, to: target, found: status)
                case S_IFDIR:
                    let opened = try open(name, at: path, of: folder, O_DIRECTORY, found: status)
                    try systemCall("mkdirat", path: path) { unsafe mkdirat(target.number, name, 0o755) }
                    let copied = OwnedDescriptor(
                        try systemCall("openat", path: path) {
                            unsafe openat(target.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                        })
                    // mkdirat applies the umask.
                    try systemCall("fchmod", path: path) { fchmod(copied.number, 0o755) }
                    try content(of: opened, at: path, to: copied, depth: depth + 1)
                case let type: throw .notAFileOrFolder(path: path, kind: FolderCopy.kind(of: type))
                }
            }
        }

        /// Opens an entry and checks that it is the one that was found.
        private func open(
            _ name: String, at path: String, of folder: OwnedDescriptor, _ flags: Int32, found: stat
        ) throws(SystemError) -> OwnedDescriptor {
            let number: Int32
            do throws(SystemError) {
                number = try systemCall("openat", path: path) {
                    unsafe openat(
                        folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags)
                }
            } catch .callFailed(_, ELOOP, _), .callFailed(_, ENOTDIR, _) {
                throw .exchanged(path: path)
            }
            let opened = OwnedDescriptor(number)
            var status = stat()
            try systemCall("fstat", path: path) { unsafe fstat(opened.number, &status) }
            let isSame =
                status.st_dev == found.st_dev && status.st_ino == found.st_ino
                && status.st_mode & S_IFMT == found.st_mode & S_IFMT
            guard isSame else { throw .exchanged(path: path) }
            return opened
        }

        private mutating func file(
            _ name: String, at path: String, of folder: OwnedDescriptor, to target: OwnedDescriptor, found: stat
        ) throws(SystemError) {
            let source = try open(name, at: path, of: folder, 0, found: found)
            let copy = OwnedDescriptor(
                try systemCall("openat", path: path) {
                    unsafe openat(
                        target.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
                })
            while true {
                let count = try systemCall("read", path: path) {
                    unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(source.number, $0.baseAddress, $0.count) }
                }
                if count == 0 { break }
                bytes += count
                guard bytes <= limits.bytes else { throw .tooManyBytes(path: path, limit: limits.bytes) }
                try AtomicFile.append(Array(buffer[..<count]), to: copy, path: path)
            }
            let mode: mode_t = found.st_mode & 0o111 == 0 ? 0o644 : 0o755
            try systemCall("fchmod", path: path) { fchmod(copy.number, mode) }
        }

        /// The names in a folder, sorted; each counts for the limit.
        private mutating func names(
            in folder: OwnedDescriptor, at path: String
        ) throws(SystemError) -> [String] {
            // fdopendir takes ownership of the descriptor.
            let number = try systemCall("openat", path: path) {
                unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
            guard let stream = unsafe fdopendir(number) else {
                let cause = errno
                _ = close(number)
                throw .callFailed(name: "fdopendir", errno: cause, path: path)
            }
            defer { _ = unsafe closedir(stream) }
            var names: [String] = []
            while true {
                errno = 0
                guard let entry = unsafe readdir(stream) else {
                    guard errno == 0 else { throw .callFailed(name: "readdir", errno: errno, path: path) }
                    return names.sorted()
                }
                guard let name = unsafe FileSystem.name(of: entry) else {
                    throw .callFailed(name: "readdir", errno: EILSEQ, path: path)
                }
                if name == "." || name == ".." { continue }
                entries += 1
                guard entries <= limits.entries else { throw .tooManyEntries(path: path, limit: limits.entries) }
                names.append(name)
            }
        }
    }

    private static func kind(of type: mode_t) -> String {
        switch type {
        case S_IFLNK: "symbolic link"
        case S_IFIFO: "FIFO"
        case S_IFSOCK: "socket"
        case S_IFCHR, S_IFBLK: "device"
        default: "file of an unknown type"
        }
    }
}
