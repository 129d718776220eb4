import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// One host, one account, and two who use it: git, and a person with a browser.
@Suite(.timeLimit(.minutes(3))) struct `A login that git shares with a person` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        path: String? = nil, user: String? = "alice", password: String? = nil, type: String? = nil
    ) -> GitCredentialRequest {
        GitCredentialRequest(
            protocol: "https", host: "example.com", path: path, username: user, takesAuthenticationTypes: type != nil,
            details: GitCredentialDetails(authenticationType: type), password: password.map { Secret($0) })
    }

    /// What git is given at a place, in the vault's order.
    private func given(_ open: UnlockedVault, path: String? = nil, type: String? = nil) throws -> [String] {
        let match = try #require(GitMatch(request(path: path, user: nil, type: type)))
        return try open.overviews().overviews.filter(match.fits).map { try open.record($0.id) }
            .filter(match.canUse).compactMap { $0.login.password?.reveal() }.sorted()
    }

    @Test func `keeps everything when the server refuses its password to git`() async throws {
        var login = Login.test("https://example.com/login", password: "web")
        login.sites += [Site("https://other.example")].compactMap { $0 }
        login.notes = Secret("mine")
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        #expect(try given(open) == ["web"])
        _ = try await open.erase(request(password: "another"))
        #expect(try given(open) == ["web"])
        _ = try await open.erase(request(password: "web"))
        #expect(try given(open) == [])
        let kept = try open.record(id)
        #expect(!kept.overview.isRemoved && kept.login.password == Secret("web"))
        #expect(kept.login.notes == login.notes && kept.login.oneTimeCode == login.oneTimeCode)
        #expect(kept.login.sites == login.sites)
        // A new password has not been refused; the old one still is.
        try open.edit(id) { $0.password = Secret("changed") }
        #expect(try given(open) == ["changed"])
        try open.edit(id) { $0.password = Secret("web") }
        #expect(try given(open) == [])
    }

    @Test func `is refused at the path that git named, and at no other`() async throws {
        try await vault.fill([
            .test("https://example.com/one.git", password: "first"),
            .test("https://example.com/two.git", password: "second"),
        ])
        let open = try vault.open()
        _ = try await open.erase(request(path: "one.git"))
        #expect(try given(open, path: "one.git") == [])
        #expect(try given(open, path: "two.git") == ["second"])
    }

    @Test func `is not overwritten by what git is then let in with`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "web")])[0]
        let open = try vault.open()
        _ = try await open.erase(request(password: "web"))
        #expect(try await open.save(Secret("token"), for: "alice", of: request()).count == 1)
        #expect(try given(open) == ["token"])
        #expect(try open.record(id).login.password == Secret("web"))
        // It has a title of its own, by which an import of an export holds the two apart.
        #expect(try open.overviews().overviews.first { $0.id != id }?.title == "example.com (git)")
        // That one is git's alone.
        _ = try await open.save(Secret("next"), for: "alice", of: request())
        #expect(try given(open) == ["next"])
        #expect(try open.overviews().count == 2)
        _ = try await open.erase(request(password: "next"))
        #expect(try open.overviews().overviews.map(\.id) == [id])
    }

    @Test func `takes no password of git's when there is more in it than this account`() async throws {
        var login = Login.test("https://example.com", password: "web")
        login.notes = Secret("mine")
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        _ = try await open.save(Secret("token"), for: "alice", of: request())
        #expect(try open.record(id).login.password == Secret("web"))
        // The newer one is what works.
        #expect(try given(open) == ["token"])
    }

    @Test func `is given again once it was good`() async throws {
        try await vault.fill([.test("https://example.com", password: "web")])
        let open = try vault.open()
        _ = try await open.erase(request())
        #expect(try given(open) == [])
        _ = try await open.save(Secret("web"), for: "alice", of: request())
        #expect(try given(open) == ["web"])
        #expect(try open.overviews().count == 1)
    }

    @Test func `says where it was rejected, and is given again once the person takes that back`() async throws {
        var login = Login.test("https://example.com", password: "web")
        login.sites += [Site("http://example.com:8080/one.git")].compactMap { $0 }
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        #expect(try !open.overview(id).contents.contains(.rejectedByGit))
        #expect(try open.transaction { try $0.approveForGit(id) } == nil)
        _ = try await open.erase(request(path: "one.git"))
        _ = try await open.erase(request())
        #expect(try open.overview(id).contents.contains(.rejectedByGit))
        #expect(try open.record(id).gitRejections == ["https://example.com"])
        // A use changes nothing about it, another password has not been rejected.
        try open.markUsed(id)
        #expect(try open.overview(id).contents.contains(.rejectedByGit))
        try open.edit(id) { $0.password = Secret("another") }
        #expect(try !open.overview(id).contents.contains(.rejectedByGit))
        #expect(try open.record(id).gitRejections == [])
        try open.edit(id) { $0.password = Secret("web") }
        #expect(try open.overview(id).contents.contains(.rejectedByGit))
        #expect(try given(open) == [])
        #expect(try open.transaction { try $0.approveForGit(id) } != nil)
        #expect(try given(open) == ["web"])
        #expect(try !open.overview(id).contents.contains(.rejectedByGit))
        #expect(try open.record(id).gitRejections == [])
    }

    @Test func `is rejected at each of its places`() async throws {
        var login = Login.test("https://example.com/one.git", password: "web")
        login.sites += [Site("https://example.com/two.git")].compactMap { $0 }
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        for path in ["one.git", "two.git"] { _ = try await open.erase(request(path: path, password: "web")) }
        #expect(
            try open.record(id).gitRejections == ["https://example.com/one.git", "https://example.com/two.git"])
        _ = try open.transaction { try $0.approveForGit(id) }
        #expect(try given(open, path: "one.git") == ["web"])
        #expect(try given(open, path: "two.git") == ["web"])
    }

    @Test(arguments: ["saved", "filled", "noted on", "made a favourite"])
    func `is the person's from the time on when they have used what git stored`(use: String) async throws {
        try await vault.fill()
        let open = try vault.open()
        _ = try await open.save(Secret("one"), for: "alice", of: request())
        let id = try #require(try open.overviews().overviews.first).id
        switch use {
        case "saved":
            let page = ASSavePasswordRequest(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com/login", type: .URL),
                credential: ASPasswordCredential(user: "alice", password: "one"), sessionID: "1",
                event: .formDidDisappear)
            _ = try await open.save(try #require(SubmittedLogin(page)), permission: .addOnly)
        case "filled": _ = try open.markUsed(id, as: .passwordOnPage)
        case "noted on": try open.edit(id) { $0.notes = Secret("mine") }
        default: try open.edit(id) { $0.isFavorite = true }
        }
        _ = try await open.erase(request(password: "one"))
        #expect(try open.overview(id).isRemoved == false)
        #expect(try given(open) == [])
    }

    @Test func `is git's alone as long as git alone has used it`() async throws {
        try await vault.fill()
        let open = try vault.open()
        _ = try await open.save(Secret("one"), for: "alice", of: request())
        let id = try #require(try open.overviews().overviews.first).id
        _ = try open.markUsed(id, as: .git)
        _ = try await open.erase(request(password: "one"))
        #expect(try open.overview(id).isRemoved)
    }

    @Test func `is no token, and a token is not stored twice`() async throws {
        try await vault.fill([.test("https://example.com", password: "web")])
        let open = try vault.open()
        let bearer = request(user: nil, type: "Bearer")
        _ = try await open.save(Secret("token"), for: "", of: bearer)
        #expect(try await open.save(Secret("token"), for: "", of: bearer).isEmpty)
        #expect(try given(open) == ["web"])
        #expect(try given(open, type: "Bearer") == ["token", "web"])
        // One of a user is handed back without the name by an older helper's answer.
        _ = try await open.save(Secret("of alice"), for: "alice", of: request(type: "Bearer"))
        #expect(try await open.save(Secret("of alice"), for: "", of: bearer).isEmpty)
        _ = try await open.save(Secret("renewed"), for: "", of: bearer)
        #expect(try given(open, type: "Bearer") == ["of alice", "renewed", "web"])
    }

    @Test func `is of the very user, byte by byte`() async throws {
        try await vault.fill([.test("https://example.com", user: "e\u{301}")])
        let overview = try #require(try vault.open().overviews().overviews.first)
        #expect(try #require(GitMatch(request(user: "e\u{301}"))).fits(overview))
        #expect(try !#require(GitMatch(request(user: "\u{e9}"))).fits(overview))
    }

    @Test func `that was refused while the vault was locked is refused when it is unlocked`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "web")])[0]
        let open = try vault.open()
        _ = try await open.save(Secret("git's"), for: "bob", of: request(user: "bob"))
        let locked = try #require(try vault.access.open())
        let site = try #require(Site("https://example.com"))
        for (user, password) in [("alice", "web"), ("bob", "another"), ("carol", nil)] {
            let proposal = InboxProposal(
                refusedByGitAt: site, user: user, password: password.map { Secret($0) }, at: TestVault.now)
            try await vault.access.deposit(proposal, in: locked)
        }
        let taken = try await open.takeInInbox()
        #expect(taken.changes.count == 1 && taken.questions.isEmpty)
        #expect(try open.inbox().entries.isEmpty)
        #expect(try given(open) == ["git's"])
        #expect(try open.overview(id).isRemoved == false)
        try await vault.access.deposit(
            InboxProposal(refusedByGitAt: site, user: nil, password: nil, at: TestVault.now), in: locked)
        #expect(try await open.takeInInbox().changes.count == 1)
        #expect(try given(open) == [])
        #expect(try open.overviews().overviews.map(\.id) == [id])
    }
}
