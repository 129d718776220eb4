import LatchkeyTerminal
import LatchkeySheet
import Testing

@Suite("A table at the prompt") struct TableTests {
    @Test func `columns are as wide as their widest cells, without trailing spaces`() {
        var table = Table()
        table.add("on", "org.example", "Name")
        table.add("changed", "a", "")
        #expect(table.lines == ["on       org.example  Name", "changed  a"])
    }

    @Test func `aligns wide characters`() {
        var table = Table()
        table.add("銀行", "a")
        table.add("🔑 key", "b")
        table.add("e\u{301}tat", "c")
        table.add("plain-one", "d")
        #expect(table.lines == ["銀行       a", "🔑 key     b", "e\u{301}tat       c", "plain-one  d"])
    }

    @Test func `rows may have different numbers of cells, and cells may end with spaces`() {
        var table = Table()
        table.add("one")
        table.add("a  ", "b", "c  ")
        table.add("", "", "")
        #expect(table.lines == ["one", "a    b  c", ""])
        #expect(Table().lines == [])
    }

    @Test func `escapes control characters in cells`() {
        var table = Table()
        table.add("a\u{1B}[2J", "b")
        #expect(table.lines == ["a␛[2J  b"])
    }

    @Test func `truncates the widest cells and keeps identifiers whole`() {
        var table = Table(wholeColumns: [2])
        table.add("a-very-long-name-of-a-site", "ada@example.org", "0123456789")
        table.add("銀行銀行銀行銀行銀行銀行銀行", "bob", "9876543210")
        let lines = table.lines(cutTo: 40)
        #expect(lines == ["a-very-long-…  ada@example.…  0123456789", "銀行銀行銀行…  bob            9876543210"])
        #expect(lines.allSatisfy { DisplayText.width(of: $0) <= 40 })
    }

    @Test(arguments: 1...60) func `a table is never wider than the terminal`(columns: Int) {
        var table = Table(wholeColumns: [1])
        table.add("a-very-long-name-of-a-site", "0123456789", "銀行銀行銀行銀行銀行")
        #expect(table.lines(cutTo: columns).allSatisfy { DisplayText.width(of: $0) <= columns })
    }

    @Test func `a table is not truncated without a terminal`() {
        var table = Table()
        table.add(String(repeating: "x", count: 500), "y")
        #expect(table.lines(cutTo: nil) == [String(repeating: "x", count: 500) + "  y"])
    }
}
