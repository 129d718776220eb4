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
