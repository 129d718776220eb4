import LatchkeyMatching
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite("The agent, asked by git") struct AgentGitTests {
    private static var saving: [String: Any] {
        [
            "ASCredentialProviderExtensionCapabilities": [
                "ProvidesPasswords": true, "SupportsSavePasswordCredentials": true,
            ]
        ]
    }

    private func get(_ target: GitTarget, over client: Peer) async throws -> RemoteError.Reason? {
        do {
            _ = try await client.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
            return nil
        } catch let error as RemoteError {
            return error.reason
        }
    }

    @Test func `gives what was stored for a bare host to its secure page on its own port alone`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        #expect(try await get(GitTarget(protocol: "https", host: "example.com"), over: client) == nil)
        #expect(try await get(GitTarget(protocol: "https", host: "example.com:443"), over: client) == nil)
        for (scheme, host) in [
            ("https", "example.com:8443"), ("http", "example.com"), ("http", "example.com:443"),
            ("https", "www.example.com"),
        ] {
            #expect(
                try await get(GitTarget(protocol: scheme, host: host), over: client) == .nothingFound,
                "\(scheme)://\(host)")
        }
    }

    @Test func `gives no login of another user than git asked for`() async throws {
        let world = try AgentWorld { _, _ in .password(user: "bob", password: "p") }
        try await world.enable()
        let client = try await world.connect()
        let target = GitTarget(protocol: "https", host: "example.com", username: "alice")
        #expect(try await get(target, over: client) == .nothingFound)
        #expect(world.launcher.requests == [.provideWithoutUserInteraction(AgentWorld.alice)])
    }

    @Test func `saves a password that was given for another path`() async throws {
        let world = try AgentWorld(attributes: Self.saving) { parameters, _ in
            if case .saveWithoutUserInteraction = parameters.request { return .passwordSaved }
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        #expect(try await get(GitTarget(protocol: "https", host: "example.com", path: "one"), over: client) == nil)
        func saves(for path: String) async throws -> Int {
            let target = GitTarget(protocol: "https", host: "example.com", path: path, username: "alice")
            _ = try await client.call(
                StoreGitCredential.self, StoreGitCredential.Parameters(target: target, password: "p"))
            return world.launcher.requests.count { request in
                if case .saveWithoutUserInteraction = request { true } else { false }
            }
        }
        #expect(try await saves(for: "one") == 0)
        #expect(try await saves(for: "two") == 1)
    }

    @Test func `knows a credential that is no password when git hands it back without a user`() throws {
        let given = GivenToGit()
        var credential = GivenToGit.Credential(
            page: try PageURL("https://example.com/"), user: "alice", password: "token",
            details: GitCredentialDetails(authenticationType: "Bearer"))
        _ = given.note(credential)
        credential.user = ""
        #expect(given.contains(credential))
        credential.details.authenticationType = nil
        #expect(!given.contains(credential))
    }
}
