import Foundation
import Testing

/// A vault's file that another program puts back while the agent runs.
@Suite(.timeLimit(.minutes(5))) struct ReplacedVaultTests {
    private func changePassphrase(in world: World) async throws {
        try world.write("quite another passphrase\n", to: "other")
        let passwd = "'\(Program.folder)/latchkey-vault' passwd --passphrase-fd 3 --new-passphrase-fd 4"
        let command = "exec \(passwd) 4<'\(world.path)/other'"
        try world.succeed(await world.run("/bin/sh", ["-c", command], descriptor3: "passphrase"))
    }

    private func list(_ world: World) async throws -> Program.Ending {
        try await world.run(Program.folder + "/latchkey-vault", ["list"])
    }

    private func fill(_ world: World) async throws -> Program.Ending {
        try await world.latchkey("fill", "https://site.example", "--json")
    }

    @Test func `a file from before an edit and a new passphrase is used only after it is accepted`() async throws {
        let world = try await World.withVault(as: World.users.last ?? nil)
        try await world.addLogin("https://site.example", user: "ada", password: "old-password")
        let path = world.container(Bundles.vault) + "/groups/org.latchkey.vault/vault.sqlite"
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(try await fill(world).output.contains("old-password"))
        try world.write("new-password\n", to: "password")
        try await world.vault("edit", "site.example", "--password-fd", "3", descriptor3: "password")
        try await changePassphrase(in: world)
        #expect(try await fill(world).output.contains("new-password"))

        // The provider notes the use of the login after its answer.
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: before)
        try file.close()
        let filled = try await fill(world)
        #expect(filled.status != 0)
        #expect(!filled.output.contains("password"))
        let listed = try await list(world)
        #expect(listed.status == 4)
        #expect(
            listed.errorLines.first?.hasPrefix(
                "latchkey-vault: error: the vault's file is older than the one that Latchkey used last: ") == true,
            "\(listed)")
        #expect(listed.errorLines.last?.contains("run \"latchkey-vault accept\"") == true)
        try await world.vault("lock")
        // The old passphrase opens the old file.
        let unlocked = try await world.run(
            Program.folder + "/latchkey-vault", ["unlock", "--passphrase-fd", "3"], descriptor3: "passphrase")
        #expect(unlocked.status == 4)
        #expect(try await list(world).status == 4)
        #expect(try await fill(world).status != 0)

        let accepted = try await world.vault(
            "accept", "--yes", "--json", "--passphrase-fd", "3", descriptor3: "passphrase")
        for member in ["\"accepted\":true", "\"state\":\"unlocked\"", "\"autoLockMinutes\":15"] {
            #expect(accepted.contains(member), "\(accepted)")
        }
        // It has asked for the passphrase, so the vault is unlocked.
        #expect(try await fill(world).output.contains("old-password"))
        let again = try await world.run(Program.folder + "/latchkey-vault", ["accept"])
        #expect(again.errorLines == ["latchkey-vault: the vault's file is the latest one; there is nothing to accept"])
    }

    /// The check "anchor" in the output of `latchkey doctor --json`; `nil` if there is none.
    private func anchorCheck(in world: World) async throws -> [String: String]? {
        try await world.latchkey("doctor", "--json").checks().first { $0["name"] == "anchor" }
    }

    @Test func `an anchor that cannot be read is reported, and fills need the user's acceptance`() async throws {
        let world = try await World.withVault(as: World.users.last ?? nil)
        try await world.addLogin("https://site.example", user: "ada", password: "stored-password")
        #expect(try await fill(world).output.contains("stored-password"))
        #expect(try await anchorCheck(in: world) == nil)
        try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        let anchors = "home/.local/state/latchkey/anchors.json"
        for (content, isAcceptable) in [("{\"version\":1,", true), ("{\"version\":2}", false)] {
            try world.write(content, to: anchors)
            let filled = try await fill(world)
            #expect(filled.status != 0)
            #expect(!filled.output.contains("password"))
            let listed = try await list(world)
            #expect(listed.status == 4)
            #expect(
                listed.errorLines.first?.hasPrefix(
                    "latchkey-vault: error: the vault's file cannot be compared with Latchkey's record ") == true,
                "\(listed)")
            #expect(listed.errorLines.last?.contains("run \"latchkey-vault accept\"") == true)
            let check = try #require(try await anchorCheck(in: world))
            #expect(check["verdict"] == "bad")
            #expect(check["finding"]?.contains(isAcceptable ? "is damaged: " : "a newer Latchkey wrote ") == true)
            let accepted = try await world.run(Program.folder + "/latchkey-vault", ["accept", "--yes"])
            #expect((accepted.status == 0) == isAcceptable, "\(accepted)")
            #expect(try await fill(world).output.contains("stored-password") == isAcceptable)
            #expect((try await anchorCheck(in: world) == nil) == isAcceptable)
            try await eventually("the provider has ended") { world.providerProcesses.isEmpty }
        }
        try FileManager.default.removeItem(atPath: world.path + "/" + anchors)
        #expect(try await fill(world).output.contains("stored-password"))
    }
}
