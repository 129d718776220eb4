import LatchkeyCore
import Testing

@Suite("Search of bytes") struct ByteSearchTests {
    @Test(arguments: [
        ("example", "example", true), ("example", "exam", true), ("example", "ple", true), ("example", "mp", true),
        ("example", "examples", false), ("example", "ax", false), ("aaab", "aab", true), ("", "a", false),
        ("example", "", true), ("", "", true), ("zoë", "ë", true),
    ])
    func `finds a word anywhere in a text`(text: String, word: String, isFound: Bool) {
        let bytes = Array(text.utf8)
        #expect(bytes.contains(Array(word.utf8), in: bytes.indices) == isFound)
    }

    @Test func `finds a word only inside the range`() {
        let bytes = Array("one two three".utf8)
        let word = Array("two".utf8)
        let found = (0...bytes.count).flatMap { start in
            (start...bytes.count).filter { bytes.contains(word, in: start..<$0) }.map { start..<$0 }
        }
        #expect(found == (0...4).flatMap { start in (7...13).map { start..<$0 } })
    }
}
