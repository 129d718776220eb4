import Foundation
import Testing

/// The priorities of threads; see the target `CThreadPriority`.
@Suite(.timeLimit(.minutes(3)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
struct PriorityTests {
    private static let trace = ["/usr/bin/strace", "-f", "-e", "trace=setpriority,connect", "-o"]

    /// Root may set every priority.
    private static let user = World.users.last ?? nil

    /// The refused priorities, and the connections to the system log.
    private func calls(in file: String) throws -> (refused: Int, logged: [Substring]) {
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return (
            lines.count { $0.contains("setpriority(") && $0.contains("EACCES") },
            lines.filter { $0.contains("/dev/log") }
        )
    }

    @Test func `the agent writes only its own lines, and nothing to the system log`() async throws {
        let world = try await World(user: Self.user)
        let file = world.path + "/calls"
        try await world.startAgent(under: Self.trace + [file])
        for _ in 1...3 { #expect(try await world.latchkey("log").status == 0) }
        // Without a refusal the test shows nothing.
        #expect(try calls(in: file).refused > 0)
        #expect(try calls(in: file).logged == [])
        // Only the agent's own lines, each with its time.
        for line in world.agentLog.split(separator: "\n") {
            let isOurs = line.contains(#/^\d{4}-\d\d-\d\dT\S+Z latchkeyd: /#)
            #expect(isOurs, "\(line)")
        }
    }

    @Test(arguments: [["latchkey", "suggest", "https://nothing.example"], ["latchkey-vault", "status"]])
    func `a command writes nothing to the system log`(command: [String]) async throws {
        let world = try await World.withVault(as: Self.user)
        let file = world.path + "/calls"
        let words = Self.trace + [file, Program.folder + "/" + command[0]] + command.dropFirst()
        _ = try await world.run(words[0], Array(words.dropFirst()))
        // Without a refusal the test shows nothing.
        #expect(try calls(in: file).refused > 0)
        #expect(try calls(in: file).logged == [])
    }
}
