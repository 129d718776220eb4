import Foundation
import LatchkeyClient
import LatchkeySystem
import LatchkeyWire

/// The program that a browser starts to reach the agent: it carries messages, and ends with the browser.
@main
enum NativeHostProgram {
    static func main() async {
        // First thing, before anything is opened here.
        StandardStream.secure()
        // What is filled passes through here. A system that refuses this refuses nothing else.
        _ = try? ProcessHardening.apply(environment: [:])
        do {
            let caller = try BrowserCaller(arguments: Array(CommandLine.arguments.dropFirst()))
            end(with: try await run(for: caller))
        } catch let error as NativeHostError {
            end(with: error)
        } catch {
            say("error: \(describe(error).message)")
            exit(1)
        }
    }

    private static func run(for caller: BrowserCaller) async throws -> NativeHost.Ending {
        let environment = ProcessInfo.processInfo.environment
        var client = ClientDescription(
            program: Browser.title(of: ParentProcess.current, family: caller.family), environment: environment,
            showsSheets: false)
        // A browser's terminal is where it was started, and not where the person sits.
        client.tty = nil
        let host = NativeHost(
            browser: try await PipeConnection.standardStreams(), gate: MessageGate(client: client),
            connect: {
                try await AgentClient.line(
                    locations: Locations(environment: environment), environment: environment)
            }, describe: describe)
        return await host.run()
    }

    /// Ends without waiting for anything: whoever started this has gone, or is told by the end of the pipe.
    private static func end(with ending: NativeHost.Ending) -> Never {
        if let error = ending.lastWord {
            if let frame = try? Frame.encode(Answer.refusal(nil, error)) { try? StandardStream.output.write(frame) }
            say("error: \(error.message)")
            if let hint = error.hint { say("hint: \(hint)") }
        }
        switch ending {
        case .browserLeft: exit(0)
        case .browserLeftWithinMessage:
            say("error: the browser ended within a message")
            exit(1)
        case .agentNotReached, .agentLeft, .unreadable: exit(1)
        }
    }

    private static func end(with error: NativeHostError) -> Never {
        switch error {
        case .noBrowser:
            say("error: a browser starts this program, for Latchkey's extension")
            say("hint: run \"latchkey browser install\"")
        case .foreignExtension:
            // Not which: it is the caller's word, and goes into logs.
            say("error: this extension is not Latchkey's")
            say("hint: run \"latchkey browser status\" to see which is allowed")
        }
        exit(2)
    }

    private static func describe(_ error: any Error) -> (message: String, hint: String?) {
        guard let error = error as? SystemError else {
            return ("the agent cannot be reached: \(type(of: error))", "run \"latchkey doctor\"")
        }
        let locations = try? Locations(environment: ProcessInfo.processInfo.environment)
        return (error.sentence, locations?.hint(for: error) ?? error.hint ?? "run \"latchkey doctor\"")
    }

    /// Browsers keep what is said here, so it is about this program and never about a message.
    private static func say(_ line: String) {
        try? StandardStream.error.write(Array("latchkey-native-host: \(line)\n".utf8))
    }
}
