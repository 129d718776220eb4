import Foundation
import Glibc
import LatchkeySystem
import Testing

@Suite(.serialized) struct `A terminal` {
    @Test func `opens a terminal by its path and reads its size`() throws {
        let pair = try PseudoTerminal(columns: 100, rows: 30)
        let terminal = try Terminal(path: pair.path)
        let size = try #require(terminal.size)
        #expect(size == (100, 30))
    }

    @Test(arguments: ["/dev/null", "/nonexistent/tty"])
    func `refuses a path that is not a terminal`(path: String) {
        #expect(throws: TerminalError.self) { try Terminal(path: path) }
    }

    @Test func `reads each key immediately and restores the mode`() async throws {
        let pair = try PseudoTerminal()
        let before = pair.localFlags
        let terminal = try Terminal(path: pair.path)
        try terminal.setMode(.keys, leaving: Array("bye".utf8))
        #expect(pair.localFlags & tcflag_t(ICANON | ECHO | ISIG) == 0)
        var input = try terminal.input().makeAsyncIterator()
        pair.type("\u{3}x")
        #expect(await input.next() == .bytes([3, 0x78]))
        #expect(await input.next() == .pause)
        terminal.restore()
        #expect(pair.localFlags == before)
        #expect(pair.read() == "bye")
    }

    @Test func `discards what was typed before`() async throws {
        let pair = try PseudoTerminal()
        let terminal = try Terminal(path: pair.path)
        pair.type("typed ahead\n")
        terminal.discardInput()
        try terminal.setMode(.keys)
        var input = try terminal.input().makeAsyncIterator()
        pair.type("x")
        #expect(await input.next() == .bytes([0x78]))
    }

    @Test func `reads a line without echo`() async throws {
        let pair = try PseudoTerminal()
        let terminal = try Terminal(path: pair.path)
        try terminal.setMode(.lines(echo: false))
        #expect(pair.localFlags & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON))
        var input = try terminal.input().makeAsyncIterator()
        pair.type("hunter2\n")
        #expect(await input.next() == .bytes(Array("hunter2\n".utf8)))
        try terminal.write("done")
        #expect(pair.read() == "done")
    }

    @Test func `reports a new window size`() async throws {
        let pair = try PseudoTerminal()
        let terminal = try Terminal(path: pair.path)
        var input = try terminal.input().makeAsyncIterator()
        pair.type("x")
        try terminal.setMode(.keys)
        // The first input shows that the reader runs.
        #expect(await input.next() == .bytes([0x78]))
        // To the process, as the kernel does: Swift's threads block signals.
        kill(getpid(), SIGWINCH)
        var next = await input.next()
        if next == .pause { next = await input.next() }
        #expect(next == .resized)
    }

    @Test func `ends the input when the other side closes`() async throws {
        var pair: PseudoTerminal? = try PseudoTerminal()
        let terminal = try Terminal(path: #require(pair?.path))
        var input = try terminal.input().makeAsyncIterator()
        pair = nil
        #expect(await input.next() == .ended)
    }

    @Test func `the last reference restores the terminal's mode`() throws {
        let pair = try PseudoTerminal()
        let before = pair.localFlags
        var terminal: Terminal? = try Terminal(path: pair.path)
        try terminal?.setMode(.keys)
        #expect(pair.localFlags != before)
        terminal = nil
        #expect(pair.localFlags == before)
    }
}

/// Both sides of a pseudo-terminal; the test is the screen and the keyboard.
final class PseudoTerminal {
    let path: String
    private let master: Int32
    /// Open, so that the terminal keeps its mode.
    private let slave: Int32

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // As unlockpt and ptsname, which Swift's Glibc module lacks.
        var (locked, number): (Int32, Int32) = (0, -1)
        guard master >= 0, unsafe ioctl(master, 0x4004_5431, &locked) == 0,
            unsafe ioctl(master, 0x8004_5430, &number) == 0
        else { throw TerminalError.failed(call: "open", errno: errno) }
        path = "/dev/pts/\(number)"
        slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        close(slave)
        close(master)
    }

    var localFlags: tcflag_t {
        var attributes = termios()
        unsafe tcgetattr(slave, &attributes)
        return attributes.c_lflag
    }

    func type(_ text: String) {
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
    }

    /// The output since the last call.
    func read() -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(master, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}
