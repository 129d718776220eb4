import Foundation
import Glibc
import LatchkeyClient
import LatchkeySheet
import LatchkeyWire
import TestSupport
import Testing

/// Secrets in the programs' memory.
@Suite(needsRoot) struct MemoryTests {
    @Test func `the agent's memory has no secret after its keychain item was removed`() async throws {
        let world = try await World.started(options: ["--after-answer", "0.5"])
        let agent = try world.agentProgram.processIdentifier
        let secrets = ["item": Data(plantedItem.utf8), "password": Data(plantedPassword.utf8)]
        #expect(try await world.latchkey("fill", "https://keepssecret.example").status == 0)
        // The search works: it finds the kept item.
        #expect(try await ProcessMemory.mappings(of: secrets, in: agent)["item"] != nil)
        #expect(try await world.latchkey("fill", "https://readssecret.example").output == plantedItem + "\n")
        for _ in 1...3 { #expect(try await world.latchkey("fill", "https://well.example").status == 0) }
        #expect(try await world.latchkey("fill", "https://dropssecret.example").status == 0)
        try await eventually("every provider has ended") { world.providerProcesses.isEmpty }
        let left = try await ProcessMemory.mappings(of: secrets, in: agent)
        #expect(left == [:])
    }

    /// How the user locks the vault.
    enum Locking: CaseIterable { case command, screen }

    @Test(.enabled(if: LoginBus.isAvailable, "needs dbus-daemon and python3-dbus"), arguments: Locking.allCases)
    func `no process keeps the passphrase, the vault key or a password after a lock`(locking: Locking) async throws {
        let bus = try await LoginBus()
        let world = try await World.withVault(options: ["--system-bus", bus.address])
        let password = "vaulted-password-of-one-login-\(UInt64.random(in: 0 ... .max))"
        try await world.addLogin("https://vaulted.example/", user: "ada", password: password)
        try await world.vault("lock")
        let agent = try world.agentProgram.processIdentifier

        // The passphrase is typed into the provider's sheet, so it passes through the agent. No further message
        // on this connection overwrites the agent's receive buffer.
        let client = try await world.connect(screen: ScriptedScreen(typing: World.passphrase))
        #expect(try await world.fill("vaulted", over: client) == .password(user: "ada", password: password))
        let app = try await world.connect()
        let key = try await world.vaultKey(over: app)
        let secrets = ["key": key, "passphrase": Data(World.passphrase.utf8), "password": Data(password.utf8)]
        // The unlocked vault fills without a question. Its list stays open.
        #expect(try await world.latchkey("fill", "https://vaulted.example").output == password + "\n")
        let screen = ScriptedScreen()
        let reader = try await world.connect(screen: screen)
        let list = Task { try await reader.call(OpenList.self, OpenList.Parameters(url: "https://vaulted.example")) }
        try await eventually("the list is open") { screen.title == "Choose a Login" }
        // The search works: it finds the key in the agent and in the provider.
        for process in [agent] + world.providerPrograms().suffix(1) {
            #expect(try await ProcessMemory.mappings(of: secrets, in: process)["key"] != nil, "\(process)")
        }

        switch locking {
        case .command: try await world.vault("lock")
        case .screen:
            try bus.send("lock")
            try await eventually("the agent has locked") { world.agentLog.contains("locked: locked") }
        }
        #expect(await errorReason { try await list.value } == .requestCancelled)
        try await eventually("every provider has ended") { world.providerProcesses.isEmpty }
        #expect(world.processes == [agent])
        let left = try await ProcessMemory.mappings(of: secrets, in: agent)
        #expect(left == [:])
        for connection in [client, app, reader] { await connection.close() }
    }

    @Test func `processes with secrets write no core file`() async throws {
        let world = try await World.started(options: ["--no-ui-deadline", "600"])
        let client = try await world.start(["fill", "https://hangs.example"])
        try await eventually("the provider has been asked") { world.takeRequestCount("hangs") > 0 }
        // It waits for a passphrase from an empty pipe.
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

extension World {
    /// The key of the unlocked vault, read as `latchkey-vault` does.
    fileprivate func vaultKey(over client: AgentClient) async throws -> Data {
        let token = try Data(contentsOf: URL(filePath: container(Bundles.vault) + "/.latchkey-token"))
        let provider = try ProviderIdentifier(Bundles.vault)
        _ = try await client.call(
            AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        let item = GetKeychainItem.Parameters(account: "vault-key")
        return try #require(try await client.call(GetKeychainItem.self, item).value)
    }
}
