import Glibc

/// The three streams that a program is started with.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Whether a terminal is at the other end.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// How many columns the terminal at the other end has; nothing where there is none, or it does not say.
    package var columns: Int? {
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Waits for what comes next, and gives what is there; nothing at the end.
    package func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try systemCall("read") { unsafe Glibc.read(rawValue, &bytes, limit) }
        return Array(bytes.prefix(count))
    }

    /// The path of the terminal at the other end, such as `/dev/pts/3`; nothing where there is none.
    package var terminalPath: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe ttyname_r(rawValue, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
