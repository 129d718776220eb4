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
    /// Whether every user may write the file.
    package var isWorldWritable: Bool
    /// Whether the file was removed or replaced while the process was running.
    package var isDeleted: Bool

    package init(
        path: String, device: UInt64, inode: UInt64, owner: UInt32, changeTime: Int64, isWorldWritable: Bool = false,
        isDeleted: Bool = false
    ) {
        self.path = path
        self.device = device
        self.inode = inode
        self.owner = owner
        self.changeTime = changeTime
        self.isWorldWritable = isWorldWritable
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
