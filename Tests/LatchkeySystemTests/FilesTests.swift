import Foundation
import Glibc
import LatchkeySystem
import Testing

@Suite struct PrivateFolderTests {
    @Test func `creates a private folder and its parents with mode 0700`() throws {
        let world = try TemporaryFolder()
        try PrivateFolder.ensure("\(world.path)/a/b/c")
        for path in ["a", "a/b", "a/b/c"] { #expect(try mode(of: "\(world.path)/\(path)") == 0o700) }
        try PrivateFolder.ensure("\(world.path)/a/b/c")
    }

    @Test(arguments: [0o701, 0o770, 0o750, 0o777])
    func `refuses a folder that others can enter`(mode: Int) throws {
        let world = try TemporaryFolder()
        try world.allow(mode)
        #expect(throws: SystemError.openToOthers(path: world.path, mode: UInt32(mode))) {
            try PrivateFolder.ensure(world.path)
        }
    }

    @Test func `refuses a folder of another user`() throws {
        let world = try TemporaryFolder()
        let error = SystemError.wrongOwner(path: world.path, owner: geteuid(), expected: 4711)
        #expect(throws: error) { try PrivateFolder.ensure(world.path, userID: 4711) }
    }

    @Test func `refuses a symbolic link or a file in place of a folder`() throws {
        let world = try TemporaryFolder()
        try PrivateFolder.ensure(world.path + "/real")
        try FileManager.default.createSymbolicLink(
            atPath: world.path + "/link", withDestinationPath: world.path + "/real")
        try AtomicFile.write([1], to: world.path + "/file")
        #expect(throws: SystemError.symbolicLink(path: world.path + "/link")) {
            try PrivateFolder.ensure(world.path + "/link")
        }
        #expect(throws: SystemError.notAFolder(path: world.path + "/file")) {
            try PrivateFolder.ensure(world.path + "/file")
        }
    }
}

@Suite struct AtomicFileTests {
    /// By renameat2, and by the fallback for other file systems.
    @Test(arguments: [false, true])
    func `renames a file only to a free name`(byLinking: Bool) throws {
        func place(_ file: String, at path: String) throws(SystemError) {
            if byLinking { try AtomicFile.placeByLinking(file, at: path) } else { try AtomicFile.place(file, at: path) }
        }
        let world = try TemporaryFolder()
        let (new, path) = (world.path + "/new", world.path + "/file")
        try AtomicFile.write([1], to: new)
        try place(new, at: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path) == ["file"])
        try AtomicFile.write([2], to: new)
        #expect(throws: SystemError.alreadyExists(path: path)) { try place(new, at: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
        #expect(try Data(contentsOf: URL(filePath: new)) == Data([2]))
    }

    /// Without a name until it is complete, and by the fallback for other file systems.
    @Test(arguments: [false, true])
    func `replaces a file's content with mode 0600 and leaves no temporary file`(byRenaming: Bool) throws {
        func write(_ text: String, to path: String, replacing: Bool = true) throws {
            let bytes = Array(text.utf8)
            if byRenaming {
                try AtomicFile.writeByRenaming(bytes, to: path, replacing: replacing)
            } else {
                try AtomicFile.write(bytes, to: path, replacing: replacing)
            }
        }
        let world = try TemporaryFolder()
        let path = world.path + "/file"
        try write("old", to: path, replacing: false)
        try write("new", to: path)
        #expect(throws: SystemError.alreadyExists(path: path)) { try write("newer", to: path, replacing: false) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try mode(of: path) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path) == ["file"])
    }

    @Test func `replaces a symbolic link and not the file behind it`() throws {
        let world = try TemporaryFolder()
        let (path, other) = (world.path + "/file", world.path + "/other")
        try AtomicFile.write([1], to: other)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        try AtomicFile.write([2], to: path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([2]))
        #expect(try Data(contentsOf: URL(filePath: other)) == Data([1]))
    }

    @Test func `removes the hidden files of killed writers of one file only`() throws {
        let world = try TemporaryFolder()
        func create(_ name: String) throws { try AtomicFile.write([1], to: "\(world.path)/\(name)") }
        try create(".file.left.partial")
        try create(".other.left.partial")
        try create(".file.mine")
        try create("behind")
        try FileManager.default.createSymbolicLink(
            atPath: world.path + "/.file.link.partial", withDestinationPath: world.path + "/behind")
        let writer = try FileLock.acquire(world.path + "/.file.written.partial")
        let removed = AtomicFile.sweep(nextTo: world.path + "/file")
        #expect(removed == [world.path + "/.file.left.partial"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: world.path).sorted() == [
                ".file.link.partial", ".file.mine", ".file.written.partial", ".other.left.partial", "behind",
            ])
        writer.release()
        #expect(AtomicFile.sweep(nextTo: world.path + "/file") == [writer.path])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to mount a small file system"))
    func `a full disk leaves the old content and no temporary file`() throws {
        let world = try TemporaryFolder()
        let mounted = unsafe mount("tmpfs", world.path, "tmpfs", 0, "size=64k")
        try #require(mounted == 0)
        defer { _ = unsafe umount2(world.path, Int32(MNT_DETACH)) }
        let path = world.path + "/file"
        try AtomicFile.write(Array("old".utf8), to: path)
        let error = #expect(throws: SystemError.self) {
            try AtomicFile.write([UInt8](repeating: 7, count: 1 << 20), to: path)
        }
        guard case .callFailed("write", ENOSPC, _) = error else { return #expect(error == nil) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path) == ["file"])
    }

    @Test func `throws the path of a missing folder`() {
        #expect(throws: SystemError.callFailed(name: "open", errno: ENOENT, path: "/nowhere/file")) {
            try AtomicFile.write([], to: "/nowhere/file")
        }
    }
}

@Suite struct PrivateFileTests {
    @Test(.timeLimit(.minutes(3))) func `does not wait for the other end of a named pipe`() throws {
        let world = try TemporaryFolder()
        let path = world.path + "/pipe"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        #expect(throws: SystemError.callFailed(name: "read", errno: EINVAL, path: path)) {
            try PrivateFile.read(path, limit: 32)
        }
    }

    @Test func `does not read through a symbolic link`() throws {
        let world = try TemporaryFolder()
        let path = world.path + "/link"
        try AtomicFile.write([1], to: world.path + "/file")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: world.path + "/file")
        #expect(throws: SystemError.callFailed(name: "open", errno: ELOOP, path: path)) {
            try PrivateFile.read(path, limit: 32)
        }
    }
}

@Suite struct FileLockTests {
    @Test func `only one process holds a file lock at a time`() throws {
        let world = try TemporaryFolder()
        let path = world.path + "/lock"
        let first = try FileLock.acquire(path)
        #expect(throws: SystemError.locked(path: path)) { try FileLock.acquire(path) }
        first.release()
        let second = try FileLock.acquire(path)
        #expect(second.path == path)
    }

    @Test func `a waiting process gets the lock when it is released`() async throws {
        let world = try TemporaryFolder()
        let path = world.path + "/lock"
        let first = try FileLock.acquire(path)
        async let second = FileLock.acquireWaiting(path)
        first.release()
        let held = try await second
        #expect(throws: SystemError.locked(path: path)) { try FileLock.acquire(path) }
        held.release()
    }

    @Test func `a file lock does not follow a symbolic link`() throws {
        let world = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: world.path + "/lock", withDestinationPath: world.path + "/elsewhere")
        #expect(throws: SystemError.callFailed(name: "open", errno: ELOOP, path: world.path + "/lock")) {
            try FileLock.acquire(world.path + "/lock")
        }
    }
}

/// A file's permission bits.
private func mode(of path: String) throws -> Int {
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return try #require(mode)
}
