package import LatchkeyWire

/// Carries messages between a browser's extension and the agent, one by one, until either has gone.
///
/// **Invariants**: nothing is connected before the extension has greeted; no frame is longer than ``Frame/maximumLength``
/// in either direction; one connection to the agent for one browser's pipe, so that no answer can go astray.
package struct NativeHost: Sendable {
    /// How it came to its end.
    package enum Ending: Hashable, Sendable {
        /// The browser has closed its pipe, or died.
        case browserLeft
        /// The agent cannot be reached, with the sentence and what to do about it.
        case agentNotReached(message: String, hint: String?)
        /// The agent has ended, or closed the connection.
        case agentLeft
        /// Nobody can read on from what the extension sent.
        case unreadable(WireError)
        /// The browser ended within a message.
        case browserLeftWithinMessage
    }

    private let browser: any Connection
    private let gate: MessageGate
    private let connect: @Sendable () async throws -> any Connection
    /// Turns the reason why the agent is not reached into a sentence and a hint.
    private let describe: @Sendable (any Error) -> (message: String, hint: String?)

    package init(
        browser: any Connection, gate: MessageGate, connect: @escaping @Sendable () async throws -> any Connection,
        describe: @escaping @Sendable (any Error) -> (message: String, hint: String?)
    ) {
        self.browser = browser
        self.gate = gate
        self.connect = connect
        self.describe = describe
    }

    /// Runs to the end.
    ///
    /// Whatever was sent to the browser is in its pipe then; ``Ending/lastWord`` is not.
    package func run() async -> Ending {
        let greeting: [UInt8]
        do {
            guard let first = try await self.greeting() else { return .browserLeft }
            greeting = first
        } catch {
            return Self.ending(for: error)
        }
        let agent: any Connection
        do {
            agent = try await connect()
        } catch {
            let reason = describe(error)
            return .agentNotReached(message: reason.message, hint: reason.hint)
        }
        let ending = await carry(greeting, to: agent)
        await agent.close()
        return ending
    }

    /// Waits for the greeting, and answers what comes before it; nothing when the browser leaves without one.
    private func greeting() async throws -> [UInt8]? {
        while let payload = try await browser.receive() {
            switch try gate.judge(payload) {
            case .greeting(let greeting): return greeting
            case .answer(let answer): try await browser.send(answer)
            case .pass:
                if let answer = MessageGate.refusalBeforeGreeting(of: payload) { try await browser.send(answer) }
            case .ignore: break
            }
        }
        return nil
    }

    private func carry(_ greeting: [UInt8], to agent: any Connection) async -> Ending {
        await withTaskGroup(of: Ending.self) { group in
            group.addTask { await fromBrowser(to: agent, beginningWith: greeting) }
            group.addTask { await toBrowser(from: agent) }
            let ending = await group.next() ?? .browserLeft
            // The other direction waits for a side that has gone, or is about to be left.
            group.cancelAll()
            await agent.close()
            return ending
        }
    }

    private func fromBrowser(to agent: any Connection, beginningWith greeting: [UInt8]) async -> Ending {
        do {
            guard await agent.takes(greeting) else { return .agentLeft }
            while let payload = try await browser.receive() {
                switch try gate.judge(payload) {
                // The agent says itself that it was greeted already.
                case .greeting(let again): guard await agent.takes(again) else { return .agentLeft }
                case .pass: guard await agent.takes(payload) else { return .agentLeft }
                case .answer(let answer): try await browser.send(answer)
                case .ignore: break
                }
            }
            return .browserLeft
        } catch {
            return Self.ending(for: error)
        }
    }

    private func toBrowser(from agent: any Connection) async -> Ending {
        // A frame of the agent's that cannot be read is its end, as its leaving is.
        while let payload = try? await agent.receive() {
            do { try await browser.send(payload) } catch { return .browserLeft }
        }
        return .agentLeft
    }

    private static func ending(for error: any Error) -> Ending {
        switch error {
        case WireError.connectionClosed: .browserLeft
        case WireError.truncatedFrame: .browserLeftWithinMessage
        case let error as WireError: .unreadable(error)
        // What the reading of a pipe fails with otherwise is its end, or ours.
        default: .browserLeft
        }
    }
}

extension NativeHost.Ending {
    /// What the extension hears last, where there is still one: an error that belongs to no call, so that every open call
    /// ends with it.
    package var lastWord: RemoteError? {
        switch self {
        case .browserLeft, .browserLeftWithinMessage: nil
        case .agentNotReached(let message, let hint):
            RemoteError(.internalError, message, hint: hint, details: ["nativeHost": "agentNotReached"])
        case .agentLeft:
            RemoteError(
                .internalError, "the agent has ended", hint: "try again: the agent is started anew",
                details: ["nativeHost": "agentLeft"])
        case .unreadable(let error):
            RemoteError(.malformedMessage, error.sentence, details: ["nativeHost": "unreadableMessage"])
        }
    }
}

extension WireError {
    /// What is wrong with a message, without a word of it.
    fileprivate var sentence: String {
        switch self {
        case .frameTooLong: "a message is longer than \(Frame.maximumLength) bytes"
        case .nestedTooDeeply(let limit): "a message is nested more than \(limit) levels deep"
        case .duplicateKey: "a message has one key twice"
        case .notUTF8: "a message is not UTF-8"
        default: "a message is not JSON"
        }
    }
}

extension Connection {
    /// Sends a payload; false when the other side has gone.
    fileprivate func takes(_ payload: [UInt8]) async -> Bool {
        do { try await send(payload) } catch { return false }
        return true
    }
}
