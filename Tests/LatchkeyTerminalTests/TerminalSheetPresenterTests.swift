import Foundation
import Glibc
import LatchkeySheet
import Testing

@testable import LatchkeyTerminal

@Suite(.timeLimit(.minutes(3))) struct `A presenter` {
    @Test func `shows a sheet on the whole screen and restores the terminal`() async throws {
        let pair = try PseudoTerminal()
        let before = pair.localFlags
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "xterm-256color"])
        var events = await presenter.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        let drawn = await pair.output(until: "[ Unlock ]")
        #expect(drawn.hasPrefix("\u{1B}[?1049h"))
        #expect(drawn.contains("for github.com"))
        pair.type("hunter2\r")
        #expect(await events.next() == SheetEvent("go", .submitted([.init("pass", .secure(SecureText("hunter2")))])))
        var failed = unlockSheet
        failed.elements.insert(.init("m", .message(.init(.error, "Wrong passphrase"))), at: 0)
        await presenter.change(SheetDifference(from: unlockSheet, to: failed))
        #expect(await pair.output(until: "Wrong passphrase").contains("Wrong passphrase"))
        pair.type("\u{1B}")
        #expect(await events.next() == SheetEvent(nil, .cancelled))
        await presenter.close()
        #expect(await events.next() == nil)
        #expect(await pair.output(until: "\u{1B}[?1049l").hasSuffix(ScreenWriter.leaving))
        #expect(pair.localFlags == before)
        #expect(!pair.everything.contains("hunter2"))
    }

    @Test func `asks in lines on a terminal without cursor movement`() async throws {
        let pair = try PseudoTerminal()
        let before = pair.localFlags
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "dumb"])
        var events = await presenter.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        #expect(!(await pair.output(until: "Passphrase: ")).contains("\u{1B}"))
        pair.type("hunter2\n")
        #expect(await events.next() == SheetEvent("go", .submitted([.init("pass", .secure(SecureText("hunter2")))])))
        await presenter.close()
        #expect(!pair.everything.contains("hunter2"))
        #expect(pair.localFlags == before)
    }

    @Test func `cancels the sheet at the end of the input`() async throws {
        let pair = try PseudoTerminal()
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "dumb"])
        var events = await presenter.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        _ = await pair.output(until: "Passphrase: ")
        pair.type("\u{4}")
        #expect(await events.next() == SheetEvent(nil, .cancelled))
        #expect(await events.next() == nil)
    }

    @Test func `keeps a field while the user types a secret, and passes no key to the next sheet`() async throws {
        let pair = try PseudoTerminal()
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "xterm-256color"])
        var events = await presenter.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        _ = await pair.output(until: "[ Unlock ]")
        pair.type("hunt")
        _ = await pair.output(until: "••••")
        await presenter.change(SheetDifference(from: unlockSheet, to: searchSheet))
        pair.type("er2")
        _ = await pair.output(until: "•••••••")
        #expect(!pair.everything.contains("Choose a login"))
        pair.type("\r")
        _ = await pair.output(until: "Choose a login")
        #expect(!pair.everything.contains("er2"))
        pair.type("\u{1B}")
        // Enter pressed no button, so the cancellation is the first event.
        #expect(await events.next() == SheetEvent(nil, .cancelled))
        await presenter.close()
    }

    @Test(arguments: ["xterm-256color", "dumb"])
    func `types the caller's search into the first list, not into the sheet before it`(type: String) async throws {
        let pair = try PseudoTerminal()
        let presenter = try TerminalSheetPresenter(
            terminalAt: pair.path, environment: ["TERM": type], searchingFor: "gith")
        var events = await presenter.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        _ = await pair.output(until: "Passphrase")
        await presenter.change(SheetDifference(from: unlockSheet, to: searchSheet))
        var event = await events.next()
        // Rows that the list lacks are requested, too.
        while case .scrolled? = event?.action { event = await events.next() }
        #expect(event?.action == .searched("gith"))
        await presenter.close()
        while let event = await events.next() {
            if case .searched = event.action { Issue.record("searched again") }
        }
    }

    @Test func `applies held changes when the user stops typing`() async throws {
        let pair = try PseudoTerminal()
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "xterm-256color"])
        _ = await presenter.open(frame: frame, sheet: unlockSheet)
        _ = await pair.output(until: "[ Unlock ]")
        pair.type("hunt")
        _ = await pair.output(until: "••••")
        await presenter.change(SheetDifference(from: unlockSheet, to: searchSheet))
        #expect(!pair.everything.contains("Choose a login"))
        _ = await pair.output(until: "Choose a login")
        await presenter.close()
    }

    @Test func `closes only after the user stops typing a secret, so that the shell reads none of it`() async throws {
        let pair = try PseudoTerminal()
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "xterm-256color"])
        _ = await presenter.open(frame: frame, sheet: unlockSheet)
        _ = await pair.output(until: "[ Unlock ]")
        pair.type("hunt")
        _ = await pair.output(until: "••••")
        let closing = Task { await presenter.close() }
        pair.type("er2")
        _ = await pair.output(until: "•••••••")
        #expect(!pair.everything.contains(ScreenWriter.leaving))
        pair.type("\r")
        await closing.value
        #expect(await pair.output(until: "\u{1B}[?1049l").hasSuffix(ScreenWriter.leaving))
        #expect(!pair.everything.contains("er2"))
    }

    @Test func `discards the rest of a secret on a terminal without cursor movement`() async throws {
        let pair = try PseudoTerminal()
        let presenter = try TerminalSheetPresenter(terminalAt: pair.path, environment: ["TERM": "dumb"])
        var events = await presenter.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        _ = await pair.output(until: "Passphrase: ")
        pair.type("hunt")
        await presenter.change(SheetDifference(from: unlockSheet, to: searchSheet))
        _ = await pair.output(until: "Press Enter to continue: ")
        pair.type("er2\n")
        _ = await pair.output(until: "> ")
        #expect(!pair.everything.contains("er2"))
        pair.type("git\n")
        #expect(await events.next() == SheetEvent("search", .searched("git")))
        await presenter.close()
    }

    @Test func `throws without a terminal`() {
        #expect(throws: (any Error).self) { try TerminalSheetPresenter(terminalAt: "/dev/null", environment: [:]) }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pinentry-tty")))
    func `unlocks with the installed pinentry`() async throws {
        let pair = try PseudoTerminal()
        let session = PinentryScreen.Session(terminalPath: pair.path, terminalType: "xterm", characterType: "C.UTF-8")
        let screen = PinentryScreen(
            program: "/usr/bin/pinentry-tty", session: session, environment: ["PATH": "/usr/bin"])
        var events = await screen.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        let asked = await pair.output(until: "Passphrase")
        #expect(asked.contains("Latchkey Vault for github.com"))
        pair.type("hun%ter2\n")
        #expect(await events.next() == SheetEvent("go", .submitted([.init("pass", .secure(SecureText("hun%ter2")))])))
        await screen.close()
        #expect(!pair.everything.contains("hun%ter2"))
    }
}

private let frame = SheetFrame(providerName: "Latchkey Vault", requester: .site("github.com"))

private let unlockSheet = Sheet(
    title: "Unlock your vault",
    elements: [
        .init("pass", .secureField(.init(label: "Passphrase"))),
        .init("go", .button(.init(title: "Unlock", role: .default))),
    ])

private let searchSheet = Sheet(
    title: "Choose a login",
    elements: [
        .init("search", .searchField(.init(value: ""))),
        .init("list", .list(.init([.init("r", title: "anna", subtitle: "github.com")]))),
    ], focus: "search")

/// Both sides of a pseudo-terminal; the test is the screen and the keyboard.
private final class PseudoTerminal: @unchecked Sendable {
    // Sendable: the text is under the lock, the descriptors never change.
    let path: String
    private let master: Int32
    /// Open, so that the terminal keeps its mode.
    private let slave: Int32
    private let lock = NSLock()
    private var text = ""
    private var taken = 0
    private let pieces: AsyncStream<Void>

    init() throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // As unlockpt and ptsname, which Swift's Glibc module lacks.
        var (locked, number): (Int32, Int32) = (0, -1)
        try #require(unsafe ioctl(master, 0x4004_5431, &locked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
        slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(slave, UInt(TIOCSWINSZ), &size)
        let (pieces, continuation) = AsyncStream<Void>.makeStream()
        self.pieces = pieces
        Thread.detachNewThread { [master, weak self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe Glibc.read(master, &buffer, buffer.count)
                guard count > 0, let self else { break }
                self.lock.withLock { self.text += String(decoding: buffer.prefix(count), as: UTF8.self) }
                continuation.yield()
            }
            continuation.finish()
        }
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

    var everything: String { lock.withLock { text } }

    func type(_ text: String) {
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
    }

    /// The output since the last call; waits until it contains a text.
    func output(until end: String) async -> String {
        var iterator = pieces.makeAsyncIterator()
        while true {
            let new = lock.withLock { () -> String? in
                let fresh = String(text.dropFirst(taken))
                guard fresh.contains(end) else { return nil }
                taken = text.count
                return fresh
            }
            if let new { return new }
            if await iterator.next() == nil { return everything }
        }
    }
}
