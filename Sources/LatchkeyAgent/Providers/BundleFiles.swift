import Crypto
package import Foundation
import LatchkeyCore

/// The file system as the provider registry needs it.
package struct BundleFiles: Sendable {
    /// What a file is; two that are equal have not been written in between.
    package struct Status: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case file, folder, link, other }

        package var kind: Kind
        package var device: Int
        package var inode: Int
        package var size: Int
        package var modified: Date
        /// When anything about the file changed last, its owner, mode or content; programs cannot set it.
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

    /// The names in a folder; nothing for one that is missing or cannot be listed.
    package var names: @Sendable (_ folder: String) -> [String]?
    /// The path without links; a link that leads nowhere is as it was.
    package var resolved: @Sendable (_ path: String) -> String
    /// What lies at a path without links; nothing where there is nothing.
    package var status: @Sendable (_ path: String) -> Status?
    /// The first bytes of a file, one more than the limit at most.
    package var read: @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
    package var isExecutable: @Sendable (_ path: String) -> Bool
    /// The user of the agent can write the file, or the folder that it lies in.
    package var isWritable: @Sendable (_ path: String) -> Bool
    /// Lower-case hexadecimal SHA-256 of a file, read in pieces; nothing for one that has more bytes than the limit.
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
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        func number(_ key: FileAttributeKey) -> Int? { (facts[key] as? NSNumber)?.intValue ?? facts[key] as? Int }
        guard let device = number(.systemNumber), let inode = number(.systemFileNumber), let size = number(.size),
            let modified = facts[.modificationDate] as? Date,
            // On Linux Foundation gives the time of the last change of the inode here.
            let changed = facts[.creationDate] as? Date
        else { return nil }
        let kind: Status.Kind =
            switch facts[.type] as? FileAttributeType {
            case .typeRegular?: .file
            case .typeDirectory?: .folder
            case .typeSymbolicLink?: .link
            default: .other
            }
        return Status(kind: kind, device: device, inode: inode, size: size, modified: modified, changed: changed)
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
