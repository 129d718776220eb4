import Foundation
import Glibc

/// How this system joins `/bin`, `/lib` and their fellows to `/usr`.
struct SystemTree: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A symbolic link, as where `/usr` is merged.
        case link(target: String)
        case folder
    }

    struct Entry: Hashable, Sendable {
        var path: String
        var kind: Kind
    }

    var entries: [Entry]

    /// Looks at the file system.
    static var current: SystemTree {
        let files = FileManager.default
        return SystemTree(
            entries: ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].compactMap { path in
                if let target = try? files.destinationOfSymbolicLink(atPath: path) {
                    return Entry(path: path, kind: .link(target: target))
                }
                return files.fileExists(atPath: path) ? Entry(path: path, kind: .folder) : nil
            })
    }
}

/// Where the libraries lie that this process runs with.
package enum LoadedLibraries {
    /// The folders of shared libraries that are not the system's, which a debug build of a provider needs as well.
    ///
    /// Empty for a program whose Swift libraries are linked in, or lie under `/usr`.
    package static let foldersOutsideTheSystem: [String] = {
        let maps = (try? bytes(of: "/proc/self/maps")) ?? []
        return folders(inMaps: String(decoding: maps, as: UTF8.self))
    }()

    /// Reads to the end; a file under `/proc` says that it has no bytes, and gives a page of them at a time.
    private static func bytes(of path: String) throws(SystemError) -> [UInt8] {
        let file = OwnedDescriptor(
            try systemCall("open", path: path) { unsafe open(path, O_RDONLY | O_CLOEXEC) })
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = try systemCall("read", path: path) {
                unsafe block.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
            }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
    }

    /// Reads the sixth column of `/proc/PID/maps`; `proc_pid_maps(5)`.
    static func folders(inMaps maps: String) -> [String] {
        var folders: Set<String> = []
        for line in maps.split(separator: "\n") {
            guard let slash = line.firstIndex(of: "/") else { continue }
            let path = line[slash...]
            guard path.hasSuffix(".so") || path.contains(".so."), let end = path.lastIndex(of: "/") else { continue }
            folders.insert(String(path[..<end]))
        }
        return folders.filter { !$0.hasPrefix("/usr/") && !$0.hasPrefix("/lib") }.sorted()
    }
}
