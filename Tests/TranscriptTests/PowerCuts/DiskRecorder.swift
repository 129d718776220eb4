import Foundation

/// Translates the system calls of one process into changes of a simulated disk.
///
/// The disk has the files of one folder, which is also the process's working folder. Other files are ignored. A call
/// that the simulation does not know is an error, so that no change is missed.
struct DiskRecorder {
    struct UnknownCall: Error {
        var call: String
    }

    /// An open file or folder of the disk; copies of a descriptor share its position.
    private final class Opening {
        let node: DiskNode
        let appends: Bool
        var position = 0

        init(_ node: DiskNode, appends: Bool) {
            self.node = node
            self.appends = appends
        }
    }

    let root: String
    private(set) var live: DiskState
    private(set) var operations: [DiskOperation] = []
    private var openings: [Int: Opening] = [:]
    private var nodeCount: Int
    private var programCount = 0

    init(root: String, _ state: DiskState) {
        self.root = root
        live = state
        nodeCount = state.nodeCount
    }

    /// Adds the calls of one run of a program, and returns its changes.
    mutating func record(_ trace: SystemCallTrace) throws -> [DiskOperation] {
        operations = []
        openings = [:]
        programCount = 0
        for call in trace.calls {
            do {
                try record(call)
            } catch is UnknownArgument {
                throw UnknownCall(call: "\(call.name) \(call.arguments.map { String(describing: $0).prefix(200) })")
            }
        }
        return operations
    }

    /// An argument that the simulation does not know.
    private struct UnknownArgument: Error {}

    // MARK: Calls

    private mutating func record(_ call: SystemCall) throws {
        let arguments = call.arguments
        switch call.name {
        case "open", "creat": try open(call, folder: nil, path: 0)
        case "openat": try open(call, folder: 0, path: 1)
        case "close": openings[try number(call, 0)] = nil
        case "dup", "dup2", "dup3": openings[call.result] = openings[try number(call, 0)]
        case "fcntl":
            guard case .text(let command) = arguments[1], command.hasPrefix("F_DUPFD") else { return }
            openings[call.result] = openings[try number(call, 0)]
        case "lseek": openings[try number(call, 0)]?.position = call.result
        case "read": openings[try number(call, 0)]?.position += call.result
        case "write":
            guard let file = openings[try number(call, 0)] else { return }
            let offset = file.appends ? live.files[file.node]?.count ?? 0 : file.position
            add(.data(file.node, .write(offset: offset, try bytes(call, 1).prefix(call.result))))
            file.position = offset + call.result
        case "pwrite64":
            guard let file = openings[try number(call, 0)] else { return }
            let bytes = try bytes(call, 1).prefix(call.result)
            add(.data(file.node, .write(offset: try number(call, 3), bytes)))
        case "ftruncate":
            guard let file = openings[try number(call, 0)] else { return }
            add(.data(file.node, .resize(try number(call, 1))))
        case "copy_file_range": try copy(call, from: 0, sourceOffset: 1, to: 2)
        case "sendfile": try copy(call, from: 1, sourceOffset: 2, to: 0)
        case "fsync", "fdatasync":
            guard let file = openings[try number(call, 0)] else { return }
            add(.sync(file.node, path: live.path(of: file.node)))
        case "mkdir": try makeFolder(call, folder: nil, path: 0)
        case "mkdirat": try makeFolder(call, folder: 0, path: 1)
        case "unlink", "rmdir": try remove(call, folder: nil, path: 0)
        case "unlinkat": try remove(call, folder: 0, path: 1)
        case "rename": try rename(call, from: (nil, 0), to: (nil, 1))
        case "renameat", "renameat2": try rename(call, from: (0, 1), to: (2, 3))
        case "link": try link(call, from: (nil, 0), to: (nil, 1))
        case "linkat": try link(call, from: (0, 1), to: (2, 3))
        case "mmap":
            // A shared mapping would change the file without a call.
            guard arguments.count == 6, case .text(let access) = arguments[2], case .text(let flags) = arguments[3],
                case .text(let file) = arguments[4]
            else { throw UnknownArgument() }
            guard let file = Int(file), openings[file] != nil else { return }
            if access.contains("PROT_WRITE"), flags.contains("MAP_SHARED") { throw UnknownArgument() }
        case "execve":
            programCount += 1
            // Another program would have other descriptors.
            if programCount > 1 { throw UnknownArgument() }
        case "writev", "pwritev", "pwritev2", "fallocate", "sync_file_range", "syncfs", "splice", "fchdir":
            guard openings[try number(call, 0)] == nil else { throw UnknownArgument() }
        default: throw UnknownArgument()
        }
    }

    private mutating func add(_ operation: DiskOperation) {
        switch operation {
        case .makeFolder(let node): live.makeFolder(node)
        case .names(let changes): live.apply(changes)
        case .data(let file, let change): live.apply(change, to: file)
        case .sync: break
        }
        operations.append(operation)
    }

    private mutating func newNode() -> DiskNode {
        defer { nodeCount += 1 }
        return DiskNode(number: nodeCount)
    }

    private mutating func open(_ call: SystemCall, folder: Int?, path: Int) throws {
        openings[call.result] = nil
        guard let (start, path) = try self.path(call, folder: folder, path) else { return }
        var flags = call.name == "creat" ? "O_CREAT|O_TRUNC" : ""
        for case .text(let text) in call.arguments[(call.arguments.count > 1 ? 1 : 0)...] where text.hasPrefix("O_") {
            flags = text
        }
        let isNamed = !flags.contains("O_TMPFILE")
        let existing = isNamed ? live.node(at: path, in: start) : nil
        let node: DiskNode
        if let existing {
            node = existing
            if flags.contains("O_TRUNC") { add(.data(node, .resize(0))) }
        } else {
            guard flags.contains("O_CREAT") || !isNamed else { throw UnknownArgument() }
            node = newNode()
            add(.data(node, .resize(0)))
            if isNamed {
                guard let place = live.place(path, in: start) else { throw UnknownArgument() }
                add(.names([NameChange(folder: place.folder, name: place.name, node: node)]))
            }
        }
        openings[call.result] = Opening(node, appends: flags.contains("O_APPEND"))
    }

    private mutating func makeFolder(_ call: SystemCall, folder: Int?, path: Int) throws {
        guard let (start, path) = try self.path(call, folder: folder, path) else { return }
        guard let place = live.place(path, in: start) else { throw UnknownArgument() }
        let node = newNode()
        add(.makeFolder(node))
        add(.names([NameChange(folder: place.folder, name: place.name, node: node)]))
    }

    private mutating func remove(_ call: SystemCall, folder: Int?, path: Int) throws {
        guard let (start, path) = try self.path(call, folder: folder, path) else { return }
        guard let place = live.place(path, in: start) else { throw UnknownArgument() }
        add(.names([NameChange(folder: place.folder, name: place.name, node: nil)]))
    }

    private mutating func rename(
        _ call: SystemCall, from: (folder: Int?, path: Int), to: (folder: Int?, path: Int)
    ) throws {
        let source = try path(call, folder: from.folder, from.path)
        let target = try path(call, folder: to.folder, to.path)
        if source == nil, target == nil { return }
        // A file that leaves the disk or comes to it is not simulated.
        guard let source, let target, let old = live.place(source.path, in: source.start),
            let new = live.place(target.path, in: target.start), let node = live.node(at: source.path, in: source.start)
        else { throw UnknownArgument() }
        var isExchange = false
        if case .text(let flags)? = call.arguments.last { isExchange = flags.contains("RENAME_EXCHANGE") }
        let other = isExchange ? live.node(at: target.path, in: target.start) : nil
        add(
            .names([
                NameChange(folder: old.folder, name: old.name, node: other),
                NameChange(folder: new.folder, name: new.name, node: node),
            ]))
    }

    private mutating func link(
        _ call: SystemCall, from: (folder: Int?, path: Int), to: (folder: Int?, path: Int)
    ) throws {
        guard let target = try path(call, folder: to.folder, to.path) else { return }
        let sourcePath = String(decoding: try bytes(call, from.path), as: UTF8.self)
        var node: DiskNode?
        if sourcePath.hasPrefix("/proc/self/fd/"), let number = Int(sourcePath.dropFirst(14)) {
            node = openings[number]?.node
        } else if let source = try path(call, folder: from.folder, from.path) {
            node = live.node(at: source.path, in: source.start)
        }
        guard let node, let place = live.place(target.path, in: target.start) else { throw UnknownArgument() }
        add(.names([NameChange(folder: place.folder, name: place.name, node: node)]))
    }

    private mutating func copy(_ call: SystemCall, from source: Int, sourceOffset: Int, to target: Int) throws {
        guard let file = openings[try number(call, target)] else { return }
        guard let other = openings[try number(call, source)], let content = live.files[other.node],
            case .text(let text) = call.arguments[sourceOffset], !file.appends
        else { throw UnknownArgument() }
        // "NULL", or as in "[0] => [4096]".
        let given = text.split { !$0.isNumber }.first.flatMap { Int($0) }
        let start = given ?? other.position
        guard start + call.result <= content.count else { throw UnknownArgument() }
        let bytes = Data(content[(content.startIndex + start)..<(content.startIndex + start + call.result)])
        add(.data(file.node, .write(offset: file.position, bytes)))
        file.position += call.result
        if given == nil { other.position += call.result }
    }

    // MARK: Arguments

    private func number(_ call: SystemCall, _ index: Int) throws -> Int {
        guard index < call.arguments.count, case .text(let text) = call.arguments[index] else {
            throw UnknownArgument()
        }
        if text.hasPrefix("AT_FDCWD") { return -1 }
        guard let number = Int(text) else { throw UnknownArgument() }
        return number
    }

    private func bytes(_ call: SystemCall, _ index: Int) throws -> Data {
        guard index < call.arguments.count, case .bytes(let bytes) = call.arguments[index] else {
            throw UnknownArgument()
        }
        return bytes
    }

    /// The folder where a path starts, and the path from there; `nil` outside of the disk.
    private func path(
        _ call: SystemCall, folder: Int?, _ index: Int
    ) throws -> (start: DiskNode, path: Substring)? {
        let path = String(decoding: try bytes(call, index), as: UTF8.self)
        if path.hasPrefix("/") {
            guard path == root || path.hasPrefix(root + "/") else { return nil }
            return (.root, path.dropFirst(root.count + 1))
        }
        guard !path.split(separator: "/").contains("..") else { throw UnknownArgument() }
        let start = try folder.map { try number(call, $0) } ?? -1
        if start == -1 { return (.root, path[...]) }
        return openings[start].map { ($0.node, path[...]) }
    }
}
