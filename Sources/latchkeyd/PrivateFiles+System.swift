import Foundation
import LatchkeyAgent
import LatchkeySystem

extension PrivateFiles {
    /// The file system; files are written atomically and with mode 0600.
    static let system = PrivateFiles(
        read: { path, limit in try PrivateFile.read(path, limit: limit).map { Data($0) } },
        write: { path, data in try AtomicFile.write(Array(data), to: path) },
        makeFolder: { try PrivateFolder.ensure($0) },
        remove: { try PrivateFile.remove($0) },
        removeFolder: { try PrivateFolder.removeEmpty($0) },
        rename: { try PrivateFile.rename($0, to: $1) },
        names: { FileSystem.names(in: $0) })
}
