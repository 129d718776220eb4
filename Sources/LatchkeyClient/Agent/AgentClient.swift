public import LatchkeySheet
package import LatchkeySystem
public import LatchkeyWire

/// A program's connection to the agent.
///
/// The first message is `hello`. Sheets of providers are shown on the client's screen, if it has one.
public final class AgentClient: Sendable {
    /// The connection, for callers that also answer methods or send notifications.
    package let peer: Peer
    private let reading: Task<Void, Never>
    /// The agent's answer to `hello`.
    public let agent: Hello.Result

    /// Sends `hello` over an open connection and waits for the answer.
    ///
    /// - Throws: ``RemoteError`` with ``RemoteError/Reason/unsupportedVersion`` if one side must be updated.
    public init(
        connection: any Connection, as client: ClientDescription, role: Hello.Role = .client,
        screen: (any SheetScreen)? = nil
    ) async throws {
        let sheets = ClientSheets(screen: screen)
        var methods = MethodTable()
        methods.on(OpenSheet.self) { await sheets.open($0) }
        methods.on(ChangeSheet.self) { await sheets.change($0) }
        methods.on(CloseSheet.self) { await sheets.close($0.id) }
        let peer = Peer(connection: connection, methods: methods)
        await sheets.connect(to: peer)
        self.peer = peer
        let reading = Task(executorPreference: MainThreadExecutor.running) {
            // Callers that wait for an answer get the error of a connection that fails.
            try? await peer.run()
            await sheets.end()
        }
        self.reading = reading
        do {
            agent = try await peer.call(Hello.self, Hello.Parameters(role: role, client: client))
            try ProtocolVersion.accept(agent)
        } catch {
            // An initialiser that throws runs no deinit, which would otherwise end the task.
            reading.cancel()
            await peer.close()
            await reading.value
            throw error
        }
    }

    deinit {
        reading.cancel()
    }

    /// Calls a method of the agent.
    ///
    /// Cancelling the task cancels the request in the agent.
    public func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        try await peer.call(method, parameters)
    }

    public func close() async {
        await peer.close()
        await reading.value
    }
}

// MARK: Connecting

extension AgentClient {
    /// Connects to this user's agent, and starts the agent if it is not running.
    ///
    /// Connects once more if the agent ends before it answers `hello`: an agent that is ending can still accept a
    /// connection.
    ///
    /// - Throws: ``SystemError`` if the agent cannot be reached, ``RemoteError`` if its version is not supported.
    package static func connect(
        locations: Locations, environment: [String: String], as client: ClientDescription, role: Hello.Role = .client,
        screen: (any SheetScreen)? = nil
    ) async throws -> AgentClient {
        func attempt() async throws -> AgentClient {
            // A containing app can hold a vault's key, and proves itself with its token.
            let connection = try await openConnection(
                locations: locations, environment: environment, isIdentified: role == .client)
            return try await AgentClient(connection: connection, as: client, role: role, screen: screen)
        }
        do {
            return try await attempt()
        } catch WireError.connectionClosed {
            return try await attempt()
        }
    }

    /// Opens a connection on which nothing was sent yet; starts the agent if it is not running.
    ///
    /// - Parameter isIdentified: See ``ClientConnection/open(to:userID:isIdentified:)``.
    /// - Throws: ``SystemError`` if the agent cannot be reached.
    package static func openConnection(
        locations: Locations, environment: [String: String], isIdentified: Bool = true
    ) async throws -> ClientConnection {
        guard let program = InstalledFiles.agent() else {
            return try await ClientConnection.open(to: locations.agentSocket, isIdentified: isIdentified)
        }
        var starter = AgentStarter(locations: locations, program: program, environment: environment)
        starter.isIdentified = isIdentified
        return try await starter.connect()
    }

    /// Connects to the agent if it is running.
    ///
    /// No agent is started except by systemd's socket.
    ///
    /// - Throws: ``SystemError/noListener(path:)`` if it is not running, or another ``SystemError``;
    ///   ``RemoteError`` if its version is not supported.
    package static func connectIfRunning(
        locations: Locations, as client: ClientDescription, role: Hello.Role = .client
    ) async throws -> AgentClient {
        let connection = try await ClientConnection.open(to: locations.agentSocket)
        return try await AgentClient(connection: connection, as: client, role: role)
    }
}

extension ClientDescription {
    /// Describes this program's terminal, display and language.
    package init(program: String, environment: [String: String], showsSheets: Bool) {
        let streams: [StandardStream] = [.input, .error, .output]
        self.init(
            program: program, tty: streams.lazy.compactMap(\.terminalPath).first { $0.hasPrefix("/dev/") },
            display: environment["DISPLAY"], waylandDisplay: environment["WAYLAND_DISPLAY"],
            xAuthority: environment["XAUTHORITY"].flatMap { $0.hasPrefix("/") ? $0 : nil },
            sessionBusAddress: environment["DBUS_SESSION_BUS_ADDRESS"].flatMap { $0.hasPrefix("unix:") ? $0 : nil },
            language: environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"],
            showsSheets: showsSheets)
    }
}
