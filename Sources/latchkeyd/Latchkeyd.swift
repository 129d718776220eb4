import ArgumentParser
import CZeroOnFree
import Foundation
import LatchkeyAgent
import LatchkeySystem
import LatchkeyWire

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

    func run() async throws {
        precondition(latchkey_zero_on_free() == 1, "freed memory would keep its secrets")
        let environment = ProcessInfo.processInfo.environment
        do {
            // First of all: it changes the environment, which only a single thread may.
            let activation = try SocketListener.takeActivation()
            try ProcessHardening.apply(environment: [:])
            Signals.ignoreBrokenPipes()
            let locations = try Locations(environment: environment)
            let wiring = try Wiring(locations: locations, environment: environment, deadlines: limits.deadlines)
            try await Service(wiring: wiring, idleExit: idleExit, systemBus: systemBus).run(activation: activation)
        } catch let error as SystemError {
            AgentLog.write("error: \(error.sentence)")
            if let hint = error.hint { AgentLog.write("hint: \(hint)") }
            throw ExitCode.failure
        }
    }
}

/// What the agent says on stderr, which is its log: events, never what they were about.
enum AgentLog {
    @Sendable static func write(_ line: String) {
        let time = Date().formatted(.iso8601)
        // A log that cannot be written stops nothing.
        try? FileHandle.standardError.write(contentsOf: Data("\(time) latchkeyd: \(line)\n".utf8))
    }
}
