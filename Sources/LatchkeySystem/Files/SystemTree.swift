import Glibc

/// How this system provides `/bin`, `/sbin` and the `/lib` folders: as folders, or as links into `/usr`.
struct SystemTree: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A symbolic link, as on systems with a merged `/usr`.
        case link(target: String)
        case folder
    }

    struct Entry: Hashable, Sendable {
        var path: String
        var kind: Kind
    }

    var entries: [Entry]

    /// Reads the file system.
    static var current: SystemTree {
        SystemTree(
            entries: ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"].compactMap { path in
                if let target = FileSystem.targetOfSymbolicLink(path) {
                    return Entry(path: path, kind: .link(target: target))
                }
                return FileSystem.exists(path) ? Entry(path: path, kind: .folder) : nil
            })
    }
}

/// The shared libraries that this process has loaded.
package enum LoadedLibraries {
    /// The folders of shared libraries outside of the system's, which a debug build of a provider needs, too.
    ///
    /// Empty if the Swift libraries are linked statically or are under `/usr`.
    package static let foldersOutsideTheSystem: [String] = {
        let maps = (try? bytes(of: "/proc/self/maps")) ?? []
        return folders(inMaps: String(decoding: maps, as: UTF8.self))
    }()

    /// Reads a file under `/proc` to its end; its size is reported as 0.
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
