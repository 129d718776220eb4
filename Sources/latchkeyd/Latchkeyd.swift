import ArgumentParser
import CZeroOnFree
import Foundation
import LatchkeyAgent
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// The agent: one for each person, started by systemd or by the first program that asks.
@main
struct Latchkeyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkeyd", abstract: "The agent of Latchkey; systemd or the first client starts it.",
        version: ProtocolVersion.product)

    @Option(help: "Seconds without a client, a request or anything unlocked after which the agent leaves; 0 never.")
    var idleExit = 600.0

    @Option(
        help: "The system bus to listen on for suspend and screen lock, such as unix:path=/run/dbus/system_bus_socket.")
    var systemBus: String?

    @OptionGroup(visibility: .hidden) var limits: DeadlineOptions

    static func main() async {
        StandardStream.secure()
        await CommandMain.run(Self.self, console: Console(program: "latchkeyd"))
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        var locations: Locations?
        do {
            // First of all: it changes the environment, which only a single thread may.
            let activation = try SocketListener.takeActivation()
            try ProcessHardening.apply(environment: [:])
            let found = try Locations(environment: environment)
            locations = found
            AgentLog.bound(found.agentLog)
            if latchkey_zero_on_free() != 1 {
                AgentLog.write("warning: freed memory is not overwritten: the preloaded allocator tells no block sizes")
            }
            let wiring = try Wiring(locations: found, environment: environment, deadlines: limits.deadlines)
            try await Service(wiring: wiring, idleExit: idleExit, systemBus: systemBus).run(activation: activation)
        } catch {
            let words = LastWords(of: error, locations: locations)
            AgentLog.write("error: \(words.sentence)")
            AgentLog.write("hint: \(words.hint)")
            throw ExitCode.failure
        }
    }
}

/// What the agent says on stderr, which is its log: events, never what they were about.
enum AgentLog {
    private static let file = Mutex<LogFile?>(nil)

    /// Keeps the log within its bounds from here on.
    static func bound(_ path: String) {
        file.withLock { $0 = LogFile(path: path) }
    }

    @Sendable static func write(_ line: String) {
        let line = stamped(line)
        // A log that cannot be written stops nothing.
        guard let file = file.withLock({ $0 }) else {
            try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
            return
        }
        file.write(line)
    }

    /// Passes on what a provider said, as far as its share goes.
    static func write(_ line: String, of provider: ProviderIdentifier) {
        guard let file = file.withLock({ $0 }) else { return write("\(provider): \(line)") }
        if file.write(stamped("\(provider): \(line)"), from: provider.rawValue) == .leftOut(isFirst: true) {
            write("\(provider) says more than its share; the rest is left out until the log is turned over")
        }
    }

    private static func stamped(_ line: String) -> String { "\(Date().formatted(.iso8601)) latchkeyd: \(line)" }
}
