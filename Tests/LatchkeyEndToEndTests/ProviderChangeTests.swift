import Foundation
import Testing

/// Enabled and disabled providers, changed programs and damaged stores.
@Suite struct ProviderChangeTests {
    @Test(arguments: World.users) func `enabling shows path and digest and asks`(user: UInt32?) async throws {
        let world = try await World(user: user)
        try await world.startAgent()
        let asked = try await world.latchkey("providers", "enable", Bundles.first)
        #expect(
            asked.errorLines[0] == "latchkey: provider \(Bundles.first): \(Bundles.providers)/First.appex")
        // The command of Docs/writing-a-provider.md.
        let command = "find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum"
        let digest = try await Program(
            ["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "\(Bundles.providers)/First.appex"
        ).end().output.prefix(64)
        #expect(asked.errorLines[1] == "latchkey: fingerprint (SHA-256): \(digest)")
        #expect(asked.status == 4)
        #expect(try await world.latchkey("fill", "https://well.example").status == 3)
        try await world.enable(Bundles.first)
        #expect(try await world.latchkey("fill", "https://well.example").status == 0)
    }

    @Test(arguments: World.users) func `refuses a changed program until it is enabled again`(user: UInt32?) async throws
    {
        let world = try await World(user: user)
        try await world.startAgent(options: ["--after-answer", "1"])
        let added = try await world.latchkey("providers", "add", Bundles.providers + "/First.appex")
        #expect(added.status == 0, "\(added.error)")
        try await world.enable(Bundles.first)
        #expect(try await world.latchkey("fill", "https://well.example").status == 0)
        let program = world.path + "/home/.local/share/latchkey/providers/First.appex/MisbehavingProvider"
        var opened: FileHandle?
        // The kernel refuses to open a running program for writing.
        try await eventually("no process runs the program") {
            opened = try? FileHandle(forWritingTo: URL(filePath: program))
            return opened != nil
        }
        let file = try #require(opened)
        try file.seekToEnd()
        try file.write(contentsOf: Data("more".utf8))
        try file.close()
        let refused = try await world.latchkey("fill", "https://well.example")
        let bundle = URL(filePath: program).deletingLastPathComponent().path
        #expect(refused.errorLines[0] == "latchkey: error: \(bundle) has changed since it was enabled")
        #expect(
            refused.errorLines[1]
                == "latchkey: hint: run \"latchkey providers enable \(Bundles.first)\" if you changed it")
        #expect(refused.status == 1)
        try await world.enable(Bundles.first)
        #expect(try await world.latchkey("fill", "https://well.example").status == 0)
    }

    @Test func `disabling a provider erases its identities from the store's file`() async throws {
        let world = try await World.started(providers: [Bundles.first, Bundles.second])
        #expect(try await world.latchkey("providers", "disable", Bundles.first).status == 0)
        #expect(try await world.latchkey("suggest", "https://well.example").status == 3)
        #expect(try await world.latchkey("suggest", "https://well-second.example").status == 0)
        let off = try await world.latchkey("providers")
        #expect(off.output.contains("disabled"))
        #expect(!FileManager.default.fileExists(atPath: world.container(Bundles.first) + "/.latchkey-token"))
        let traces = try world.files(containing: "answersotheraccount.example")
        #expect(!traces.contains { $0.contains("identities.sqlite") })
    }

    @Test(arguments: World.users) func `moves a damaged store aside and fills a new one`(user: UInt32?) async throws {
        let world = try await World.started(as: user)
        try await world.killAgent()
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: world.identityStore + ending) }
        // The first two pages of the database.
        let size = 8192
        let file = try FileHandle(forWritingTo: URL(filePath: world.identityStore))
        try file.write(contentsOf: Data(repeating: 0x5A, count: size))
        try file.close()
        try await world.startAgent()
        try await eventually("the provider has filled the store again") {
            try await world.latchkey("suggest", "https://well.example").status == 0
        }
        #expect(world.agentLog.contains("the identity store starts empty (damaged)"))
        let folder = URL(filePath: world.identityStore).deletingLastPathComponent().path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.contains { $0.hasPrefix("identities") && $0.contains("damaged") }, "\(names)")
    }
}
