import Crypto
package import Foundation
import LatchkeyCore

/// The file system functions that the provider registry needs.
package struct BundleFiles: Sendable {
    /// The status of a file; a file with an equal status has not been written in between.
    package struct Status: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case file, folder, link, other }

        package var kind: Kind
        package var device: Int
        package var inode: Int
        package var size: Int
        package var modified: Date
        /// When the owner, mode or content of the file changed last; programs cannot set it.
        package var changed: Date

        package init(kind: Kind, device: Int, inode: Int, size: Int, modified: Date, changed: Date) {
            self.kind = kind
            self.device = device
            self.inode = inode
            self.size = size
            self.modified = modified
            self.changed = changed
        }
    }

    /// The names in a folder; `nil` if it is missing or cannot be listed.
    package var names: @Sendable (_ folder: String) -> [String]?
    /// The path with its symbolic links resolved; a dangling link stays.
    package var resolved: @Sendable (_ path: String) -> String
    /// The status of a path, without following a link; `nil` if nothing exists there.
    package var status: @Sendable (_ path: String) -> Status?
    /// The first bytes of a file, at most one more than the limit.
    package var read: @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
    package var isExecutable: @Sendable (_ path: String) -> Bool
    /// Whether the agent's user can write the file or its folder.
    package var isWritable: @Sendable (_ path: String) -> Bool
    /// The lower-case hexadecimal SHA-256 of a file; `nil` if it has more bytes than the limit.
    package var digest: @Sendable (_ path: String, _ limit: Int) -> String?

    package init(
        names: @escaping @Sendable (String) -> [String]?, resolved: @escaping @Sendable (String) -> String,
        status: @escaping @Sendable (String) -> Status?, read: @escaping @Sendable (String, Int) -> [UInt8]?,
        isExecutable: @escaping @Sendable (String) -> Bool, isWritable: @escaping @Sendable (String) -> Bool,
        digest: @escaping @Sendable (String, Int) -> String?
    ) {
        self.names = names
        self.resolved = resolved
        self.status = status
        self.read = read
        self.isExecutable = isExecutable
        self.isWritable = isWritable
        self.digest = digest
    }

    /// The file system of this computer.
    package static let system = BundleFiles(
        names: { (try? FileManager.default.contentsOfDirectory(atPath: $0))?.sorted() },
        resolved: { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path },
        status: { systemStatus($0) },
        read: { path, limit in
            guard let file = FileHandle(forReadingAtPath: path) else { return nil }
            defer { try? file.close() }
            return (try? file.read(upToCount: limit + 1)).map { Array($0) }
        },
        isExecutable: { FileManager.default.isExecutableFile(atPath: $0) },
        isWritable: { FileManager.default.isWritableFile(atPath: $0) },
        digest: { systemDigest($0, limit: $1) })

    private static func systemStatus(_ path: String) -> Status? {
        // FileManager.attributesOfItem(atPath:) also looks up the names of owner and group, in two files.
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return nil }
        let kind: Status.Kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return Status(
            kind: kind, device: Int(facts.st_dev), inode: Int(facts.st_ino), size: Int(facts.st_size),
            modified: date(facts.st_mtim), changed: date(facts.st_ctim))
    }

    private static func date(_ time: timespec) -> Date {
        Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }

    private static func systemDigest(_ path: String, limit: Int) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        var hash = SHA256()
        var count = 0
        do {
            while let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty {
                count += piece.count
                guard count <= limit else { return nil }
                hash.update(data: piece)
            }
        } catch {
            return nil
        }
        return Hexadecimal.text(hash.finalize())
    }
}
