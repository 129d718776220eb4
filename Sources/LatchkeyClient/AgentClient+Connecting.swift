package import LatchkeySheet
package import LatchkeySystem
package import LatchkeyWire

extension AgentClient {
    /// Connects to this person's agent.
    ///
    /// - Throws: ``SystemError`` when there is none to be reached, ``RemoteError`` when it speaks another version.
    package static func connect(
        locations: Locations, as client: ClientDescription, role: Hello.Role = .client,
        screen: (any SheetScreen)? = nil
    ) async throws -> AgentClient {
        let connection = try await SocketConnection.connect(to: locations.agentSocket)
        return try await AgentClient(connection: connection, as: client, role: role, screen: screen)
    }
}
