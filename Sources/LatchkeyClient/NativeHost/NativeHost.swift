package import LatchkeyWire

/// Passes messages between a browser's extension and the agent until either side closes.
///
/// **Invariants**: it connects to the agent only after the extension's `hello`. No frame is longer than
/// ``Frame/maximumLength`` in either direction. It opens one connection to the agent per pipe, so answers cannot be
/// mixed up.
package struct NativeHost: Sendable {
    /// How the exchange ended.
    package enum Ending: Hashable, Sendable {
        /// The browser closed its pipe, or exited.
        case browserLeft
        /// The agent cannot be reached.
        case agentNotReached(message: String, hint: String?)
        /// The agent exited, or closed the connection.
        case agentLeft
        /// The extension sent a message that is not valid.
        case unreadable(WireError)
        /// The browser ended within a message.
        case browserLeftWithinMessage
    }

    private let browser: any Connection
    private let gate: MessageGate
    private let connect: @Sendable () async throws -> any Connection
    /// Describes why the agent cannot be reached.
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

    /// Runs until either side closes.
    ///
    /// All answers are in the browser's pipe then, except ``Ending/finalError``.
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

    /// Waits for `hello` and refuses other calls; `nil` if the browser closes first.
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
            // Ends the other direction, which waits for a side that is closed.
            group.cancelAll()
            await agent.close()
            return ending
        }
    }

    private func fromBrowser(to agent: any Connection, beginningWith greeting: [UInt8]) async -> Ending {
        do {
            guard await agent.accepts(greeting) else { return .agentLeft }
            while let payload = try await browser.receive() {
                switch try gate.judge(payload) {
                // The agent refuses a second one.
                case .greeting(let second): guard await agent.accepts(second) else { return .agentLeft }
                case .pass: guard await agent.accepts(payload) else { return .agentLeft }
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
        // An invalid frame of the agent ends the exchange like a closed connection.
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
        // Other errors of the pipe: it was closed, or this task was cancelled.
        default: .browserLeft
        }
    }
}

extension NativeHost.Ending {
    /// The last message to the extension: an error without an id, which ends every open call.
    ///
    /// `nil` if the browser has closed.
    package var finalError: RemoteError? {
        switch self {
        case .browserLeft, .browserLeftWithinMessage: nil
        case .agentNotReached(let message, let hint):
            RemoteError(.internalError, message, hint: hint, details: ["nativeHost": "agentNotReached"])
        case .agentLeft:
            RemoteError(
                .internalError, "the agent has exited", hint: "try again: the agent is started again",
                details: ["nativeHost": "agentLeft"])
        case .unreadable(let error):
            RemoteError(.malformedMessage, error.sentence, details: ["nativeHost": "unreadableMessage"])
        }
    }
}

extension WireError {
    /// A message for the extension, without any part of the payload.
    fileprivate var sentence: String {
        switch self {
        case .frameTooLong: "a message is longer than \(Frame.maximumLength) bytes"
        case .nestedTooDeeply(let limit): "a message is nested more than \(limit) levels deep"
        case .duplicateKey: "a message has a duplicate key"
        case .notUTF8: "a message is not UTF-8"
        default: "a message is not JSON"
        }
    }
}

extension Connection {
    /// Sends a payload; `false` if the other side has closed.
    fileprivate func accepts(_ payload: [UInt8]) async -> Bool {
        do { try await send(payload) } catch { return false }
        return true
    }
}
