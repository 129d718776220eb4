import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

/// Imports into a vault with a login that git stored.
@Suite struct `Import beside logins of git` {
    /// The vault has git's login for `https://a.example`: user `u`, password `token`.
    private static func vault() throws -> UnlockedVault {
        let vault = try UnlockedVault.inMemory()
        let login = Login(
            title: "a.example", user: "u", password: Secret("token"),
            sites: [Site("https://a.example")].compactMap(\.self))
        try vault.transaction { transaction in
            let overview = try transaction.add(login)
            _ = try transaction.edit(overview.id) { $0.gitUse.stored = overview.passwordDigest }
        }
        return vault
    }

    private static func chrome(_ row: String) -> ByteSource {
        ByteSource(Array("name,url,username,password,note\n\(row)\n".utf8))
    }

    private func passwordsOfPages(in vault: UnlockedVault) throws -> [String] {
        try vault.overviews().overviews.filter { !$0.contents.contains(.onlyForGit) }.map(\.title)
    }

    @Test(arguments: [
        "Website,https://a.example,u,web,", "a.example,https://a.example/login,u,web,",
        "Website,https://a.example,u,token,",
    ])
    func `a website's login becomes a login of its own`(row: String) throws {
        let vault = try Self.vault()
        let report = try LoginImport.run(Self.chrome(row), into: vault)
        #expect(report.counts == [1, 0, 0, 0])
        #expect(try passwordsOfPages(in: vault).count == 1)
        let git = try #require(try vault.overviews().overviews.first { $0.contents.contains(.onlyForGit) })
        let login = try vault.record(git.id).login
        #expect(login.password == Secret("token"))
        #expect(login.history.isEmpty)
        #expect(try LoginImport.run(Self.chrome(row), into: vault).counts == [0, 1, 0, 0])
    }

    @Test func `an exported login of git is not imported again`() throws {
        let vault = try Self.vault()
        let report = try LoginImport.run(Self.chrome("a.example,https://a.example,u,token,"), into: vault)
        #expect(report.counts == [0, 1, 0, 0])
        #expect(try passwordsOfPages(in: vault).isEmpty)
    }
}
