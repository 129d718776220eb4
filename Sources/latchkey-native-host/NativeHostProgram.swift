import LatchkeyClient
import LatchkeySystem
import LatchkeyWire

/// The program that a browser starts to reach the agent; it passes on messages and exits with the browser.
@main
enum NativeHostProgram {
    static func main() async {
        // Before anything opens a file.
        StandardStream.secure()
        // Passwords pass through this process. If the system refuses the protection, the host still works.
        _ = try? ProcessHardening.apply(environment: [:])
        do {
            let caller = try BrowserCaller(arguments: Array(CommandLine.arguments.dropFirst()))
            end(with: try await run(for: caller))
        } catch let error as NativeHostError {
            end(with: error)
        } catch {
            say("error: \(describe(error).message)")
            CurrentProcess.exit(1)
        }
    }

    private static func run(for caller: BrowserCaller) async throws -> NativeHost.Ending {
        let environment = CurrentProcess.environment
        var client = ClientDescription(
            program: Browser.title(of: ParentProcess.current, family: caller.family), environment: environment,
            showsSheets: false)
        // The terminal from which the browser was started may not be the one that the user sees.
        client.tty = nil
        let host = NativeHost(
            browser: try await PipeConnection.standardStreams(), gate: MessageGate(client: client),
            connect: {
                try await AgentClient.openConnection(
                    locations: Locations(environment: environment), environment: environment)
            }, describe: describe)
        return await host.run()
    }

    /// Sends the final error and exits at once; the end of the pipe ends the browser's connection.
    private static func end(with ending: NativeHost.Ending) -> Never {
        if let error = ending.finalError {
            if let frame = try? Frame.encode(Answer.refusal(nil, error)) { try? StandardStream.output.write(frame) }
            say("error: \(error.message)")
            if let hint = error.hint { say("hint: \(hint)") }
        }
        switch ending {
        case .browserLeft: CurrentProcess.exit(0)
        case .browserLeftWithinMessage:
            say("error: the browser closed the pipe within a message")
            CurrentProcess.exit(1)
        case .agentNotReached, .agentLeft, .unreadable: CurrentProcess.exit(1)
        }
    }

    private static func end(with error: NativeHostError) -> Never {
        switch error {
        case .noBrowser:
            say("error: a browser starts this program, for Latchkey's extension")
            say("hint: run \"latchkey browser install\"")
        case .foreignExtension:
            // Without the identifier, which the caller chose and which would be logged.
            say("error: this extension is not Latchkey's")
            say("hint: run \"latchkey browser status\" to see which is allowed")
        }
        CurrentProcess.exit(2)
    }

    private static func describe(_ error: any Error) -> (message: String, hint: String?) {
        guard let error = error as? SystemError else {
            return ("the agent cannot be reached: \(type(of: error))", "run \"latchkey doctor\"")
        }
        let locations = try? Locations(environment: CurrentProcess.environment)
        return (error.sentence, locations?.hint(for: error) ?? error.hint ?? "run \"latchkey doctor\"")
    }

    /// Writes a line to stderr, which browsers log; it must not contain any part of a message.
    private static func say(_ line: String) {
        try? StandardStream.error.write(Array("latchkey-native-host: \(line)\n".utf8))
    }
}
