import Glibc
import Synchronization

/// Why a terminal cannot be used.
package enum TerminalError: Error, Hashable, Sendable {
    /// The path cannot be opened, or is not a terminal.
    case notATerminal(path: String, errno: Int32)
    case failed(call: String, errno: Int32)
}

/// Input from a terminal.
package enum TerminalInput: Hashable, Sendable {
    case bytes([UInt8])
    /// No bytes followed for a while, so an escape character at the end was the key and not the start of a sequence.
    case pause
    /// The window's size changed.
    case resized
    /// The terminal was closed, or the user typed end-of-file.
    case ended
}

/// A terminal: its size, its modes, and its input.
///
/// Its original mode is restored by ``restore()``, with the last reference, and on SIGINT, SIGTERM, SIGHUP and SIGQUIT
/// unless the program handles that signal itself.
package final class Terminal: Sendable {
    package enum Mode: Sendable {
        /// Each key immediately, without echo and without signals from keys.
        case keys
        /// Whole lines with the kernel's line editing.
        case lines(echo: Bool)
    }

    package let path: String
    private let descriptor: Int32
    private let original: termios
    /// The bytes to write before the original mode is restored; `nil` while the original mode is set.
    private let farewell = Mutex<[UInt8]?>(nil)

    /// Opens a terminal, by default the controlling one.
    package init(path: String = "/dev/tty") throws(TerminalError) {
        let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .notATerminal(path: path, errno: errno) }
        var original = termios()
        guard unsafe tcgetattr(descriptor, &original) == 0 else {
            let number = errno
            close(descriptor)
            throw .notATerminal(path: path, errno: number)
        }
        self.path = path
        self.descriptor = descriptor
        self.original = original
    }

    deinit {
        restore()
        close(descriptor)
    }

    /// Columns and rows; `nil` if the terminal does not report them.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Sets a mode, and the bytes to write before the original one is restored, such as the end of the alternate
    /// screen.
    package func setMode(_ mode: Mode, leaving farewell: [UInt8] = []) throws(TerminalError) {
        var attributes = original
        switch mode {
        case .keys:
            unsafe cfmakeraw(&attributes)
            // So that a written newline also moves to the first column.
            attributes.c_oflag |= tcflag_t(OPOST)
        case .lines(let echo):
            attributes.c_lflag |= tcflag_t(ICANON | ISIG)
            if echo { attributes.c_lflag |= tcflag_t(ECHO) } else { attributes.c_lflag &= ~tcflag_t(ECHO) }
        }
        self.farewell.withLock { $0 = farewell }
        TerminalRestore.arm(descriptor, original, farewell)
        while unsafe tcsetattr(descriptor, TCSADRAIN, &attributes) != 0 {
            guard errno == EINTR else { throw .failed(call: "tcsetattr", errno: errno) }
        }
    }

    /// Restores the original mode.
    ///
    /// Does nothing if no mode was set. Safe from any thread.
    package func restore() {
        farewell.withLock { farewell in
            guard let bytes = farewell else { return }
            farewell = nil
            TerminalRestore.disarm(descriptor)
            if !bytes.isEmpty {
                _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            var attributes = original
            _ = unsafe tcsetattr(descriptor, TCSADRAIN, &attributes)
        }
    }

    /// Discards what the user has typed and no program has read.
    package func discardInput() {
        tcflush(descriptor, TCIFLUSH)
    }

    package func write(_ text: String) throws(TerminalError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                bytes = bytes.dropFirst(written)
            } else if errno != EINTR {
                throw .failed(call: "write", errno: errno)
            }
        }
    }

    /// The input, until the stream is dropped or the terminal is closed.
    ///
    /// One stream at a time.
    ///
    /// - Parameters:
    ///   - pause: After how many milliseconds without bytes ``TerminalInput/pause`` is reported.
    ///   - endsWithLine: Whether the stream ends after a line, so that the next reader gets the next line.
    package func input(
        pauseAfter pause: Int32 = 50, endsWithLine: Bool = false
    ) throws(TerminalError) -> AsyncStream<TerminalInput> {
        let (stream, continuation) = AsyncStream<TerminalInput>.makeStream()
        let reader = try TerminalReader(descriptor: descriptor, pause: pause, endsWithLine: endsWithLine)
        continuation.onTermination = { _ in reader.stop() }
        // A thread of its own: reading a terminal waits for the user.
        do throws(SystemError) {
            try DetachedThread.start { [self] in
                withExtendedLifetime(self) { reader.run { continuation.yield($0) } }
                continuation.finish()
            }
        } catch {
            throw .failed(call: "pthread_create", errno: EAGAIN)
        }
        return stream
    }

    /// Reads one line; `nil` if the terminal is closed first, or at ctrl-D.
    ///
    /// Without echo, a newline is written afterwards, so that the next output begins on a new line. The original mode
    /// is restored before this returns.
    package func readLine(echo: Bool) async throws(TerminalError) -> String? {
        try setMode(.lines(echo: echo))
        defer { restore() }
        let input = try input(endsWithLine: true)
        var bytes: [UInt8] = []
        var hasEnded = false
        for await piece in input {
            switch piece {
            case .bytes(let new):
                bytes += new
                hasEnded = new.contains(UInt8(ascii: "\n"))
            case .ended: hasEnded = true
            case .pause, .resized: break
            }
            if hasEnded { break }
        }
        if !echo { try write("\n") }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

/// Waits for bytes, a new size or ``stop()``.
private final class TerminalReader: Sendable {
    private let descriptor: Int32
    private let pause: Int32
    private let endsWithLine: Bool
    private let wakeReader: Int32
    private let wakeWriter: Int32

    init(descriptor: Int32, pause: Int32, endsWithLine: Bool) throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .failed(call: "pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.descriptor = descriptor
        self.pause = pause
        self.endsWithLine = endsWithLine
        wakeReader = ends[0]
        wakeWriter = ends[1]
    }

    deinit {
        close(wakeReader)
        close(wakeWriter)
    }

    func stop() {
        wake(UInt8(ascii: "q"))
    }

    func run(_ report: (TerminalInput) -> Void) {
        TerminalRestore.watchSize(wakeWriter)
        defer { TerminalRestore.stopWatchingSize(wakeWriter) }
        var mayPause = false
        while true {
            var waits = [descriptor, wakeReader].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = unsafe poll(&waits, 2, mayPause ? pause : -1)
            if ready < 0 && errno == EINTR { continue }
            if ready == 0 {
                mayPause = false
                report(.pause)
                continue
            }
            if waits[1].revents != 0 {
                if read(wakeReader).contains(UInt8(ascii: "q")) { return }
                report(.resized)
            }
            guard waits[0].revents != 0 else { continue }
            let bytes = read(descriptor)
            guard !bytes.isEmpty else { return report(.ended) }
            report(.bytes(bytes))
            if endsWithLine, bytes.contains(UInt8(ascii: "\n")) { return }
            mayPause = true
        }
    }

    private func wake(_ byte: UInt8) {
        _ = unsafe withUnsafeBytes(of: byte) { unsafe Glibc.write(wakeWriter, $0.baseAddress, 1) }
    }

    /// Reads up to 4 KiB; an empty array at the end and on an error.
    private func read(_ descriptor: Int32) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            var result: Int
            repeat {
                result = unsafe Glibc.read(descriptor, buffer.baseAddress, 4096)
            } while result < 0 && errno == EINTR
            count = max(result, 0)
        }
    }
}

/// Restores the terminal when a signal ends the process.
///
/// It knows one terminal: the last one whose mode was set.
///
/// The signal handlers call only async-signal-safe functions: `tcsetattr`, `write`, `sigaction` and `raise`.
private enum TerminalRestore {
    // Written under the lock. A handler may interrupt the writer and reads without the lock: the descriptor is set last
    // and cleared first, so a handler that reads a valid descriptor finds the other values complete.
    nonisolated(unsafe) static var descriptor: Int32 = -1
    nonisolated(unsafe) static var attributes = termios()
    nonisolated(unsafe) static var farewell: UnsafeMutablePointer<UInt8>?
    nonisolated(unsafe) static var farewellCount = 0
    /// The pipes that are written to when the window's size changes; -1 for a free place.
    nonisolated(unsafe) static var sizeWatchers: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    private static let lock = Mutex(())
    private static let fatalSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    static func arm(_ newDescriptor: Int32, _ newAttributes: termios, _ newFarewell: [UInt8]) {
        lock.withLock { _ in
            unsafe descriptor = -1
            unsafe attributes = newAttributes
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(newFarewell.count, 1))
            for (index, byte) in newFarewell.enumerated() { unsafe copy[index] = byte }
            unsafe farewell?.deallocate()
            unsafe farewell = copy
            unsafe farewellCount = newFarewell.count
            unsafe descriptor = newDescriptor
            for number in fatalSignals { replace(number, where: { $0 == nil }, by: restoreAndRaise) }
        }
    }

    static func disarm(_ oldDescriptor: Int32) {
        lock.withLock { _ in
            guard unsafe descriptor == oldDescriptor else { return }
            unsafe descriptor = -1
            for number in fatalSignals { replace(number, where: { $0 != nil }, by: nil) }
        }
    }

    static func watchSize(_ writer: Int32) {
        replaceWatcher(-1, by: writer)
        replace(SIGWINCH, where: { $0 == nil }, by: notifySizeWatchers)
    }

    static func stopWatchingSize(_ writer: Int32) {
        replaceWatcher(writer, by: -1)
    }

    private static func replaceWatcher(_ old: Int32, by new: Int32) {
        lock.withLock { _ in
            if unsafe sizeWatchers.0 == old {
                unsafe sizeWatchers.0 = new
            } else if unsafe sizeWatchers.1 == old {
                unsafe sizeWatchers.1 = new
            } else if unsafe sizeWatchers.2 == old {
                unsafe sizeWatchers.2 = new
            } else if unsafe sizeWatchers.3 == old {
                unsafe sizeWatchers.3 = new
            }
        }
    }

    /// Restores the terminal; also called by a signal handler.
    static func restore() {
        let current = unsafe descriptor
        guard current >= 0 else { return }
        unsafe descriptor = -1
        if unsafe farewellCount > 0 { _ = unsafe Glibc.write(current, farewell, farewellCount) }
        _ = unsafe tcsetattr(current, TCSADRAIN, &attributes)
    }

    /// Sets or clears our handler; a handler that the program itself has set stays.
    private static func replace(
        _ number: Int32, where isOurs: (SignalHandler?) -> Bool, by handler: SignalHandler?
    ) {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return }
        let current = unsafe action.__sigaction_handler.sa_handler
        let isDefault = unsafe unsafeBitCast(current, to: Int.self) == 0
        let isOwn = unsafe unsafeBitCast(current, to: Int.self) == unsafeBitCast(restoreAndRaise, to: Int.self)
        guard isDefault && isOurs(nil) || isOwn && isOurs(current) else { return }
        unsafe action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        _ = unsafe sigaction(number, &action, nil)
    }
}

private typealias SignalHandler = @convention(c) (Int32) -> Void

private let restoreAndRaise: SignalHandler = { number in
    TerminalRestore.restore()
    signal(number, SIG_DFL)
    raise(number)
}

private let notifySizeWatchers: SignalHandler = { _ in
    let saved = errno
    let watchers = unsafe TerminalRestore.sizeWatchers
    notify(watchers.0)
    notify(watchers.1)
    notify(watchers.2)
    notify(watchers.3)
    errno = saved
}

/// Writes a byte to a watcher's pipe; called by a signal handler, so it must not allocate.
private func notify(_ writer: Int32) {
    guard writer >= 0 else { return }
    _ = unsafe withUnsafeBytes(of: UInt8(ascii: "w")) { unsafe Glibc.write(writer, $0.baseAddress, 1) }
}
