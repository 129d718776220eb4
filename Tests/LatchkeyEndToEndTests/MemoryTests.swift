import Foundation
import Glibc
import Testing

/// What is in the memory of the programs while something is unlocked, and what is left of it afterwards.
@Suite(needsRoot) struct MemoryTests {
    @Test func `the agent holds a secret while it is kept, and none afterwards`() async throws {
        let world = try await World.started()
        let agent = try world.agentProgram.processIdentifier
        let item = Data(plantedItem.utf8)
        #expect(try await world.latchkey("fill", "https://keepssecret.example").status == 0)
        // The search finds what is there.
        #expect(try await !Memory.places(of: item, in: agent).isEmpty)
        #expect(try await world.latchkey("fill", "https://readssecret.example").output == plantedItem + "\n")
        for _ in 1...3 { #expect(try await world.latchkey("fill", "https://well.example").status == 0) }
        #expect(try await world.latchkey("fill", "https://dropssecret.example").status == 0)
        try await eventually("every provider has ended") { world.providerProcesses.isEmpty }
        #expect(try await Memory.places(of: item, in: agent) == [])
        #expect(try await Memory.places(of: Data(plantedPassword.utf8), in: agent) == [])
    }

    @Test func `no process with a secret can leave it in a core file`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeAsked("hangs") > 0 }
        // It waits for a passphrase that does not come.
        let vault = try await Program(
            ["/bin/sh", "-c", "mkfifo pipe; exec \(Program.folder)/latchkey-vault create --passphrase-fd 3 3<>pipe"],
            environment: world.environment, workingDirectory: world.path)
        let processes = [try world.agentProgram.processIdentifier, vault.processIdentifier] + world.providerPrograms()
        #expect(processes.count >= 3)
        for process in processes {
            try await eventually("process \(process) dumps no core") {
                let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
                return limits.contains(#/Max core file size +0 +0 /#)
            }
        }
        for program in [client, vault] { program.send(SIGKILL) }
    }
}
