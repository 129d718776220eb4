import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// The vault's checks of git's rule; the agent has already looked up the host.
@Suite(.timeLimit(.minutes(3))) struct `Matching for git` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        _ host: String, protocol: String = "https", path: String? = nil, user: String? = nil, password: String? = nil
    ) -> GitCredentialRequest {
        GitCredentialRequest(
            protocol: `protocol`, host: host, path: path, username: user, password: password.map { Secret($0) })
    }

    @Test(arguments: [
        ("https://git.example.org", "git.example.org", true), ("git.example.org", "git.example.org", true),
        ("https://git.example.org", "GIT.example.org", true), ("https://git.example.org", "git.example.org:443", true),
        ("https://git.example.org", "git.example.org:8443", false),
        ("https://git.example.org:8443", "git.example.org", false),
        ("https://example.org", "git.example.org", false), ("https://git.example.org", "example.org", false),
        ("http://git.example.org", "git.example.org", false),
    ])
    func `matches only the same scheme, host and port`(site: String, host: String, fits: Bool) async throws {
        let id = try await vault.fill([.test(site)])[0]
        let match = try #require(GitMatch(request(host)))
        #expect(match.fits(try vault.open().overview(id)) == fits)
    }

    @Test(arguments: [
        ("exact+https://git.example.org/me/repo", nil, true),
        ("exact+https://git.example.org/me/repo", "me/repo", true),
        ("exact+https://git.example.org/me/repo", "me/other", false), ("host+https://git.example.org", nil, true),
        ("start+https://git.example.org/me/", nil, true), ("start+https://example.org/me/", nil, false),
        ("host+https://example.org", nil, false), ("exact+http://git.example.org/me/repo", nil, false),
    ])
    func `git matches an address with a rule like the same address without it`(
        site: String, path: String?, fits: Bool
    ) async throws {
        let id = try await vault.fill([.test(site)])[0]
        let match = try #require(GitMatch(request("git.example.org", path: path)))
        #expect(match.fits(try vault.open().overview(id)) == fits)
    }

    @Test(arguments: [
        ("smtp://smtp.example.com:587", "smtp", "smtp.example.com:587", true),
        ("smtp://smtp.example.com:587", "smtp", "smtp.example.com", false),
        ("smtp://smtp.example.com", "smtp", "smtp.example.com:25", false),
        ("smtp://smtp.example.com:587", "smtps", "smtp.example.com:587", false),
        ("imaps://imap.example.com", "imap", "imap.example.com", false),
        ("imaps://imap.example.com", "imaps", "IMAP.example.com", true),
        ("smtp://smtp.example.com", "https", "smtp.example.com", false),
        ("https://smtp.example.com", "smtp", "smtp.example.com", false),
        ("smtp.example.com", "smtp", "smtp.example.com", false),
        ("socks5://proxy:1080", "socks5", "proxy:1080", true), ("smtp://ada@example.com", "smtp", "example.com", false),
        ("android://hash@com.example/", "android", "com.example", false),
    ])
    func `matches other protocols by scheme, host and port`(
        site: String, scheme: String, host: String, fits: Bool
    ) async throws {
        let id = try await vault.fill([.test(site)])[0]
        let match = try #require(GitMatch(request(host, protocol: scheme)))
        #expect(match.fits(try vault.open().overview(id)) == fits)
    }

    @Test(arguments: [
        ("cert://localhost/etc/a%20b.pem", "/etc/a b.pem", true),
        ("cert://localhost/etc/a%20b.pem", "etc/a b.pem", true),
        ("cert://localhost/etc/a.pem", "/etc/A.pem", false), ("cert://localhost/etc/a.pem", "/home/etc/a.pem", false),
        ("cert://localhost", "/etc/a.pem", false), ("https://localhost/etc/a.pem", "/etc/a.pem", false),
    ])
    func `matches the key of a certificate by its path`(site: String, path: String, fits: Bool) async throws {
        let id = try await vault.fill([.test(site, user: "")])[0]
        let match = try #require(GitMatch(request("", protocol: "cert", path: path, user: "")))
        #expect(match.fits(try vault.open().overview(id)) == fits)
    }

    @Test func `a login of another protocol keeps its site in the vault and in the inbox`() throws {
        for (scheme, host, path, site, title) in [
            ("smtp", "smtp.example.com:587", nil, "smtp://smtp.example.com:587", "smtp.example.com:587"),
            ("imaps", "[::1]:993", nil, "imaps://[::1]:993", "[::1]:993"),
            ("cert", "", "/etc/my key?.pem", "cert://localhost/etc/my%20key%3F.pem", "my key?.pem"),
        ] as [(String, String, String?, String, String)] {
            let match = try #require(GitMatch(request(host, protocol: scheme, path: path)))
            let stored = try #require(match.site)
            #expect(stored.text == site && match.title == title)
            let restored = try #require(GitMatch(stored, user: nil))
            #expect(restored.site == stored && restored.title == title)
        }
    }

    @Test func `keeps logins of other protocols apart from web logins when it stores and erases`() async throws {
        let web = try await vault.fill([.test("https://smtp.example.com", user: "ada")])[0]
        let open = try vault.open()
        let question = request("smtp.example.com", protocol: "smtp", user: "ada")
        let added = try await open.save(Secret("mail"), for: "ada", of: question)
        guard case .added(let overview)? = added.first, added.count == 1 else {
            Issue.record("was not added: \(added)")
            return
        }
        #expect(overview.sites.map(\.text) == ["smtp://smtp.example.com"])
        #expect(try open.record(web).login.gitUse.rejections.isEmpty)
        // A page's report, and a rejection of the web login, leave it alone.
        _ = try await open.apply(.unusedPassword(domain: "smtp.example.com", user: "ada"))
        _ = try await open.erase(request("smtp.example.com", user: "ada"))
        #expect(try !open.overview(overview.id).isRemoved)
        #expect(try await open.erase(question).count == 1)
        #expect(try open.overview(overview.id).isRemoved)
    }

    @Test(arguments: [
        "git.example.org/evil", "ada@git.example.org", "git.example.org?x", "git.example.org#x", "", "a\\b",
    ])
    func `rejects a host with other characters than a host`(host: String) {
        #expect(GitMatch(request(host)) == nil)
    }

    @Test func `compares the path if git sends one`() async throws {
        let id = try await vault.fill([.test("https://git.example.org/team/a%20b.git")])[0]
        let overview = try vault.open().overview(id)
        for (path, fits) in [
            ("team/a b.git", true), ("team/other.git", false), ("team", false), ("TEAM/a b.git", false),
        ] {
            #expect(try #require(GitMatch(request("git.example.org", path: path))).fits(overview) == fits, "\(path)")
        }
        #expect(try #require(GitMatch(request("git.example.org"))).fits(overview))
    }

    @Test func `erases only the login with the same user and password`() async throws {
        try await vault.fill()
        let open = try vault.open()
        var ids: [RecordIdentifier] = []
        for (host, user) in [("git.example.org", "ada"), ("git.example.org", "bob"), ("git.example.org:8443", "ada")] {
            let changes = try await open.save(Secret("old"), for: user, of: request(host, user: user))
            guard case .added(let overview)? = changes.first else { continue }
            ids.append(overview.id)
        }
        #expect(try await open.erase(request("git.example.org", user: "ada", password: "new")).isEmpty)
        #expect(try await open.erase(request("git.example.org", user: "ada", password: "old")).count == 1)
        #expect(try ids.map { try open.overview($0).isRemoved } == [true, false, false])
    }
}
