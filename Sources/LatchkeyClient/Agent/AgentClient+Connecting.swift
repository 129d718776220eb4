package import LatchkeySheet
package import LatchkeySystem
package import LatchkeyWire

extension AgentClient {
    /// Connects to this person's agent; starts it when it is not running.
    ///
    /// - Throws: ``SystemError`` when there is none to be reached, ``RemoteError`` when it speaks another version.
    package static func connect(
        locations: Locations, environment: [String: String], as client: ClientDescription, role: Hello.Role = .client,
        screen: (any SheetScreen)? = nil
    ) async throws -> AgentClient {
        let connection = try await line(locations: locations, environment: environment)
        return try await AgentClient(connection: connection, as: client, role: role, screen: screen)
    }

    /// Opens a line to this person's agent on which nothing was said yet; starts the agent when it is not running.
    ///
    /// - Throws: ``SystemError`` when there is none to be reached.
    package static func line(locations: Locations, environment: [String: String]) async throws -> SocketConnection {
        guard let program = AgentProgram.path() else {
            return try await SocketConnection.connect(to: locations.agentSocket)
        }
        return try await AgentStarter(locations: locations, program: program, environment: environment).connect()
    }

    /// Connects to the agent if one listens, and starts and makes nothing.
    ///
    /// - Throws: ``SystemError/nobodyListens(path:)`` and the like, ``RemoteError`` when it speaks another version.
    package static func connectIfRunning(locations: Locations, as client: ClientDescription) async throws -> AgentClient
    {
        let connection = try await SocketConnection.connect(to: locations.agentSocket)
        return try await AgentClient(connection: connection, as: client)
    }
}

extension ClientDescription {
    /// The screen that this program was started on.
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
