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
