import Foundation
import Glibc
import Synchronization

/// Why a terminal cannot be used.
package enum TerminalError: Error, Hashable, Sendable {
    /// The path cannot be opened, or is no terminal.
    case notATerminal(path: String, errno: Int32)
    case failed(call: String, errno: Int32)
}

/// What comes from a terminal.
package enum TerminalInput: Hashable, Sendable {
    case bytes([UInt8])
    /// Nothing has followed the last bytes for a while: an escape character was the key, not a sequence's start.
    case pause
    /// The window has another size.
    case resized
    /// The terminal is gone, or its end of file was typed.
    case ended
}

/// A terminal: its size, its modes, and what is typed into it.
///
/// Whatever mode was set, the one that the terminal had comes back with ``restore()``, with the last reference, and,
/// where the program handles these signals not itself, on SIGINT, SIGTERM, SIGHUP and SIGQUIT.
package final class Terminal: Sendable {
    package enum Mode: Sendable {
        /// Every key at once, nothing echoed, no signals from keys.
        case keys
        /// Whole lines, edited by the system.
        case lines(echo: Bool)
    }

    package let path: String
    private let descriptor: Int32
    private let original: termios
    /// What to write before the original mode comes back; `nil` while it is set.
    private let farewell = Mutex<[UInt8]?>(nil)

    /// Opens a terminal; the controlling one where no path is given.
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

    /// Columns and rows; `nil` where the terminal does not know them.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Sets a mode, and what is written before the original one comes back, such as the way out of the other screen.
    package func setMode(_ mode: Mode, leaving farewell: [UInt8] = []) throws(TerminalError) {
        var attributes = original
        switch mode {
        case .keys:
            unsafe cfmakeraw(&attributes)
            // Line ends that are written still begin a new line.
            attributes.c_oflag |= tcflag_t(OPOST)
        case .lines(let echo):
            attributes.c_lflag |= tcflag_t(ICANON | ISIG)
            if echo { attributes.c_lflag |= tcflag_t(ECHO) } else { attributes.c_lflag &= ~tcflag_t(ECHO) }
        }
        self.farewell.withLock { $0 = farewell }
        Rescue.arm(descriptor, original, farewell)
        while unsafe tcsetattr(descriptor, TCSADRAIN, &attributes) != 0 {
            guard errno == EINTR else { throw .failed(call: "tcsetattr", errno: errno) }
        }
    }

    /// Gives the terminal back as it was.
    ///
    /// Does nothing when no mode was set; may be called from anywhere.
    package func restore() {
        farewell.withLock { farewell in
            guard let bytes = farewell else { return }
            farewell = nil
            Rescue.disarm(descriptor)
            if !bytes.isEmpty {
                _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            var attributes = original
            _ = unsafe tcsetattr(descriptor, TCSADRAIN, &attributes)
        }
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

    /// What is typed, until the stream is dropped or the terminal ends.
    ///
    /// One stream at a time.
    ///
    /// - Parameters:
    ///   - pause: how many milliseconds without bytes are told as ``TerminalInput/pause``.
    ///   - endsWithLine: whether the stream ends with a line, so that the next line is left for whoever asks next.
    package func input(
        pauseAfter pause: Int32 = 50, endsWithLine: Bool = false
    ) throws(TerminalError) -> AsyncStream<TerminalInput> {
        let (stream, continuation) = AsyncStream<TerminalInput>.makeStream()
        let reader = try TerminalReader(descriptor: descriptor, pause: pause, endsWithLine: endsWithLine)
        continuation.onTermination = { _ in reader.stop() }
        // A thread of its own: reading a terminal waits for a person.
        Thread.detachNewThread { [self] in
            withExtendedLifetime(self) { reader.run { continuation.yield($0) } }
            continuation.finish()
        }
        return stream
    }
}

/// Waits for bytes, for another size and for being stopped, whichever is first.
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
        Rescue.watchSize(wakeWriter)
        defer { Rescue.stopWatchingSize(wakeWriter) }
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

    /// Up to 4 KiB; nothing at the end and on an error.
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

/// What a signal's handler needs to give the terminal back.
///
/// A process draws on one screen: the last one that was set.
///
/// The handlers only call what is async-signal-safe: `tcsetattr`, `write`, `sigaction` and `raise`.
private enum Rescue {
    // Written under the lock, read by a handler that may interrupt the writer: the descriptor is set last and
    // cleared first, so that a handler that sees it sees the rest.
    nonisolated(unsafe) static var descriptor: Int32 = -1
    nonisolated(unsafe) static var attributes = termios()
    nonisolated(unsafe) static var farewell: UnsafeMutablePointer<UInt8>?
    nonisolated(unsafe) static var farewellCount = 0
    /// Where to tell a new size: a fixed place for each reader, or -1.
    nonisolated(unsafe) static var sizeWatchers: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    private static let lock = NSLock()
    private static let deadly = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    static func arm(_ newDescriptor: Int32, _ newAttributes: termios, _ newFarewell: [UInt8]) {
        lock.lock()
        defer { lock.unlock() }
        unsafe descriptor = -1
        unsafe attributes = newAttributes
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(newFarewell.count, 1))
        for (index, byte) in newFarewell.enumerated() { unsafe copy[index] = byte }
        unsafe farewell?.deallocate()
        unsafe farewell = copy
        unsafe farewellCount = newFarewell.count
        unsafe descriptor = newDescriptor
        for number in deadly { replace(number, where: { $0 == nil }, by: dieCleanly) }
    }

    static func disarm(_ oldDescriptor: Int32) {
        lock.lock()
        defer { lock.unlock() }
        guard unsafe descriptor == oldDescriptor else { return }
        unsafe descriptor = -1
        for number in deadly { replace(number, where: { $0 != nil }, by: nil) }
    }

    static func watchSize(_ writer: Int32) {
        replaceWatcher(-1, by: writer)
        replace(SIGWINCH, where: { $0 == nil }, by: tellSize)
    }

    static func stopWatchingSize(_ writer: Int32) {
        replaceWatcher(writer, by: -1)
    }

    private static func replaceWatcher(_ old: Int32, by new: Int32) {
        lock.lock()
        defer { lock.unlock() }
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

    /// Runs in a signal's handler, too.
    static func giveBack() {
        let current = unsafe descriptor
        guard current >= 0 else { return }
        unsafe descriptor = -1
        if unsafe farewellCount > 0 { _ = unsafe Glibc.write(current, farewell, farewellCount) }
        _ = unsafe tcsetattr(current, TCSADRAIN, &attributes)
    }

    /// Sets or clears a handler of ours; one that the program has set itself stays.
    private static func replace(
        _ number: Int32, where isOurs: (sighandler_t?) -> Bool, by handler: sighandler_t?
    ) {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return }
        let current = unsafe action.__sigaction_handler.sa_handler
        let isDefault = unsafe unsafeBitCast(current, to: Int.self) == 0
        let isOwn = unsafe unsafeBitCast(current, to: Int.self) == unsafeBitCast(dieCleanly, to: Int.self)
        guard isDefault && isOurs(nil) || isOwn && isOurs(current) else { return }
        unsafe action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        _ = unsafe sigaction(number, &action, nil)
    }
}

private typealias sighandler_t = @convention(c) (Int32) -> Void

private let dieCleanly: sighandler_t = { number in
    Rescue.giveBack()
    signal(number, SIG_DFL)
    raise(number)
}

private let tellSize: sighandler_t = { _ in
    let saved = errno
    let watchers = unsafe Rescue.sizeWatchers
    tell(watchers.0)
    tell(watchers.1)
    tell(watchers.2)
    tell(watchers.3)
    errno = saved
}

/// Runs in a signal's handler: nothing is allocated.
private func tell(_ writer: Int32) {
    guard writer >= 0 else { return }
    _ = unsafe withUnsafeBytes(of: UInt8(ascii: "w")) { unsafe Glibc.write(writer, $0.baseAddress, 1) }
}
