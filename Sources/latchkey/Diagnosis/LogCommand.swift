import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey log`: who asked for which login and when; never a secret.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Shows who asked for which login and when, the newest last.")

    @Flag(help: "Prints JSON, an object a line.")
    var json = false

    // Negative numbers are values of this, too, and are refused as such.
    @Option(
        name: [.customLong("limit"), .customShort("n"), .customLong("number")], parsing: .unconditional,
        help: "How many entries.")
    var limit = 50

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit takes 1 and more") }
    }

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        var entries: [LogEntry] = []
        var before: Int?
        repeat {
            let page = try await agent.call(
                ReadLog.self, ReadLog.Parameters(limit: min(limit - entries.count, 500), before: before))
            entries.append(contentsOf: page.entries)
            before = page.next
        } while before != nil && entries.count < limit
        await agent.close()
        if json {
            for entry in entries.reversed() { try Latchkey.console.print(json: entry) }
        } else {
            show(entries.reversed())
        }
    }

    private func show(_ entries: some Sequence<LogEntry>) {
        // What matters most is in front: on a narrow terminal the lines are cut at their ends.
        var table = Table(wholeColumns: Set(0...5))
        for entry in entries {
            let about = [
                entry.user, entry.service.map { "for \(Host.displayText(of: $0))" },
                entry.embeddingSite.map { "in \(Host.displayText(of: $0))" },
            ]
            table.add(
                Self.time(entry.time), entry.what, Self.words(for: entry.outcome),
                about.compactMap(\.self).joined(separator: " "),
                "by \(entry.program) (\(entry.pid))", entry.provider.map { "from \($0)" } ?? "")
        }
        Latchkey.console.print(table)
    }

    /// How a request ended, for people; `--json` has the protocol's own word.
    private static func words(for outcome: String) -> String {
        guard let reason = RemoteError.Reason(rawValue: outcome) else { return outcome }
        return switch reason {
        case .userCanceled, .requestCancelled: "cancelled"
        case .locked: "locked"
        case .timedOut: "timed out"
        case .nothingFound: "nothing found"
        case .credentialIdentityNotFound: "gone"
        case .declined: "declined"
        case .providerFailed: "provider failed"
        case .providerCrashed: "provider crashed"
        case .providerDisabled: "provider off"
        case .providerChanged: "provider changed"
        case .providerUnusable: "provider unusable"
        case .busy: "busy"
        default: "failed (\(outcome))"
        }
    }

    /// As the person's clock shows it.
    private static func time(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(
            Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
    }
}
