import CLinux
import Foundation
import Glibc
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeySystem

@Suite struct `Folder copy` {
    private let folder: TemporaryFolder
    private var source: String { folder.path + "/source" }
    private var target: String { folder.path + "/target" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: source + "/inner/deep", withIntermediateDirectories: true)
        try write("list", to: source + "/Info.plist")
        try write("program", to: source + "/inner/program", mode: 0o700)
        try write("secret", to: folder.path + "/secret")
    }

    private func write(_ text: String, to path: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber).intValue
    }

    @Test func `copies files and folders with modes 0644 and 0755`() throws {
        try FolderCopy.copy(source, to: target)
        #expect(try String(contentsOfFile: target + "/Info.plist", encoding: .utf8) == "list")
        #expect(try String(contentsOfFile: target + "/inner/program", encoding: .utf8) == "program")
        #expect(try FileManager.default.contentsOfDirectory(atPath: target + "/inner").sorted() == ["deep", "program"])
        #expect(try mode(target + "/Info.plist") == 0o644)
        #expect(try mode(target + "/inner/program") == 0o755)
    }

    @Test(arguments: ["link", "inner/link", "inner/deep/link"], ["secret", "", "nowhere"])
    func `refuses symbolic links to a file, to a folder and to a missing path`(name: String, destination: String) throws
    {
        try FileManager.default.createSymbolicLink(
            atPath: source + "/" + name, withDestinationPath: folder.path + "/" + destination)
        #expect(throws: SystemError.notAFileOrFolder(path: source + "/" + name, kind: "symbolic link")) {
            try FolderCopy.copy(source, to: target)
        }
    }

    @Test func `refuses a FIFO without waiting for its other end`() throws {
        #expect(unsafe mkfifo(source + "/inner/pipe", 0o600) == 0)
        #expect(throws: SystemError.notAFileOrFolder(path: source + "/inner/pipe", kind: "FIFO")) {
            try FolderCopy.copy(source, to: target)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to make a device")) func `refuses a device in a copied folder`()
        throws
    {
        // As /dev/null.
        #expect(unsafe mknod(source + "/null", S_IFCHR | 0o666, 0x103) == 0)
        #expect(throws: SystemError.notAFileOrFolder(path: source + "/null", kind: "device")) {
            try FolderCopy.copy(source, to: target)
        }
    }

    @Test func `refuses a source that is a symbolic link`() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: source)
        #expect(throws: SystemError.self) { try FolderCopy.copy(folder.path + "/link", to: target) }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func `limits the number, size and depth of copied files`() throws {
        var limits = BundleLimits()
        limits.entries = 3
        #expect(throws: SystemError.tooManyEntries(path: source + "/inner", limit: 3)) {
            try FolderCopy.copy(source, to: target, limits: limits)
        }
        limits = BundleLimits()
        limits.bytes = 10
        #expect(throws: SystemError.tooManyBytes(path: source + "/inner/program", limit: 10)) {
            try FolderCopy.copy(source, to: target + "2", limits: limits)
        }
        limits = BundleLimits()
        limits.depth = 2
        #expect(throws: SystemError.tooDeep(path: source + "/inner/deep", limit: 2)) {
            try FolderCopy.copy(source, to: target + "3", limits: limits)
        }
    }

    /// Another process repeatedly replaces a file and its folder with symbolic links.
    @Test(arguments: ["inner/program", "inner"])
    func `refuses an entry that is replaced by a symbolic link during the copy`(name: String) throws {
        let link = folder.path + "/aside"
        try FileManager.default.createDirectory(atPath: folder.path + "/private", withIntermediateDirectories: false)
        try write("secret", to: folder.path + "/private/program")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.path + (name == "inner" ? "/private" : "/private/program"))
        let isOver = Atomic(false)
        let path = source + "/" + name
        let swapping = Thread {
            while !isOver.load(ordering: .relaxed) { _ = unsafe latchkey_exchange(link, path) }
        }
        swapping.start()
        defer { isOver.store(true, ordering: .relaxed) }
        var (copied, refused) = (0, 0)
        for number in 0..<2000 {
            let target = target + "\(number)"
            do {
                try FolderCopy.copy(source, to: target)
                copied += 1
            } catch {
                refused += 1
            }
            let file = try? String(contentsOfFile: target + "/inner/program", encoding: .utf8)
            #expect(file != "secret")
            try FileManager.default.removeItem(atPath: target)
        }
        // Both outcomes must occur, otherwise there was no race.
        #expect(copied > 0 && refused > 0)
    }
}
