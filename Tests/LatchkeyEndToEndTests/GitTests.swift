import Foundation
import RunningProgram
import Testing

// git's own suite for external helpers (t/lib-credential.sh) asks for the same, with other words.
@Suite("git's credentials", .timeLimit(.minutes(2))) struct GitTests {
    private static let asked = ["username=askpass-username", "password=askpass-password"]

    @Test func `are asked for where nothing is stored`() async throws {
        let world = try await World.withGit()
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com"] + Self.asked)
        let silent = try await world.helper("get", "protocol=https", "host=example.com")
        #expect(silent == Program.Ending(output: "", error: "", status: 0))
    }

    @Test(arguments: World.users) func `are stored, filled and erased`(user: UInt32?) async throws {
        let world = try await World.withGit(as: user)
        try await world.approve("protocol=https", "host=example.com", "username=store-user", "password=store-pass")
        let filled = ["protocol=https", "host=example.com", "username=store-user", "password=store-pass"]
        #expect(try await world.fill("protocol=https", "host=example.com") == filled)
        #expect(try await world.fill("protocol=https", "host=example.com", "username=store-user") == filled)
        try await world.reject("protocol=https", "host=example.com")
        #expect(
            try await world.fill("protocol=https", "host=example.com")
                == ["protocol=https", "host=example.com"] + Self.asked)
        // In the bin, and not gone.
        #expect(try await world.vault("list", "--bin").contains("store-user"))
    }

    @Test func `are missed with a way to them while the vault is locked`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=example.com", "username=user", "password=pass")
        try await world.vault("lock")
        let locked = try await world.helper("get", "protocol=https", "host=example.com")
        #expect(
            locked.complaints == [
                "git-credential-latchkey: error: git's password is locked away, and there is no terminal to unlock it on",
                "git-credential-latchkey: hint: run \"latchkey-vault unlock\", or unlock the provider in its own program, "
                    + "and then git again",
            ])
        #expect(locked.status == 4)
    }

    @Test func `fit exactly, or are asked for`() async throws {
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

    @Test func `are told apart by their paths where git is told so`() async throws {
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

    @Test func `are replaced by a new password, and the old one is kept in the history`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=example.com", "username=user", "password=pass1")
        try await world.approve("protocol=https", "host=example.com", "username=user", "password=pass2")
        let filled = ["protocol=https", "host=example.com", "username=user", "password=pass2"]
        #expect(try await world.fill("protocol=https", "host=example.com", "username=user") == filled)
        // Another password than the stored one is no reason to forget the stored one.
        try await world.reject("protocol=https", "host=example.com", "username=user", "password=pass1")
        #expect(try await world.fill("protocol=https", "host=example.com", "username=user") == filled)
        try await world.reject("protocol=https", "host=example.com", "username=user", "password=pass2")
        #expect(
            try await world.fill("protocol=https", "host=example.com", "username=user")
                == ["protocol=https", "host=example.com", "username=user", "password=askpass-password"])
    }

    @Test func `of several users are told apart`() async throws {
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

    @Test func `may have no user name`() async throws {
        let world = try await World.withGit()
        try await world.approve("protocol=https", "host=sso.tld", "username=", "password=")
        #expect(
            try await world.fill("protocol=https", "host=sso.tld")
                == ["protocol=https", "host=sso.tld", "username=", "password="])
    }

    @Test func `that the vault gave are not written again`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let filled = try await world.fill("protocol=https", "host=example.com")
        #expect(filled == ["protocol=https", "host=example.com", "username=ada", "password=pass"])
        let before = try await world.vault("list", "--json")
        // Also while the vault is locked, where nothing could be compared.
        try await world.vault("lock")
        try await world.approve("protocol=https", "host=example.com", "username=ada", "password=pass")
        #expect(try await world.vault("status", "--json").contains("\"waiting\":0"))
        try await world.unlockVault()
        #expect(try await world.vault("list", "--json") == before)
    }

    @Test func `carry what a newer git gives: an end, a token to renew them, another kind of authentication`()
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
        // An older git has no use for it.
        #expect(try await world.helper("get", "protocol=https", "host=api.example.com").output == "")
    }

    @Test func `that have expired are not given, what renews them is`() async throws {
        let world = try await World.withGit()
        _ = try await world.helper(
            "store", "protocol=https", "host=example.com", "username=ada", "password=pass",
            "password_expiry_utc=1000000000", "oauth_refresh_token=refresh")
        #expect(
            try await world.helper("get", "protocol=https", "host=example.com").output
                == "username=ada\npassword_expiry_utc=1000000000\noauth_refresh_token=refresh\n")
    }

    @Test(arguments: [
        ["protocol=https", "host=example.com\rhost=evil.example"], ["protocol=https", "host"],
    ])
    func `are given to nobody whose words can be read in two ways`(lines: [String]) async throws {
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
    func `are given for no place that is none`(lines: [String]) async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let ending = try await world.helper("get", lines[0], lines.count > 1 ? lines[1] : "")
        #expect(ending == Program.Ending(output: "", error: "", status: 0))
    }

    @Test func `are left alone by operations that git may come to have`() async throws {
        let world = try await World.withGit()
        let ending = try await world.helper("capability", "")
        #expect(ending == Program.Ending(output: "", error: "", status: 0))
    }
}

@Suite("git over HTTP", .timeLimit(.minutes(2))) struct GitOverHTTPTests {
    @Test func `clones and pushes with a password that it was asked for once`() async throws {
        let world = try await World.withGit()
        let server = try await GitServer(for: world)
        let url = "http://127.0.0.1:\(server.port)/project.git"
        try world.succeed(try await world.git(["clone", "-q", url, world.path + "/one"]))
        // Asked for, and saved by what git calls an approval; nobody is asked from now on.
        try world.write("#!/bin/sh\nexit 1\n", to: "home/askpass")
        try world.succeed(
            try await world.git(["commit", "-q", "--allow-empty", "-m", "first"], in: world.path + "/one"))
        try world.succeed(try await world.git(["push", "-q", "origin", "HEAD:main"], in: world.path + "/one"))
        try world.succeed(try await world.git(["clone", "-q", url, world.path + "/two"]))
        let log = try world.succeed(try await world.git(["log", "--format=%s"], in: world.path + "/two"))
        #expect(log.output == "first\n")
        #expect(try await world.vault("list").contains("127.0.0.1:\(server.port)"))

        // A password that is good no longer goes into the bin, and git asks.
        try await server.change(password: "another")
        #expect(try await world.git(["fetch", "-q"], in: world.path + "/two").status == 128)
        #expect(try await world.vault("list", "--bin").contains("askpass-username"))
    }
}
