import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// Git and the user's browser share one account of one host.
@Suite(.timeLimit(.minutes(3))) struct `Logins shared by git and the user` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        path: String? = nil, user: String? = "alice", password: String? = nil, type: String? = nil
    ) -> GitCredentialRequest {
        GitCredentialRequest(
            protocol: "https", host: "example.com", path: path, username: user, takesAuthenticationTypes: type != nil,
            details: GitCredentialDetails(authenticationType: type), password: password.map { Secret($0) })
    }

    /// The passwords that git receives for a path, in the vault's order.
    private func given(_ open: UnlockedVault, path: String? = nil, type: String? = nil) throws -> [String] {
        let match = try #require(GitMatch(request(path: path, user: nil, type: type)))
        return try open.overviews().overviews.filter(match.fits).map { try open.record($0.id) }
            .filter(match.canUse).compactMap { $0.login.password?.reveal() }.sorted()
    }

    @Test func `keeps a login of the user whose password the server rejected`() async throws {
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
        // A new password is not rejected; the old one stays rejected.
        try open.edit(id) { $0.password = Secret("changed") }
        #expect(try given(open) == ["changed"])
        try open.edit(id) { $0.password = Secret("web") }
        #expect(try given(open) == [])
    }

    @Test func `rejects a password only at the path that git named`() async throws {
        try await vault.fill([
            .test("https://example.com/one.git", password: "first"),
            .test("https://example.com/two.git", password: "second"),
        ])
        let open = try vault.open()
        _ = try await open.erase(request(path: "one.git"))
        #expect(try given(open, path: "one.git") == [])
        #expect(try given(open, path: "two.git") == ["second"])
    }

    @Test func `saves an accepted token as a second login`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "web")])[0]
        let open = try vault.open()
        _ = try await open.erase(request(password: "web"))
        #expect(try await open.save(Secret("token"), for: "alice", of: request()).count == 1)
        #expect(try given(open) == ["token"])
        #expect(try open.record(id).login.password == Secret("web"))
        // A different title, so that an import of an export does not merge both.
        #expect(try open.overviews().overviews.first { $0.id != id }?.title == "example.com (git)")
        // Only git uses the second login.
        _ = try await open.save(Secret("next"), for: "alice", of: request())
        #expect(try given(open) == ["next"])
        #expect(try open.overviews().count == 2)
        _ = try await open.erase(request(password: "next"))
        #expect(try open.overviews().overviews.map(\.id) == [id])
    }

    @Test func `does not change a login that holds more than the account`() async throws {
        var login = Login.test("https://example.com", password: "web")
        login.notes = Secret("mine")
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        _ = try await open.save(Secret("token"), for: "alice", of: request())
        #expect(try open.record(id).login.password == Secret("web"))
        #expect(try given(open) == ["token", "web"])
    }

    @Test func `marks the website's login neither when a token is stored nor when it is rejected`() async throws {
        var login = Login.test("https://example.com/login", password: "web")
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        let id = try await vault.fill([login])[0]
        let open = try vault.open()
        _ = try await open.save(Secret("token"), for: "alice", of: request())
        #expect(try open.overviews().count == 2)
        #expect(try !open.overview(id).contents.contains(.rejectedByGit))
        _ = try await open.erase(request(password: "token"))
        #expect(try open.overviews().overviews.map(\.id) == [id])
        #expect(try !open.overview(id).contents.contains(.rejectedByGit))
        #expect(try given(open) == ["web"])
        // A rejection of the website's own password still counts.
        _ = try await open.erase(request(password: "web"))
        #expect(try open.overview(id).contents.contains(.rejectedByGit))
    }

    @Test func `does not provide an older token that the user copied after git stored a newer one`() async throws {
        try await vault.fill()
        let open = try vault.open()
        _ = try await open.save(Secret("one"), for: "alice", of: request())
        let id = try #require(try open.overviews().overviews.first).id
        _ = try open.markUsed(id, as: .other)
        _ = try await open.save(Secret("two"), for: "alice", of: request())
        #expect(try open.record(id).login.password == Secret("one"))
        #expect(try given(open) == ["two"])
    }

    @Test func `a page neither updates nor removes a password that git stored`() async throws {
        try await vault.fill()
        let open = try vault.open()
        _ = try await open.save(Secret("token"), for: "alice", of: request())
        let id = try #require(try open.overviews().overviews.first).id
        let page = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com/login", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "web"), sessionID: "1", event: .formDidDisappear)
        // Without a question, because it is another account to the user.
        guard case .saved(.added) = try await open.save(try #require(SubmittedLogin(page)), permission: .addOnly) else {
            Issue.record("not added")
            return
        }
        #expect(try open.record(id).login.password == Secret("token"))
        _ = try await open.apply(.unusedPassword(domain: "example.com", user: "alice"))
        #expect(try open.overviews().overviews.map(\.id) == [id])
    }

    @Test func `provides a rejected password again after git approved it`() async throws {
        try await vault.fill([.test("https://example.com", password: "web")])
        let open = try vault.open()
        _ = try await open.erase(request())
        #expect(try given(open) == [])
        _ = try await open.save(Secret("web"), for: "alice", of: request())
        #expect(try given(open) == ["web"])
        #expect(try open.overviews().count == 1)
    }

    @Test func `lists the sites that rejected a password until the user approves it`() async throws {
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
        // A use does not clear the rejection; a new password is not rejected.
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

    @Test func `lists every site that rejected a password`() async throws {
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
    func `keeps a login that git stored once the user has used it`(use: String) async throws {
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

    @Test func `removes a rejected login that only git used`() async throws {
        try await vault.fill()
        let open = try vault.open()
        _ = try await open.save(Secret("one"), for: "alice", of: request())
        let id = try #require(try open.overviews().overviews.first).id
        _ = try open.markUsed(id, as: .git)
        _ = try await open.erase(request(password: "one"))
        #expect(try open.overview(id).isRemoved)
    }

    @Test func `distinguishes tokens from passwords and stores each token once`() async throws {
        try await vault.fill([.test("https://example.com", password: "web")])
        let open = try vault.open()
        let bearer = request(user: nil, type: "Bearer")
        _ = try await open.save(Secret("token"), for: "", of: bearer)
        #expect(try await open.save(Secret("token"), for: "", of: bearer).isEmpty)
        #expect(try given(open) == ["web"])
        #expect(try given(open, type: "Bearer") == ["token", "web"])
        // An older helper sends back a user's token without the user name.
        _ = try await open.save(Secret("of alice"), for: "alice", of: request(type: "Bearer"))
        #expect(try await open.save(Secret("of alice"), for: "", of: bearer).isEmpty)
        _ = try await open.save(Secret("renewed"), for: "", of: bearer)
        #expect(try given(open, type: "Bearer") == ["of alice", "renewed", "web"])
    }

    @Test func `compares the user name byte by byte`() async throws {
        try await vault.fill([.test("https://example.com", user: "e\u{301}")])
        let overview = try #require(try vault.open().overviews().overviews.first)
        #expect(try #require(GitMatch(request(user: "e\u{301}"))).fits(overview))
        #expect(try !#require(GitMatch(request(user: "\u{e9}"))).fits(overview))
    }

    @Test func `applies a rejection from the inbox after the unlock`() async throws {
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
        let result = try await open.processInbox()
        #expect(result.changes.count == 1 && result.questions.isEmpty)
        #expect(try open.inbox().entries.isEmpty)
        #expect(try given(open) == ["git's"])
        #expect(try open.overview(id).isRemoved == false)
        try await vault.access.deposit(
            InboxProposal(refusedByGitAt: site, user: nil, password: nil, at: TestVault.now), in: locked)
        // Git's own login goes to the bin only after the user has seen its name.
        let asked = try await open.processInbox()
        #expect(asked.changes.isEmpty)
        let question = try #require(asked.questions.first)
        #expect(
            question.sentence
                == "Move “example.com” (bob) to the bin? The server example.com rejected the password.")
        #expect(try given(open) == ["git's"])
        #expect(try await open.answer(question, with: .update).count == 1)
        #expect(try given(open) == [])
        #expect(try open.overviews().overviews.map(\.id) == [id])
    }
}
