package import LatchkeyWire

/// The process at the other end of a client's connection, as the kernel reported it when the connection was accepted.
///
/// What the client says in `hello` has no influence on it.
package struct Caller: Hashable, Sendable {
    /// How the caller's executable is related to this installation.
    package enum Standing: Hashable, Sendable {
        /// The browsers' native host of this installation.
        case nativeHost
        /// Another program of this installation.
        case installed
        /// Any other program, which needs the user's permission.
        case other
    }

    package var processIdentifier: Int32
    package var standing: Standing
    /// `nil` if the process had ended, or is protected from this user.
    package var executable: ExecutableFile?

    package init(processIdentifier: Int32, standing: Standing, executable: ExecutableFile?) {
        self.processIdentifier = processIdentifier
        self.standing = standing
        self.executable = executable
    }

    /// The path for the log; `nil` for a program of this installation.
    var loggedPath: String? { standing == .other ? executable?.path : nil }
}
