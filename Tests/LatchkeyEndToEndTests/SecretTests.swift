import Foundation
import LatchkeyClient
import LatchkeyWire
import Testing

/// Secrets in logs and files, and control characters on the terminal.
@Suite struct SecretTests {
    @Test func `the log names program, request and time, and contains no secret`() async throws {
        let world = try await World.started()
        #expect(try await world.latchkey("fill", "https://well.example").output == plantedPassword + "\n")
        _ = try await world.latchkey("fill", "https://keepssecret.example")
        _ = try await world.latchkey("fill", "https://crashes.example")
        _ = try await world.latchkey("fill", "https://answerstwice.example")
        let log = try await world.latchkey("log")
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        let lines = log.output.split(separator: "\n").map { $0.split(separator: /\s{2,}/).map(String.init) }
        let filled = try #require(lines.first { $0.contains("well for well.example") }, "\(log.output)")
        #expect(filled[0].hasPrefix("\(year)-"))
        #expect(filled[1...3] == ["fill", "done", "well for well.example"])
        #expect(filled[4].hasPrefix("by latchkey ("))
        #expect(filled[5] == "from org.example.first")
        #expect(lines.contains { $0.dropFirst(2).prefix(2) == ["provider crashed", "crashes for crashes.example"] })
        for secret in [plantedPassword, plantedItem] {
            #expect(try world.files(containing: secret) == [])
            #expect(try world.files(containing: Data(secret.utf8).base64EncodedString()) == [])
            #expect(!log.output.contains(secret))
        }
        // The search works: it finds a planted file.
        try world.write("x\(plantedPassword)x", to: "home/left.txt")
        #expect(try world.files(containing: plantedPassword) == ["home/left.txt"])
    }

    @Test func `escapes control characters in output`() async throws {
        let world = try await World.started()
        let url = "https://escapes.example"
        for ending in [
            try await world.latchkey("suggest", url), try await world.latchkey("fill", url),
            try await world.latchkey("log"), try await world.latchkey("suggest", url, "--explain"),
            try await world.latchkey("fill", url, "--user", "\u{1B}[2Jnobody"),
        ] {
            let said = ending.output + ending.error
            #expect(
                !said.unicodeScalars.contains {
                    $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
                },
                "\(ending)")
        }
        #expect(try await world.latchkey("suggest", url).output.contains("apes"))
    }
}
