import Foundation
import LatchkeyCore
import LatchkeyVault
import Testing

@Suite struct `Overview list` {
    private static func vault() throws -> (VaultFile, UnlockedVault) {
        let file = try VaultFile()
        let vault = try file.create().vault
        for (title, user, site) in [
            ("beta", "zoe", "https://beta.example/"), ("Alpha", "bob", "https://alpha.example/"),
            ("alpha", "Ann", "https://shop.example/"), ("Émile", "ann", "https://emile.example/"),
        ] {
            try vault.add(Login(title: title, user: user, sites: [Site(site)].compactMap { $0 }))
        }
        return (file, vault)
    }

    @Test func `sorts overviews by title, then by user, ignoring case`() throws {
        let (_, vault) = try Self.vault()
        #expect(try vault.overviews().overviews.map(\.user) == ["Ann", "bob", "zoe", "ann"])
    }

    @Test(arguments: [
        ("", 4), ("ALPHA", 2), ("ann", 2), ("ann alpha", 1), ("shop.example", 1), ("  beta  ", 1), ("émile", 1),
        ("nothing", 0), ("alpha nothing", 0),
    ])
    func `finds overviews by words in title, user and sites`(text: String, count: Int) throws {
        let (_, vault) = try Self.vault()
        #expect(try vault.overviews(OverviewQuery(text: text)).count == count)
    }

    @Test(
        arguments: [
            (0..<2, ["Ann", "bob"]), (2..<4, ["zoe", "ann"]), (3..<9, ["ann"]), (4..<5, []), (9..<12, []),
            (-3..<1, ["Ann"]),
        ] as [(Range<Int>, [String])])
    func `returns the requested part of the list and the whole length`(range: Range<Int>, users: [String]) throws {
        let (_, vault) = try Self.vault()
        let page = try vault.overviews(OverviewQuery(range: range))
        #expect(page.overviews.map(\.user) == users)
        #expect(page.count == 4)
    }

    @Test func `sorts overviews by last use or last change`() throws {
        let (_, vault) = try Self.vault()
        let all = try vault.overviews().overviews
        try vault.markUsed(all[2].id)
        #expect(try vault.overviews(OverviewQuery(order: .lastUsedFirst)).overviews.first?.id == all[2].id)
        try vault.edit(all[1].id) { $0.title = "zz" }
        #expect(try vault.overviews(OverviewQuery(order: .lastChangedFirst)).overviews.first?.id == all[1].id)
    }
}
