public import LatchkeySheet
public import LatchkeyWire

/// A program's connection to the agent.
///
/// The first message is `hello`; a provider's sheet is shown on the screen that was given, if any.
public final class AgentClient: Sendable {
    private let peer: Peer
    private let reading: Task<Void, Never>
    /// What the agent said of itself.
    public let agent: Hello.Result

    /// Greets the agent over a connection that is open already.
    ///
    /// - Throws: ``RemoteError`` with ``RemoteError/Reason/unsupportedVersion`` when one side must be updated.
    public init(
        connection: any Connection, as client: ClientDescription, role: Hello.Role = .client,
        screen: (any SheetScreen)? = nil
    ) async throws {
        let host = ClientSheets(screen: screen)
        var methods = MethodTable()
        methods.on(OpenSheet.self) { await host.open($0) }
        methods.on(ChangeSheet.self) { await host.change($0) }
        methods.on(CloseSheet.self) { await host.close($0.id) }
        let peer = Peer(connection: connection, methods: methods)
        await host.connect(to: peer)
        self.peer = peer
        let reading = Task {
            // How the connection ended reaches whoever waits for an answer.
            try? await peer.run()
            await host.end()
        }
        self.reading = reading
        do {
            agent = try await peer.call(Hello.self, Hello.Parameters(role: role, client: client))
            _ = try ProtocolVersion.negotiate(theirs: agent.protocolVersion, theirOldest: agent.protocolVersion)
        } catch {
            // What fails to be made is never torn down: nobody else would end the reading.
            reading.cancel()
            await peer.close()
            await reading.value
            throw error
        }
    }

    deinit {
        reading.cancel()
    }

    /// Calls the agent.
    ///
    /// Cancelling the task cancels the request there.
    public func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        try await peer.call(method, parameters)
    }

    public func close() async {
        await peer.close()
        await reading.value
    }

    /// The line itself, for what speaks over it beyond calls.
    package var line: Peer { peer }
}
