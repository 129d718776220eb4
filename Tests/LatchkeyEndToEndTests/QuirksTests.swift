import Foundation
import Testing

/// Installed quirks of single sites.
@Suite struct QuirksTests {
    @Test(arguments: World.users) func `installed quirks change suggestions, site information and logins`(user: UInt32?)
        async throws
    {
        let world = try await World.withVault(as: user)
        try await world.addLogin("https://shop.example/login", user: "ada", password: "p4ss")
        #expect(try await world.latchkey("suggest", "https://other-shop.example/").status == 3)

        let folder = world.path + "/quirks"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try world.write(
            #"[{"shared": ["shop.example", "other-shop.example"]}]"#, to: "quirks/shared-credentials.json")
        try world.write(
            #"{"shop.example": {"password-rules": "minlength: 12; required: digit;"}}"#,
            to: "quirks/password-rules.json")
        try world.write(
            #"{"shop.example": "https://id.shop.example/password"}"#, to: "quirks/change-password-URLs.json")
        try world.succeed(await world.latchkey("quirks", "install", folder))

        let suggested = try await world.latchkey("suggest", "https://other-shop.example/")
        #expect(suggested.output == "password  ada  from shop.example — Latchkey\n")
        let site = try await world.latchkey("quirks", "site", "https://www.shop.example/")
        #expect(
            site.output == """
                shares logins with  other-shop.example
                password rules      minlength: 12; required: digit;
                change password at  https://id.shop.example/password

                """)
        let shown = try await world.vault("show", "shop.example")
        #expect(shown.contains("change at  https://id.shop.example/password\n"))
        #expect(try await world.latchkey("quirks", "site", "https://unknown.example/").status == 3)
    }
}
