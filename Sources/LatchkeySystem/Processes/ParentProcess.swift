import Glibc

/// The parent process as `/proc` describes it: a name to display, never a proof.
package struct ParentProcess: Hashable, Sendable {
    /// The path of its executable; `nil` if this process may not read it.
    package let executable: String?
    /// The first 15 bytes of its name, which the process can choose.
    package let name: String?

    package init(executable: String?, name: String?) {
        self.executable = executable
        self.name = name
    }

    /// The parent now; if the parent has ended, the process that adopted this one.
    package static var current: ParentProcess {
        let folder = "/proc/\(getppid())"
        let name = try? PrivateFile.read(folder + "/comm", limit: 64)
        return ParentProcess(
            executable: FileSystem.targetOfSymbolicLink(folder + "/exe"),
            name: name.flatMap { String(validating: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) })
    }
}
