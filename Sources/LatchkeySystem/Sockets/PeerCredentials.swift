import Glibc

/// The process and user at the other end of a Unix socket.
///
/// The kernel records them when the connection is made (`SO_PEERCRED`). They do not change if that process passes its
/// socket on.
package struct PeerCredentials: Hashable, Sendable {
    // The layout of the kernel's `struct ucred`, so that getsockopt(2) can write into it.
    package private(set) var processIdentifier: Int32
    package private(set) var userID: UInt32
    package private(set) var groupID: UInt32

    package init(processIdentifier: Int32, userID: UInt32, groupID: UInt32) {
        self.processIdentifier = processIdentifier
        self.userID = userID
        self.groupID = groupID
    }

    /// Reads the credentials of a connected socket.
    package init(of descriptor: Int32) throws(SystemError) {
        self.init(processIdentifier: 0, userID: .max, groupID: .max)
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        try systemCall("getsockopt") { unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) }
    }

    /// - Throws: ``SystemError/foreignPeer(user:expected:)`` if the peer runs as another user.
    package func check(userID expected: UInt32) throws(SystemError) {
        guard userID == expected else { throw .foreignPeer(user: userID, expected: expected) }
    }
}
