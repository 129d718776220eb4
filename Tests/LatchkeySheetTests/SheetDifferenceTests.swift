import Foundation
import LatchkeySheet
import LatchkeyTesting
import Testing

@Suite struct `Sheet differences` {
    @Test func `a difference turns the old sheet into the new one`() throws {
        try forAll(.sheets, .sheets) { old, new in
            try old.applying(SheetDifference(from: old, to: new)) == new
        }
    }

    @Test func `a difference has the same effect after encoding and decoding`() throws {
        try forAll(.sheets, .sheets) { old, new in
            let data = try JSONEncoder().encode(SheetDifference(from: old, to: new))
            return try old.applying(JSONDecoder().decode(SheetDifference.self, from: data)) == new
        }
    }

    @Test func `the difference of equal sheets is empty`() throws {
        try forAll(.sheets) { SheetDifference(from: $0, to: $0).isEmpty }
    }

    @Test func `scrolling sends only the new rows`() throws {
        let old = listSheet(offset: 0)
        let new = listSheet(offset: 10)
        let difference = SheetDifference(from: old, to: new)
        guard case .window("logins", let window) = difference.changes.first else {
            return #expect(Bool(false), "no window in \(difference)")
        }
        #expect(difference.changes.count == 1)
        #expect(window.before.isEmpty)
        #expect(window.keptFrom == 10)
        #expect(window.keptCount == 40)
        #expect(window.after.count == 10)
        #expect(try old.applying(difference) == new)
    }

    @Test func `a difference contains only the changes`() {
        let old = Sheet(title: "Unlock", elements: [.init("a", .header("A")), .init("b", .header("B"))])
        var new = old
        new["b"] = .header("C")
        #expect(SheetDifference(from: old, to: new).changes == [.element(.init("b", .header("C")))])
        new = old
        new["a"] = nil
        #expect(SheetDifference(from: old, to: new).changes == [.order(["b"])])
        new = old
        new.title = "Locked"
        #expect(SheetDifference(from: old, to: new).changes == [.title("Locked")])
    }

    @Test(arguments: [
        #"{"kind":"order","order":["nobody"]}"#,
        #"{"kind":"order","order":["logins","logins"]}"#,
        #"{"kind":"window","identifier":"nobody","list":{"rowCount":0,"offset":0,"before":[],"keptFrom":0,"#
            + #""keptCount":0,"after":[]}}"#,
        #"{"kind":"window","identifier":"logins","list":{"rowCount":100,"offset":0,"before":[],"keptFrom":49,"#
            + #""keptCount":2,"after":[]}}"#,
        #"{"kind":"window","identifier":"logins","list":{"rowCount":100,"offset":0,"before":[],"#
            + #""keptFrom":9223372036854775807,"keptCount":9223372036854775807,"after":[]}}"#,
    ])
    func `a sheet rejects a difference for another sheet`(change: String) throws {
        let json = #"{"changes":[\#(change)]}"#
        let difference = try JSONDecoder().decode(SheetDifference.self, from: Data(json.utf8))
        #expect(throws: SheetError.differenceDoesNotFit) { try listSheet(offset: 0).applying(difference) }
    }

    @Test func `a difference cannot grow a sheet beyond its limits`() throws {
        let row = #"{"identifier":"r","title":""}"#
        let rows = Array(repeating: row, count: 190).joined(separator: ",")
        let json =
            #"{"changes":[{"kind":"window","identifier":"logins","list":{"rowCount":1000,"offset":0,"before":[\#(rows)],"#
            + #""keptFrom":0,"keptCount":50,"after":[]}}]}"#
        let difference = try JSONDecoder().decode(SheetDifference.self, from: Data(json.utf8))
        #expect(throws: SheetError.tooMany("rows")) { try listSheet(offset: 0).applying(difference) }
    }

    private func listSheet(offset: Int) -> Sheet {
        let rows = (offset..<(offset + 50)).map { Sheet.Row("r", title: "login \($0)") }
        return Sheet(
            title: "Logins", elements: [.init("logins", .list(.init(rowCount: 100_000, offset: offset, rows: rows)))])
    }
}
