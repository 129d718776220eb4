import Glibc

/// The standard streams of a program.
package enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The terminal's columns; `nil` if the stream is not a terminal or the terminal does not report them.
    package var columns: Int? {
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Waits for input and returns at most that many bytes; an empty array at the end.
    package func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try systemCall("read") { unsafe Glibc.read(rawValue, &bytes, limit) }
        return Array(bytes.prefix(count))
    }

    /// The terminal's path, such as `/dev/pts/3`; `nil` if the stream is not a terminal.
    package var terminalPath: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe ttyname_r(rawValue, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Prepares the streams; call it before the program opens a file.
    ///
    /// A closed stream is replaced by a descriptor on which every read and write fails. Otherwise the next file that is
    /// opened, such as the vault, would get its number, and output would be written into that file. Writing to a closed
    /// pipe becomes an error instead of a signal that ends the program.
    package static func secure() {
        for stream in [input, output, error] where fcntl(stream.rawValue, F_GETFD) < 0 {
            // open(2) returns the lowest free number, which is this one. The opposite access mode makes each use fail
            // with EBADF.
            _ = unsafe open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
        Signals.ignoreBrokenPipes()
    }

    /// Writes all of the bytes.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``, possibly after a part of the bytes.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do {
                let count = try systemCall("write") {
                    unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            } catch .callFailed(_, EAGAIN, _) {
                // Another process that shares the stream made it non-blocking.
                try waitUntilWritable()
            }
        }
    }

    /// Ends the program by SIGPIPE, as a closed pipe ends programs that do not handle it.
    package static func endByClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // The signal is blocked: exit with the status that a shell reports for it.
        _exit(128 + SIGPIPE)
    }

    private func waitUntilWritable() throws(SystemError) {
        var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        try systemCall("poll") { unsafe poll(&request, 1, -1) }
    }
}
