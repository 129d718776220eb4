import Glibc

/// The program that started this one, as far as the system says; a name to show, never a proof of anything.
package struct ParentProcess: Hashable, Sendable {
    /// The path of its executable; nothing where the system does not show it.
    package let executable: String?
    /// The first 15 bytes of its name, which it can choose.
    package let name: String?

    package init(executable: String?, name: String?) {
        self.executable = executable
        self.name = name
    }

    /// Looks at the process that is the parent now; one that has ended has left its children to another.
    package static var current: ParentProcess {
        let folder = "/proc/\(getppid())"
        var path = [UInt8](repeating: 0, count: 4096)
        let count = unsafe path.withUnsafeMutableBytes { buffer in
            let characters = unsafe buffer.bindMemory(to: CChar.self)
            guard let start = characters.baseAddress else { return -1 }
            return unsafe readlink(folder + "/exe", start, characters.count)
        }
        let name = try? PrivateFile.read(folder + "/comm", limit: 64)
        return ParentProcess(
            executable: count > 0 ? String(validating: path.prefix(count), as: UTF8.self) : nil,
            name: name.flatMap { String(validating: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) })
    }
}
