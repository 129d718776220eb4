import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyWire

/// `latchkey log`: who asked for which login and when; never a secret.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Shows who asked for which login and when, the newest last.")

    @Flag(help: "Prints JSON, an object a line.")
    var json = false

    @Option(name: .shortAndLong, help: "How many entries.")
    var number = 50

    func run() async throws {
        guard number > 0 else { throw CommandError("the number of entries must be positive", status: .usage) }
        let agent = try await AgentSession.connect(showsSheets: false)
        var entries: [LogEntry] = []
        var before: Int?
        repeat {
            let page = try await agent.call(
                ReadLog.self, ReadLog.Parameters(limit: min(number - entries.count, 500), before: before))
            entries.append(contentsOf: page.entries)
            before = page.next
        } while before != nil && entries.count < number
        await agent.close()
        for entry in entries.reversed() {
            if json {
                try Latchkey.console.print(json: entry)
            } else {
                Latchkey.console.print(line(entry))
            }
        }
    }

    private func line(_ entry: LogEntry) -> String {
        let time = Date(timeIntervalSince1970: entry.time).formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        let about = [entry.user, entry.service.map { "for \($0)" }, entry.provider.map { "from \($0)" }]
            .compactMap { $0 }.joined(separator: " ")
        return "\(time)  \(entry.program) (\(entry.pid))  \(entry.what)  \(about)  \(entry.outcome)"
    }
}
