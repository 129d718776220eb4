import LatchkeySheet
package import LatchkeyWire
import Synchronization

/// One client's connection to the agent.
///
/// The programs of this installation, and those that the user allowed, can request suggestions and fills. A containing
/// app that has sent its provider's token can change that provider's identities and keychain.
package final class ClientSession: Sendable {
    private struct State {
        var client: ClientDescription?
        /// Whether the client receives ``ProviderLocked``.
        var receivesLocks = false
        /// The provider whose token the client has sent, and the token's generation.
        var provider: (id: ProviderIdentifier, generation: Int)?
        /// Whether the log says that the client has read a keychain item.
        var hasLoggedItem = false
        var screens: [Int: ClientScreen] = [:]
        var lastScreen = 0
        var peer: Peer?
    }

    let agent: Agent
    /// The client's process and program, as the kernel reported them at the connection.
    let caller: Caller
    private let state = Mutex(State())

    package init(agent: Agent, caller: Caller) {
        self.agent = agent
        self.caller = caller
    }

    /// Serves the client until it disconnects and its open calls have ended.
    package func run(over connection: any Connection) async {
        let services = ProviderServices(
            store: agent.store, keychain: agent.keychain, locked: { [agent] in await agent.endProcesses(of: $0) },
            itemRead: { self.logItem(of: $0) }
        ) { () throws(RemoteError) in try self.provider() }
        var methods = MethodTable()
        methods.on(Hello.self) { try self.greet($0) }
        methods.on(SheetHappening.self) { await self.take($0) }
        services.install(in: &methods)
        methods.on(LogDisclosure.self) { try self.logDisclosure($0) }
        installRequests(in: &methods)
        installSettings(in: &methods)
        let peer = Peer(connection: connection, methods: methods)
        state.withLock { $0.peer = peer }
        async let _: Void = tell(agent.keychain.locks(), to: peer)
        // The open calls report how the connection ended.
        try? await peer.run()
        state.withLock { state in
            state.peer = nil
            state.screens = [:]
        }
        await services.end()
    }

    // MARK: The client

    /// Answers `hello`, which a client sends once; its name is shown in frames and in the log.
    ///
    /// It refuses a client that the agent cannot identify, since every client shows the error of `hello`.
    private func greet(_ hello: Hello.Parameters) throws(RemoteError) -> Hello.Result {
        let version = try ProtocolVersion.negotiate(
            theirs: hello.protocolVersion, theirOldest: hello.oldestProtocolVersion)
        let client = try hello.client.checked()
        // A containing app stays protected; it proves itself with its token.
        if hello.role == .client, caller.standing == .other, caller.executable == nil { throw .unidentifiedCaller }
        let isFirst = state.withLock { state in
            guard state.client == nil else { return false }
            state.client = client
            state.receivesLocks = hello.features.contains(Hello.locks)
            return true
        }
        guard isFirst else { throw RemoteError(.notPermitted, "hello was already sent") }
        if hello.features.contains(Hello.windows) { agent.directory.drawSheetMark() }
        return Hello.Result(protocolVersion: version, features: Agent.features)
    }

    /// Notifies the client of locks, until the task is cancelled at the connection's end.
    private func tell(_ locks: AsyncStream<ProviderIdentifier>, to peer: Peer) async {
        for await provider in locks where state.withLock(\.receivesLocks) {
            await peer.post(ProviderLocked.self, ProviderLocked.Parameters(provider: provider))
        }
    }

    /// The description from the client's `hello`.
    func client() throws(RemoteError) -> ClientDescription {
        guard let client = state.withLock(\.client) else {
            throw RemoteError(.helloExpected, "the first message must be hello")
        }
        return client
    }

    /// The client as the requester of a call.
    ///
    /// - Parameter isPrivate: Whether the call comes from a private window; `nil` means `false`. Only browsers have
    ///   private windows, so that no other program keeps its requests out of the log.
    func requester(isPrivate: Bool? = nil) throws(RemoteError) -> Requester {
        var requester = Requester(client: try client(), caller: caller)
        requester.isPrivate = isPrivate ?? false && caller.standing == .nativeHost
        return requester
    }

    private func provider() throws(RemoteError) -> ProviderIdentifier {
        _ = try client()
        guard let provider = state.withLock({ $0.provider }),
            agent.directory.generation(of: provider.id) == provider.generation
        else {
            throw RemoteError(
                .notPermitted, "only a provider and its own program may do that",
                hint: "show the provider's token with app.authenticate first")
        }
        return provider.id
    }

    func authenticate(_ token: AuthenticateApp.Parameters) throws(RemoteError) -> Empty {
        _ = try client()
        let generation = try agent.directory.accept(token)
        state.withLock { $0.provider = (token.provider, generation) }
        return Empty()
    }

    /// Logs that the client received a keychain item, such as the key of an unlocked vault; once for each connection.
    private func logItem(of provider: ProviderIdentifier) {
        let isFirst = state.withLock { state in
            defer { state.hasLoggedItem = true }
            return !state.hasLoggedItem
        }
        guard isFirst, let requester = try? requester() else { return }
        agent.logItem(of: provider, by: requester)
    }

    private func logDisclosure(_ disclosure: LogDisclosure.Parameters) throws(RemoteError) -> Empty {
        agent.logDisclosure(disclosure, of: try provider(), by: try requester())
        return Empty()
    }

    // MARK: Screens

    /// Provides a call with the client's screen, or with the desktop's `pinentry` if it has none.
    ///
    /// Another program shows its requests' sheets only if the user allowed that too. Otherwise it could answer its own
    /// questions, also on a display that it names.
    func withScreen<Result>(
        forCall call: Int, _ body: ((any SheetScreen)?) async throws -> Result
    ) async throws -> Result {
        let client = try client()
        guard caller.standing != .other || agent.letsShowSheets(caller) else {
            return try await body(await agent.dependencies.sessionScreen())
        }
        guard client.showsSheets, let (id, screen) = makeScreen(forCall: call) else {
            return try await body(agent.fallbackScreen(client))
        }
        defer { state.withLock { $0.screens[id] = nil } }
        return try await body(screen)
    }

    private func makeScreen(forCall call: Int) -> (Int, ClientScreen)? {
        state.withLock { state in
            guard let peer = state.peer else { return nil }
            state.lastScreen += 1
            let screen = ClientScreen(id: state.lastScreen, call: call, peer: peer)
            state.screens[state.lastScreen] = screen
            return (state.lastScreen, screen)
        }
    }

    private func take(_ happening: SheetHappening.Parameters) async {
        await state.withLock { $0.screens[happening.id] }?.take(happening.event)
    }
}

/// The client that makes a request: its own description, and its process as the kernel reported it.
package struct Requester: Hashable, Sendable {
    package var client: ClientDescription
    package var caller: Caller
    /// Whether it requests for a private window, of which nothing is recorded.
    package var isPrivate = false

    package init(client: ClientDescription, caller: Caller) {
        self.client = client
        self.caller = caller
    }
}

extension ClientDescription {
    /// Validates the values that are passed to `pinentry` and shown to the user.
    ///
    /// - Throws: ``RemoteError/Reason/invalidParameters`` with the name of the member.
    package func checked() throws(RemoteError) -> ClientDescription {
        try Self.check("program", program, limit: 64) { !$0.isEmpty }
        try Self.check("tty", tty, limit: 256) { $0.hasPrefix("/dev/") && !$0.contains("..") }
        try Self.check("display", display, limit: 256) { $0.utf8.allSatisfy { $0 > 0x20 } }
        try Self.check("waylandDisplay", waylandDisplay, limit: 256) { $0.utf8.allSatisfy { $0 > 0x20 } }
        try Self.check("xAuthority", xAuthority, limit: 4096) { $0.hasPrefix("/") }
        // Other transports, such as `unixexec:`, would make `pinentry` run a program or connect to another computer.
        try Self.check("sessionBusAddress", sessionBusAddress, limit: 1024) { addresses in
            addresses.utf8.allSatisfy { $0 > 0x20 }
                && addresses.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") }
        }
        // A locale's name, not a path.
        try Self.check("language", language, limit: 64) {
            $0.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || "_.-@:".unicodeScalars.contains(scalar))
            }
        }
        return self
    }

    private static func check(
        _ name: String, _ value: String?, limit: Int, _ isGood: (String) -> Bool
    ) throws(RemoteError) {
        guard let value else { return }
        guard value.utf8.count <= limit, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), isGood(value) else {
            throw RemoteError(.invalidParameters, "the client's \(name) is invalid")
        }
    }
}
