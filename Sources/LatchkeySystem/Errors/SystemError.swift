/// An error of the operating system, or of a file, socket or program that is not as expected.
package enum SystemError: Error, Hashable, Sendable {
    /// A system call failed; `path` is its file, if it has one.
    case callFailed(name: String, errno: Int32, path: String?)

    // Files and folders.
    /// `HOME` is missing or is not an absolute path.
    case noHome
    case socketPathTooLong(path: String, length: Int, limit: Int)
    case notAFolder(path: String)
    /// The file exists and must not be replaced.
    case alreadyExists(path: String)
    case symbolicLink(path: String)
    /// A copied folder has an entry that is neither a regular file nor a folder.
    case notAFileOrFolder(path: String, kind: String)
    /// A copied folder has too many entries.
    case tooManyEntries(path: String, limit: Int)
    /// A copied folder has too many bytes.
    case tooManyBytes(path: String, limit: Int)
    /// A copied folder is nested too deeply.
    case tooDeep(path: String, limit: Int)
    /// Another process replaced an entry while it was opened.
    case exchanged(path: String)
    case wrongOwner(path: String, owner: UInt32, expected: UInt32)
    /// Other users have access.
    case openToOthers(path: String, mode: UInt32)
    /// Another process holds the lock.
    case locked(path: String)

    // Sockets.
    /// The process at the other end runs as another user.
    case foreignPeer(user: UInt32, expected: UInt32)
    /// The process, or all processes together, have too many open connections.
    case tooManyConnections(process: Int32)
    case notASocket(path: String)
    /// Another process listens on the path.
    case addressInUse(path: String)
    /// No process listens on the path.
    case noListener(path: String)
    /// Another agent of this user is running.
    case agentIsRunning(path: String)
    /// The service manager passed descriptors that are not exactly one listening Unix socket.
    case unusableActivation(descriptors: Int)
    /// Two tasks read one connection.
    case alreadyReading

    // Providers.
    case noBubblewrap(searched: [String])
    case noNamespaces(detail: String)
    /// The sandbox could not be set up; `detail` is bubblewrap's message.
    case sandboxFailed(detail: String)

    // The agent.
    /// The agent exited, or was not ready in time; its last error message and hint.
    case agentDidNotStart(log: String, lastLine: String?, hint: String? = nil)

    // Other programs.
    /// gpg has no key for the file or did not get its passphrase, or the file does not exist.
    case decryptionFailed(path: String)

    // The desktop.
    case noLogind(detail: String)
    case noClipboard
    case clipboardFailed(tool: String, status: Int32)
    /// The file is not a readable picture.
    case unreadablePicture(path: String)
    /// The reader of QR codes timed out.
    case pictureTookTooLong(path: String, seconds: Int)
}
