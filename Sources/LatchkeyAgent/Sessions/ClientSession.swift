import LatchkeySheet
package import LatchkeyWire
import Synchronization

/// One program's connection to the agent, from its greeting to its end.
///
/// What a program may do follows from what it has shown: anybody of this user may ask for suggestions and fills, a
/// containing app with its provider's token may write that provider's store and keychain as well.
package final class ClientSession: Sendable {
    private struct State {
        var client: ClientDescription?
        /// It may show what it was given, and takes it away on a lock.
        var hearsLocks = false
        /// The provider whose token the program has shown, and the token's generation.
        var provider: (id: ProviderIdentifier, generation: Int)?
        var screens: [Int: ClientScreen] = [:]
        var lastScreen = 0
        var peer: Peer?
    }

    let agent: Agent
    /// The peer's process, as the kernel said when it connected.
    let processIdentifier: Int32
    private let state = Mutex(State())

    package init(agent: Agent, processIdentifier: Int32) {
        self.agent = agent
        self.processIdentifier = processIdentifier
    }

    /// Answers the program until it goes; then everything that it had open has ended.
    package func run(over connection: any Connection) async {
        let services = ProviderServices(
            store: agent.store, keychain: agent.keychain, locked: { [agent] in await agent.endProcesses(of: $0) }
        ) { () throws(RemoteError) in try self.provider() }
        var methods = MethodTable()
        methods.on(Hello.self) { try self.greet($0) }
        methods.on(SheetHappening.self) { await self.take($0) }
        services.install(in: &methods)
        installRequests(in: &methods)
        installSettings(in: &methods)
        let peer = Peer(connection: connection, methods: methods)
        state.withLock { $0.peer = peer }
        async let _: Void = tell(agent.keychain.locks(), to: peer)
        // How a connection ended is told by what it had open; there is nobody else to tell.
        try? await peer.run()
        state.withLock { state in
            state.peer = nil
            state.screens = [:]
        }
        await services.end()
    }

    // MARK: Who is there

    /// A program greets once: whoever it said it is stands in frames and in the log.
    private func greet(_ hello: Hello.Parameters) throws(RemoteError) -> Hello.Result {
        let version = try ProtocolVersion.negotiate(
            theirs: hello.protocolVersion, theirOldest: hello.oldestProtocolVersion)
        let client = try hello.client.checked()
        let isFirst = state.withLock { state in
            guard state.client == nil else { return false }
            state.client = client
            state.hearsLocks = hello.features.contains(Hello.locks)
            return true
        }
        guard isFirst else { throw RemoteError(.notPermitted, "hello was already sent") }
        if hello.features.contains(Hello.windows) { agent.directory.drawSheetMark() }
        return Hello.Result(protocolVersion: version, features: Agent.features)
    }

    /// Until the connection has ended, and the task with it.
    private func tell(_ locks: AsyncStream<ProviderIdentifier>, to peer: Peer) async {
        for await provider in locks where state.withLock(\.hearsLocks) {
            await peer.post(ProviderLocked.self, ProviderLocked.Parameters(provider: provider))
        }
    }

    /// Whoever greeted first.
    func client() throws(RemoteError) -> ClientDescription {
        guard let client = state.withLock(\.client) else {
            throw RemoteError(.helloExpected, "the first message must be hello")
        }
        return client
    }

    /// - Parameter isPrivate: What the call says of its window; nothing is no.
    func requester(isPrivate: Bool? = nil) throws(RemoteError) -> Requester {
        var requester = Requester(client: try client(), processIdentifier: processIdentifier)
        requester.isPrivate = isPrivate ?? false
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

    // MARK: Screens

    /// Lends the program's screen to one request, or the desktop's `pinentry` where it has none.
    func withScreen<Result>(
        _ body: ((any SheetScreen)?) async throws -> Result
    ) async throws -> Result {
        let client = try client()
        guard client.showsSheets, let (id, screen) = makeScreen() else {
            return try await body(agent.fallbackScreen(client))
        }
        defer { state.withLock { $0.screens[id] = nil } }
        return try await body(screen)
    }

    private func makeScreen() -> (Int, ClientScreen)? {
        state.withLock { state in
            guard let peer = state.peer else { return nil }
            state.lastScreen += 1
            let screen = ClientScreen(id: state.lastScreen, peer: peer)
            state.screens[state.lastScreen] = screen
            return (state.lastScreen, screen)
        }
    }

    private func take(_ happening: SheetHappening.Parameters) async {
        await state.withLock { $0.screens[happening.id] }?.take(happening.event)
    }
}

/// Who asks: what the program says of itself, and what the kernel says of it.
package struct Requester: Hashable, Sendable {
    package var client: ClientDescription
    package var processIdentifier: Int32
    /// It asks for a private window, of which nothing is remembered.
    package var isPrivate = false

    package init(client: ClientDescription, processIdentifier: Int32) {
        self.client = client
        self.processIdentifier = processIdentifier
    }
}

extension ClientDescription {
    /// Checks what will be handed to `pinentry` and shown to the person.
    ///
    /// - Throws: ``RemoteError/Reason/invalidParameters`` that names the member.
    func checked() throws(RemoteError) -> ClientDescription {
        try Self.check("program", program, limit: 64) { !$0.isEmpty }
        try Self.check("tty", tty, limit: 256) { $0.hasPrefix("/dev/") && !$0.contains("..") }
        try Self.check("display", display, limit: 256) { $0.utf8.allSatisfy { $0 > 0x20 } }
        try Self.check("waylandDisplay", waylandDisplay, limit: 256) { $0.utf8.allSatisfy { $0 > 0x20 } }
        try Self.check("xAuthority", xAuthority, limit: 4096) { $0.hasPrefix("/") }
        // Other transports, such as `unixexec:`, would have `pinentry` run a program or ask another computer.
        try Self.check("sessionBusAddress", sessionBusAddress, limit: 1024) { addresses in
            addresses.utf8.allSatisfy { $0 > 0x20 }
                && addresses.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") }
        }
        // A locale's name, and never a path to one.
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
