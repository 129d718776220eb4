import Foundation

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
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        return folders(inMaps: maps)
    }()

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
