import Foundation
import Testing

/// Providers that crash, hang, flood or send wrong answers.
///
/// Each ends only its own request, with a reason.
@Suite struct MisbehaviourTests {
    typealias Row = (site: String, error: String, status: Int32)

    static let failures: [Row] = [
        // Processes that end.
        ("crashes", "the provider crashed (signal 6)", 1),
        ("exits", "the provider exited (status 7) without an answer", 1),
        // Invalid messages.
        ("sendslongframe", "the provider sent an invalid message", 1),
        ("sendsgarbage", "the provider sent an invalid message", 1),
        ("sendsdeepjson", "the provider sent an invalid message", 1),
        ("sendshalfaframe", "the provider sent an invalid message", 1),
        // Wrong answers.
        ("answerswrongkind", "the provider's answer does not match the request", 1),
        ("answersotheraccount", "the provider returned another account than the picked one", 1),
        // Apple's error codes, an unknown code and an unknown domain.
        ("cancels0", "the provider failed", 1),
        ("cancels1", "cancelled", 5),
        ("cancels100", "the provider needs your input, and there is no terminal or window to ask on", 4),
        ("cancels101", "the provider no longer has this login", 3),
        ("cancels102", "the provider failed", 1),
        ("cancels77", "the provider failed", 1),
        ("cancelsinforeigndomain", "the provider failed", 1),
    ]

    @Test func `reports each failure with a hint, and the next request works`() async throws {
        let world = try await World.started(options: ["--after-answer", "1"])
        for (site, error, status) in Self.failures {
            let ending = try await world.latchkey("fill", "https://\(site).example", "--user", site)
            #expect(ending.errorLines.first == "latchkey: error: \(error)", "\(site)")
            #expect(status == 5 || ending.errorLines.last?.hasPrefix("latchkey: hint: ") == true, "\(site)")
            #expect(ending.status == status, "\(site)")
            #expect(ending.output == "", "\(site)")
            let next = try await world.latchkey("fill", "https://well.example")
            #expect(next.output == plantedPassword + "\n", "after \(site): \(next.error)")
        }
        try await eventually("every provider has ended") { world.providerProcesses.isEmpty }
    }

    @Test func `drops a deleted login and asks the provider for all identities`() async throws {
        let world = try await World.started()
        _ = try await world.latchkey("fill", "https://cancels101.example")
        try await eventually("the provider has written its identities again") {
            let log = try await world.latchkey("log", "--json").output
            return log.contains("\"what\":\"refill\"")
        }
        #expect(try await world.latchkey("suggest", "https://cancels101.example").status == 0)
    }

    /// The provider's misbehaviour, and the password that the client receives.
    @Test(arguments: [
        ("answerstwice", plantedPassword), ("answerstwiceinbytes", "first"), ("answersforeignid", plantedPassword),
        ("showssheettooearly", plantedPassword), ("floods", plantedPassword), ("leavesprocesses", plantedPassword),
        ("neverfinishes", plantedPassword),
    ])
    func `accepts only the provider's first answer`(site: String, password: String) async throws {
        let world = try await World.started(options: ["--after-answer", "0.5"])
        let before = try residentMemory(of: world.agentProgram.processIdentifier)
        let ending = try await world.latchkey("fill", "https://\(site).example")
        #expect(ending.output == password + "\n", "\(ending)")
        try await eventually("the provider and all that it started have ended") { world.providerProcesses.isEmpty }
        #expect(try await world.latchkey("fill", "https://well.example").status == 0)
        let log = try await world.latchkey("log", "--json").output
        #expect(log.components(separatedBy: "\"user\":\"\(site)\"").count == 2)
        #expect(world.agentLog.utf8.count < 256 << 10)
        #expect(try residentMemory(of: world.agentProgram.processIdentifier) - before < 64 << 20)
    }

    @Test func `ends a call without an interface at its deadline`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "1", "--after-answer", "0.5"])
        let ending = try await world.latchkey("fill", "https://hangs.example")
        #expect(ending.errorLines.first == "latchkey: error: the provider did not answer in time")
        #expect(ending.errorLines.last?.hasPrefix("latchkey: hint: ") == true)
        #expect(ending.status == 6)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        try await eventually("the next request works") {
            try await world.latchkey("fill", "https://well.example").status == 0
        }
    }

    @Test func `debugging a provider lifts its deadline and prints how to attach`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "0.2", "--after-answer", "0.5"])
        #expect(try await world.latchkey("fill", "https://answerslate.example").status == 6)
        let instructions = try await world.latchkey("providers", "debug", Bundles.first)
        #expect(instructions.status == 0)
        let command = "lldb -p $(pgrep -nf '^\(Bundles.providers)/First.appex/"
        #expect(instructions.output.contains("then attach a debugger: " + command))
        let ending = try await world.latchkey("fill", "https://answerslate.example")
        #expect(ending.output == plantedPassword + "\n")
        #expect(try await world.latchkey("providers", "debug", "--off", Bundles.first).status == 0)
        #expect(try await world.latchkey("fill", "https://answerslate.example").status == 6)
    }

    @Test func `ends the provider of a killed client`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600", "--after-answer", "0.5"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        client.send(SIGKILL)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        try await eventually("the log has the cancellation") {
            try await world.latchkey("log").output.contains("  cancelled  ")
        }
    }

    private func residentMemory(of process: Int32) throws -> Int {
        let pages = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
        return (Int(pages[1]) ?? 0) * 4_096
    }
}
