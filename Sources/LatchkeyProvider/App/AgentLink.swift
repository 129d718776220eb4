import Foundation
import LatchkeyClient
package import LatchkeyWire

/// This process's connection to the agent: a provider's inherited socket, or an app's own connection.
///
/// A process is one provider or one app. It therefore has one connection, set before the provider's code runs.
package actor AgentLink {
    /// How the agent identifies this process.
    private enum Role {
        /// The agent started this process.
        case started
        /// The app sends the token in this file when the provider is enabled.
        case app(ProviderIdentifier, tokenPath: String, isKnown: Bool)
    }

    private let peer: Peer
    /// Keeps an app's connection open; `nil` in a provider's process.
    private let client: AgentClient?
    private var role: Role
    private var open = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(peer: Peer) {
        self.peer = peer
        client = nil
        role = .started
    }

    init(client: AgentClient, provider: ProviderIdentifier, tokenPath: String) {
        peer = client.peer
        self.client = client
        role = .app(provider, tokenPath: tokenPath, isKnown: false)
    }

    /// Calls the agent as the provider.
    ///
    /// - Throws: ``RemoteError``; of the reason `storeDisabled` in an app whose provider is disabled.
    package func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        open += 1
        defer { close() }
        try await authenticate()
        do {
            return try await peer.call(method, parameters)
        } catch let error as RemoteError where error.reason == .notPermitted && resetAuthentication() {
            // The provider was disabled, and possibly enabled again with a new token.
            try await authenticate()
            return try await peer.call(method, parameters)
        }
    }

    /// Makes an app send its token again; `false` for a provider's process, which has none.
    private func resetAuthentication() -> Bool {
        guard case .app(let provider, let path, true) = role else { return false }
        role = .app(provider, tokenPath: path, isKnown: false)
        return true
    }

    /// Calls a method that the agent allows to every program.
    package func callUnknown<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        try await peer.call(method, parameters)
    }

    /// Returns when no call is pending.
    package func settle() async {
        guard open > 0 else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Sends the token, unless the agent has it.
    ///
    /// It reads the token each time, because disabling the provider invalidates it.
    private func authenticate() async throws {
        guard case .app(let provider, let path, false) = role else { return }
        let token: Data
        do {
            token = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw RemoteError(
                .storeDisabled, "\(provider) is disabled", hint: "run \"latchkey providers enable \(provider)\"")
        }
        do {
            _ = try await peer.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        } catch let error as RemoteError where error.reason == .notPermitted {
            throw RemoteError(
                .storeDisabled, "\(provider) is disabled", hint: "run \"latchkey providers enable \(provider)\"")
        }
        role = .app(provider, tokenPath: path, isKnown: true)
    }

    private func close() {
        open -= 1
        guard open == 0 else { return }
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
