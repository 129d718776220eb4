/// The file of a program, as the kernel reports it for a running process.
package struct ExecutableFile: Hashable, Sendable {
    /// The path without symbolic links.
    package var path: String
    package var device: UInt64
    package var inode: UInt64
    /// The user that owns the file.
    package var owner: UInt32
    /// When the file's content, owner or mode last changed, in nanoseconds since 1970 (`st_ctim`).
    ///
    /// Only the kernel sets it, so a program cannot hide that it has changed a file.
    package var changeTime: Int64
    /// Whether other users than the owner may write the file.
    package var isWritableByOthers: Bool
    /// Whether the file was removed or replaced while the process was running.
    package var isDeleted: Bool

    package init(
        path: String, device: UInt64, inode: UInt64, owner: UInt32, changeTime: Int64, isWritableByOthers: Bool = false,
        isDeleted: Bool = false
    ) {
        self.path = path
        self.device = device
        self.inode = inode
        self.owner = owner
        self.changeTime = changeTime
        self.isWritableByOthers = isWritableByOthers
        self.isDeleted = isDeleted
    }

    /// Whether a process executes the file that is at its path, or the one that was there before an update.
    ///
    /// A process in a mount namespace of its own can show any path, so the path alone proves nothing.
    ///
    /// - Parameter current: The file that the agent finds at ``path``.
    package func isPlaced(at current: ExecutableFile?) -> Bool {
        guard let current, current.path == path, current.owner == owner, current.device == device else { return false }
        return isDeleted || current.inode == inode
    }
}

extension ExecutableFile {
    /// Whether a program runs any code that its caller passes, as an interpreter or the dynamic loader does.
    package static func isInterpreter(_ path: String) -> Bool {
        let name = path.split(separator: "/").last?.prefix { !$0.isNumber && $0 != "." && $0 != "-" } ?? ""
        return interpreters.contains(String(name))
    }

    /// What the user must know before allowing an interpreter.
    package static let interpreterWarning = "This is an interpreter: every script that it runs is allowed."

    private static let interpreters: Set<String> = [
        "R", "Rscript", "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "electron", "emacs", "fish", "gawk",
        "gdb", "gjs", "guile", "java", "julia", "ksh", "ld", "lua", "luajit", "mawk", "mksh", "mono", "node", "nodejs",
        "nvim", "perl", "php", "pypy", "python", "qemu", "ruby", "sh", "swift", "tclsh", "vim", "wine", "wish", "zsh",
    ]
}
