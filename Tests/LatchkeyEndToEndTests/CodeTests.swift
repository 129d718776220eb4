import Foundation
import Testing

/// One-time codes, compared with those of oathtool.
@Suite struct CodeTests {
    static let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

    private struct Filled: Decodable {
        var code: String
        var expiresIn: Int
    }

    /// The code of `oathtool` and ours in the same time step.
    ///
    /// Repeats if a new time step begins in between.
    private func codesInOneStep(
        _ options: [String], in world: World, _ ask: () async throws -> String
    ) async throws -> (theirs: String, ours: String) {
        while true {
            let before = try await oathtool(options, in: world)
            let ours = try await ask()
            if try await oathtool(options, in: world) == before { return (before, ours) }
        }
    }

    private func oathtool(_ options: [String], in world: World) async throws -> String {
        try await world.succeed(world.run("/usr/bin/oathtool", options + ["--base32", Self.secret])).output
            .trimmingCharacters(in: .newlines)
    }

    @Test func `names a picture that does not exist`() async throws {
        let world = try await World.withVault()
        let picture = world.path + "/nosuch.png"
        let refused = try await world.run(Program.folder + "/latchkey-vault", ["add", "--qr", picture])
        #expect(refused.errorLines == ["latchkey-vault: error: no such file: \(picture)"])
        #expect(refused.status == 2)
    }

    @Test(arguments: World.users) func `fills the same code as oathtool`(user: UInt32?) async throws {
        let world = try await World.withVault(as: user)
        try world.write("jbsw y3dp ehpk 3pxp jbswy3dpehpk3pxpjbswy3dpehpk3pxp\n", to: "code")
        try await world.vault(
            "add", "--site", "https://example.com", "--user", "ada", "--no-password", "--code-fd", "3",
            descriptor3: "code")
        let suggested = try await world.latchkey("suggest", "https://example.com/login", "--kind", "code")
        #expect(suggested.output == "code  ada  for example.com — Latchkey\n")

        let (theirs, ours) = try await codesInOneStep(["--totp"], in: world) {
            let ending = try await world.latchkey("fill", "https://example.com/login", "--kind", "code", "--json")
            let filled = try JSONDecoder().decode(Filled.self, from: Data(ending.output.utf8))
            #expect((1...30).contains(filled.expiresIn))
            return filled.code
        }
        #expect(ours == theirs)
        try await world.vault("lock")
        let locked = try await world.latchkey("fill", "https://example.com/login", "--kind", "code", "--json")
        #expect(locked.status == 4)
    }

    @Test(arguments: [
        ("", ["--totp"]), ("&digits=8", ["--totp", "--digits=8"]),
        ("&algorithm=SHA256&digits=7", ["--totp=SHA256", "--digits=7"]),
        ("&algorithm=SHA512&period=60", ["--totp=SHA512", "--time-step-size=60"]),
    ])
    func `computes the same code as oathtool for a QR code`(parameters: String, options: [String]) async throws {
        let world = try await World.withVault()
        let address = "otpauth://totp/Example:ada?secret=\(Self.secret)&issuer=Example" + parameters
        let picture = world.path + "/code.png"
        try await world.succeed(world.run("/usr/bin/qrencode", ["--output", picture, address]))
        try await world.vault("add", "--qr", picture)
        #expect(try await world.vault("show", "Example").contains("user     ada\n"))
        let (theirs, ours) = try await codesInOneStep(options, in: world) {
            try await world.vault("show", "--code", "Example").trimmingCharacters(in: .newlines)
        }
        #expect(ours == theirs)
    }

    @Test func `adds one login for each code of a Google Authenticator export`() async throws {
        let world = try await World.withVault()
        // Two accounts as Google Authenticator exports them: secret, name, issuer, SHA-1, six digits, by time.
        let accounts = [("first", "One"), ("second", "Two")].map { name, issuer -> Data in
            let fields: [(UInt8, Data)] = [
                (1, Data("12345678901234567890".utf8)), (2, Data(name.utf8)), (3, Data(issuer.utf8)),
            ]
            let message = fields.reduce(Data()) { $0 + [$1.0 << 3 | 2, UInt8($1.1.count)] + $1.1 }
            return message + [4 << 3, 1, 5 << 3, 1, 6 << 3, 2]
        }
        let payload = accounts.reduce(Data()) { $0 + [1 << 3 | 2, UInt8($1.count)] + $1 } + [2 << 3, 1]
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let data = try #require(payload.base64EncodedString().addingPercentEncoding(withAllowedCharacters: allowed))
        let picture = world.path + "/list.png"
        try await world.succeed(
            world.run("/usr/bin/qrencode", ["--output", picture, "otpauth-migration://offline?data=\(data)"]))
        let program = Program.folder + "/latchkey-vault"
        for option in [["--user", "ada"], ["--favorite"], ["--title", "Mine"], ["--generate"]] {
            let refused = try await world.run(program, ["add", "--qr", picture] + option)
            #expect(
                refused.errorLines == [
                    "latchkey-vault: error: 2 codes were given, but a login has only one",
                    "latchkey-vault: hint: run \"latchkey-vault add --qr FILE\" without other options to add a login "
                        + "for each code",
                ])
            #expect(refused.status == 2)
        }
        let added = try await world.vault("add", "--qr", picture)
        #expect(added.split(separator: "\n").count == 2)
        let again = try await world.succeed(world.run(program, ["add", "--qr", picture]))
        #expect(again.output == "")
        #expect(
            again.errorLines == [
                "latchkey-vault: skipped \"One\" (first): it already exists",
                "latchkey-vault: skipped \"Two\" (second): it already exists",
            ])
        #expect(try await world.vault("show", "One").contains("user     first\n"))
        #expect(try await world.vault("show", "Two").contains("user     second\n"))
    }

    /// Each of these is a valid secret in Base32, or contains one.
    @Test(arguments: [
        ("https://example.com/JBSWY3DPEHPK3PXP", "a web address"), ("PLANTEDWORD", "other text"),
        ("JBSWY3DPEHPK3PXP", "other text"),
        ("WIFI:T:WPA;S:home;P:PLANTED;;", "a Wi-Fi password"),
        ("MECARD:N:Jane;;", "a contact"), ("mailto:jane@example.com", "a mail address"),
    ])
    func `refuses a QR code that is not a one-time code`(text: String, kind: String) async throws {
        let world = try await World.withVault()
        let picture = world.path + "/other.png"
        try await world.succeed(world.run("/usr/bin/qrencode", ["--output", picture, text]))
        let result = try await world.run(
            Program.folder + "/latchkey-vault", ["add", "--title", "t", "--no-password", "--qr", picture])
        #expect(
            result.errorLines.first == "latchkey-vault: error: \(picture) contains no one-time code, only \(kind)")
        #expect(!result.errorLines.joined().contains("PLANTED"))
        #expect(result.status == 2)
        #expect(try await world.vault("list") == "")
    }

    @Test(arguments: ["steam://JBSWY3DPEHPK3PXP", "OTPAUTH://TOTP/X?SECRET=JBSWY3DPEHPK3PXP"])
    func `reads steam and upper-case addresses from a QR code`(text: String) async throws {
        let world = try await World.withVault()
        let picture = world.path + "/code.png"
        try await world.succeed(world.run("/usr/bin/qrencode", ["--output", picture, text]))
        try await world.vault("add", "--title", "t", "--no-password", "--qr", picture)
        #expect(try await world.vault("show", "--code", "t").trimmingCharacters(in: .newlines).count >= 5)
    }

    @Test(arguments: [("GitHub", "ada"), ("github.com", "ada@example.org")])
    func `hints at the existing login for a scanned code`(issuer: String, account: String) async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://github.com", user: "ada", password: "secret")
        let id = try await world.vault("list").suffix(33).dropLast()
        let picture = world.path + "/code.png"
        try await world.succeed(
            world.run(
                "/usr/bin/qrencode",
                ["--output", picture, "otpauth://totp/\(issuer):\(account)?secret=\(Self.secret)&issuer=\(issuer)"]))
        let program = Program.folder + "/latchkey-vault"
        let refused = try await world.run(program, ["add", "--qr", picture])
        #expect(
            refused.errorLines == [
                "latchkey-vault: error: the code of \(issuer) matches your login \"github.com\" (ada), which has no code yet",
                "latchkey-vault: hint: run \"latchkey-vault edit \(id) --qr \(picture)\" to add the code to it, or use --title "
                    + "to add a separate login",
            ])
        #expect(refused.status == 1)
        try await world.vault("edit", String(id), "--qr", picture)
        #expect(try await world.latchkey("fill", "https://github.com", "--kind", "code").output.count == 7)
        // The login has a code now, so the next code becomes another login.
        #expect(try await world.vault("add", "--qr", picture).count == 33)
    }

    @Test func `refuses text and pictures without a one-time code`() async throws {
        let world = try await World.withVault()
        try world.write("this is no secret!\n", to: "code")
        let program = Program.folder + "/latchkey-vault"
        let typed = try await world.run(
            program, ["add", "--title", "t", "--no-password", "--code-fd", "3"], descriptor3: "code")
        #expect(
            typed.errorLines.first
                == "latchkey-vault: error: not a valid one-time-code secret: expected an otpauth:// URL or a Base32 key"
        )
        #expect(typed.status == 2)
        let picture = try await world.run(program, ["add", "--qr", world.path + "/code"])
        #expect(
            picture.errorLines.first
                == "latchkey-vault: error: \(world.path)/code is not a readable picture")
        #expect(picture.status == 2)
        #expect(try await world.vault("list") == "")
    }
}
