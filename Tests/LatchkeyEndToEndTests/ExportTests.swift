import Foundation
import Testing

/// `latchkey-vault export`.
@Suite struct ExportTests {
    @Test func `export asks for the passphrase even if the vault is unlocked`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://a.example", user: "alice", password: "planted-password")
        // The vault is unlocked, so other commands need no passphrase.
        #expect(try await world.vault("show", "a.example", "--reveal").contains("planted-password"))
        let file = world.path + "/all.json"
        for format in ["json", "csv", "cxf", "xml"] {
            let refused = try await world.run(
                Program.folder + "/latchkey-vault", ["export", file, "--format", format])
            #expect(refused.status == 4)
            #expect(!FileManager.default.fileExists(atPath: file))
        }
        try world.write("not the passphrase\n", to: "wrong")
        let wrong = try await world.run(
            Program.folder + "/latchkey-vault", ["export", file, "--format", "json", "--passphrase-fd", "3"],
            descriptor3: "wrong")
        #expect(wrong.status == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
        let right = try await world.run(
            Program.folder + "/latchkey-vault", ["export", file, "--format", "json", "--passphrase-fd", "3"],
            descriptor3: "passphrase")
        #expect(right.status == 0)
        #expect(right.errorLines.first?.contains("the file will not be encrypted") == true)
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).contains("planted-password"))
    }

    @Test func `export names the file that it may not write, and what helps`() async throws {
        // Root may write every folder.
        let world = try await World.withVault(as: World.users.last ?? nil)
        let refused = try await world.run(
            Program.folder + "/latchkey-vault", ["export", "/etc/all.csv", "--format", "csv", "--passphrase-fd", "3"],
            descriptor3: "passphrase")
        #expect(
            refused.errorLines.suffix(2) == [
                "latchkey-vault: error: /etc/all.csv cannot be written: Permission denied",
                "latchkey-vault: hint: choose a file in a folder that you can write to",
            ], "\(refused)")
        #expect(refused.status == 1)
    }
}
