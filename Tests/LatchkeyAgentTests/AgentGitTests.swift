import LatchkeyMatching
import LatchkeyWire
import Synchronization
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

    @Test func `a bare host matches git only on https and the default port`() async throws {
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

    @Test func `git receives only the login of the user that it names`() async throws {
        let world = try AgentWorld { _, _ in .password(user: "bob", password: "p") }
        try await world.enable()
        let client = try await world.connect()
        let target = GitTarget(protocol: "https", host: "example.com", username: "alice")
        #expect(try await get(target, over: client) == .nothingFound)
        #expect(world.launcher.requests == [.provideWithoutUserInteraction(AgentWorld.alice)])
    }

    @Test func `saves a password that git received for another path`() async throws {
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

    @Test func `recognises a token that git sends back without a user`() throws {
        let given = GitCredentialCache()
        var credential = GitCredentialCache.Credential(
            address: try #require(GitAddress("https://example.com")), user: "alice", password: "token",
            details: GitCredentialDetails(authenticationType: "Bearer"))
        _ = given.note(credential, from: try .first)
        credential.user = ""
        #expect(given.contains(credential))
        credential.details.authenticationType = nil
        #expect(!given.contains(credential))
    }

    @Test func `the names of stored and erased credentials are stable and reveal nothing`() throws {
        let given = GitCredentialCache()
        let credential = GitCredentialCache.Credential(
            address: try #require(GitAddress("https://example.com")), user: "alice", password: "p",
            details: GitCredentialDetails())
        let port = try #require(GitAddress("https://example.com:8443"))
        let mail = try #require(GitAddress("smtp://example.com"))
        let changes: [(inout GitCredentialCache.Credential) -> Void] = [
            { $0.address = port }, { $0.address = mail }, { $0.path = "one.git" }, { $0.user = "bob" },
            { $0.password = "q" }, { $0.details.passwordExpiry = 1 }, { $0.details.oauthRefreshToken = "r" },
            { $0.details.authenticationType = "Bearer" },
            {
                $0.details.authenticationType = "Bearer"
                $0.user = "bob"
            },
        ]
        var stored = Set([given.name(ofStored: credential)])
        #expect(given.name(ofStored: credential) == stored.first)
        for change in changes {
            var other = credential
            change(&other)
            #expect(stored.insert(given.name(ofStored: other)).inserted)
        }
        #expect(stored.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        // Equal names would reveal that git stored the password that it received.
        let noted = given.note(credential, from: try .first)
        #expect(noted != given.name(ofStored: credential))
        #expect(GitCredentialCache().name(ofStored: credential) != given.name(ofStored: credential))

        func erased(_ path: String?, _ user: String?, _ password: String?) -> String {
            let target = GitTarget(protocol: "https", host: "example.com", path: path, username: user)
            return given.name(ofErased: target, password: password, at: credential.address)
        }
        let erasures = [erased(nil, nil, nil), erased("", nil, nil), erased(nil, "", nil), erased(nil, nil, "")]
        #expect(Set(erasures).union(stored).count == 4 + stored.count)
        #expect(erased("a", "b", "c") == erased("a", "b", "c"))
    }

    @Test func `a provider receives the name of a stored or erased credential`() async throws {
        let names = Mutex<[String?]>([])
        let world = try AgentWorld(attributes: Self.attributes()) { parameters, _ in
            names.withLock { $0.append(parameters.context.git?.name) }
            if case .report = parameters.request { return .reported }
            return .passwordSaved
        }
        try await world.enable()
        let client = try await world.connect()
        var alice = target
        alice.username = "alice"
        for password in ["p", "p", "q"] {
            _ = try await client.call(
                StoreGitCredential.self, StoreGitCredential.Parameters(target: alice, password: password))
        }
        _ = try await client.call(EraseGitCredential.self, EraseGitCredential.Parameters(target: alice, password: "p"))
        let found = names.withLock { $0.compactMap(\.self) }
        try #require(found.count == 4)
        #expect(found[0] == found[1] && Set(found).count == 3)
    }

    // MARK: Several providers

    private static func attributes(details: Bool = false) -> [String: Any] {
        [
            "ASCredentialProviderExtensionCapabilities": [
                "ProvidesPasswords": true, "SupportsSavePasswordCredentials": true, "SupportsCredentialUpdate": true,
            ], "LatchkeySupportsGitCredentialDetails": details,
        ]
    }

    /// A world of two providers; the second supports git's attributes.
    private func twoProviders(
        _ first: [CredentialIdentity], _ second: [CredentialIdentity],
        answer: @escaping AgentWorld.ScriptedLauncher.Answer
    ) async throws -> AgentWorld {
        let world = try AgentWorld(attributes: Self.attributes(), answer: answer)
        try await world.enable(first)
        try world.folder.addBundle(
            "Second.appex", in: "bundles",
            list: infoPropertyList(
                ["CFBundleIdentifier": "com.example.second"], attributes: Self.attributes(details: true)))
        let client = try await world.connect()
        _ = try await client.call(ReloadProviders.self, ReloadProviders.Parameters())
        do {
            _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: .second))
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            _ = try await client.call(
                EnableProvider.self,
                EnableProvider.Parameters(provider: .second, confirmedDigest: error.details?["digest"]))
        }
        if !second.isEmpty { try await world.store.change(.replace, second, of: .second) }
        return world
    }

    private let target = GitTarget(protocol: "https", host: "example.com")

    @Test func `calls the next provider after a failure, and reports the failure if no other has a credential`()
        async throws
    {
        let (first, second) = (try ProviderIdentifier.first, try ProviderIdentifier.second)
        let world = try await twoProviders([AgentWorld.alice], [.password("carol", at: "example.com", rank: -1)]) {
            parameters, _ in
            guard parameters.provider == second else { return .cancelled(domain: "test", code: 1) }
            return .password(user: "carol", password: "p")
        }
        let client = try await world.connect()
        let found = try await client.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
        #expect(found.user == "carol" && found.provider == second)
        var alice = target
        alice.username = "alice"
        #expect(try await get(alice, over: client) == .providerFailed)
        #expect(world.launcher.launches.map(\.provider) == [first, second, first])
    }

    @Test func `tries sixteen logins of a host, and reports how many remain`() async throws {
        let world = try AgentWorld { _, _ in
            .cancelled(domain: "ASExtensionErrorDomain", code: 101)
        }
        try await world.enable((1...18).map { .password("user\($0)", at: "example.com", record: "\($0)") })
        let client = try await world.connect()
        do {
            _ = try await client.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
            Issue.record("was given something")
        } catch let error as RemoteError {
            #expect(error.reason == .nothingFound && error.details?["untried"] == "2")
            #expect(error.message.contains("2 more were not tried"))
        }
        #expect(world.launcher.requests.count == 16)
    }

    @Test func `reports a rejected login only to providers that have or saved it`() async throws {
        let world = try await twoProviders([AgentWorld.alice], []) { parameters, _ in
            switch parameters.request {
            case .report: .reported
            case .saveWithoutUserInteraction: .passwordSaved
            default: .password(user: "alice", password: "p")
            }
        }
        let client = try await world.connect()
        func told(_ target: GitTarget) async throws -> [ProviderIdentifier] {
            let before = world.launcher.launches.count
            _ = try await client.call(
                EraseGitCredential.self, EraseGitCredential.Parameters(target: target, password: "p"))
            return world.launcher.launches.dropFirst(before).map(\.provider)
        }
        let first = try ProviderIdentifier.first
        #expect(try await told(target) == [first])
        #expect(try await told(GitTarget(protocol: "https", host: "example.com", username: "bob")) == [])
        #expect(try await told(GitTarget(protocol: "https", host: "www.example.com")) == [])
        // The identity is not in the store yet, as when the vault is locked.
        let other = GitTarget(protocol: "https", host: "other.example", username: "bob")
        _ = try await client.call(StoreGitCredential.self, StoreGitCredential.Parameters(target: other, password: "q"))
        #expect(try await told(other) == [first])
    }

    @Test func `reports a rejected login only to the provider that returned it`() async throws {
        let world = try await twoProviders([AgentWorld.alice], [AgentWorld.alice]) { parameters, _ in
            if case .report = parameters.request { return .reported }
            return .password(user: "alice", password: "p")
        }
        let client = try await world.connect()
        func told(_ target: GitTarget, _ password: String) async throws -> [ProviderIdentifier] {
            let before = world.launcher.launches.count
            _ = try await client.call(
                EraseGitCredential.self, EraseGitCredential.Parameters(target: target, password: password))
            return world.launcher.launches.dropFirst(before).map(\.provider)
        }
        #expect(try await get(target, over: client) == nil)
        var alice = target
        alice.username = "alice"
        let (first, second) = (try ProviderIdentifier.first, try ProviderIdentifier.second)
        #expect(try await told(alice, "p") == [first])
        // git may report it twice.
        #expect(try await told(alice, "p") == [first])
        // No provider returned this password; git has it from another helper.
        #expect(try await told(alice, "typed") == [first, second])
    }

    @Test func `saves a credential that works again after a rejection`() async throws {
        let world = try await twoProviders([AgentWorld.alice], []) { parameters, _ in
            switch parameters.request {
            case .report: .reported
            case .saveWithoutUserInteraction: .passwordSaved
            default: .password(user: "alice", password: "p")
            }
        }
        let client = try await world.connect()
        #expect(try await get(target, over: client) == nil)
        var alice = target
        alice.username = "alice"
        _ = try await client.call(EraseGitCredential.self, EraseGitCredential.Parameters(target: alice, password: "p"))
        _ = try await client.call(StoreGitCredential.self, StoreGitCredential.Parameters(target: alice, password: "p"))
        guard case .saveWithoutUserInteraction? = world.launcher.requests.last else {
            Issue.record("was not saved")
            return
        }
    }

    @Test func `saves a token only with a provider that supports it, and finds it only for git`() async throws {
        let bearer = CredentialIdentity(
            kind: .password,
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: "git+https://Example.com:443"),
            user: "", recordIdentifier: "3")
        let world = try await twoProviders([], [bearer]) { parameters, _ in
            if case .saveWithoutUserInteraction = parameters.request { return .passwordSaved }
            return .password(user: "", password: "t", git: GitCredentialDetails(authenticationType: "Bearer"))
        }
        let client = try await world.connect()
        let details = GitCredentialDetails(authenticationType: "Bearer")
        _ = try await client.call(
            StoreGitCredential.self,
            StoreGitCredential.Parameters(target: target, password: "token", details: details))
        let second = try ProviderIdentifier.second
        #expect(world.launcher.launches.map(\.provider) == [second])
        for url in [AgentWorld.url, "https://www.example.com/", "http://example.com/"] {
            #expect(try await client.call(Suggest.self, Suggest.Parameters(url: url)).suggestions.isEmpty)
        }
        // An older git cannot use the token.
        #expect(try await get(target, over: client) == .nothingFound)
        var newer = target
        newer.takesAuthenticationTypes = true
        #expect(try await get(newer, over: client) == nil)
        for host in ["www.example.com", "example.com:8443"] {
            let other = GitTarget(protocol: "https", host: host, takesAuthenticationTypes: true)
            #expect(try await get(other, over: client) == .nothingFound)
        }
        _ = try await client.call(DisableProvider.self, DisableProvider.Parameters(provider: .second))
        let parameters = StoreGitCredential.Parameters(target: target, password: "token 2", details: details)
        #expect(await reason { _ = try await client.call(StoreGitCredential.self, parameters) } == .noProviders)
    }

    // MARK: Other protocols than http and https

    private let mail = GitTarget(protocol: "smtp", host: "example.com", username: "alice")

    @Test func `a login of another protocol and a web login are never exchanged`() async throws {
        let login = CredentialIdentity(
            kind: .password,
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: "git+smtp://example.com"),
            user: "alice", recordIdentifier: "9")
        let world = try AgentWorld { parameters, _ in
            guard case .provideWithoutUserInteraction(let identity) = parameters.request else { return .reported }
            return .password(user: "alice", password: identity == login ? "mail" : "web")
        }
        try await world.enable([AgentWorld.alice, login])
        let client = try await world.connect()
        let found = try await client.call(GetGitCredential.self, GetGitCredential.Parameters(target: mail))
        #expect(found.password == "mail")
        let foundOnWeb = try await client.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
        #expect(foundOnWeb.password == "web")
        for (scheme, host) in [
            ("smtps", "example.com"), ("imap", "example.com"), ("smtp", "example.com:25"), ("smtp", "www.example.com"),
            ("ftp", "example.com"),
        ] {
            let other = GitTarget(protocol: scheme, host: host)
            #expect(try await get(other, over: client) == .nothingFound, "\(scheme)://\(host)")
        }
        for url in [AgentWorld.url, "http://example.com/"] {
            let suggested = try await client.call(Suggest.self, Suggest.Parameters(url: url)).suggestions
            #expect(!suggested.contains { $0.record == "9" })
        }
        let searched = try await client.call(SearchLogins.self, SearchLogins.Parameters(text: "example"))
        #expect(searched.logins.map(\.service) == ["example.com"])
    }

    @Test func `only providers that support git's attributes save and lose logins of other protocols`() async throws {
        let identity = CredentialIdentity(
            kind: .password,
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: "git+smtp://example.com"),
            user: "alice", recordIdentifier: "9")
        // The first provider has a web login of the same host and user, and claims a login that only git finds.
        let world = try await twoProviders([AgentWorld.alice, identity], []) { parameters, _ in
            if case .saveWithoutUserInteraction = parameters.request { return .passwordSaved }
            return .reported
        }
        let client = try await world.connect()
        _ = try await client.call(StoreGitCredential.self, StoreGitCredential.Parameters(target: mail, password: "p"))
        let second = try ProviderIdentifier.second
        #expect(world.launcher.launches.map(\.provider) == [second])
        guard case .saveWithoutUserInteraction(let save)? = world.launcher.requests.first else {
            Issue.record("was not saved")
            return
        }
        #expect(save.serviceIdentifier == ServiceIdentifier(type: .url, identifier: "git+smtp://example.com"))
        #expect(save.title == "smtp://example.com")
        _ = try await client.call(EraseGitCredential.self, EraseGitCredential.Parameters(target: mail, password: "q"))
        #expect(world.launcher.launches.map(\.provider) == [second, second])
    }

    @Test func `the passphrase of a certificate's key has a path and no host`() async throws {
        let identity = CredentialIdentity(
            kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: "git+cert://"), user: "",
            recordIdentifier: "9")
        let world = try AgentWorld { _, _ in .password(user: "", password: "p") }
        try await world.enable([identity])
        let client = try await world.connect()
        let file = GitTarget(protocol: "cert", host: "", path: "/etc/client.pem", username: "")
        #expect(try await get(file, over: client) == nil)
        let named = GitTarget(protocol: "cert", host: "example.com", path: "/etc/client.pem", username: "")
        #expect(try await get(named, over: client) == .invalidURL)
        #expect(try await get(GitTarget(protocol: "https", host: ""), over: client) == .invalidURL)
    }

    @Test func `gives every git the password that only git uses, before the website's`() async throws {
        let token = CredentialIdentity(
            kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: "git+https://example.com"),
            user: "alice", recordIdentifier: "token")
        let website = CredentialIdentity.password("alice", at: "example.com", record: "website", rank: 9)
        let world = try AgentWorld { parameters, _ in
            guard case .provideWithoutUserInteraction(let identity) = parameters.request else {
                return .cancelled(domain: "test", code: 1)
            }
            return .password(user: "alice", password: identity.recordIdentifier ?? "")
        }
        try await world.enable([website, token])
        let client = try await world.connect()
        let found = try await client.call(GetGitCredential.self, GetGitCredential.Parameters(target: target))
        #expect(found.password == "token")
        let suggested = try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions
        #expect(suggested.map(\.record) == ["website"])
        let searched = try await client.call(SearchLogins.self, SearchLogins.Parameters(text: "alice")).logins
        #expect(searched.map(\.id) == suggested.map(\.id))
    }

    @Test func `compares git user names byte by byte`() async throws {
        let world = try AgentWorld { _, _ in .password(user: "e\u{301}", password: "p") }
        try await world.enable([.password("e\u{301}", at: "example.com", record: "1")])
        let client = try await world.connect()
        for (user, outcome) in [("e\u{301}", nil), ("\u{e9}", .nothingFound)] as [(String, RemoteError.Reason?)] {
            let target = GitTarget(protocol: "https", host: "example.com", username: user)
            #expect(try await get(target, over: client) == outcome)
        }
    }
}
