import LatchkeyCore
package import LatchkeyWire

/// The native host's policy for messages of the extension.
///
/// It passes on only the methods that AutoFill in a browser needs (Docs/decisions/0060-native-host.md). It parses each
/// message with the agent's parser, so that both read the same method, and rejects messages that are not valid.
package struct MessageGate: Sendable {
    package enum Verdict: Hashable, Sendable {
        /// Send this `hello`, which describes the real caller, to the agent.
        case greeting([UInt8])
        /// Send the message to the agent unchanged.
        case pass
        /// Send this answer to the extension.
        case answer([UInt8])
        /// Drop the message.
        case ignore
    }

    /// The description of the browser for the agent.
    private let client: ClientDescription

    /// - Parameter client: The browser's name and its screen, from the environment.
    package init(client: ClientDescription) {
        self.client = client
    }

    /// Decides about a message.
    ///
    /// - Throws: ``WireError`` for a payload that is not JSON, is nested too deeply or repeats a key. The connection
    ///   must then be closed.
    package func judge(_ payload: [UInt8]) throws(WireError) -> Verdict {
        let message = try Payload.scan(payload)
        switch MessageHead(message) {
        case .call(method: Hello.name, let id): return greeting(id, message)
        case .call(let method, let id):
            return Self.methods.contains(method) ? .pass : .answer(Answer.refusal(id, Self.notForBrowsers))
        case .notification(let method): return Self.notifications.contains(method) ? .pass : .ignore
        // The agent makes no calls to a browser, so there is nothing to answer.
        case .answer, .complaint, .malformedAnswer: return .ignore
        case .malformed(let id):
            let error = RemoteError(.malformedMessage, "not a JSON-RPC 2.0 message")
            return .answer(Answer.refusal(id, error))
        }
    }

    /// The answer to a call before `hello`; `nil` for other messages.
    package static func refusalBeforeGreeting(of payload: [UInt8]) -> [UInt8]? {
        guard let message = try? Payload.scan(payload), case .call(_, let id) = MessageHead(message) else { return nil }
        return Answer.refusal(id, RemoteError(.helloExpected, "the first message must be hello"))
    }

    /// Replaces the extension's description of itself with the browser's; the role is always `client`.
    private func greeting(_ id: Int, _ message: JSONDocument) -> Verdict {
        do {
            var call = try Payload.decode(HelloCall.self, from: message)
            call.params.role = .client
            var client = client
            client.showsSheets = call.params.client.showsSheets
            call.params.client = client
            return .greeting(try Payload.encode(call))
        } catch let error as RemoteError {
            return .answer(Answer.refusal(id, error))
        } catch {
            return .answer(Answer.refusal(id, RemoteError(.internalError, "the greeting cannot be passed on")))
        }
    }

    private struct HelloCall: Codable {
        var jsonrpc: String
        var id: Int
        var method: String
        var params: Hello.Parameters
    }

    private static let notForBrowsers = RemoteError(
        .notPermitted, "the native host does not pass this method on from a browser")

    /// The methods that AutoFill in a browser needs.
    ///
    /// None of them enables providers, changes settings, or reads the log, the identity store, the keychain or git's
    /// logins.
    static let methods: Set<String> = [
        // Filling and saving.
        "suggest", "search", "startAhead", "fill", "list", "insertText", "save", "generate", "report", "copy",
        "createPasskey", "getPasskey",
        // The toolbar and the options page.
        "status", "lock", "quirks.site",
    ]

    static let notifications: Set<String> = ["$/cancelRequest", "sheet.event"]
}
