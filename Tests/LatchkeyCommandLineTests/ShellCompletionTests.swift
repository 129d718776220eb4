import Testing

@testable import LatchkeyCommandLine

@Suite struct ShellCompletionTests {
    @Test(arguments: [
        "ada", "ada@example.com", "https://example.com:8443/a_b/", "My Bank", "a+b-c, d", "Müller", "日本 語", "हिन्दी",
        "\u{661}\u{662}", "vault-2026-11-23.sqlite",
    ])
    func `offers text without a character that a shell interprets`(candidate: String) {
        #expect(ShellCompletion.isSafeInShell(candidate))
    }

    @Test func `offers no text with a character that a shell interprets, and no option`() {
        for character in "$`'\"\\;&|<>(){}[]*?!~#^%=\t\n\r\u{1B}\u{7F}\u{A0}\u{200B}\u{202E}\u{2028}\u{E000}" {
            for candidate in ["\(character)", "a\(character)", "a\(character)b"] {
                #expect(!ShellCompletion.isSafeInShell(candidate), "\(candidate.debugDescription)")
            }
        }
        for candidate in ["", "-", "--yes", "-\u{301}x", "$(touch x)", "`touch x`", "O'Brien", "a$\u{301}(b)"] {
            #expect(!ShellCompletion.isSafeInShell(candidate), "\(candidate.debugDescription)")
        }
    }
}
