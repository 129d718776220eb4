import CLinux
import Glibc

/// Watches files and folders for the first that is removed, moved or replaced.
///
/// Each path is watched in its parent folder: the kernel reports the removal of a folder itself only after the last
/// file in it was closed. `inotify(7)`.
package final class RemovalWatch: Sendable {
    private let files: [WatchedFile]
    private let events: OwnedDescriptor
    private let stop: (read: OwnedDescriptor, write: OwnedDescriptor)

    /// Begins to watch.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, such as for a missing path, or if the user already has
    ///   too many watches.
    package init(_ paths: [String]) throws(SystemError) {
        events = OwnedDescriptor(try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC)) })
        stop = try OwnedDescriptor.makePipe()
        var files: [WatchedFile] = []
        for path in paths {
            let (file, events) = (try WatchedFile(path), events)
            try systemCall("inotify_add_watch", path: file.parent) {
                unsafe inotify_add_watch(events.number, file.parent, Self.mask)
            }
            files.append(file)
        }
        self.files = files
    }

    /// Waits for the removal of one of the files, and returns its path; `nil` if the task is cancelled first.
    ///
    /// One call only.
    package func firstRemoval() async throws -> String? {
        try await withTaskCancellationHandler {
            try await BlockingCalls.runAlone { [files, events, stop = stop.read] in
                Self.firstRemoved(of: files, events: events, stop: stop)
            }
        } onCancel: {
            stop.write.close()
        }
    }

    private static let mask = UInt32(
        IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// Blocks until a file is removed; `nil` if ``stop`` is closed first.
    private static func firstRemoved(
        of files: [WatchedFile], events: OwnedDescriptor, stop: OwnedDescriptor
    ) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            // Before the wait, because a file can be removed before it is watched.
            if let removed = files.first(where: { !$0.isInPlace }) { return removed.path }
            var polls = [
                pollfd(fd: events.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
            ]
            if unsafe poll(&polls, nfds_t(polls.count), -1) < 0, errno != EINTR { return nil }
            if polls[1].revents != 0 { return nil }
            guard polls[0].revents != 0 else { continue }
            // The events only say when to look; their content does not matter.
            guard unsafe read(events.number, &bytes, bytes.count) > 0 || errno == EINTR else { return nil }
        }
    }
}

/// A path with the file that it named when the watch began.
private struct WatchedFile: Sendable {
    let path: String
    let parent: String
    private let device: UInt64
    private let inode: UInt64

    /// - Throws: ``SystemError/callFailed(name:errno:path:)`` if nothing exists at the path.
    init(_ path: String) throws(SystemError) {
        var status = stat()
        try systemCall("lstat", path: path) { unsafe lstat(path, &status) }
        self.path = path
        parent = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    var isInPlace: Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && UInt64(status.st_dev) == device
            && UInt64(status.st_ino) == inode
    }
}
