import LatchkeyCore
import LatchkeyGit
import Testing

@Suite("A credential of git's") struct GitCredentialTests {
    private func read(_ lines: String...) throws -> GitCredential {
        try GitCredential(reading: Array(lines.joined(separator: "\n").utf8))
    }

    @Test func `parses every attribute that git sends to a helper`() throws {
        let credential = try read(
            "capability[]=authtype", "capability[]=state", "capability[]=something", "protocol=https",
            "host=git.example.com:8443", "path=team/project.git", "username=ada", "password=a=b c",
            "password_expiry_utc=1800000000", "oauth_refresh_token=refresh", "authtype=Bearer", "credential=token",
            "ephemeral=1", "wwwauth[]=Basic realm=\"one\"", "wwwauth[]=Bearer", "state[]=latchkey.given=1",
            "continue=1", "url=https://evil.example/", "", "host=after.example")
        #expect(credential.capabilities == [.authtype, .state])
        #expect(credential.protocol == "https" && credential.host == "git.example.com:8443")
        #expect(credential.path == "team/project.git" && credential.username == "ada")
        #expect(credential.password == Secret("a=b c"))
        #expect(credential.passwordExpiry == 1_800_000_000)
        #expect(credential.oauthRefreshToken == Secret("refresh"))
        #expect(credential.authenticationType == "Bearer" && credential.credential == Secret("token"))
        #expect(credential.isEphemeral)
        #expect(credential.challenges == ["Basic realm=\"one\"", "Bearer"])
        #expect(credential.state == ["latchkey.given=1"])
    }

    @Test func `clears a list at an empty value and keeps the last single value`() throws {
        let credential = try read(
            "capability[]=state", "capability[]=", "wwwauth[]=Basic", "wwwauth[]=", "wwwauth[]=Bearer", "username=a",
            "username=b")
        #expect(credential.capabilities.isEmpty)
        #expect(credential.challenges == ["Bearer"])
        #expect(credential.username == "b")
    }

    @Test(arguments: ["-1", "", "1e9", "99999999999999999999", " 5", "0x10"])
    func `ignores an invalid password_expiry_utc`(text: String) throws {
        #expect(try read("password_expiry_utc=" + text).passwordExpiry == nil)
    }

    @Test(arguments: [
        ("host=a.example\r", GitCredentialError.forbiddenByte(line: 1)),
        ("protocol=https\nhost=a.example\rhost=evil.example", .forbiddenByte(line: 2)),
        ("username=a\u{0}b", .forbiddenByte(line: 1)),
        ("protocol", .malformedLine(1)),
        ("=value", .malformedLine(1)),
    ])
    func `refuses a line that another parser would split`(text: String, error: GitCredentialError) {
        #expect(throws: error) { try read(text) }
    }

    @Test func `refuses text that is not UTF-8 and input above the limit`() {
        #expect(throws: GitCredentialError.notUTF8(line: 1)) {
            try GitCredential(reading: Array("username=".utf8) + [0xFF])
        }
        #expect(throws: GitCredentialError.tooLong) {
            try GitCredential(reading: [UInt8](repeating: UInt8(ascii: "a"), count: GitCredential.byteLimit + 1))
        }
    }

    @Test(arguments: [
        ("protocol=https\nhost=a.example\n\n", true), ("protocol=https\nhost=a.example\n\nhost=b.example\n", true),
        ("\n", true), ("protocol=https\nhost=a.example\n", false), ("protocol=https\nhost=a.example", false),
        ("", false),
    ])
    func `ends the input at an empty line`(text: String, isComplete: Bool) throws {
        // In pieces of any size.
        for size in [1, 7, 100] {
            var input = GitCredentialInput()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                input.append(Array(bytes[start...].prefix(size)))
            }
            #expect(input.isComplete == isComplete)
            #expect(try GitCredential(reading: input.bytes).host == (text.contains("host") ? "a.example" : nil))
        }
    }

    @Test func `stops reading one byte above the limit`() {
        var input = GitCredentialInput()
        input.append([UInt8](repeating: UInt8(ascii: "a"), count: GitCredential.byteLimit + 100))
        #expect(input.isComplete && input.bytes.count == GitCredential.byteLimit + 1)
        #expect(throws: GitCredentialError.tooLong) { try GitCredential(reading: input.bytes) }
    }

    @Test func `writes capabilities first, and attributes that need them only with them`() throws {
        var answer = GitCredential()
        answer.username = "ada"
        answer.password = Secret("a=b c")
        answer.passwordExpiry = 1_800_000_000
        answer.oauthRefreshToken = Secret("refresh")
        answer.state = ["latchkey.given=1"]
        answer.authenticationType = "Bearer"
        answer.credential = Secret("token")
        #expect(
            try answer.answer().reveal() == """
                username=ada
                password=a=b c
                password_expiry_utc=1800000000
                oauth_refresh_token=refresh

                """)
        answer.capabilities = [.state, .authtype]
        answer.username = nil
        answer.password = nil
        #expect(
            try answer.answer().reveal() == """
                capability[]=authtype
                capability[]=state
                authtype=Bearer
                credential=token
                password_expiry_utc=1800000000
                oauth_refresh_token=refresh
                state[]=latchkey.given=1

                """)
    }

    @Test(arguments: ["one\ntwo", "one\rtwo", "one\u{0}two"])
    func `writes nothing if a value has a line break`(password: String) {
        var answer = GitCredential()
        answer.username = "ada"
        answer.password = Secret(password)
        #expect(throws: GitCredentialError.unwritable(key: "password")) { try answer.answer() }
    }
}
