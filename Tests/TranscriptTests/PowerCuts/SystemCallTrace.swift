import Foundation

/// A successful system call in the output of `strace -f -qq -xx`.
struct SystemCall {
    enum Argument: Equatable {
        case bytes(Data)
        /// Anything but a string, as strace prints it.
        case text(String)
    }

    var name: String
    var arguments: [Argument]
    var result: Int

    /// The calls that change files, and those that change what a descriptor or a path means.
    ///
    /// Not every architecture has those with a question mark.
    static let traced =
        "?open,openat,?creat,read,write,pwrite64,writev,pwritev,?pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync,"
        + "sync_file_range,sync,syncfs,?rename,?renameat,renameat2,?link,linkat,?unlink,unlinkat,?mkdir,mkdirat,?rmdir,"
        + "?symlink,symlinkat,close,dup,?dup2,dup3,fcntl,copy_file_range,sendfile,splice,lseek,chdir,fchdir,execve,mmap"

    /// The beginning of a command line that writes a trace.
    static func strace(output: String) -> String {
        "strace -f -qq -xx -s 4194304 -e signal=none -e 'trace=\(traced)' -o '\(output)'"
    }
}

/// The successful system calls of a traced program, ordered by when each call returns; `close` by when it starts.
struct SystemCallTrace {
    struct MalformedLine: Error {
        var line: String
    }

    private(set) var calls: [SystemCall] = []

    init(_ output: Data) throws {
        // The beginnings of the calls that another thread's line interrupts.
        var unfinished: [Substring: String] = [:]
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            guard let space = line.firstIndex(of: " ") else { throw MalformedLine(line: String(line.prefix(200))) }
            let process = line[..<space]
            var text = String(line[space...].drop { $0 == " " })
            if text.hasPrefix("+++") || text.hasPrefix("---") { continue }
            if text.hasSuffix(Self.interruption) {
                let beginning = String(text.dropLast(Self.interruption.count))
                unfinished[process] = beginning
                // The kernel frees the descriptor before `close` returns, so another thread can get it.
                if beginning.hasPrefix("close("), let call = try Self.call(beginning + ") = 0") { calls.append(call) }
                continue
            }
            if text.hasPrefix("<... close resumed>") { continue }
            if text.hasPrefix("<... "), let end = text.range(of: " resumed>") {
                text = (unfinished.removeValue(forKey: process) ?? "") + text[end.upperBound...]
            }
            if let call = try Self.call(text) { calls.append(call) }
        }
    }

    private static let interruption = " <unfinished ...>"

    /// Parses a line as in `pwrite64(8, "\x00\x01", 2, 0) = 2`; `nil` for a failed call.
    private static func call(_ line: String) throws -> SystemCall? {
        var parser = Parser(bytes: Array(line.utf8))
        guard let call = parser.call() else { throw MalformedLine(line: String(line.prefix(200))) }
        return call.result < 0 ? nil : call
    }

    private struct Parser {
        let bytes: [UInt8]
        var position = 0

        mutating func call() -> SystemCall? {
            let name = text(until: UInt8(ascii: "("))
            position += 1
            var arguments: [SystemCall.Argument] = []
            while let byte = next, byte != UInt8(ascii: ")") {
                if byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") {
                    position += 1
                } else if byte == UInt8(ascii: "\"") {
                    guard let content = string(), next != UInt8(ascii: ".") else { return nil }
                    arguments.append(.bytes(content))
                } else {
                    arguments.append(.text(token()))
                }
            }
            position += 1
            let rest = String(decoding: bytes[min(position, bytes.count)...], as: UTF8.self)
            let words = rest.split(separator: " ")
            guard words.count >= 2, words[0] == "=" else { return nil }
            // An address, or "?" of a call that the end of the process interrupted.
            guard let result = Int(words[1]) else {
                return words[1] == "?" || words[1].hasPrefix("0x")
                    ? SystemCall(name: name, arguments: arguments, result: words[1] == "?" ? -1 : 0) : nil
            }
            return SystemCall(name: name, arguments: arguments, result: result)
        }

        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        private mutating func text(until end: UInt8) -> String {
            let start = position
            while let byte = next, byte != end { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        /// A string of hexadecimal escapes.
        private mutating func string() -> Data? {
            position += 1
            var content: [UInt8] = []
            while let byte = next, byte != UInt8(ascii: "\"") {
                guard position + 3 < bytes.count, byte == UInt8(ascii: "\\"),
                    let high = digit(bytes[position + 2]), let low = digit(bytes[position + 3])
                else { return nil }
                content.append(high << 4 | low)
                position += 4
            }
            position += 1
            return Data(content)
        }

        private func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x61...0x66: byte - 0x57
            default: nil
            }
        }

        /// A number, flags, a list or a structure.
        private mutating func token() -> String {
            let start = position
            var depth = 0
            while let byte = next {
                switch byte {
                case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")") where depth == 0: return String(decoding: bytes[start..<position], as: UTF8.self)
                case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
                case UInt8(ascii: ",") where depth == 0:
                    return String(decoding: bytes[start..<position], as: UTF8.self)
                default: break
                }
                position += 1
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
    }
}
