import Foundation
import LatchkeySheet
import LatchkeyWire
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyTerminal

@Suite struct `A pinentry's dialog` {
    @Test func `the dialog shows the requester, the request and the error`() throws {
        var sheet = unlockSheet
        sheet.elements.insert(.init("m", .message(.init(.error, "Wrong passphrase\u{1B}[31m"))), at: 0)
        let dialog = try PinentryDialog(frame: frame, sheet: sheet)
        #expect(
            dialog.preparation == [
                "RESET", "SETTITLE Unlock 100%25", "SETDESC Latchkey Vault · heron for github.com%0AUnlock 100%25",
                "SETPROMPT Passphrase", "SETERROR Wrong passphrase␛[31m", "SETOK Unlock__it", "SETCANCEL Cancel",
            ])
    }

    @Test func `the dialog has a button to confirm and one to decline`() throws {
        let sheet = Sheet(
            title: "Replace?",
            elements: [
                .init("no", .button(.init(title: "Keep both"))),
                .init("yes", .button(.init(title: "Replace", role: .default, submits: false))),
                .init("stop", .button(.init(title: "Stop", role: .cancel))),
            ])
        let dialog = try PinentryDialog(frame: frame, sheet: sheet)
        #expect(dialog.field == nil)
        #expect(dialog.accept?.identifier == "yes")
        #expect(dialog.decline?.identifier == "no")
        #expect(dialog.cancelTitle == "Stop")
        #expect(try PinentryScreen.event(of: .ok, [], dialog, sheet) == SheetEvent("yes", .pressed))
        #expect(try PinentryScreen.event(of: .error(code: 114), [], dialog, sheet) == SheetEvent("no", .pressed))
        for code in [99, 198] {
            #expect(
                try PinentryScreen.event(of: .error(code: code), [], dialog, sheet) == SheetEvent(nil, .cancelled))
        }
        // GPG_ERR_TIMEOUT, GPG_ERR_PIN_ENTRY and ENOTTY are no answer of the user.
        for code in [62, 86, 32_793] {
            #expect(throws: PinentryError.failed(code: code)) {
                try PinentryScreen.event(of: .error(code: code), [], dialog, sheet)
            }
        }
    }

    /// The refusal is the cancel button, which every pinentry has; some ignore SETNOTOK.
    @Test func `the question about a program has Allow, Not Now and a word to type`() throws {
        let file = ExecutableFile(path: "/usr/bin/python3.13", device: 1, inode: 2, owner: 0, changeTime: 3)
        let sheet = Agent.sheet(about: file, named: "firefox").sheet
        let own = SheetFrame(providerName: "Latchkey", requester: .program(file.path), word: "heron")
        let dialog = try PinentryDialog(frame: own, sheet: sheet)
        let description = [
            "Latchkey · heron for the program /usr/bin/python3.13", "Allow this program?",
            "It asks for your logins, and can fill them without another question.",
            "This is an interpreter: every script that it runs is allowed.", "It calls itself “firefox”.",
            "/usr/bin/python3.13",
        ]
        #expect(
            dialog.preparation == [
                "RESET", "SETTITLE Allow this program?", "SETDESC \(description.joined(separator: "%0A"))",
                "SETPROMPT Type “allow”:", "SETOK Allow", "SETCANCEL Not Now",
            ])
        #expect(dialog.field == "word")
        let typed = SubmittedValue("word", .secure(SecureText("allow")))
        #expect(
            try PinentryScreen.event(of: .ok, Array("allow".utf8), dialog, sheet)
                == SheetEvent("allow", .submitted([typed])))
        #expect(try PinentryScreen.event(of: .error(code: 99), [], dialog, sheet) == SheetEvent(nil, .cancelled))
        #expect(try PinentryScreen.event(of: .error(code: 114), [], dialog, sheet) == SheetEvent(nil, .cancelled))
    }

    @Test func `a long path hides neither the warning nor the program's name`() throws {
        let path = String(repeating: "/deep", count: 700) + "/python3"
        let file = ExecutableFile(path: path, device: 1, inode: 2, owner: 0, changeTime: 3)
        let own = SheetFrame(providerName: "Latchkey", requester: .program(path), word: "heron")
        let dialog = try PinentryDialog(frame: own, sheet: Agent.sheet(about: file, named: "x").sheet)
        let description = try #require(dialog.preparation.first { $0.hasPrefix("SETDESC") })
        #expect(description.contains("/python3%0AAllow this program?"))
        #expect(description.contains(ExecutableFile.interpreterWarning))
        #expect(description.contains("It calls itself “x”."))
    }

    @Test(arguments: ["", "no", "yesterday", " YES "])
    func `a sheet without a button for Enter requires a typed word`(typed: String) throws {
        let sheet = Sheet(
            title: "Use This Copy of the Vault?",
            elements: [
                .init("accept", .button(.init(title: "Use This Copy"))),
                .init("stop", .button(.init(title: "Cancel", role: .cancel))),
            ])
        let dialog = try PinentryDialog(frame: frame, sheet: sheet)
        #expect(dialog.command == "GETPIN" && dialog.field == nil)
        #expect(dialog.preparation.contains("SETPROMPT Type “yes” for “Use This Copy”:"))
        #expect(dialog.accepts(Array(typed.utf8)) == (typed == " YES "))
        #expect(dialog.again.preparation.contains("SETERROR Type “yes”, or press “Cancel”."))
        #expect(try PinentryScreen.event(of: .ok, Array("yes".utf8), dialog, sheet) == SheetEvent("accept", .pressed))
        #expect(try PinentryScreen.event(of: .error(code: 99), [], dialog, sheet) == SheetEvent(nil, .cancelled))
    }

    @Test(arguments: [
        (Sheet.Content.list(.init([])), "list"), (.textField(.init(label: "")), "textField"),
        (.secureField(.init(label: "")), "secureField"),
        (.toggle(.init(label: "", isOn: true)), "toggle"), (.code(.init(label: "", code: "1")), "code"),
    ])
    func `refuses a sheet with unsupported elements`(content: Sheet.Content, kind: String) {
        var sheet = unlockSheet
        sheet.elements.append(.init("more", content))
        #expect(throws: PinentryError.unsupportedElements([kind])) { try PinentryDialog(frame: frame, sheet: sheet) }
    }

    @Test func `asks for the passphrase of a sheet with a second button`() throws {
        var sheet = unlockSheet
        sheet.elements.append(.init("recovery", .button(.init(title: "Use the Recovery Code"))))
        let dialog = try PinentryDialog(frame: frame, sheet: sheet)
        #expect(dialog.field == "pass" && dialog.accept?.identifier == "go" && dialog.decline == nil)
    }

    @Test func `refuses three buttons without a field`() {
        let sheet = Sheet(
            title: "Which?", elements: ["a", "b", "c"].map { .init($0, .button(.init(title: "x"))) })
        #expect(throws: PinentryError.unsupportedElements(["button", "button"])) {
            try PinentryDialog(frame: frame, sheet: sheet)
        }
    }

    @Test(arguments: [
        ("OK", Assuan.Response.ok), ("OK Pleased to meet you", .ok), ("OKAY", .other),
        ("D a%25b%0Ac", .data(Array("a%b\nc".utf8))),
        ("D a%2", .data(Array("a%2".utf8))), ("D a%zz%+1", .data(Array("a%zz%+1".utf8))),
        ("ERR 83886179 Operation cancelled", .error(code: 99)),
        ("ERR 83886194 Not confirmed", .error(code: 114)), ("ERR 99999999999999999999", .error(code: 58367)),
        ("S PASSWORD_FROM_CACHE", .other),
        ("# hello", .other), ("", .other),
    ])
    func `parses Assuan's responses`(line: String, response: Assuan.Response) {
        #expect(Assuan.parse(Array(line.utf8)) == response)
    }

    @Test func `never writes a line above Assuan's limit`() {
        #expect(Assuan.escape(String(repeating: "%王", count: 1000)).utf8.count <= 900)
    }
}

@Suite struct `A pinentry` {
    @Test func `asks for a passphrase, again after an error, and sends the session's options`() async throws {
        let script = Script([
            "OK hello", "OK", "OK", "OK", "OK", "OK", "OK", "OK", "D wr%25ng", "OK",
            "OK", "OK", "OK", "OK", "OK", "OK", "OK", "ERR 83886179 cancelled",
        ])
        let screen = PinentryScreen(
            session: .init(terminalPath: "/dev/pts/7", display: ":0\nSETDESC evil"), start: { script.channel })
        var events = await screen.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
        #expect(await events.next() == SheetEvent("go", .submitted([.init("pass", .secure(SecureText("wr%ng")))])))
        var busy = unlockSheet
        busy.elements.append(.init("p", .progress(.init(label: "Checking"))))
        await screen.change(SheetDifference(from: unlockSheet, to: busy))
        var failed = unlockSheet
        failed.elements.insert(.init("m", .message(.init(.error, "Wrong"))), at: 0)
        await screen.change(SheetDifference(from: busy, to: failed))
        #expect(await events.next() == SheetEvent(nil, .cancelled))
        await screen.close()
        let written = script.written
        #expect(written.prefix(3) == ["OPTION ttyname=/dev/pts/7", "RESET", "SETTITLE Unlock 100%25"])
        #expect(written.filter { $0 == "GETPIN" }.count == 2)
        #expect(written.contains("SETERROR Wrong"))
    }

    @Test func `asks again after OK without the word`() async throws {
        let script = Script([
            "OK hello", "OK", "OK", "OK", "OK", "OK", "OK", "D no", "OK",
            "OK", "OK", "OK", "OK", "OK", "OK", "OK", "D yes", "OK",
        ])
        let screen = PinentryScreen(session: .init(), start: { script.channel })
        let sheet = Sheet(title: "Sure?", elements: [.init("go", .button(.init(title: "Go")))])
        var events = await screen.open(frame: frame, sheet: sheet).makeAsyncIterator()
        #expect(await events.next() == SheetEvent("go", .pressed))
        #expect(script.written.filter { $0 == "GETPIN" }.count == 2)
        await screen.close()
    }

    @Test func `shows no dialog for an empty sheet until it has content`() async throws {
        let script = Script([
            "OK hello", "OK", "OK", "OK", "OK", "OK", "OK", "D secret", "OK",
        ])
        let screen = PinentryScreen(session: .init(), start: { script.channel })
        let empty = Sheet(title: "Latchkey Vault")
        var events = await screen.open(frame: frame, sheet: empty).makeAsyncIterator()
        await screen.change(SheetDifference(from: empty, to: unlockSheet))
        #expect(await events.next() == SheetEvent("go", .submitted([.init("pass", .secure(SecureText("secret")))])))
        #expect(script.written.filter { $0 == "GETPIN" || $0 == "CONFIRM" } == ["GETPIN"])
    }

    @Test func `shows a message for a sheet that needs another screen`() async {
        let script = Script(Array(repeating: "OK", count: 20))
        let screen = PinentryScreen(session: .init(), start: { script.channel })
        let sheet = Sheet(title: "Logins", elements: [.init("l", .list(.init([])))])
        var events = await screen.open(frame: frame, sheet: sheet).makeAsyncIterator()
        #expect(await events.next() == SheetEvent(nil, .cancelled))
        #expect(script.written.last == "MESSAGE")
        #expect(script.written.contains { $0.hasPrefix("SETDESC") && $0.contains("in a terminal or in the browser") })
    }

    /// The user has not answered, so there is no cancellation.
    @Test func `ends without an event if pinentry exits, fails or is missing, and says why`() async {
        let ready = Array(repeating: "OK", count: 7)
        let gone = PinentryScreen(session: .init(), start: { Script(ready).channel })
        let failing = PinentryScreen(
            session: .init(), start: { Script(ready + ["ERR 83918950 Inappropriate ioctl <Pinentry>"]).channel })
        let missing = PinentryScreen(program: "no-such-pinentry", session: .init(), environment: [:])
        for (screen, failure) in [
            (gone, "pinentry ended before it answered"), (failing, "pinentry answered with error 32870"),
            (missing, "no-such-pinentry was not found"),
        ] {
            var events = await screen.open(frame: frame, sheet: unlockSheet).makeAsyncIterator()
            #expect(await events.next() == nil)
            #expect(await screen.failure == failure)
        }
        // A message that was not shown was not cancelled either.
        let unshown = PinentryScreen(session: .init(), start: { Script(ready.dropLast() + ["ERR 83886166 x"]).channel })
        let list = Sheet(title: "Logins", elements: [.init("l", .list(.init([])))])
        var events = await unshown.open(frame: frame, sheet: list).makeAsyncIterator()
        #expect(await events.next() == nil)
        #expect(await unshown.failure != nil)
    }
}

private let frame = SheetFrame(providerName: "Latchkey Vault", requester: .site("github.com"), word: "heron")

private let unlockSheet = Sheet(
    title: "Unlock 100%",
    elements: [
        .init("pass", .secureField(.init(label: "Passphrase"))),
        .init("go", .button(.init(title: "Unlock_it", role: .default))),
    ])

/// A scripted pinentry: it answers with its lines in order, and records the commands.
private final class Script: @unchecked Sendable {
    // Sendable: under the lock.
    private let lock = NSLock()
    private var lines: [String]
    private var told: [String] = []

    init(_ lines: [String]) { self.lines = lines }

    var written: [String] { lock.withLock { told } }

    var channel: AssuanChannel {
        AssuanChannel(
            writeLine: { line in self.lock.withLock { self.told.append(line) } },
            readLine: { self.lock.withLock { self.lines.isEmpty ? nil : Array(self.lines.removeFirst().utf8) } },
            close: {})
    }
}
