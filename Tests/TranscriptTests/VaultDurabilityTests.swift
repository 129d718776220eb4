import Foundation
import Testing

/// The vault's program, killed at many moments while it writes, alone and with a second one beside it.
@Suite("A vault whose program is killed") struct VaultDurabilityTests {
    private static let rows = 2000
    private static let passphrase = "--passphrase-fd 3 3<passphrase"

    private func makeWorld() async throws -> World {
        let world = try World()
        try world.write("correct horse battery staple\n", to: "passphrase")
        let rows = (0..<Self.rows).map { "Site \($0),https://site\($0).example/,user\($0),password-\($0),\n" }
        try world.write("name,url,username,password,note\n" + rows.joined(), to: "export.csv")
        #expect(try await world.run("latchkey-vault create \(Self.passphrase)").last == "[0]")
        return world
    }

    /// How many logins a vault has that was opened, listed and checked as a whole.
    private func count(in world: World, _ query: String = "") async throws -> Int {
        let lines = try await world.run(
            "latchkey-vault list \(query) --json \(Self.passphrase) 2>errors | tee list | wc -c; cat errors")
        #expect(lines.first { $0.contains("error:") } == nil)
        let list = try Data(contentsOf: URL(filePath: world.home).appending(path: "list"))
        let found = try #require(JSONSerialization.jsonObject(with: list) as? [String: [Any]])
        return try #require(found["logins"]).count
    }

    /// Chrome's own file, and one of KeePassXC's that Windows has made UTF-16 of.
    @Test(arguments: ["chrome", "keepassxc"]) func `has the whole import or nothing of it`(program: String) async throws
    {
        let world = try await makeWorld()
        if program == "keepassxc" {
            let rows = (0..<Self.rows).map {
                "\"Root\",\"Site \($0)\",\"user\($0)\",\"password-\($0)\",\"https://site\($0).example/\",\"a\r\nb\"\r\n"
            }
            let header = "\u{FEFF}\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\r\n"
            let bytes = (header + rows.joined()).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            try Data(bytes).write(to: URL(filePath: world.home).appending(path: "export.csv"))
        }
        var counts: Set<Int> = []
        for delay in ["0.08", "0.15", "0.22", "0.3", "0.4", "0.5", "0.7", "0.9", "1.2"] {
            _ = try await world.run("timeout -s KILL \(delay) latchkey-vault import export.csv \(Self.passphrase)")
            counts.insert(try await count(in: world))
        }
        #expect(counts.isSubset(of: [0, Self.rows]))
        #expect(try await world.run("latchkey-vault import export.csv \(Self.passphrase) | tail -1").last == "[0]")
        #expect(try await count(in: world) == Self.rows)
    }

    /// In the middle of a large import: what SQLite could not keep in memory lies in the vault's file already.
    ///
    /// Not 100 000 rows, which take a debug build 40 seconds. What a larger file adds is pages that are written before the
    /// end, and there are thousands of those here too: SQLite keeps two MiB, and these rows are more than ten.
    @Test func `is as it was after a large import that was killed with half of it on the disk`() async throws {
        let world = try await makeWorld()
        let rows = (0..<20_000).map { "Site \($0),https://site\($0).example/,user\($0),password-\($0),a note\n" }
        try world.write("name,url,username,password,note\n" + rows.joined(), to: "export.csv")
        let add = "printf 'p\\n' | latchkey-vault add --title Kept --password-fd 0 \(Self.passphrase) >/dev/null 2>&1"
        #expect(try await world.run(add).last == "[0]")
        // Once the file has grown by two MiB, for at most two minutes.
        try world.write(
            """
            vault=\(Self.vault)
            before=$(stat -c %s "$vault")
            latchkey-vault import export.csv \(Self.passphrase) >killed 2>&1 &
            for turn in $(seq 1200); do
                [ $(stat -c %s "$vault") -gt $((before + 2097152)) ] && break
                sleep 0.1
            done
            [ -s "$vault-journal" ] && echo half
            kill -KILL $!
            wait $! 2>/dev/null
            cat killed
            """, to: "kill")
        #expect(try await world.run("sh kill") == ["half", "[0]"])
        #expect(try await count(in: world) == 1)
        // The same file with a quote that is never closed, in its middle.
        try world.write(
            "name,url,username,password,note\n" + rows.prefix(10_000).joined() + "A,https://a.example/,u,\"p,\n"
                + rows.suffix(10_000).joined(), to: "broken.csv")
        let broken = try await world.run("latchkey-vault import broken.csv \(Self.passphrase) 2>&1 | head -1")
        #expect(broken == ["latchkey-vault: error: the quote in line 10002 is never closed", "[0]"])
        #expect(try await count(in: world) == 1)
    }

    private static let vault =
        ".local/share/latchkey/containers/org.latchkey.vault.provider/groups/org.latchkey.vault/vault.sqlite"

    @Test func `keeps what a second program writes beside the one that is killed`() async throws {
        let world = try await makeWorld()
        var added = 0
        for delay in ["0.2", "0.35", "0.6"] {
            let add = "latchkey-vault add --title Kept --user keeper\(added) --site https://kept.example/"
            // The other program waits for the lock that the killed one held, and goes on.
            let result = try await world.run(
                "timeout -s KILL \(delay) latchkey-vault import export.csv \(Self.passphrase) >killed 2>&1 & "
                    + "printf 'a-password\\n' | \(add) --password-fd 0 \(Self.passphrase) >/dev/null 2>added; "
                    + "status=$?; wait; exit $status")
            #expect(result.last == "[0]")
            added += 1
            #expect(try await count(in: world, "Kept") == added)
        }
    }
}
