import LatchkeyTerminal
import LatchkeySheet
import Testing

@Suite("A table at the prompt") struct TableTests {
    @Test func `is as wide as its widest cells and has no spaces at the ends`() {
        var table = Table()
        table.add("on", "org.example", "Name")
        table.add("changed", "a", "")
        #expect(table.lines == ["on       org.example  Name", "changed  a"])
    }

    @Test func `lets wide characters stand below each other`() {
        var table = Table()
        table.add("銀行", "a")
        table.add("🔑 key", "b")
        table.add("e\u{301}tat", "c")
        table.add("plain-one", "d")
        #expect(table.lines == ["銀行       a", "🔑 key     b", "e\u{301}tat       c", "plain-one  d"])
    }

    @Test func `shows what would act on the terminal as what it is`() {
        var table = Table()
        table.add("a\u{1B}[2J", "b")
        #expect(table.lines == ["a␛[2J  b"])
    }

    @Test func `cuts the widest cells to the terminal and leaves identifiers whole`() {
        var table = Table(wholeColumns: [2])
        table.add("a-very-long-name-of-a-site", "ada@example.org", "0123456789")
        table.add("銀行銀行銀行銀行銀行銀行銀行", "bob", "9876543210")
        let lines = table.lines(cutTo: 40)
        #expect(lines == ["a-very-long-…  ada@example.…  0123456789", "銀行銀行銀行…  bob            9876543210"])
        #expect(lines.allSatisfy { DisplayText.width(of: $0) <= 40 })
    }

    @Test(arguments: 1...60) func `is never wider than the terminal`(columns: Int) {
        var table = Table(wholeColumns: [1])
        table.add("a-very-long-name-of-a-site", "0123456789", "銀行銀行銀行銀行銀行")
        #expect(table.lines(cutTo: columns).allSatisfy { DisplayText.width(of: $0) <= columns })
    }

    @Test func `is whole where there is no terminal`() {
        var table = Table()
        table.add(String(repeating: "x", count: 500), "y")
        #expect(table.lines(cutTo: nil) == [String(repeating: "x", count: 500) + "  y"])
    }
}
