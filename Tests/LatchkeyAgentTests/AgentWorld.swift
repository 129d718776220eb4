import Foundation
import LatchkeyMatching
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization

@testable import LatchkeyAgent

/// A whole agent with its files in a temporary folder, providers in memory, and clients over real connections.
final class AgentWorld: Sendable {
    let folder: TemporaryFolder
    let agent: Agent
    let store: IdentityStore
    let keychain: Keychain
    let tokens: ContainerTokens
    let clock = TestClock()
    let launcher: ScriptedLauncher
    let fallback = ScriptedScreen()
    /// The screen of the user's session, if there is one.
    let session = ScriptedScreen()
    let grants: ClientGrants
    let clipboard = ClipboardInMemory()
    let anchors = AnchorsInMemory()
    /// The notifications on the user's desktop.
    let notices = Collected<String>()
    private let running: Task<Void, Never>

    /// Starts the scripted processes in order.
    final class ScriptedLauncher: ProviderLauncher {
        typealias Answer =
            @Sendable (PerformRequest.Parameters, ScriptedProvider) async throws -> LatchkeyWire.ProviderAnswer

        /// The library that no executable finds.
        let lacks = Mutex<String?>(nil)
        private let state: Mutex<(answer: Answer, requests: [ProviderRequest], launches: [ProviderLaunch])>

        init(_ answer: @escaping Answer) {
            state = Mutex((answer, [], []))
        }

        func launch(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess {
            let answer = state.withLock { state in
                state.launches.append(launch)
                return state.answer
            }
            return ScriptedProvider { parameters, provider in
                self.state.withLock { $0.requests.append(parameters.request) }
                return try await answer(parameters, provider)
            }
        }

        func missingLibrary(of executable: String, in bundle: String) async -> String? { lacks.withLock(\.self) }

        /// The requests that the providers received, in order.
        var requests: [ProviderRequest] { state.withLock { $0.requests } }
        var launches: [ProviderLaunch] { state.withLock { $0.launches } }
    }

    /// Records copied texts; programs without a display have no clipboard.
    final class ClipboardInMemory: Sendable {
        private let state = Mutex<[String]>([])

        var copied: [String] { state.withLock(\.self) }

        func find(_ client: ClientDescription) throws(RemoteError) -> ScreenClipboard {
            guard client.display != nil else { throw RemoteError(.noClipboard, "no clipboard was found") }
            return ScreenClipboard(
                description: CopyCredential.Result(clearsAfter: 45, isMarkedAsSecret: true),
                copy: { secret throws(RemoteError) in self.state.withLock { $0.append(secret.reveal()) } })
        }
    }

    /// Keeps one anchor for each provider, whatever its revision.
    final class AnchorsInMemory: Sendable {
        private let stored = Mutex<[ProviderIdentifier: StoredAnchor]>([:])

        var anchors: ProviderAnchors {
            ProviderAnchors(
                read: { provider in GetAnchor.Result(anchor: self.stored.withLock { $0[provider] }) },
                write: { anchor, provider, _ in self.stored.withLock { $0[provider] = anchor } })
        }
    }

    init(
        attributes: [String: Any]? = nil, hasFallback: Bool = false, hasSession: Bool = false,
        inMemoryOnly: Bool = false,
        files: BundleFiles = .system,
        answer: @escaping ScriptedLauncher.Answer = { _, _ in .password(user: "alice", password: "p") }
    ) throws {
        folder = try TemporaryFolder()
        try folder.addBundle("First.appex", in: "bundles", list: infoPropertyList(attributes: attributes))
        let path = folder.url.path
        let disk = FilesInMemory()
        let settings = try ProviderSettings(folder: path + "/config", files: disk.files)
        store = try IdentityStore(
            folder: folder.url.appending(path: "state"), inMemoryOnly: inMemoryOnly, machine: "this", enabled: [],
            onLoss: { _ in })
        let now = clock.clock.now
        keychain = Keychain(now: now)
        tokens = ContainerTokens(folder: path + "/containers", files: disk.files)
        let directory = ProviderDirectory(
            registry: ProviderRegistry(folders: [path + "/bundles"], files: files), settings: settings,
            activation: ProviderActivation(settings: settings, tokens: tokens, identities: store, keychain: keychain),
            tokens: tokens, readIcon: { _ in nil })
        launcher = ScriptedLauncher(answer)
        let screen: (any SheetScreen)? = hasFallback ? fallback : nil
        self.disk = disk
        var dependencies = Agent.Dependencies(
            launcher: launcher, clock: clock.clock, date: { 1_800_000_000 }, fallbackScreen: { _ in screen },
            clipboard: { [clipboard] client throws(RemoteError) in try clipboard.find(client) },
            readQuirks: { (Quirks(), []) }, systemChecks: { [] }, processIdentifier: 1, note: { _ in })
        dependencies.anchors = anchors.anchors
        let sessionScreen: (any SheetScreen)? = hasSession ? session : nil
        dependencies.sessionScreen = { sessionScreen }
        dependencies.notify = { [notices] in notices.append($0) }
        grants = ClientGrants(folder: path + "/state", files: disk.files) { path in
            path == Self.python.path || path == "/usr/bin/python3" ? Self.python : nil
        }
        agent = Agent(
            store: store, keychain: keychain, directory: directory, grants: grants,
            log: ActivityLog(folder: folder.url.appending(path: "state")), dependencies: dependencies)
        running = Task { [agent] in await agent.run() }
    }

    let disk: FilesInMemory

    /// The native host of this installation.
    static let browser = Caller(processIdentifier: 4242, standing: .nativeHost, executable: nil)
    /// `latchkey` of this installation.
    static let latchkey = Caller(processIdentifier: 4243, standing: .installed, executable: nil)
    /// A program of the user that is not part of the installation.
    static let script = Caller(processIdentifier: 4244, standing: .other, executable: python)
    static let python = ExecutableFile(
        path: "/usr/bin/python3.13", device: 1, inode: 2, owner: 0, changeTime: 3)

    deinit {
        running.cancel()
    }

    /// Connects a program that sends `hello` first, unless `greets` is `false`.
    func connect(
        greets: Bool = true, display: String? = nil, as caller: Caller = AgentWorld.browser
    ) async throws -> Peer {
        try await connectSession(greets: greets, display: display, as: caller).client
    }

    /// Connects a program, and also returns a task that ends when the agent has closed its session.
    func connectSession(
        greets: Bool = true, display: String? = nil, as caller: Caller = AgentWorld.browser
    ) async throws -> (client: Peer, session: Task<Void, Never>) {
        let pair = ConnectionPair()
        let session = ClientSession(agent: agent, caller: caller)
        let client = Peer(connection: pair.right)
        let serving = Task { await session.run(over: pair.left) }
        Task { try await client.run() }
        if greets {
            _ = try await client.call(
                Hello.self,
                Hello.Parameters(client: ClientDescription(program: "test", display: display, showsSheets: false)))
        }
        return (client, serving)
    }

    /// Connects a client with the features and notifications of a test.
    func connect(
        features: [String], methods: MethodTable, as caller: Caller = AgentWorld.browser, showsSheets: Bool = false
    ) async throws -> Peer {
        let pair = ConnectionPair()
        let session = ClientSession(agent: agent, caller: caller)
        let client = Peer(connection: pair.right, methods: methods)
        Task { await session.run(over: pair.left) }
        Task { try await client.run() }
        _ = try await client.call(
            Hello.self,
            Hello.Parameters(features: features, client: ClientDescription(program: "test", showsSheets: showsSheets)))
        return client
    }

    /// Connects the one provider's app, which shows its token.
    func connectApp() async throws -> (client: Peer, session: Task<Void, Never>) {
        let (client, session) = try await connectSession()
        guard let token = disk[tokens.container(of: try .first) + "/" + ContainerTokens.fileName] else {
            throw RemoteError(.providerDisabled, "there is no token")
        }
        _ = try await client.call(
            AuthenticateApp.self, AuthenticateApp.Parameters(provider: .first, token: token))
        return (client, session)
    }

    /// Enables the only provider and saves identities for it.
    func enable(_ identities: [CredentialIdentity] = [AgentWorld.alice]) async throws {
        let client = try await connect()
        do {
            _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: .first))
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            _ = try await client.call(
                EnableProvider.self,
                EnableProvider.Parameters(provider: .first, confirmedDigest: error.details?["digest"]))
        }
        if !identities.isEmpty { try await store.change(.replace, identities, of: .first) }
    }

    static let alice = CredentialIdentity(
        kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "1")
    static let bob = CredentialIdentity(
        kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "bob",
        recordIdentifier: "2")

    static let url = "https://example.com/login"

    /// Suggests and fills the first, as a program does.
    func fill(_ user: String = "alice", over client: Peer, acceptsWarning: Bool = false) async throws
        -> FilledCredential
    {
        let result = try await client.call(Suggest.self, Suggest.Parameters(url: Self.url, kinds: [.password, .code]))
        guard let picked = result.suggestions.first(where: { $0.user == user }) else {
            throw RemoteError(.nothingFound, "no suggestion of \(user)")
        }
        return try await client.call(
            Fill.self, Fill.Parameters(url: Self.url, suggestion: picked.id, acceptsWarning: acceptsWarning))
    }
}

/// The reason of a remote error; `nil` without an error.
func reason(_ body: () async throws -> Void) async -> RemoteError.Reason? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? RemoteError)?.reason
    }
}
