import ArgumentParser
import CZeroOnFree
import Foundation
import LatchkeyAgent
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// The agent: one per user, started by systemd or by the first client.
@main
struct Latchkeyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkeyd", abstract: "The agent of Latchkey; systemd or the first client starts it.",
        discussion: """
            The agent keeps the sites and user names that the enabled providers offer, starts a provider in a sandbox for \
            each request, and holds the providers' keys in memory while they are unlocked. It has no vault and no screen. \
            When it is idle, it exits; the next client starts it again.
            """,
        version: ProtocolVersion.product)

    @Option(
        help: "Seconds without a client, a request or an unlocked provider after which the agent exits; 0 for never.")
    var idleExit = 600.0

    @Option(
        help: "The system bus that reports suspend and screen lock, such as unix:path=/run/dbus/system_bus_socket.")
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
            // First, because it changes the environment, which is only safe with a single thread.
            let activation = try Systemd.takeActivation()
            try ProcessHardening.apply(environment: [:])
            let found = try Locations(environment: environment)
            locations = found
            AgentLog.limit(found.agentLog)
            if latchkey_zero_on_free() != 1 {
                AgentLog.write("warning: freed memory is not overwritten: the preloaded allocator does not allow it")
            }
            let wiring = try Wiring(
                locations: found, environment: environment, deadlines: limits.deadlines, systemBus: systemBus)
            try await Service(wiring: wiring, idleExit: idleExit).run(activation: activation)
        } catch {
            let failure = StartupFailure(of: error, locations: locations)
            AgentLog.write("error: \(failure.sentence)")
            AgentLog.write("hint: \(failure.hint)")
            throw ExitCode.failure
        }
    }
}

/// The agent's log, on stderr: events without secrets, sites or accounts.
enum AgentLog {
    private static let file = Mutex<LogFile?>(nil)

    /// Limits the size of the log from here on.
    static func limit(_ path: String) {
        file.withLock { $0 = LogFile(path: path) }
    }

    @Sendable static func write(_ line: String) {
        let line = stamped(line)
        // An error of the log is ignored.
        guard let file = file.withLock({ $0 }) else {
            try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
            return
        }
        file.write(line)
    }

    /// Logs a provider's line, unless the provider has used up its share of the log.
    static func write(_ line: String, of provider: ProviderIdentifier) {
        guard let file = file.withLock({ $0 }) else { return write("\(provider): \(line)") }
        if file.write(stamped("\(provider): \(line)"), from: provider.rawValue) == .dropped(isFirst: true) {
            write("\(provider) has used up its share of the log; its lines are dropped until the log is rotated")
        }
    }

    private static func stamped(_ line: String) -> String { "\(Date().formatted(.iso8601)) latchkeyd: \(line)" }
}
