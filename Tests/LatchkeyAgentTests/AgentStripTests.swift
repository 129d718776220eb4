import Foundation
import LatchkeyCore
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

/// The calls of the strip: rows without a suggestion, copying, searching, locking and saving.
@Suite("The strip's agent", .timeLimit(.minutes(5))) struct AgentStripTests {
    private func answering(_ request: ProviderRequest) -> LatchkeyWire.ProviderAnswer {
        switch request {
        case .provideWithoutUserInteraction(let identity) where identity.kind == .code: .oneTimeCode("123456")
        case .prepareOneTimeCodeList: .oneTimeCode("654321")
        default: .password(user: "alice", password: "p4ss")
        }
    }

    private func makeWorld() throws -> AgentWorld {
        try AgentWorld(attributes: AgentFrameTests.everything, hasFallback: true) { parameters, _ in
            self.answering(parameters.request)
        }
    }

    private func suggestions(over client: Peer) async throws -> [Suggestion] {
        try await client.call(Suggest.self, .init(url: AgentWorld.url)).suggestions
    }

    @Test func `shows details only of logins that look the same`() async throws {
        let world = try makeWorld()
        func login(_ record: String, user: String = "alice", kind: CredentialKind = .password) -> CredentialIdentity {
            CredentialIdentity(
                kind: kind, serviceIdentifier: ServiceIdentifier(type: .url, identifier: "https://example.com"),
                user: user, recordIdentifier: record, detail: record)
        }
        try await world.enable([login("Work"), login("Home"), login("Bob", user: "bob"), login("Code", kind: .code)])
        let client = try await world.connect()
        let expected = ["Bob": nil, "Home": "Home", "Work": "Work", "Code": nil]
        let suggested = try await suggestions(over: client)
        #expect(Dictionary(uniqueKeysWithValues: suggested.map { ($0.record ?? "", $0.detail) }) == expected)
        let names = Dictionary(uniqueKeysWithValues: suggested.map { ($0.id, $0.record ?? "") })
        let found = try await client.call(SearchLogins.self, .init(text: "")).logins
        #expect(Dictionary(uniqueKeysWithValues: found.map { (names[$0.id] ?? "", $0.detail) }) == expected)
    }

    // MARK: Copying

    @Test func `copies a password that the client never receives`() async throws {
        let world = try makeWorld()
        try await world.enable([AgentWorld.alice, AgentFrameTests.code])
        let client = try await world.connect(display: ":0")
        let found = try await suggestions(over: client)
        let (password, code) = (found[0].id, found[1].id)
        for (suggestion, part) in [(password, CopyCredential.Parameters.Part.password), (code, .code)] {
            let result = try await client.call(
                CopyCredential.self, .init(url: AgentWorld.url, suggestion: suggestion, part: part))
            #expect(result == CopyCredential.Result(clearsAfter: 45, isMarkedAsSecret: true))
        }
        #expect(world.clipboard.copied == ["p4ss", "123456"])
        let launches = world.launcher.launches.count
        _ = try await client.call(
            CopyCredential.self, .init(url: AgentWorld.url, suggestion: password, part: .user))
        #expect(world.clipboard.copied.last == "alice")
        // The suggestion has the user name, so no provider is started.
        #expect(world.launcher.launches.count == launches)
        let log = try await client.call(ReadLog.self, .init()).entries.prefix(3)
        #expect(log.map(\.what) == ["copy", "copy", "copy"] && log.allSatisfy { $0.service == "example.com" })
        _ = try await client.call(
            CopyCredential.self, .init(url: AgentWorld.url, suggestion: password, part: .user, isPrivate: true))
        let secret = try #require(try await client.call(ReadLog.self, .init()).entries.first)
        #expect(secret.what == "copy" && secret.service == nil && secret.user == nil)
    }

    @Test(arguments: [
        (CopyCredential.Parameters.Part.password, "p4ss"), (.user, "alice"), (.code, "654321"),
    ])
    func `copies from the provider's own list, with and without a page`(
        part: CopyCredential.Parameters.Part, copied: String
    ) async throws {
        let world = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        for url in [nil, AgentWorld.url] {
            _ = try await client.call(CopyCredential.self, .init(url: url, part: part))
        }
        #expect(world.clipboard.copied == [copied, copied])
    }

    @Test func `copies a client's own text, and logs its site`() async throws {
        let world = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        let provider = try ProviderIdentifier.first
        let held = CopyCredential.Parameters(url: AgentWorld.url, provider: provider, part: .password, text: "planted")
        let result = try await client.call(CopyCredential.self, held)
        #expect(result.clearsAfter == 45 && world.clipboard.copied == ["planted"])
        #expect(world.launcher.launches.isEmpty)
        let entry = try #require(try await client.call(ReadLog.self, .init()).entries.first)
        #expect(entry.what == "copy" && entry.service == "example.com" && entry.provider == provider)
        #expect(!"\(entry)".contains("planted"))
        var both = held
        both.suggestion = "s1"
        #expect(await reason { _ = try await client.call(CopyCredential.self, both) } == .invalidParameters)
        #expect(world.clipboard.copied == ["planted"])
    }

    @Test func `calls no provider without a clipboard`() async throws {
        let world = try makeWorld()
        try await world.enable()
        let client = try await world.connect()
        let picked = try #require(try await suggestions(over: client).first)
        for suggestion in [picked.id, nil] {
            let parameters = CopyCredential.Parameters(url: AgentWorld.url, suggestion: suggestion, part: .password)
            #expect(await reason { _ = try await client.call(CopyCredential.self, parameters) } == .noClipboard)
        }
        #expect(world.launcher.launches.isEmpty)
    }

    @Test func `copies only parts that a matching login has`() async throws {
        let world = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        let picked = try #require(try await suggestions(over: client).first)
        for (parameters, refusal) in [
            (CopyCredential.Parameters(url: "https://evil.com", suggestion: picked.id, part: .password), .nothingFound),
            (.init(url: nil, suggestion: picked.id, part: .password), .invalidParameters),
            (.init(url: AgentWorld.url, suggestion: picked.id, part: .code), .invalidParameters),
            (.init(url: "http://example.com", suggestion: picked.id, part: .password), .insecureOrigin),
        ] as [(CopyCredential.Parameters, RemoteError.Reason)] {
            #expect(await reason { _ = try await client.call(CopyCredential.self, parameters) } == refusal)
        }
        #expect(world.launcher.launches.isEmpty && world.clipboard.copied.isEmpty)
        _ = try await client.call(
            CopyCredential.self,
            .init(url: "http://example.com", suggestion: picked.id, part: .password, acceptsWarning: true))
        #expect(world.clipboard.copied == ["p4ss"])
    }

    // MARK: Searching

    @Test func `finds logins of every site by words of site, user and provider`() async throws {
        let world = try makeWorld()
        func login(_ user: String, _ service: String, _ type: ServiceIdentifier.Kind = .domain) -> CredentialIdentity {
            CredentialIdentity(
                kind: .password, serviceIdentifier: ServiceIdentifier(type: type, identifier: service), user: user)
        }
        var passkey = login("paula", "example.com")
        passkey.kind = .passkey
        passkey.credentialID = [1]
        try await world.enable([
            login("bob", "https://shop.example:8443/in?x=1", .url), login("alice", "example.com"),
            login("carol", "http://old.example", .url), login("dave", "com.example.app", .app), passkey,
        ])
        let client = try await world.connect()
        func found(_ text: String, limit: Int = 10) async throws -> [String] {
            let result = try await client.call(SearchLogins.self, .init(text: text, limit: limit))
            return result.logins.map { "\($0.user) \($0.service) \($0.url)" } + (result.hasMore ? ["…"] : [])
        }
        let (alice, bob) = (
            "alice example.com https://example.com/", "bob shop.example:8443 https://shop.example:8443/"
        )
        let carol = "carol old.example http://old.example/"
        for (text, expected) in [
            ("", [alice, carol, bob]), ("  EXAMPLE  ", [alice, carol, bob]), ("shop bob", [bob]), ("bob alice", []),
            ("com.example.first carol", [carol]), ("paula", []),
        ] {
            #expect(try await found(text) == expected, "\(text)")
        }
        #expect(try await found("", limit: 2) == [alice, carol, "…"])
        // A search result is filled and copied on the page in the result.
        let result = try await client.call(SearchLogins.self, .init(text: "bob"))
        let picked = try #require(result.logins.first)
        _ = try await client.call(Fill.self, .init(url: picked.url, suggestion: picked.id))
        #expect(
            await reason { _ = try await client.call(Fill.self, .init(url: AgentWorld.url, suggestion: picked.id)) }
                == .nothingFound)
    }

    @Test func `rejects a search with a too long text or a too large limit`() async throws {
        let world = try makeWorld()
        let client = try await world.connect()
        for parameters in [
            SearchLogins.Parameters(text: String(repeating: "a", count: 257)), .init(text: "", limit: 0),
            .init(text: "", limit: 101), .init(text: "", limit: .min),
        ] {
            #expect(
                await reason { _ = try await client.call(SearchLogins.self, parameters) } == .invalidParameters)
        }
        #expect(try await client.call(SearchLogins.self, .init(text: "")).logins == [])
    }

    // MARK: Locking

    @Test func `names the unlocked providers, and locks all`() async throws {
        let world = try makeWorld()
        try await world.enable()
        let client = try await world.connect()
        func unlocked() async throws -> [ProviderIdentifier]? {
            try await client.call(Suggest.self, .init(url: AgentWorld.url)).unlocked
        }
        #expect(try await unlocked() == [])
        try world.keychain.set(Secret("key"), account: "k", of: .first)
        #expect(try await unlocked() == [.first])
        _ = try await client.call(LockProviders.self, Empty())
        #expect(try await unlocked() == [])
        #expect(world.keychain.isEmpty)
        #expect(try await client.call(ReadLog.self, .init()).entries.first?.what == "lock")
    }

    // MARK: Offers

    @Test func `names the providers' capabilities without reading the disk`() async throws {
        let world = try makeWorld()
        let client = try await world.connect()
        #expect(try await client.call(Suggest.self, .init(url: AgentWorld.url)).providers == [])
        try await world.enable()
        let offer = ProviderOffer(
            id: try .first, name: "com.example.first", providesPasswords: true, providesOneTimeCodes: true,
            providesTextToInsert: true, savesPasswords: true, generatesPasswords: true, generatesWithUI: true,
            providesPasskeys: false, supportsConditionalPasskeyRegistration: false, changesUserNames: false)
        // Also for a page without suggestions.
        try FileManager.default.removeItem(at: world.folder.url.appending(path: "bundles"))
        let result = try await client.call(Suggest.self, .init(url: "https://unknown.example/"))
        #expect(result.providers == [offer])
        #expect(result.locked == nil)
    }

    @Test(arguments: [true, false])
    func `names the providers whose logins are unknown until they are unlocked`(inMemoryOnly: Bool) async throws {
        let world = try AgentWorld(inMemoryOnly: inMemoryOnly)
        try await world.enable()
        let client = try await world.connect()
        func locked() async throws -> [LockedProvider]? {
            try await client.call(Suggest.self, .init(url: AgentWorld.url)).locked
        }
        #expect(try await locked() == nil)
        await world.agent.lock()
        let first = LockedProvider(provider: try .first, name: "com.example.first")
        #expect(try await locked() == (inMemoryOnly ? [first] : nil))
        // Unlocked; it has not saved its identities yet.
        try world.keychain.set(Secret("key"), account: "k", of: .first)
        #expect(try await locked() == nil)
        world.keychain.wipe()
        try await world.store.change(.replace, [AgentWorld.alice], of: .first)
        #expect(try await locked() == nil)
    }

    @Test func `hello returns the features of the agent`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect(greets: false)
        let hello = try await client.call(
            Hello.self, Hello.Parameters(client: ClientDescription(program: "Chromium", showsSheets: false)))
        #expect(
            hello.features
                == ["frames", "copy", "copyText", "offers", "mayAsk", "search", "lock", "passkeys", "clients"])
    }

    @Test func `returns the addresses for changing a password`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        for (url, wellKnown) in [
            ("https://m.example.com:8443/a?b", "https://m.example.com:8443/.well-known/change-password"),
            ("http://example.com/", nil),
            ("http://localhost:8080/", "http://localhost:8080/.well-known/change-password"),
        ] {
            let known = try await client.call(QuirksOfSite.self, .init(url: url))
            #expect(known.changePasswordURL == nil)
            #expect(known.wellKnownChangePasswordURL == wellKnown)
        }
    }

    // MARK: Saving

    @Test func `a save without a sheet fails with interactionRequired if the provider has a question`() async throws {
        let world = try AgentWorld(attributes: AgentFrameTests.everything, hasFallback: true) { parameters, _ in
            switch parameters.request {
            case .saveWithoutUserInteraction(let save) where save.user == "new": .passwordSaved
            case .saveWithoutUserInteraction: .cancelled(domain: "ASExtensionErrorDomain", code: 100)
            default: .passwordSaved
            }
        }
        try await world.enable()
        let client = try await world.connect()
        func save(_ user: String, mayAsk: Bool?) -> SavePassword.Parameters {
            SavePassword.Parameters(
                request: SavePasswordRequest(
                    serviceIdentifier: ServiceIdentifier(type: .url, identifier: AgentWorld.url), user: user,
                    password: "p", sessionID: "s", event: .formDidDisappear), mayAsk: mayAsk)
        }
        _ = try await client.call(SavePassword.self, save("new", mayAsk: false))
        #expect(
            await reason { _ = try await client.call(SavePassword.self, save("old", mayAsk: false)) }
                == .interactionRequired)
        #expect(!world.launcher.requests.contains { $0.showsInterface })
        for mayAsk in [nil, true] { _ = try await client.call(SavePassword.self, save("old", mayAsk: mayAsk)) }
        #expect(world.launcher.requests.count { $0.showsInterface } == 2)
    }

    // MARK: Changing a user name

    private func renaming(_ event: SavePasswordRequest.Event) -> SavePassword.Parameters {
        SavePassword.Parameters(
            request: SavePasswordRequest(
                serviceIdentifier: ServiceIdentifier(type: .url, identifier: AgentWorld.url), user: "new",
                password: "", sessionID: "s", event: event), previousUser: "old")
    }

    @Test func `a provider that supports user name changes gets the previous user name of a save`() async throws {
        let names = Mutex<[String?]>([])
        let attributes = AgentFrameTests.everything.merging(["LatchkeySupportsUserNameChanges": true]) { $1 }
        let world = try AgentWorld(attributes: attributes) { parameters, _ in
            names.withLock { $0.append(parameters.context.previousUser) }
            return .passwordSaved
        }
        try await world.enable()
        let client = try await world.connect()
        let offers = try await client.call(Suggest.self, .init(url: AgentWorld.url)).providers
        #expect(offers?.map(\.changesUserNames) == [true])
        _ = try await client.call(SavePassword.self, renaming(.userInitiated))
        var plain = renaming(.formDidDisappear)
        #expect(await reason { _ = try await client.call(SavePassword.self, plain) } == .invalidParameters)
        plain.previousUser = nil
        _ = try await client.call(SavePassword.self, plain)
        #expect(names.withLock { $0 } == ["old", nil])
    }

    @Test(arguments: [true, false])
    func `a provider without the property list key gets no request to change a user name`(isNamed: Bool) async throws {
        let world = try AgentWorld(attributes: AgentFrameTests.everything) { _, _ in .passwordSaved }
        try await world.enable()
        let client = try await world.connect()
        var renaming = renaming(.userInitiated)
        renaming.provider = isNamed ? try .first : nil
        #expect(
            await reason { _ = try await client.call(SavePassword.self, renaming) }
                == (isNamed ? .notPermitted : .noProviders))
        #expect(world.launcher.requests == [])
    }
}
