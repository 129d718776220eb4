import Glibc

/// Where Swift's own libraries lie, for programs that were not linked with them.
package enum SwiftRuntime {
    /// The folder that this process has its Swift library from; nothing in a program that has it linked in.
    ///
    /// A provider that was built beside an agent like that needs the same folder in its sandbox.
    package static let folder: String? = {
        guard let file = unsafe fopen("/proc/self/maps", "re") else { return nil }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard let start = text.firstIndex(of: "/"), text.contains("/libswiftCore.so") else { continue }
            return text[start...].lastIndex(of: "/").map { String(text[start..<$0]) }
        }
        return nil
    }()
}
