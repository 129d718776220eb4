import Foundation
package import LatchkeyWire
import Synchronization

/// The programs that the user allowed to request logins.
///
/// A file of root is allowed by its path, since only root replaces it. Any other file is allowed by its path, inode and
/// time of change, so that a replaced or rewritten program needs a new permission.
package final class ClientGrants: Sendable {
    private struct Grant: Codable, Hashable {
        var path: String
        var owner: UInt32
        var inode: UInt64
        var changeTime: Int64
        var showsSheets: Bool
        var time: Double

        init(_ file: ExecutableFile, showsSheets: Bool, time: Double) {
            path = file.path
            owner = file.owner
            inode = file.inode
            changeTime = file.changeTime
            self.showsSheets = showsSheets
            self.time = time
        }

        var client: AllowedClient { AllowedClient(path: path, showsSheets: showsSheets, time: time) }

        func covers(_ file: ExecutableFile) -> Bool {
            guard path == file.path, owner == file.owner else { return false }
            return owner == 0 && !file.isWritableByOthers || inode == file.inode && changeTime == file.changeTime
        }
    }

    private struct Contents: Codable, Hashable {
        var version = 1
        var clients: [Grant] = []
    }

    /// The new name of a permissions file that could not be read; no program is allowed then.
    ///
    /// `nil` if the file was read, or does not exist.
    package let damagedFile: String?
    private let path: String
    private let files: PrivateFiles
    private let executableFile: @Sendable (String) -> ExecutableFile?
    private let contents: Mutex<Contents>

    /// Reads the allowed programs from the file in a folder.
    ///
    /// - Parameter executableFile: Returns the executable file at a path; follows symbolic links.
    package init(
        folder: String, files: PrivateFiles, executableFile: @escaping @Sendable (String) -> ExecutableFile?
    ) {
        path = folder + "/" + Self.fileName
        self.files = files
        self.executableFile = executableFile
        do {
            let data = try files.read(path, Self.maximumSize)
            let read = try data.map { try JSONDecoder().decode(Contents.self, from: $0) } ?? Contents()
            // In a newer version, the members may have another meaning.
            guard read.version == 1 else { throw RemoteError(.internalError, "version \(read.version)") }
            contents = Mutex(read)
            damagedFile = nil
        } catch {
            // If the file cannot be renamed, the next permission replaces it.
            try? files.rename(path, path + ".damaged")
            contents = Mutex(Contents())
            damagedFile = Self.fileName + ".damaged"
        }
    }

    /// The allowed programs in the order of their paths.
    package var all: [AllowedClient] {
        contents.withLock { $0.clients.map(\.client) }.sorted { $0.path < $1.path }
    }

    /// The executable file at a path; `nil` if there is none.
    func file(at path: String) -> ExecutableFile? { executableFile(path) }

    /// Whether a process executes the file that the user would allow by its path.
    ///
    /// It does not if the process is in another mount namespace, as in a container.
    func isPlaced(_ file: ExecutableFile) -> Bool { file.isPlaced(at: executableFile(file.path)) }

    /// The permission of a running program; `nil` without one.
    package func permission(of file: ExecutableFile) -> AllowedClient? {
        guard let grant = contents.withLock({ $0.clients.first { $0.covers(file) } }), isPlaced(file) else {
            return nil
        }
        return grant.client
    }

    /// Allows a program, in place of an older permission of its path.
    ///
    /// - Throws: ``RemoteError/Reason/internalError`` if the permission cannot be saved; nothing has changed then.
    package func allow(_ file: ExecutableFile, showsSheets: Bool, at time: Double) throws(RemoteError) -> AllowedClient
    {
        let grant = Grant(file, showsSheets: showsSheets, time: time)
        try update { clients in
            clients.removeAll { $0.path == file.path }
            clients.append(grant)
        }
        return grant.client
    }

    /// Removes the permission of a path; `nil` if there is none.
    ///
    /// - Throws: ``RemoteError/Reason/internalError`` if the change cannot be saved; nothing has changed then.
    package func revoke(_ path: String) throws(RemoteError) -> AllowedClient? {
        guard let client = all.first(where: { $0.path == path }) else { return nil }
        try update { $0.removeAll { $0.path == path } }
        return client
    }

    /// Writes a change to the file, and then applies it in memory.
    private func update(_ change: (inout [Grant]) -> Void) throws(RemoteError) {
        try contents.withLock { contents throws(RemoteError) in
            var changed = contents
            change(&changed.clients)
            do {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                try files.write(path, encoder.encode(changed))
            } catch {
                throw RemoteError(
                    .internalError, "the allowed programs could not be saved in \(path)",
                    hint: "run \"ls -l \(ShellWord.quoting(path))\" to see its owner")
            }
            contents = changed
        }
    }

    private static let fileName = "clients.json"
    private static let maximumSize = 1 << 20
}
