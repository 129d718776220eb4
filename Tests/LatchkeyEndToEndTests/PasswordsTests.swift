import Foundation
import Glibc
import LatchkeyClient
import LatchkeySheet
import LatchkeyWire
import Testing

/// Generated and saved passwords.
@Suite(.timeLimit(.minutes(4))) struct PasswordsTests {
    private static func generating(_ withInterface: Bool = false) -> GeneratePasswords.Parameters {
        let service = ServiceIdentifier(type: .url, identifier: "https://www.shop.example/join")
        return GeneratePasswords.Parameters(
            request: GeneratePasswordsRequest(serviceIdentifier: service), withInterface: withInterface)
    }

    private func installRules(in world: World) async throws {
        let folder = world.path + "/quirks"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try world.write(
            #"{"shop.example": {"password-rules": "minlength: 11; maxlength: 11; required: [#];"}}"#,
            to: "quirks/password-rules.json")
        try world.succeed(await world.latchkey("quirks", "install", folder))
    }

    @Test func `generates passwords by the site's rules while the vault is locked`() async throws {
        let world = try await World.withVault()
        try await world.vault("lock")
        let client = try await world.connect()
        let free = try await client.call(GeneratePasswords.self, Self.generating())
        #expect(free.passwords.map(\.kind) == ["strong", "alphanumeric", "passphrase"])
        try await installRules(in: world)
        let bound = try await client.call(GeneratePasswords.self, Self.generating())
        #expect(bound.passwords.map(\.kind) == ["strong"])
        #expect(bound.passwords.first?.value.count == 11)
        #expect(bound.passwords.first?.value.contains("#") == true)
        // The rules of the page have priority.
        var page = Self.generating()
        page.request.passwordFieldPasswordRules = "minlength: 14; maxlength: 14;"
        #expect(try await client.call(GeneratePasswords.self, page).passwords.first?.value.count == 14)
        await client.close()
        #expect(try await world.latchkey("log").output.contains("generate"))
    }

    @Test func `generates a password in the provider's sheet`() async throws {
        let world = try await World.withVault()
        let client = try await world.connect(screen: ScriptedScreen(submitting: "use"))
        let chosen = try await client.call(GeneratePasswords.self, Self.generating(true))
        #expect(chosen.passwords.map(\.kind) == ["strong"])
        await client.close()
    }

    @Test func `generates passwords on the command line`() async throws {
        let world = try await World.withVault()
        try await installRules(in: world)
        #expect(try await world.vault("generate").count == 21)
        let bound = try await world.vault("generate", "--for", "https://shop.example/")
        #expect(bound.count == 12 && bound.contains("#"))
        #expect(try await world.vault("generate", "--words", "8").split(separator: "-").count >= 8)
        #expect(try await world.vault("generate", "--kind", "pin", "--length", "4").count == 5)
        let longer = try await world.vault("generate", "--kind", "alphanumeric", "--length", "40")
        #expect(longer.dropLast().count { $0.isLetter || $0.isNumber } == 40)
        try await world.vault("add", "--user", "ada", "--site", "https://shop.example", "--generate")
        #expect(try await world.vault("show", "shop.example", "--reveal").contains("#"))
    }

    @Test func `passwords saved while the vault is locked survive SIGKILL of every process`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://old.example", user: "ada", password: "old")
        try await world.vault("lock")
        try await world.save("https://new.example/join", "made", .generatedPasswordFilled)
        try await world.save("https://new.example/join", "made", .formDidDisappear)
        try await world.save("https://old.example/", "changed", .userInitiated)
        for process in world.processes { kill(process, SIGKILL) }
        try await eventually("everything has ended") { world.processes.isEmpty }
        #expect(try world.files(containing: "changed") == [])

        try await world.startAgent()
        #expect(try await world.vault("status").contains("3 entries; see"))
        let unlocked = try await world.run(
            Program.folder + "/latchkey-vault", ["unlock", "--passphrase-fd", "3"], descriptor3: "passphrase")
        #expect(unlocked.errorLines.contains("latchkey-vault: processed 2 entries of the inbox"), "\(unlocked)")
        let filled = try await world.latchkey("fill", "https://new.example/")
        #expect(filled.output == "made\n", "\(filled)")
        // The changed password waits for the user's decision.
        #expect(try await world.latchkey("fill", "https://old.example/").output == "old\n")
        #expect(try await world.vault("list").split(separator: "\n").count == 2)
        #expect(try await world.vault("status").contains("1 entry; see"))
        #expect(try await world.vault("inbox", "--json").contains("\"verified\":true"))
    }

    @Test func `asks before it replaces a different password`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://old.example", user: "ada", password: "old")
        try await world.vault("lock")
        try await world.save("https://old.example/", "changed", .formDidDisappear)
        try await world.unlockVault()
        #expect(try await world.latchkey("fill", "https://old.example/").output == "old\n")
        #expect(try await world.vault("status").contains("1 entry; see"))
        try world.write(
            """
            #!/bin/sh
            printf 'u\\n' | script -qec '\(Program.folder)/latchkey-vault unlock --passphrase-fd 3 3<passphrase' /dev/null

            """, to: "answer")
        let ending = try await Program(
            ["/usr/bin/timeout", "60", "/bin/sh", world.path + "/answer"], environment: world.environment,
            workingDirectory: world.path
        ).end()
        #expect(ending.output.contains("Update the password of ada for old.example?"), "\(ending)")
        #expect(try await world.latchkey("fill", "https://old.example/").output == "changed\n")
    }

    @Test func `keeps every detail of git's credentials saved while the vault is locked`() async throws {
        let world = try await World.withGit()
        try await world.vault("lock")
        _ = try await world.helper(
            "store", "protocol=https", "host=example.com", "path=a repo.git", "username=ada", "password=pass",
            "password_expiry_utc=4102444800", "oauth_refresh_token=refresh")
        _ = try await world.helper(
            "store", "capability[]=authtype", "protocol=https", "host=api.example.com", "authtype=Bearer",
            "credential=token")
        try await world.unlockVault()
        #expect(
            try await world.helper("get", "protocol=https", "host=example.com", "path=a repo.git").output
                == "username=ada\npassword=pass\npassword_expiry_utc=4102444800\noauth_refresh_token=refresh\n")
        #expect(
            try await world.helper("get", "capability[]=authtype", "protocol=https", "host=api.example.com").output
                == "capability[]=authtype\nauthtype=Bearer\ncredential=token\n")
        #expect(try await world.helper("get", "protocol=https", "host=example.com", "path=other.git").output == "")
    }
}

extension World {
    /// Saves as a browser does.
    fileprivate func save(
        _ url: String, _ password: String, _ event: SavePasswordRequest.Event
    ) async throws {
        let request = SavePasswordRequest(
            serviceIdentifier: ServiceIdentifier(type: .url, identifier: url), user: "ada", password: password,
            sessionID: url, event: event)
        let client = try await connect()
        _ = try await client.call(SavePassword.self, SavePassword.Parameters(request: request))
        await client.close()
    }
}
