import LatchkeyTesting
import Testing

@testable import LatchkeyTerminal

@Suite struct `A key decoder` {
    @Test(arguments: [
        ("a", [Key.text("a")]), ("añ王", [.text("añ王")]), ("\r", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
        ("\u{8}", [.backspace]), ("\u{3}", [.control("c")]), ("\u{15}", [.control("u")]), ("\u{17}", [.control("w")]),
        ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[1;5D", [.left]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]),
        ("\u{1B}[3~", [.delete]), ("\u{1B}[Z", [.shiftTab]),
        ("\u{1B}[200~pa\rss\u{1B}[201~x", [.paste("pa\rss"), .text("x")]),
        ("ab\u{1B}[Ac", [.text("ab"), .up, .text("c")]), ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}x", []),
        ("\u{1B}[99~", []), ("\u{9B}a", [.text("a")]),
    ])
    func `decodes the keys of a terminal`(bytes: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(bytes.utf8)) == keys)
    }

    @Test func `an escape character without a sequence is the Escape key`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.flush() == [.escape])
        #expect(decoder.decode(Array("[A".utf8)) == [.text("[A")])
    }

    @Test func `waits for the rest of a character, a sequence or a paste`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xE7, 0x8E]) == [])
        #expect(decoder.decode([0x8B]) == [.text("王")])
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.decode(Array("B".utf8)) == [.down])
        #expect(decoder.decode(Array("\u{1B}[200~hun".utf8)) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode(Array("ter2\u{1B}[20".utf8)) == [])
        #expect(decoder.decode(Array("1~".utf8)) == [.paste("hunter2")])
    }

    @Test func `decodes the same keys from pieces of any size`() throws {
        let text = Generator<String>.string(upTo: 12)
        try forAll(text, .int(in: 1...5)) { text, size in
            let bytes = Array((text + "\u{1B}[A\u{1B}[200~p\u{1B}[201~").utf8)
            var (whole, parts) = (KeyDecoder(), KeyDecoder())
            let atOnce = whole.decode(bytes)
            var pieces: [Key] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                pieces += parts.decode(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            return joined(atOnce) == joined(pieces)
        }
    }

    @Test func `never traps on any bytes`() throws {
        try forAll(.bytes()) { bytes in
            var decoder = KeyDecoder()
            _ = decoder.decode(bytes)
            _ = decoder.flush()
            return true
        }
    }

    @Test func `limits the buffer for an endless sequence or paste`() {
        var decoder = KeyDecoder()
        _ = decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000))
        // The decoder drops a sequence that is too long; text follows.
        #expect(decoder.decode(Array("x".utf8)) == [.text("x")])
        var paster = KeyDecoder()
        _ = paster.decode(Array("\u{1B}[200~".utf8) + Array(repeating: UInt8(ascii: "p"), count: 100_000))
        guard case .paste(let text) = paster.decode(Array("\u{1B}[201~".utf8)).first else {
            return #expect(Bool(false), "nothing pasted")
        }
        #expect(text.utf8.count == 16_384)
    }

    /// Joins consecutive pieces of text.
    private func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { result, key in
            if case .text(let new) = key, case .text(let old) = result.last {
                result[result.count - 1] = .text(
                    String(String.UnicodeScalarView(Array(old.unicodeScalars) + Array(new.unicodeScalars))))
            } else {
                result.append(key)
            }
        }
    }
}

@Suite struct `A text entry` {
    @Test(arguments: [
        ([Key.text("abc"), .backspace], "ab", 2), ([.text("abc"), .left, .text("x")], "abxc", 3),
        ([.text("one two "), .control("w")], "one ", 4), ([.text("abc"), .left, .control("u")], "c", 0),
        ([.text("ac"), .home, .right, .text("b"), .end, .text("d")], "abcd", 4),
        ([.text("ab"), .home, .delete], "b", 0),
        ([.paste("pass\nword\n")], "pass word", 9), ([.paste("a\u{1B}[31mb")], "a[31mb", 6),
        ([.text("e"), .text("\u{301}"), .backspace], "", 0),
    ])
    func `keys edit a text entry`(keys: [Key], text: String, cursor: Int) {
        var entry = TextEntry()
        for key in keys { _ = entry.handle(key) }
        #expect(entry.text == text)
        #expect(entry.cursor == cursor)
    }
}
