import Foundation
import Testing

/// `latchkey fill` with several matching logins.
@Suite(.timeLimit(.minutes(4))) struct AmbiguityTests {
    private static let page = "https://example.com/login"

    /// A vault with two logins of one user at one site; `names` are their identifiers.
    private func worldWithTwoLogins() async throws -> (world: World, names: [String]) {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com", user: "ada", password: "first")
        try world.write("second\n", to: "password")
        try await world.vault(
            "add", "--site", "example.com", "--user", "ada", "--title", "Work", "--password-fd", "3",
            descriptor3: "password")
        struct Output: Decodable {
            struct Login: Decodable {
                var record: String
                var service: String
            }
            var suggestions: [Login]
        }
        let json = try await world.latchkey("suggest", Self.page, "--json").output
        let found = try JSONDecoder().decode(Output.self, from: Data(json.utf8)).suggestions
        let listed = try await world.vault("list").split(separator: "\n").map { String($0.suffix(32)) }
        #expect(Set(found.map(\.record)) == Set(listed))
        // Sorted by title: example.com before Work.
        return (world, listed)
    }

    @Test func `refuses to choose between two logins of one user`() async throws {
        let (world, names) = try await worldWithTwoLogins()
        let marks = names.map { $0.prefix(8) }
        let suggested = try await world.latchkey("suggest", Self.page).output
        for (mark, title) in zip(marks, ["example.com", "Work"]) {
            #expect(
                suggested.contains("password  ada  for example.com — Latchkey — \(title) — \(mark)\n"), "\(suggested)")
        }
        let json = try await world.latchkey("suggest", Self.page, "--json").output
        #expect(json.contains("\"detail\":\"Work\"") && json.contains("\"detail\":\"example.com\""), "\(json)")
        let refused = try await world.latchkey("fill", Self.page, "--user", "ada")
        #expect(refused.output == "")
        #expect(refused.status == 1)
        for (mark, title) in zip(marks, ["example.com", "Work"]) {
            // The table pads the column to the longer title.
            let line = refused.errorLines.first { $0.hasSuffix("  --id '\(mark)'") }
            #expect(
                line?.hasPrefix("latchkey: ada  for example.com — Latchkey — \(title) — \(mark)") == true, "\(refused)")
        }
        #expect(refused.errorLines.contains("latchkey: error: 2 logins match https://example.com/login"))
        #expect(try await world.latchkey("fill", Self.page, "--id", String(marks[0])).output == "first\n")
        #expect(try await world.latchkey("fill", Self.page, "--id", names[1]).output == "second\n")
        let unknown = try await world.latchkey("fill", Self.page, "--id", "00000000")
        #expect(
            unknown.errorLines.first
                == "latchkey: error: no password with the identifier \"00000000\" matches https://example.com/login"
        )
        #expect(unknown.status == 3)
    }

    @Test func `asks on a terminal which of two logins to fill`() async throws {
        let (world, names) = try await worldWithTwoLogins()
        try world.write(
            """
            #!/bin/sh
            printf '2\\n' | TERM=dumb script -qec '\(Program.folder)/latchkey fill \(Self.page) --show' /dev/null

            """, to: "answer")
        let ending = try await Program(
            ["/usr/bin/timeout", "60", "/bin/sh", world.path + "/answer"], environment: world.environment
        ).end()
        for (name, title) in zip(names, ["example.com", "Work"]) {
            #expect(ending.output.contains("Latchkey — \(title) — \(name.prefix(8))"), "\(ending)")
        }
        #expect(ending.output.contains("first") != ending.output.contains("second"), "\(ending)")
    }

    @Test func `reports a missing login before a missing clipboard`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com", user: "ada", password: "first")
        let cases = [
            ("ftp://example.com/", "error: the address cannot be used: "),
            ("https://nowhere.example/", "error: no password matches https://nowhere.example/"),
            ("\(Self.page) --user bob", "error: no password of \"bob\" matches \(Self.page)"),
            ("\(Self.page) --id 00000000", "error: no password with the identifier \"00000000\" matches"),
            (Self.page, "error: there is no display, so there is no clipboard"),
        ]
        for (words, complaint) in cases {
            try world.write(
                "TERM=dumb script -qec '\(Program.folder)/latchkey fill \(words)' /dev/null </dev/null\n", to: "ask")
            let ending = try await Program(
                ["/usr/bin/timeout", "60", "/bin/sh", world.path + "/ask"], environment: world.environment
            ).end()
            #expect(ending.output.contains(complaint), "\(words): \(ending)")
        }
    }

    @Test func `prefers the only login of the exact host`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://m.example.com", user: "ada", password: "mobile")
        try await world.addLogin("https://www.example.com", user: "bob", password: "www")
        try await world.addLogin("https://shop.example.com", user: "carol", password: "shop")
        let own = try await world.latchkey("fill", "https://m.example.com/login")
        #expect(own.output == "mobile\n")
        #expect(
            own.errorLines == [
                "latchkey: another login matches: bob from www.example.com — Latchkey; choose it with --user 'bob'",
                "latchkey: another login matches: carol from shop.example.com — Latchkey; choose it with --user 'carol'",
            ])
        let named = try await world.latchkey("fill", "https://m.example.com/login", "--user", "bob")
        #expect(
            named
                == Program.Ending(
                    output: "www\n", error: "latchkey: bob is from www.example.com — Latchkey\n", status: 0))
        let refused = try await world.latchkey("fill", "https://example.com/login")
        #expect(
            refused.errorLines == [
                "latchkey: ada    from m.example.com — Latchkey     --user 'ada'",
                "latchkey: bob    from www.example.com — Latchkey   --user 'bob'",
                "latchkey: carol  from shop.example.com — Latchkey  --user 'carol'",
                "latchkey: error: 3 logins match https://example.com/login",
                "latchkey: hint: choose one with the option at the end of its line, such as --user 'ada'",
            ])
        #expect(refused.status == 1)
        for user in ["dora", "eve"] {
            try await world.addLogin("https://\(user).example.com", user: user, password: "other")
        }
        let many = try await world.latchkey("fill", "https://m.example.com/login")
        #expect(many.output == "mobile\n")
        #expect(
            many.errorLines == [
                "latchkey: 4 other logins match; \"latchkey suggest 'https://m.example.com/login'\" lists them"
            ])
    }

    @Test func `fills a login with two hosts of one site`() async throws {
        let world = try await World.withVault()
        try world.write("both\n", to: "password")
        try await world.vault(
            "add", "--site", "https://www.example.com", "--site", "https://m.example.com", "--user", "ada",
            "--password-fd", "3", descriptor3: "password")
        #expect(try await world.latchkey("fill", "https://example.com/").output == "both\n")
        #expect(
            try await world.latchkey("suggest", "https://m.example.com/").output
                == "password  ada  for m.example.com — Latchkey\npassword  ada  from www.example.com — Latchkey\n")
    }

    @Test func `suggests a login of another port with its host`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com", user: "ada", password: "usual")
        #expect(
            try await world.latchkey("suggest", "https://example.com:444/").output
                == "password  ada  from example.com — Latchkey\n")
        try await world.addLogin("https://example.com:444", user: "bob", password: "other")
        #expect(try await world.latchkey("fill", "https://example.com:444/").output == "other\n")
        #expect(try await world.latchkey("fill", "https://example.com/").output == "usual\n")
    }
}
