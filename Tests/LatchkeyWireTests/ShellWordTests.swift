import LatchkeyWire
import Testing

@Suite struct `Shell word` {
    @Test(arguments: [
        ("", "''"), ("a b", "'a b'"), ("$(id)", "'$(id)'"), ("it's", #"'it'\''s'"#), ("'", #"''\'''"#),
    ])
    func `quotes a text as one shell word`(text: String, expected: String) {
        #expect(ShellWord.quoting(text) == expected)
    }

    @Test(arguments: [
        ("/home/ada/a-b_c.csv", "/home/ada/a-b_c.csv"), ("-rf", "./-rf"), ("", "''"), ("a b", "'a b'"),
        ("it's", #"'it'\''s'"#),
    ])
    func `does not quote a plain path, and never returns an option`(path: String, expected: String) {
        #expect(ShellWord.path(path) == expected)
    }

    @Test(arguments: [
        ("/opt/First.appex/first", "'^/opt/First.appex/first'"),
        ("/home/o'neil/a+b (1)/x", #"'^/home/o'\''neil/a\+b \(1\)/x'"#), (#"/a\b|[c]"#, #"'^/a\\b\|\[c\]'"#),
    ])
    func `the pattern of a path matches the path`(path: String, expected: String) {
        #expect(ShellWord.pattern(beginning: path) == expected)
    }
}
