/// What the operating system refused, or what was found where something else should be.
package enum SystemError: Error, Hashable, Sendable {
    /// A system call failed; `path` is what it was about, where it was about a file.
    case callFailed(name: String, errno: Int32, path: String?)

    // Where things lie.
    /// `HOME` is missing or is not an absolute path.
    case noHome
    case socketPathTooLong(path: String, length: Int, limit: Int)
    case notAFolder(path: String)
    /// A file that was not to be replaced.
    case alreadyExists(path: String)
    case symbolicLink(path: String)
    /// A folder that is copied holds something else than regular files and folders.
    case notAFileOrFolder(path: String, kind: String)
    /// A folder that is copied holds too many files and folders.
    case tooManyEntries(path: String, limit: Int)
    /// The files of a folder that is copied have too many bytes.
    case tooManyBytes(path: String, limit: Int)
    /// A folder that is copied has too many folders inside of each other.
    case tooDeep(path: String, limit: Int)
    /// Another process exchanged an entry while it was opened.
    case exchanged(path: String)
    case wrongOwner(path: String, owner: UInt32, expected: UInt32)
    /// Others than the owner can get in.
    case openToOthers(path: String, mode: UInt32)
    /// Somebody else holds the lock.
    case locked(path: String)

    // Sockets.
    /// The process at the other end belongs to another user.
    case foreignPeer(user: UInt32, expected: UInt32)
    /// A process has as many connections open as it may, or all processes together have.
    case tooManyConnections(process: Int32)
    case notASocket(path: String)
    /// Somebody listens at the path already.
    case addressInUse(path: String)
    /// Nobody listens at the path.
    case nobodyListens(path: String)
    /// Another agent of this user is running.
    case agentIsRunning(path: String)
    /// The service manager handed over something that is not one listening Unix socket.
    case unusableActivation(descriptors: Int)
    /// Two tasks read one connection.
    case alreadyReading

    // Providers.
    case noBubblewrap(searched: [String])
    case noNamespaces(detail: String)
    /// The sandbox could not be set up; bubblewrap's own words.
    case sandboxFailed(detail: String)

    // The agent.
    /// The agent ended, or was not ready in time; its last words, and what it says to do about them.
    case agentDidNotStart(log: String, lastLine: String?, hint: String? = nil)

    // Other programs.
    /// gpg has no key for the file, was not given its passphrase, or found no such file.
    case decryptionFailed(path: String)

    // The desktop.
    case noLogind(detail: String)
    case noClipboard
    case clipboardFailed(tool: String, status: Int32)
    /// What should hold a QR code is no picture that can be read.
    case unreadablePicture(path: String)
    /// The reader of QR codes did not come to an end with it.
    case pictureTookTooLong(path: String, seconds: Int)
}
