import LatchkeyCore
package import LatchkeyWire

/// What becomes of a message that the extension sends: the native host's whole policy.
///
/// The browser's messages reach the agent with what a page's AutoFill needs and nothing else
/// (Docs/decisions/0060-native-host.md). A message that cannot be judged goes nowhere: it is checked as the agent
/// checks it, so that both read the same method in it.
package struct MessageGate: Sendable {
    package enum Verdict: Hashable, Sendable {
        /// A greeting, which the agent gets with who really calls.
        case greeting([UInt8])
        /// The agent gets it to the letter.
        case pass
        /// The extension gets an answer, and the agent nothing.
        case answer([UInt8])
        case ignore
    }

    /// What the agent is told of the browser.
    private let client: ClientDescription

    /// - Parameter client: The browser's name and its screen, from the environment that the browser gave.
    package init(client: ClientDescription) {
        self.client = client
    }

    /// - Throws: ``WireError`` for what is not JSON, nested too deeply or has a key twice: nobody can read on from it.
    package func judge(_ payload: [UInt8]) throws(WireError) -> Verdict {
        let message = try Payload.scan(payload)
        switch MessageHead(message) {
        case .call(method: Hello.name, let id): return greeting(id, message)
        case .call(let method, let id):
            return Self.methods.contains(method) ? .pass : .answer(Answer.refusal(id, Self.notForBrowsers))
        case .notification(let method): return Self.notifications.contains(method) ? .pass : .ignore
        // The agent asks a client nothing, so no answer is one to a question of its.
        case .answer, .complaint, .malformedAnswer: return .ignore
        case .malformed(let id):
            let error = RemoteError(.malformedMessage, "not a JSON-RPC 2.0 message")
            return .answer(Answer.refusal(id, error))
        }
    }

    /// What is said before the greeting, and is none.
    package static func refusalBeforeGreeting(of payload: [UInt8]) -> [UInt8]? {
        guard let message = try? Payload.scan(payload), case .call(_, let id) = MessageHead(message) else { return nil }
        return Answer.refusal(id, RemoteError(.helloExpected, "the first message must be hello"))
    }

    /// Puts the browser in the place of whatever the extension says of itself; only the role of a client is left.
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

    /// The calls that AutoFill in a browser is made of.
    ///
    /// Whatever changes what Latchkey is (providers on and off, settings,
    /// the log, the identity store, the keychain, git's logins) is not among them.
    static let methods: Set<String> = [
        // Fill, save, and what belongs to it.
        "suggest", "search", "startAhead", "fill", "list", "insertText", "save", "generate", "report", "copy",
        "createPasskey", "getPasskey",
        // What the toolbar and the options page show.
        "status", "lock", "providers.list", "providers.configure", "quirks.site",
    ]

    static let notifications: Set<String> = ["$/cancelRequest", "sheet.event"]
}
