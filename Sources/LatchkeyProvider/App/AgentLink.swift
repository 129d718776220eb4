import Foundation
import LatchkeyClient
package import LatchkeyWire

/// This process's line to the agent: a provider's inherited socket, or a containing app's own connection.
///
/// A process is one provider or one app for its whole life, so there is one line, set before anything is asked.
package actor AgentLink {
    /// How the agent knows whose line it is.
    private enum Standing {
        /// It started this process.
        case started
        /// The app shows the token that lies at this path, once the provider is on.
        case app(ProviderIdentifier, tokenPath: String, isKnown: Bool)
    }

    private let peer: Peer
    /// Keeps an app's connection open.
    private let client: AgentClient?
    private var standing: Standing
    private var open = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(peer: Peer) {
        self.peer = peer
        client = nil
        standing = .started
    }

    init(client: AgentClient, provider: ProviderIdentifier, tokenPath: String) {
        peer = client.peer
        self.client = client
        standing = .app(provider, tokenPath: tokenPath, isKnown: false)
    }

    /// Calls the agent as the provider.
    ///
    /// - Throws: ``RemoteError/Reason/storeDisabled`` from an app whose provider is off.
    package func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        open += 1
        defer { close() }
        try await introduce()
        do {
            return try await peer.call(method, parameters)
        } catch let error as RemoteError where error.reason == .notPermitted && forgetIntroduction() {
            // The provider was turned off, and perhaps on again with another token.
            try await introduce()
            return try await peer.call(method, parameters)
        }
    }

    /// Has an app show its token once more; false for a provider's own process, which never did.
    private func forgetIntroduction() -> Bool {
        guard case .app(let provider, let path, true) = standing else { return false }
        standing = .app(provider, tokenPath: path, isKnown: false)
        return true
    }

    /// Calls the agent as any program may.
    package func callUnknown<M: Method>(_ method: M.Type, _ parameters: M.Parameters) async throws -> M.Result {
        try await peer.call(method, parameters)
    }

    /// Returns when no call is open any more.
    package func settle() async {
        guard open > 0 else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Shows the token, unless the agent has seen it.
    ///
    /// It is read anew each time: turning the provider off voids it.
    private func introduce() async throws {
        guard case .app(let provider, let path, false) = standing else { return }
        let token: Data
        do {
            token = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw RemoteError(
                .storeDisabled, "\(provider) is off", hint: "run \"latchkey providers enable \(provider)\"")
        }
        do {
            _ = try await peer.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        } catch let error as RemoteError where error.reason == .notPermitted {
            throw RemoteError(
                .storeDisabled, "\(provider) is off", hint: "run \"latchkey providers enable \(provider)\"")
        }
        standing = .app(provider, tokenPath: path, isKnown: true)
    }

    private func close() {
        open -= 1
        guard open == 0 else { return }
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
