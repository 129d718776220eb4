import Foundation

/// A file or a folder of a simulated disk, whatever its names.
struct DiskNode: Hashable, Comparable, Sendable {
    let number: Int

    static let root = DiskNode(number: 0)

    static func < (one: DiskNode, other: DiskNode) -> Bool { one.number < other.number }
}

/// A new meaning of a name in a folder; `nil` removes the name.
struct NameChange: Sendable {
    var folder: DiskNode
    var name: String
    var node: DiskNode?
}

/// A change of a file's content.
enum DataChange: Sendable {
    case write(offset: Int, Data)
    case resize(Int)
}

/// What a program does to a disk.
enum DiskOperation: Sendable {
    case makeFolder(DiskNode)
    /// One atomic step: a rename changes two names.
    case names([NameChange])
    case data(DiskNode, DataChange)
    /// `fsync` or `fdatasync`; the path is `nil` for a file without a name.
    case sync(DiskNode, path: String?)

    var isSync: Bool { if case .sync = self { true } else { false } }
}

/// The content of a disk.
struct DiskState: Sendable {
    private(set) var folders: [DiskNode: [String: DiskNode]] = [.root: [:]]
    private(set) var files: [DiskNode: Data] = [:]

    init() {}

    /// A disk with the files of a tree.
    init(_ tree: DiskTree) {
        for folder in tree.folders.sorted() {
            let node = DiskNode(number: folders.count + files.count)
            folders[node] = [:]
            add(node, at: folder)
        }
        for (path, content) in tree.files.sorted(by: { $0.key < $1.key }) {
            let node = DiskNode(number: folders.count + files.count)
            files[node] = content
            add(node, at: path)
        }
    }

    private mutating func add(_ node: DiskNode, at path: String) {
        guard let (folder, name) = place(path[...]) else { return }
        folders[folder]?[name] = node
    }

    var nodeCount: Int { folders.count + files.count }

    /// The folder and the last name of a relative path; `nil` if there is no such folder.
    func place(_ path: Substring, in start: DiskNode = .root) -> (folder: DiskNode, name: String)? {
        let names = path.split(separator: "/").filter { $0 != "." }
        guard let last = names.last else { return nil }
        var folder = start
        for name in names.dropLast() {
            guard let next = folders[folder]?[String(name)], folders[next] != nil else { return nil }
            folder = next
        }
        return (folder, String(last))
    }

    func node(at path: Substring, in start: DiskNode = .root) -> DiskNode? {
        if path.allSatisfy({ $0 == "/" || $0 == "." }) { return start }
        guard let (folder, name) = place(path, in: start) else { return nil }
        return folders[folder]?[name]
    }

    /// A path of a node; `nil` if it has no name.
    func path(of node: DiskNode) -> String? {
        if node == .root { return "" }
        for (folder, entries) in folders {
            guard let name = entries.first(where: { $0.value == node })?.key else { continue }
            return path(of: folder).map { $0.isEmpty ? name : $0 + "/" + name }
        }
        return nil
    }

    func isFolder(_ node: DiskNode) -> Bool { folders[node] != nil }

    mutating func makeFolder(_ node: DiskNode) { folders[node] = [:] }

    mutating func apply(_ changes: [NameChange]) {
        for change in changes { folders[change.folder]?[change.name] = change.node }
    }

    /// Changes a file.
    ///
    /// - Parameters:
    ///   - isKept: Whether the part of a write that begins at an offset is applied.
    ///   - sector: The size of these parts.
    ///   - fill: The byte of new parts that are not applied.
    mutating func apply(
        _ change: DataChange, to file: DiskNode, sector: Int = .max, fill: UInt8 = 0,
        isKept: (Int) -> Bool = { _ in true }
    ) {
        var content = files.removeValue(forKey: file) ?? Data()
        switch change {
        case .resize(let size): content.count = size
        case .write(let offset, let bytes):
            let end = offset + bytes.count
            if content.count < end { content.append(Data(repeating: fill, count: end - content.count)) }
            var start = offset
            while start < end {
                let next = sector == .max ? end : min(end, (start / sector + 1) * sector)
                if isKept(start) {
                    let part = bytes[(bytes.startIndex + start - offset)..<(bytes.startIndex + next - offset)]
                    content.replaceSubrange(start..<next, with: part)
                }
                start = next
            }
        }
        files[file] = content
    }

    /// Creates an empty file without a name.
    mutating func makeFile(_ node: DiskNode) { files[node] = Data() }

    /// Everything that has a path.
    var tree: DiskTree {
        var tree = DiskTree()
        collect(.root, at: "", into: &tree)
        return tree
    }

    private func collect(_ folder: DiskNode, at path: String, into tree: inout DiskTree) {
        for (name, node) in folders[folder] ?? [:] {
            let path = path.isEmpty ? name : path + "/" + name
            if folders[node] != nil {
                tree.folders.insert(path)
                collect(node, at: path, into: &tree)
            } else {
                tree.files[path] = files[node] ?? Data()
            }
        }
    }
}

/// Folders and files by their paths.
struct DiskTree: Equatable, Sendable {
    var folders: Set<String> = []
    var files: [String: Data] = [:]

    init() {}

    /// Reads a folder.
    init(contentsOf folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let full = folder + "/" + path
            let type = try FileManager.default.attributesOfItem(atPath: full)[.type] as? FileAttributeType
            if type == .typeDirectory {
                folders.insert(path)
            } else {
                files[path] = try Data(contentsOf: URL(filePath: full))
            }
        }
    }

    /// Writes the tree into a new folder.
    func write(to folder: String) throws {
        let attributes = [FileAttributeKey.posixPermissions: NSNumber(value: 0o700)]
        for path in [""] + folders.sorted() {
            try FileManager.default.createDirectory(
                atPath: folder + "/" + path, withIntermediateDirectories: false, attributes: attributes)
        }
        for (path, content) in files { try content.write(to: URL(filePath: folder + "/" + path)) }
    }

    /// A number that differs between different trees.
    var fingerprint: Int {
        var hasher = Hasher()
        for folder in folders.sorted() { hasher.combine(folder) }
        for (path, content) in files.sorted(by: { $0.key < $1.key }) {
            hasher.combine(path)
            // The hash of Data covers its first 80 bytes only.
            unsafe content.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }
}
