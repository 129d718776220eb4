import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

/// Imports into a vault with a login that git stored.
@Suite struct `Import with logins stored by git` {
    /// The vault has git's login for one site: user `u`, password `token`, and `old token` in its history.
    private static func vault(site: String = "https://a.example") throws -> UnlockedVault {
        let vault = try UnlockedVault.inMemory()
        let login = Login(
            title: "a.example", user: "u", password: Secret("old token"), sites: [Site(site)].compactMap(\.self))
        try vault.transaction { transaction in
            let overview = try transaction.add(login)
            let digest = transaction.digest(of: Secret("token"))
            _ = try transaction.edit(overview.id) {
                $0.password = Secret("token")
                $0.gitUse.stored = digest
            }
        }
        return vault
    }

    private static func chrome(_ row: String) -> ByteSource {
        ByteSource(Array("name,url,username,password,note\n\(row)\n".utf8))
    }

    /// A file of Apple's CSV, which has the columns of Latchkey's CSV export.
    private static func ownCSV(_ password: String, _ note: String = "") -> ByteSource {
        let file = "Title,URL,Username,Password,Notes,OTPAuth\na.example,https://a.example,u,\(password),\(note),\n"
        return ByteSource(Array(file.utf8))
    }

    private func titlesOfferedToPages(in vault: UnlockedVault) throws -> [String] {
        try vault.overviews().overviews.filter { !$0.contents.contains(.onlyForGit) }.map(\.title)
    }

    @Test(arguments: [
        "Website,https://a.example,u,web,", "a.example,https://a.example/login,u,web,",
        "Website,https://a.example,u,token,", "a.example,https://a.example,u,token,",
    ])
    func `adds a website's login instead of changing git's login`(row: String) throws {
        let vault = try Self.vault()
        let report = try LoginImport.run(Self.chrome(row), into: vault)
        #expect(report.counts == [1, 0, 0, 0])
        #expect(try titlesOfferedToPages(in: vault).count == 1)
        let git = try #require(try vault.overviews().overviews.first { $0.contents.contains(.onlyForGit) })
        let login = try vault.record(git.id).login
        #expect(login.password == Secret("token"))
        #expect(login.history.map(\.password) == [Secret("old token")])
        #expect(try LoginImport.run(Self.chrome(row), into: vault).counts == [0, 1, 0, 0])
    }

    @Test(arguments: ["token", "old token"], ["https://a.example", "a.example"])
    func `does not add git's login again from an export of Latchkey`(password: String, site: String) throws {
        let vault = try Self.vault(site: site)
        let report = try LoginImport.run(Self.ownCSV(password), into: vault)
        #expect(report.counts == [0, 1, 0, 0])
        #expect(report.remarks.map(\.notice) == [.isOnlyForGit])
        #expect(try titlesOfferedToPages(in: vault).isEmpty)
    }

    @Test func `adds a login with a value that git's login lacks`() throws {
        let vault = try Self.vault()
        let report = try LoginImport.run(Self.ownCSV("token", "a note"), into: vault)
        #expect(report.counts == [1, 0, 0, 0])
        #expect(try titlesOfferedToPages(in: vault) == ["a.example"])
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml])
    func `an export keeps the mark of a login that only git uses`(format: ExportFormat) throws {
        let (file, report) = try VaultExport.run(format, of: Self.vault())
        #expect(report.losses[.settings] == nil)
        let vault = try UnlockedVault.inMemory()
        #expect(try LoginImport.run(ByteSource(file), into: vault).counts == [1, 0, 0, 0])
        #expect(try titlesOfferedToPages(in: vault).isEmpty)
        let again = try LoginImport.run(ByteSource(file), into: vault)
        #expect(again.counts == [0, 1, 0, 0])
        #expect(again.remarks.isEmpty)
    }

    @Test func `a CSV export reports that it loses git's mark`() throws {
        #expect(try VaultExport.run(.csv, of: Self.vault()).report.losses[.settings] == 1)
    }

    private static func login(_ password: String?) throws -> Login {
        let site = try #require(Site("https://a.example"))
        return Login(title: "a.example", user: "u", password: password.map { Secret($0) }, sites: [site])
    }

    /// A vault with one login of `https://a.example` and the user `u`.
    private static func website(_ change: (inout Login) -> Void) throws -> UnlockedVault {
        let vault = try UnlockedVault.inMemory()
        var login = try Self.login(nil)
        change(&login)
        try vault.add(login)
        return vault
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml])
    func `git's exported login does not change a website's login`(format: ExportFormat) throws {
        let (file, _) = try VaultExport.run(format, of: Self.vault())
        let vaults = [
            try Self.website { $0.password = Secret("web") }, try Self.website { $0.notes = Secret("no password") },
        ]
        for vault in vaults {
            let before = try vault.logins()
            #expect(try LoginImport.run(ByteSource(file), into: vault).counts == [1, 0, 0, 0])
            #expect(try vault.logins().contains(before[0]))
            #expect(try titlesOfferedToPages(in: vault).count == 1)
        }
    }

    @Test func `git's exported login updates git's login`() throws {
        let (file, _) = try VaultExport.run(.json, of: Self.vault())
        let vault = try UnlockedVault.inMemory()
        let older = Login(
            title: "a.example", user: "u", password: Secret("older token"),
            sites: [Site("https://a.example")].compactMap(\.self))
        let id = try vault.transaction { transaction in
            let overview = try transaction.add(older, passwordSince: Date(timeIntervalSince1970: 0))
            _ = try transaction.edit(overview.id) { $0.gitUse.stored = overview.passwordDigest }
            return overview.id
        }
        #expect(try LoginImport.run(ByteSource(file), into: vault).counts == [0, 0, 1, 0])
        #expect(try vault.record(id).login.password == Secret("token"))
        #expect(try titlesOfferedToPages(in: vault).isEmpty)
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml])
    func `importing a website's login beside git's twice adds nothing`(format: ExportFormat) throws {
        let vault = try Self.website { $0.password = Secret("token") }
        let git = try Self.login("token")
        try vault.transaction { transaction in
            let overview = try transaction.add(git)
            _ = try transaction.edit(overview.id) { $0.gitUse.stored = overview.passwordDigest }
        }
        let (file, _) = try VaultExport.run(format, of: vault)
        let other = try UnlockedVault.inMemory()
        #expect(try LoginImport.run(ByteSource(file), into: other).counts == [2, 0, 0, 0])
        for vault in [vault, other, other] {
            let report = try LoginImport.run(ByteSource(file), into: vault)
            #expect(report.counts == [0, 2, 0, 0])
            #expect(report.remarks.isEmpty)
        }
        #expect(try titlesOfferedToPages(in: other).count == 1)
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml])
    func `git's exported login matches the login whose password a page has sent since`(format: ExportFormat) throws {
        let vault = try Self.vault()
        let (file, _) = try VaultExport.run(format, of: vault)
        let id = try #require(try vault.overviews().overviews.first).id
        try vault.transaction { _ = try $0.edit(id) { $0.gitUse.noteSubmission() } }
        #expect(try LoginImport.run(ByteSource(file), into: vault).counts == [0, 1, 0, 0])
    }

    @Test func `git's Basic and Bearer credentials keep their own passwords`() throws {
        func vault(_ basic: String, _ bearer: String, since: TimeInterval) throws -> UnlockedVault {
            let vault = try UnlockedVault.inMemory()
            for (password, type) in [(basic, nil), (bearer, "Bearer")] {
                var login = try Self.login(password)
                login.authenticationType = type
                login.passwordExpiry = Date(timeIntervalSince1970: since + 1)
                login.oauthRefreshToken = Secret("refresh \(password)")
                try vault.transaction { transaction in
                    let overview = try transaction.add(login, passwordSince: Date(timeIntervalSince1970: since))
                    _ = try transaction.edit(overview.id) { $0.gitUse.stored = overview.passwordDigest }
                }
            }
            return vault
        }
        let (file, _) = try VaultExport.run(.json, of: vault("new basic", "new bearer", since: 1_000_000))
        let target = try vault("basic", "bearer", since: 1000)
        #expect(try LoginImport.run(ByteSource(file), into: target).counts == [0, 0, 2, 0])
        let logins = try Dictionary(
            uniqueKeysWithValues: target.logins().map { ($0.authenticationType ?? "Basic", $0) })
        for (type, password) in [("Basic", "new basic"), ("Bearer", "new bearer")] {
            #expect(logins[type]?.password == Secret(password))
            #expect(logins[type]?.oauthRefreshToken == Secret("refresh \(password)"))
            #expect(logins[type]?.passwordExpiry == Date(timeIntervalSince1970: 1_000_001))
        }
        // A website's row of our CSV has neither mark.
        let report = try LoginImport.run(Self.ownCSV("web"), into: target)
        #expect(report.counts == [1, 0, 0, 0])
    }
}
