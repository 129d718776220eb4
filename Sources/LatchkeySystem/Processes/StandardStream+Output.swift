import Glibc

extension StandardStream {
    /// Readies the three streams; to be called before a program opens anything.
    ///
    /// A stream that is closed gets a descriptor that refuses every use as a closed one does. Otherwise the next file
    /// that is opened, such as the vault's, would take its number, and what is printed would be written into it. A
    /// reader that has gone becomes an error, instead of a signal that ends the program in the middle of its work.
    package static func secure() {
        for stream in [input, output, error] where fcntl(stream.rawValue, F_GETFD) < 0 {
            // The lowest free number is this one, as those below it are open. The wrong way round on purpose: EBADF.
            _ = unsafe open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
        Signals.ignoreBrokenPipes()
    }

    /// Writes all of the bytes, and waits where the other end is slow.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``; some of the bytes may have been written then.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do {
                let count = try systemCall("write") {
                    unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            } catch .callFailed(_, EAGAIN, _) {
                // Whoever opened it, or shares it, has it not wait by itself.
                try waitForRoom()
            }
        }
    }

    /// Ends the program as a closed pipe ends those that do not look after it, so that a shell sees no difference.
    package static func endByClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // Where the signal is blocked: the number that a shell would have made of it.
        _exit(128 + SIGPIPE)
    }

    private func waitForRoom() throws(SystemError) {
        var room = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        try systemCall("poll") { unsafe poll(&room, 1, -1) }
    }
}

extension SystemError {
    /// Whoever read what was written has gone.
    package var isClosedPipe: Bool {
        if case .callFailed(_, EPIPE, _) = self { true } else { false }
    }

    /// What the system says about a call that failed, without the call; the whole sentence for what is no call's.
    package var cause: String {
        if case .callFailed(_, let number, _) = self { Self.text(of: number) } else { sentence }
    }
}
