import AuthenticationServices
import LatchkeyCore
import LatchkeyVault
import Testing

@testable import LatchkeyProvider
@testable import LatchkeyVaultProvider

@Suite(.timeLimit(.minutes(3))) struct `Logins for git` {
    private func request(
        host: String = "example.com", path: String? = nil, details: GitCredentialDetails = GitCredentialDetails()
    ) -> GitCredentialRequest {
        GitCredentialRequest(
            protocol: "https", host: host, path: path, username: "alice", challenges: [],
            takesAuthenticationTypes: false, details: details, password: nil)
    }

    private func fits(_ site: String, _ request: GitCredentialRequest) async throws -> Bool {
        let vault = try TestVault()
        try await vault.fill([.test(site)])
        let match = try #require(GitMatch(request))
        return try vault.open().overviews().overviews.contains(where: match.fits)
    }

    @Test(arguments: [
        "https://example.com/team/project.git", "https://example.com/team/project.git/",
        "https://example.com//team/project.git", "https://example.com/team%2Fproject.git?tab=code",
    ])
    func `matches a login with the same path`(site: String) async throws {
        #expect(try await fits(site, request(path: "team/project.git")))
        #expect(try await fits(site, request(path: "team/project.git/")))
    }

    @Test(arguments: [
        "example.com", "https://example.com", "https://example.com?next=/team/project.git",
        "https://example.com/#/team/project.git", "https://example.com/\u{301}x/team/project.git",
        "https://example.com/team/project", "https://example.com:8443/team/project.git",
    ])
    func `rejects a login whose path only ends the same`(site: String) async throws {
        #expect(try await !fits(site, request(path: "team/project.git")))
    }

    @Test func `rejects a percent-encoded host`() {
        #expect(GitMatch(request(host: "ex%61mple.com")) == nil)
    }

    @Test func `keeps expiry and refresh token if an older git returns only the password`() async throws {
        let vault = try TestVault()
        try await vault.fill()
        let open = try vault.open()
        let end = Date(timeIntervalSince1970: 1_900_000_000)
        let details = GitCredentialDetails(passwordExpiry: end, oauthRefreshToken: Secret("refresh"))
        let added = try await open.save(Secret("first"), for: "alice", of: request(details: details))
        #expect(added.count == 1)
        #expect(try await open.save(Secret("first"), for: "alice", of: request()).isEmpty)
        let id = try #require(try open.overviews().overviews.first).id
        #expect(try open.record(id).login.gitCredentialDetails == details)
        // Expiry and refresh token belong to the old password.
        _ = try await open.save(Secret("second"), for: "alice", of: request())
        #expect(try open.record(id).login.gitCredentialDetails == GitCredentialDetails())
    }
}
