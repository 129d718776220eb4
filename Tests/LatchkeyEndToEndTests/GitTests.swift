import Foundation
import RunningProgram
import Testing

/// git with our credential helper.
///
/// The cases follow git's test suite for external helpers (t/lib-credential.sh).
@Suite(.timeLimit(.minutes(4))) struct GitTests {
    /// The answers of `askpass`.
    private static let asked = ["username=askpass-username", "password=askpass-password"]

    @Test func `git asks if no credential is stored`() async throws {
        let world = try await World.withGit()
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com"] + Self.asked)
        let silent = try await world.helper("get", "protocol=https", "host=example.com")
        #expect(silent == Program.Ending(output: "", error: "", status: 0))
    }

    @Test(arguments: World.users) func `stores, fills and erases a credential`(user: UInt32?) async throws {
        let world = try await World.withGit(as: user)
        try await world.approve("protocol=https", "host=example.com", "username=store-user", "password=store-pass")
        let filled = ["protocol=https", "host=example.com", "username=store-user", "password=store-pass"]
        #expect(try await world.fill("protocol=https", "host=example.com") == filled)
        #expect(try await world.fill("protocol=https", "host=example.com", "username=store-user") == filled)
        try await world.reject("protocol=https", "host=example.com")
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com"] + Self.asked)
        // An erased credential is in the bin.
        #expect(try await world.vault("list", "--bin").contains("store-user"))
    }

    @Test func `reports a locked vault with a hint`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=example.com", "username=user", "password=pass")
        try await world.vault("lock")
        let locked = try await world.helper("get", "protocol=https", "host=example.com")
        #expect(
            locked.errorLines == [
                "git-credential-latchkey: error: the provider with git's password is locked, "
                    + "and there is no terminal to unlock it",
                "git-credential-latchkey: hint: run \"latchkey-vault unlock\", or unlock the provider in its own program, "
                    + "and run git again",
            ])
        #expect(locked.status == 4)
    }

    @Test func `matches scheme, host, port and user exactly`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=example.com:8443", "username=user", "password=pass")
        try await world.approve("protocol=https", "host=login.example.com", "username=user2", "password=pass2")
        for (scheme, host) in [
            ("http", "example.com:8443"), ("https", "example.com"), ("https", "example.com:8444"),
            ("https", "www.example.com"), ("https", "notexample.com:8443"), ("http", "login.example.com"),
        ] {
            #expect(
                try await world.fill("protocol=\(scheme)", "host=\(host)")
                    == ["protocol=\(scheme)", "host=\(host)"] + Self.asked, "\(scheme)://\(host)")
        }
        #expect(
            try await world.fill("protocol=https", "host=login.example.com", "username=other")
                == ["protocol=https", "host=login.example.com", "username=other", "password=askpass-password"])
    }

    @Test func `matches the path if credential.useHttpPath is set`() async throws {
        let world = try await World.withGit()
        try await world.approve(
            "protocol=http", "host=path.tld", "path=foo bar.git", "username=user", "password=pass", useHttpPath: true)
        #expect(
            try await world.fill("protocol=http", "host=path.tld", "path=foo bar.git", useHttpPath: true)
                == ["protocol=http", "host=path.tld", "path=foo bar.git", "username=user", "password=pass"])
        #expect(
            try await world.fill("protocol=http", "host=path.tld", "path=bar.git", useHttpPath: true)
                == ["protocol=http", "host=path.tld", "path=bar.git"] + Self.asked)
        #expect(
            try await world.fill("protocol=http", "host=path.tld")
                == ["protocol=http", "host=path.tld", "username=user", "password=pass"])
    }

    @Test func `replaces a password and ignores a rejection of the old one`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=example.com", "username=user", "password=pass1")
        try await world.approve("protocol=https", "host=example.com", "username=user", "password=pass2")
        let filled = ["protocol=https", "host=example.com", "username=user", "password=pass2"]
        #expect(try await world.fill("protocol=https", "host=example.com", "username=user") == filled)
        // A rejection of another password keeps the stored one.
        try await world.reject("protocol=https", "host=example.com", "username=user", "password=pass1")
        #expect(try await world.fill("protocol=https", "host=example.com", "username=user") == filled)
        try await world.reject("protocol=https", "host=example.com", "username=user", "password=pass2")
        #expect(
            try await world.fill("protocol=https", "host=example.com", "username=user")
                == ["protocol=https", "host=example.com", "username=user", "password=askpass-password"])
    }

    @Test func `keeps the credentials of several users apart`() async throws {
        let world = try await World.withGit()
        for user in ["user1", "user2"] {
            try await world.approve("protocol=https", "host=example.com", "username=\(user)", "password=of \(user)")
        }
        for user in ["user1", "user2"] {
            #expect(
                try await world.fill("protocol=https", "host=example.com", "username=\(user)")
                    == ["protocol=https", "host=example.com", "username=\(user)", "password=of \(user)"])
        }
        try await world.reject("protocol=https", "host=example.com", "username=user1")
        #expect(
            try await world.fill("protocol=https", "host=example.com", "username=user1")
                == ["protocol=https", "host=example.com", "username=user1", "password=askpass-password"])
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com", "username=user2", "password=of user2"])
    }

    @Test func `stores an empty user name and password`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=sso.tld", "username=", "password=")
        #expect(
            try await world.fill("protocol=https", "host=sso.tld")
                == ["protocol=https", "host=sso.tld", "username=", "password="])
    }

    @Test func `does not store a credential that the vault supplied`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let filled = try await world.fill("protocol=https", "host=example.com")
        #expect(filled == ["protocol=https", "host=example.com", "username=ada", "password=pass"])
        let before = try await world.vault("list", "--json")
        // A locked vault cannot compare passwords.
        try await world.vault("lock")
        try await world.approve("protocol=https", "host=example.com", "username=ada", "password=pass")
        #expect(try await world.vault("status", "--json").contains("\"waiting\":0"))
        try await world.unlockVault()
        #expect(try await world.vault("list", "--json") == before)
    }

    @Test func `stores expiry, refresh token and authentication type`()
        async throws
    {
        let world = try await World.withGit()
        let stored = try await world.helper(
            "store", "capability[]=authtype", "capability[]=state", "protocol=https", "host=example.com",
            "username=ada", "password=pass", "password_expiry_utc=4102444800", "oauth_refresh_token=refresh")
        #expect(stored == Program.Ending(output: "", error: "", status: 0))
        let given = try await world.helper(
            "get", "capability[]=authtype", "capability[]=state", "protocol=https", "host=example.com",
            "wwwauth[]=Basic realm=\"git\"")
        let lines = given.output.split(separator: "\n").map(String.init)
        #expect(
            lines.dropLast() == [
                "capability[]=authtype", "capability[]=state", "username=ada", "password=pass",
                "password_expiry_utc=4102444800", "oauth_refresh_token=refresh",
            ])
        #expect(lines.last?.hasPrefix("state[]=latchkey.given=") == true)

        _ = try await world.helper(
            "store", "capability[]=authtype", "protocol=https", "host=api.example.com", "authtype=Bearer",
            "credential=token")
        #expect(
            try await world.helper("get", "capability[]=authtype", "protocol=https", "host=api.example.com").output
                == "capability[]=authtype\nauthtype=Bearer\ncredential=token\n")
        // An older git does not support authentication types.
        #expect(try await world.helper("get", "protocol=https", "host=api.example.com").output == "")
    }

    @Test func `withholds an expired password and returns its refresh token`() async throws {
        let world = try await World.withGit()
        let stored = try await world.helper(
            "store", "protocol=https", "host=example.com", "username=ada", "password=pass",
            "password_expiry_utc=1000000000", "oauth_refresh_token=refresh")
        #expect(stored == Program.Ending(output: "", error: "", status: 0))
        #expect(
            try await world.helper("get", "protocol=https", "host=example.com").output
                == "username=ada\npassword_expiry_utc=1000000000\noauth_refresh_token=refresh\n")
    }

    @Test(arguments: [
        ["protocol=https", "host=example.com\rhost=evil.example"], ["protocol=https", "host"],
    ])
    func `refuses an ambiguous input line`(lines: [String]) async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://evil.example", user: "ada", password: "pass")
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let ending = try await world.helper("get", lines[0], lines[1])
        #expect(ending.output == "" && ending.status == 1)
        #expect(ending.error.hasPrefix("git-credential-latchkey: error: line 2 "))
    }

    @Test(arguments: [
        ["protocol=https"], ["host=example.com"], ["protocol=https", "host="],
        ["protocol=https", "host=a/b@example.com"], ["protocol=https", "host=ex%61mple.com"],
        ["protocol=ssh", "host=example.com"], ["protocol=cert", "path=/etc/key"],
    ])
    func `returns no credential for an invalid address`(lines: [String]) async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let ending = try await world.helper("get", lines[0], lines.count > 1 ? lines[1] : "")
        #expect(ending == Program.Ending(output: "", error: "", status: 0))
    }

    @Test func `says that a password was not saved while no provider is enabled`() async throws {
        let world = try await World.withGit()
        try await world.succeed(world.latchkey("providers", "disable", Bundles.vault))
        let place = ["protocol=https", "host=example.com", "username=ada"]
        let stored = try await world.git(["credential", "approve"], input: place + ["password=pass"])
        #expect(stored.status == 0 && stored.output == "")
        #expect(
            stored.errorLines == [
                "git-credential-latchkey: the password was not saved: no enabled provider offers saving passwords",
                "git-credential-latchkey: hint: run \"latchkey providers enable \(Bundles.vault)\"",
            ])
        // A credential that git would not use again needs no note; nor does a rejection.
        let ephemeral = try await world.helper(
            "store", place[0], place[1], place[2], "password=pass", "ephemeral=1")
        #expect(ephemeral == Program.Ending(output: "", error: "", status: 0))
        try await world.reject(place[0], place[1], place[2], "password=pass")
    }

    // MARK: Rejections

    @Test func `a rejection by the server keeps the user's own login`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "web")
        let place = ["protocol=https", "host=example.com"]
        #expect(try await world.fill(place[0], place[1]) == place + ["username=ada", "password=web"])
        try await world.reject(place[0], place[1], "username=ada", "password=web")
        // git asks from now on; the browser still gets the login.
        #expect(try await world.fill(place[0], place[1]) == place + Self.asked)
        #expect(try await !world.vault("list", "--bin").contains("ada"))
        let filled = try await world.succeed(world.latchkey("fill", "https://example.com/", "--json"))
        #expect(filled.output.contains("\"web\""))
        // An approved token becomes a separate login for git.
        try await world.approve(place[0], place[1], "username=ada", "password=token")
        #expect(try await world.fill(place[0], place[1]) == place + ["username=ada", "password=token"])
        try await world.reject(place[0], place[1], "username=ada", "password=token")
        #expect(try await world.fill(place[0], place[1]) == place + Self.asked)
        #expect(try await world.vault("list", "--bin").contains("ada"))
        #expect(
            try await world.succeed(world.latchkey("fill", "https://example.com/", "--json")).output == filled.output)
    }

    @Test func `marks a rejected password until the user approves it`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "web")
        #expect(try await !world.vault("list").contains("rejected"))
        try await world.reject("protocol=https", "host=example.com", "username=ada", "password=web")
        #expect(try await world.vault("list").contains("https://example.com (rejected by git)"))
        #expect(try await world.vault("show", "ada").contains("git       rejected at https://example.com\n"))
        let shown = try await world.run(Program.folder + "/latchkey-vault", ["show", "ada"])
        #expect(shown.errorLines.contains { $0.hasSuffix(" --git-approve\"") })
        let json = try await world.vault("show", "--json", "ada")
        #expect(json.contains(#""rejectedByGit":true,"rejectedByGitAt":["https://example.com"]"#))
        try await world.vault("edit", "ada", "--git-approve")
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com", "username=ada", "password=web"])
        #expect(try await !world.vault("show", "ada").contains("rejected"))
    }

    @Test func `queues a repeated credential once while the vault is locked`() async throws {
        let world = try await World.withGit()
        try await world.vault("lock")
        for password in ["pass", "pass", "another", "pass"] {
            let stored = try await world.helper(
                "store", "protocol=https", "host=example.com", "username=ada", "password=\(password)")
            #expect(stored == Program.Ending(output: "", error: "", status: 0))
        }
        #expect(try await world.vault("status", "--json").contains("\"waiting\":2"))
        try await world.unlockVault()
        // The last approved password is stored.
        #expect(
            try await world.fill("protocol=https", "host=example.com", "username=ada")
                == ["protocol=https", "host=example.com", "username=ada", "password=pass"])
        #expect(try await world.vault("list", "--json").components(separatedBy: "\"ada\"").count == 2)
    }

    @Test func `moves no login to the bin for a rejection while the vault was locked, but names it`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=example.com", "username=ada", "password=pass")
        try await world.approve("protocol=https", "host=example.org", "username=ada", "password=pass")
        try await world.vault("lock")
        try await world.reject("protocol=https", "host=example.com", "username=ada", "password=pass")
        try await world.reject("protocol=https", "host=example.org", "username=ada", "password=another")
        // git does not wait for the helper's rejection.
        try await eventually("both reports are queued") {
            try await world.vault("status", "--json").contains("\"waiting\":2")
        }
        let unlocked = try await world.run(
            Program.folder + "/latchkey-vault", ["unlock", "--passphrase-fd", "3"], descriptor3: "passphrase")
        #expect(unlocked.error.contains("1 entry of the inbox needs your decision"))
        // The other rejection names another password, so nothing is left to do.
        #expect(try await world.vault("status", "--json").contains("\"waiting\":1"))
        #expect(try await world.vault("list", "--bin") == "")
        #expect(
            try await world.fill("protocol=https", "host=example.org")
                == ["protocol=https", "host=example.org", "username=ada", "password=pass"])
    }

    @Test func `never suggests a token that git stored to a page, nor marks the website's login`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com/login", user: "ada", password: "web")
        // A login with a code has more than the account that git could update.
        try world.write("JBSWY3DPEHPK3PXP\n", to: "code")
        try await world.vault("edit", "example.com", "--code-fd", "3", descriptor3: "code")
        let token = ["protocol=https", "host=example.com", "username=ada", "password=token"]
        try await world.approve("protocol=https", "host=example.com", "username=ada", "password=token")
        #expect(
            try await world.latchkey("suggest", "https://example.com/login", "--kind", "password").output
                == "password  ada  for example.com — Latchkey\n")
        #expect(try await world.latchkey("fill", "https://example.com/login", "--user", "ada").output == "web\n")
        #expect(try await world.fill("protocol=https", "host=example.com") == token)
        let listed = try await world.vault("list")
        #expect(listed.contains("example.com (git)") && !listed.contains("(rejected by git)"), "\(listed)")
        try await world.reject("protocol=https", "host=example.com", "username=ada", "password=token")
        let left = try await world.vault("list")
        #expect(!left.contains("(git)") && !left.contains("(rejected by git)"), "\(left)")
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com", "username=ada", "password=web"])
    }

    @Test func `suggests a bearer token to git only and stores it once`() async throws {
        let world = try await World.withGit()
        let stored = ["capability[]=authtype", "protocol=https", "host=example.com", "authtype=Bearer"]
        _ = try await world.helper("store", stored[0], stored[1], stored[2], stored[3], "credential=token")
        #expect(try await world.latchkey("fill", "https://example.com/", "--json").status == 3)
        let suggested = try await world.latchkey("suggest", "https://example.com/", "--json").output
        #expect(suggested.contains("\"suggestions\":[]"))
        #expect(
            try await world.helper("get", stored[0], stored[1], stored[2]).output
                == "capability[]=authtype\nauthtype=Bearer\ncredential=token\n")
        // A new agent has no record of the credentials that it supplied.
        try await world.killAgent()
        try await world.startAgent()
        try await world.unlockVault()
        let before = try await world.vault("list", "--json")
        _ = try await world.helper("store", stored[0], stored[1], stored[2], stored[3], "credential=token")
        #expect(try await world.vault("list", "--json") == before)
    }

    // MARK: Pipes and prompts

    @Test func `answers at the empty line while git keeps the pipe open`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let ending = try await world.run(
            "/bin/sh",
            [
                "-c",
                """
                mkfifo "$1" && exec 4<>"$1" && printf 'protocol=https\nhost=example.com\n\n' >&4 &&
                exec timeout 30 "$0" get < "$1"
                """, Program.folder + "/git-credential-latchkey", world.path + "/pipe",
            ])
        #expect(ending == Program.Ending(output: "username=ada\npassword=pass\n", error: "", status: 0))
    }

    @Test func `opens a sheet unless git's prompts are disabled`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        // A desktop with a pinentry that the user closes.
        try await world.killAgent()
        try FileManager.default.createDirectory(
            atPath: world.path + "/home/bin", withIntermediateDirectories: true)
        try world.write("#!/bin/sh\ntouch \(world.path)/home/was-asked\nexit 1\n", to: "home/bin/pinentry")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: world.path + "/home/bin/pinentry")
        try await world.startAgent(under: ["/usr/bin/env", "PATH=\(world.path)/home/bin:/usr/bin:/bin:/usr/sbin"])
        func wasAsked(_ configuration: [String], _ variables: [String]) async throws -> Bool {
            try? FileManager.default.removeItem(atPath: world.path + "/home/was-asked")
            let ending = try await world.git(
                configuration + ["credential", "fill"], input: ["protocol=https", "host=example.com"],
                variables: ["DISPLAY=:99"] + variables)
            #expect(ending.output.contains("password=askpass-password"))
            let wasAsked = FileManager.default.fileExists(atPath: world.path + "/home/was-asked")
            #expect(ending.error.contains("pinentry ended before it answered") == wasAsked)
            return wasAsked
        }
        #expect(try await wasAsked([], []))
        #expect(try await wasAsked(["-c", "credential.interactive=true"], ["GIT_TERMINAL_PROMPT=1"]))
        #expect(try await !wasAsked([], ["GIT_TERMINAL_PROMPT=0"]))
        #expect(try await !wasAsked(["-c", "credential.interactive=false"], []))
        // A report opens no sheet.
        try? FileManager.default.removeItem(atPath: world.path + "/home/was-asked")
        _ = try await world.git(
            ["credential", "reject"], input: ["protocol=https", "host=example.com", "username=ada", "password=pass"],
            variables: ["DISPLAY=:99"])
        #expect(!FileManager.default.fileExists(atPath: world.path + "/home/was-asked"))
    }

    // MARK: Further cases of git's suite

    @Test func `erases every credential of a host if git names no user`() async throws {
        let world = try await World.withGit()
        for user in ["user-erase1", "user-erase2"] {
            try await world.approve("protocol=https", "host=example.com", "username=\(user)", "password=pass1")
        }
        try await world.reject("protocol=https", "host=example.com")
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com"] + Self.asked)
    }

    @Test func `replaces expiry and refresh token`() async throws {
        let world = try await World.withGit()
        for (end, number) in [("4102444800", 1), ("4102444900", 2)] {
            _ = try await world.helper(
                "store", "protocol=https", "host=example.com", "username=ada", "password=pass\(number)",
                "password_expiry_utc=\(end)", "oauth_refresh_token=refresh\(number)")
        }
        #expect(
            try await world.helper("get", "protocol=https", "host=example.com", "username=ada").output
                == "username=ada\npassword=pass2\npassword_expiry_utc=4102444900\noauth_refresh_token=refresh2\n")
        #expect(try await world.vault("list", "--json").components(separatedBy: "\"ada\"").count == 2)
    }

    @Test func `keeps bearer tokens apart by user and stores no ephemeral one`() async throws {
        let world = try await World.withGit()
        let place = ["capability[]=authtype", "protocol=https", "host=example.com"]
        _ = try await world.helper(
            "store", place[0], place[1], place[2], "authtype=Bearer", "credential=other-token", "username=foobar")
        #expect(
            try await world.helper("get", place[0], place[1], place[2], "username=foobar").output
                == "capability[]=authtype\nusername=foobar\nauthtype=Bearer\ncredential=other-token\n")
        #expect(try await world.helper("get", place[0], place[1], place[2], "username=barbaz").output == "")
        _ = try await world.helper(
            "store", place[0], place[1], "host=git2.example.com", "authtype=Bearer", "credential=git2-token",
            "ephemeral=1")
        #expect(try await world.helper("get", place[0], place[1], "host=git2.example.com").output == "")
        #expect(try await !world.vault("list").contains("git2.example.com"))
    }

    @Test func `ignores a host name in a long WWW-Authenticate header`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://goodguy.example.com", user: "ada", password: "pass")
        let long = String(repeating: "a", count: 100_000)
        let ending = try await world.helper(
            "get", "protocol=https", "host=badguy.example.com",
            "wwwauth[]=basic realm=\(long)host=goodguy.example.com")
        #expect(ending == Program.Ending(output: "", error: "", status: 0))
    }

    @Test func `ignores an unknown operation`() async throws {
        let world = try await World.withGit()
        let ending = try await world.helper("capability", "")
        #expect(ending == Program.Ending(output: "", error: "", status: 0))
    }
}
