import Glibc

/// Who is at the other end of a Unix socket, as the kernel says.
///
/// Taken when the connection was made (`SO_PEERCRED`): a peer that hands its socket on stays who it was.
package struct PeerCredentials: Hashable, Sendable {
    // The order and size of the kernel's `struct ucred`, so that it can be read into this one.
    package private(set) var processIdentifier: Int32
    package private(set) var userID: UInt32
    package private(set) var groupID: UInt32

    package init(processIdentifier: Int32, userID: UInt32, groupID: UInt32) {
        self.processIdentifier = processIdentifier
        self.userID = userID
        self.groupID = groupID
    }

    /// Asks the kernel.
    package init(of descriptor: Int32) throws(SystemError) {
        self.init(processIdentifier: 0, userID: .max, groupID: .max)
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        try systemCall("getsockopt") { unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) }
    }

    /// - Throws: ``SystemError/foreignPeer(user:expected:)`` when the peer is not this user's.
    package func check(userID expected: UInt32) throws(SystemError) {
        guard userID == expected else { throw .foreignPeer(user: userID, expected: expected) }
    }
}
