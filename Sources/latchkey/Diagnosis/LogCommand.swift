import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyWire

/// `latchkey log`: shows which program requested which login and when; prints no secrets.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Shows which program requested which login and when, newest last.")

    @Flag(help: "Prints JSON.")
    var json = false

    // Parses -1 as a value, so that validate() can reject it with a clear message.
    @Option(
        name: [.customLong("limit"), .customShort("n"), .customLong("number")], parsing: .unconditional,
        help: "The number of entries.")
    var limit = 50

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be at least 1") }
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
            try Latchkey.console.print(json: LogOutput(entries: entries.reversed().map { LogOutput.Entry($0) }))
        } else {
            show(entries.reversed())
        }
    }

    private func show(_ entries: some Sequence<LogEntry>) {
        // The important columns come first, since narrow terminals cut the ends of the lines.
        var table = Table(wholeColumns: Set(0...5))
        for entry in entries {
            let about = [
                Self.isPermission(entry) ? entry.executable : nil,
                entry.what == LogDisclosure.Kind.export.rawValue ? "all logins" : nil, entry.user,
                entry.service.map { "for \(Host.displayText(of: $0))" },
                entry.embeddingSite.map { "in \(Host.displayText(of: $0))" },
            ]
            table.add(
                Self.time(entry.time), entry.what, Self.words(for: entry.outcome),
                about.compactMap(\.self).joined(separator: " "),
                "by \(Self.caller(of: entry))", entry.provider.map { "from \($0)" } ?? "")
        }
        Latchkey.console.print(table)
    }

    /// Whether the entry's executable is the program that was allowed or revoked, not the caller.
    private static func isPermission(_ entry: LogEntry) -> Bool { ["allow", "revoke"].contains(entry.what) }

    /// The name that the program chose, its process, and for other programs than Latchkey's its executable.
    private static func caller(of entry: LogEntry) -> String {
        guard let executable = entry.executable, !isPermission(entry) else { return "\(entry.program) (\(entry.pid))" }
        return "\(entry.program) (\(entry.pid), \(executable))"
    }

    /// The outcome in words; `--json` prints the protocol's code.
    private static func words(for outcome: String) -> String {
        switch ScreenOutcome(rawValue: outcome) {
        case .noScreenForList: return "no screen for its list"
        case .noScreenForSettings: return "no screen for its settings"
        case .noScreenForQuestion: return "no screen for its question"
        case .screenFailed: return "screen failed"
        case nil: break
        }
        guard let reason = RemoteError.Reason(rawValue: outcome) else { return outcome }
        return switch reason {
        case .userCanceled, .requestCancelled: "cancelled"
        case .locked: "locked"
        case .timedOut: "timed out"
        case .nothingFound: "nothing found"
        case .credentialIdentityNotFound: "login not found"
        case .declined: "declined"
        case .providerFailed: "provider failed"
        case .providerCrashed: "provider crashed"
        case .providerDisabled: "provider disabled"
        case .providerChanged: "provider changed"
        case .providerUnusable: "provider unusable"
        case .busy: "busy"
        default: "failed (\(outcome))"
        }
    }

    /// The time in the user's time zone.
    private static func time(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(
            Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false))
    }
}

/// The output of `--json`.
private struct LogOutput: Encodable {
    struct Entry: Encodable {
        let time: String
        let program: String
        let pid: Int32
        let what: String
        let service: String?
        let embeddingSite: String?
        let user: String?
        let provider: String?
        /// The protocol's code.
        let outcome: String
        let executable: String?

        init(_ entry: LogEntry) {
            time = JSONDate.text(secondsSince1970: entry.time)
            program = entry.program
            pid = entry.pid
            what = entry.what
            service = entry.service
            embeddingSite = entry.embeddingSite
            user = entry.user
            provider = entry.provider?.rawValue
            outcome = entry.outcome
            executable = entry.executable
        }
    }

    /// The newest last.
    let entries: [Entry]
}
