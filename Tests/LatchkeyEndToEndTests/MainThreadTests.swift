import Foundation
import LatchkeyClient
import LatchkeyWire
import Testing

/// The main thread of a provider's process in the sandbox.
@Suite(.timeLimit(.minutes(3))) struct MainThreadTests {
    /// The provider's report if every use of the main thread worked.
    private static let everything = [
        "view:true", "call:true", "here:true", "notification:true", "operation:true", "perform:true",
        "queue-from-thread:true", "queue-later:true", "queue:true", "task:true", "timer:true",
    ].joined(separator: " ")

    @Test func `a provider runs its main run loop in a call without an interface`() async throws {
        let world = try await World.started()
        let ending = try await world.latchkey("fill", "https://usesmainthread.example")
        #expect(ending == Program.Ending(output: Self.everything + "\n", error: "", status: 0))
    }

    @Test func `a provider runs its main run loop in a call with an interface`() async throws {
        let world = try await World.started()
        let client = try await world.connect(screen: ScriptedScreen())
        #expect(
            try await world.fill("asksandusesmainthread", over: client)
                == .password(user: "asksandusesmainthread", password: Self.everything))
        await client.close()
    }

    @Test func `ends a provider with a blocked main thread at the deadline`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "1", "--after-answer", "0.5"])
        let ending = try await world.latchkey("fill", "https://blocksmainthread.example")
        #expect(ending.errorLines.first == "latchkey: error: the provider did not answer in time")
        #expect(ending.status == 6)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
    }

    @Test func `ends a provider with a blocked main thread when the client is killed`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://blocksmainthread.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("blocksmainthread") > 0 }
        client.send(SIGKILL)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
    }

    @Test func `a waiting provider uses no processor time`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        let process = try #require(world.providerPrograms().last)
        // A run loop without work must not spin.
        try await eventually("every thread of process \(process) sleeps") {
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            return try threads.allSatisfy { thread in
                let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
                return status.split(separator: ") ").last?.hasPrefix("S") == true
            }
        }
        client.send(SIGKILL)
    }
}
