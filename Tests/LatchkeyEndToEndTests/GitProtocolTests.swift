import Foundation
import Testing

/// git's questions of other protocols than `http` and `https`.
@Suite(.timeLimit(.minutes(4))) struct GitProtocolTests {
    /// The questions as git and its programs send them, and others that must not match.
    private struct Question {
        let lines: [String]
        var user = "ada"
        var others: [[String]]

        static let all = [
            // git send-email
            Question(
                lines: ["protocol=smtp", "host=smtp.example.com:587", "username=ada"],
                others: [
                    ["protocol=smtp", "host=smtp.example.com:587", "username=bob"],
                    ["protocol=smtp", "host=smtp.example.com:25", "username=ada"],
                    ["protocol=smtp", "host=smtp.example.com", "username=ada"],
                    ["protocol=smtps", "host=smtp.example.com:587", "username=ada"],
                    ["protocol=https", "host=smtp.example.com:587", "username=ada"],
                    ["protocol=smtp", "host=example.com:587", "username=ada"],
                ]),
            Question(lines: ["protocol=smtp", "host=localhost"], others: [["protocol=smtp", "host=localhost:25"]]),
            // git imap-send
            Question(
                lines: ["protocol=imap", "host=imap.example.com"],
                others: [
                    ["protocol=imaps", "host=imap.example.com"], ["protocol=smtp", "host=imap.example.com"],
                    ["protocol=imap", "host=www.imap.example.com"],
                ]),
            Question(
                lines: ["protocol=imaps", "host=imap.example.org", "username=ada"],
                others: [["protocol=imap", "host=imap.example.org", "username=ada"]]),
            // http.proxy
            Question(
                lines: ["protocol=http", "host=proxy.example.com:3128", "username=ada"],
                others: [
                    ["protocol=https", "host=proxy.example.com:3128", "username=ada"],
                    ["protocol=socks5", "host=proxy.example.com:3128", "username=ada"],
                ]),
            Question(
                lines: ["protocol=socks5", "host=127.0.0.1:1080", "username=ada"],
                others: [["protocol=socks5h", "host=127.0.0.1:1080", "username=ada"]]),
            Question(
                lines: ["protocol=ftp", "host=ftp.example.com"], others: [["protocol=ftps", "host=ftp.example.com"]]),
            // http.sslCert and http.proxySSLCert
            Question(
                lines: ["protocol=cert", "host=", "path=keys/client key.pem", "username="], user: "",
                others: [
                    ["protocol=cert", "host=", "path=keys/client.pem", "username="],
                    ["protocol=cert", "host=", "path=client key.pem", "username="],
                    ["protocol=https", "host=localhost", "path=keys/client key.pem", "username="],
                ]),
        ]
    }

    @Test func `git stores, fills and erases for every protocol as with git-credential-store`() async throws {
        let world = try await World.withGit()
        let store = ["-c", "credential.helper=", "-c", "credential.helper=store --file=\(world.path)/home/stored"]
        let path = ["-c", "credential.useHttpPath=true"]
        for question in Question.all {
            let stored = question.lines.filter { !$0.hasPrefix("username=") } + ["username=\(question.user)"]
            let steps =
                [("approve", stored + ["password=kept"]), ("fill", question.lines), ("fill", stored)]
                + question.others.map { ("fill", $0) }
                + [("approve", stored + ["password=new"]), ("fill", question.lines), ("reject", stored)]
                + [("fill", question.lines)]
            var passwords: [String] = []
            for (operation, lines) in steps {
                let expected = try await world.git(store + path + ["credential", operation], input: lines)
                let ending = try await world.git(path + ["credential", operation], input: lines)
                #expect(ending == expected, "\(operation) \(lines)")
                #expect(ending.error == "" && ending.status == 0, "\(operation) \(lines): \(ending)")
                passwords += ending.output.split(separator: "\n").filter { $0.hasPrefix("password=") }.map(String.init)
            }
            let asked = "password=askpass-password"
            #expect(
                passwords == ["password=kept", "password=kept"] + question.others.map { _ in asked }
                    + ["password=new", asked])
        }
    }

    @Test func `git fills the passphrase of a client certificate with an absolute path`() async throws {
        let world = try await World.withGit()
        func question(_ file: String) -> [String] { ["protocol=cert", "host=", "path=\(file)", "username="] }
        for (file, password) in [("/home/ada/one.pem", "first"), ("/home/ada/two.pem", "second")] {
            let lines = question(file)
            try await world.approve(lines[0], lines[1], lines[2], lines[3], "password=\(password)")
        }
        for (file, password) in [
            ("/home/ada/one.pem", "first"), ("/home/ada/two.pem", "second"), ("/home/bob/one.pem", "askpass-password"),
        ] {
            let lines = question(file)
            #expect(
                try await world.fill(lines[0], lines[1], lines[2], lines[3]) == lines + ["password=\(password)"])
        }
        #expect(try await world.vault("list").contains("one.pem"))
        // The store of identities is not encrypted.
        #expect(try world.files(containing: "two.pem") == [])
    }

    @Test func `a login of another protocol is not offered to pages, and a web login not to other protocols`()
        async throws
    {
        let world = try await World.withGit()
        try await world.addLogin("https://smtp.example.com", user: "ada", password: "web")
        try await world.addLogin("imap.example.org", user: "ada", password: "bare")
        for lines in [["protocol=smtp", "host=smtp.example.com"], ["protocol=imaps", "host=imap.example.org"]] {
            #expect(
                try await world.fill(lines[0], lines[1])
                    == lines + ["username=askpass-username", "password=askpass-password"])
            try await world.approve(lines[0], lines[1], "username=ada", "password=mail")
            #expect(try await world.fill(lines[0], lines[1]) == lines + ["username=ada", "password=mail"])
        }
        for (host, password) in [("smtp.example.com", "web"), ("imap.example.org", "bare")] {
            let filled = try await world.succeed(world.latchkey("fill", "https://\(host)/"))
            #expect(filled.output == "\(password)\n")
            let suggested = try await world.latchkey("suggest", "https://\(host)/", "--json").output
            #expect(suggested.components(separatedBy: "\"ada\"").count == 2)
            #expect(
                try await world.fill("protocol=https", "host=\(host)")
                    == ["protocol=https", "host=\(host)", "username=ada", "password=\(password)"])
        }
        // A rejection of one protocol keeps the others.
        try await world.reject("protocol=smtp", "host=smtp.example.com", "username=ada", "password=mail")
        #expect(try await world.succeed(world.latchkey("fill", "https://smtp.example.com/")).output == "web\n")
        #expect(try await world.vault("list", "--bin").contains("smtp://smtp.example.com"))
    }

    @Test func `saves a login of another protocol while the vault is locked`() async throws {
        let world = try await World.withGit()
        try await world.vault("lock")
        try await world.approve("protocol=smtp", "host=smtp.example.com:587", "username=ada", "password=mail")
        try await world.approve("protocol=cert", "host=", "path=/home/ada/one.pem", "username=", "password=key")
        try await eventually("both are queued") {
            try await world.vault("status", "--json").contains("\"waiting\":2")
        }
        try await world.unlockVault()
        let mail = ["protocol=smtp", "host=smtp.example.com:587", "username=ada"]
        #expect(try await world.fill(mail[0], mail[1], mail[2]) == mail + ["password=mail"])
        let key = ["protocol=cert", "host=", "path=/home/ada/one.pem", "username="]
        #expect(try await world.fill(key[0], key[1], key[2], key[3]) == key + ["password=key"])
    }

    @Test func `a login that the user added serves git send-email`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("smtp://smtp.example.com:587", user: "ada", password: "mail")
        let question = ["protocol=smtp", "host=smtp.example.com:587", "username=ada"]
        #expect(try await world.fill(question[0], question[1], question[2]) == question + ["password=mail"])
        #expect(try await world.latchkey("fill", "https://smtp.example.com:587/").status == 3)
    }

    // MARK: Real servers

    /// Makes a patch to send; returns its path.
    private func patch(in world: World) async throws -> String {
        let folder = world.path + "/one"
        try world.succeed(try await world.git(["init", "-q", folder]))
        try world.succeed(try await world.git(["commit", "-q", "--allow-empty", "-m", "first"], in: folder))
        try world.succeed(
            try await world.git(["format-patch", "-q", "--always", "--root", "-1", "-o", folder], in: folder))
        return folder + "/0001-first.patch"
    }

    private func forbidQuestions(in world: World) throws {
        try world.write("#!/bin/sh\nexit 1\n", to: "home/askpass")
    }

    @Test func `git send-email asks for a password once`() async throws {
        let world = try await World.withGit()
        let server = try await MailServer(.smtp, user: "ada", for: world)
        let patch = try await patch(in: world)
        func send() async throws -> Program.Ending {
            try await world.git(
                [
                    "send-email", "--quiet", "--confirm=never", "--suppress-cc=all", "--from=ada@example.org",
                    "--to=bob@example.org", "--smtp-domain=localhost", "--smtp-server=127.0.0.1",
                    "--smtp-server-port=\(server.port)", "--smtp-user=ada", patch,
                ], in: world.path + "/one")
        }
        try world.succeed(try await send())
        #expect(try await [server.next(), server.next()] == ["accepted", "message"])
        #expect(try await world.vault("list").contains("smtp://127.0.0.1:\(server.port)"))
        try forbidQuestions(in: world)
        try world.succeed(try await send())
        #expect(try await [server.next(), server.next()] == ["accepted", "message"])

        // A rejected password is moved to the bin.
        try await server.change(password: "another")
        #expect(try await send().status != 0)
        #expect(try await server.next() == "refused")
        try await eventually("the password is in the bin") {
            try await world.vault("list", "--bin").contains("smtp://127.0.0.1:\(server.port)")
        }
    }

    @Test func `git imap-send asks for a password once`() async throws {
        let world = try await World.withGit()
        let server = try await MailServer(.imap, user: "ada", for: world)
        let patch = try await patch(in: world)
        let mail = try String(contentsOfFile: patch, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        func send() async throws -> Program.Ending {
            try await world.git(
                [
                    "-c", "imap.host=imap://127.0.0.1", "-c", "imap.port=\(server.port)", "-c", "imap.user=ada",
                    "-c", "imap.folder=Drafts", "imap-send",
                ], input: mail, in: world.path + "/one")
        }
        try world.succeed(try await send())
        #expect(try await [server.next(), server.next()] == ["accepted", "message"])
        #expect(try await world.vault("list").contains("imap://127.0.0.1"))
        try forbidQuestions(in: world)
        try world.succeed(try await send())
        #expect(try await [server.next(), server.next()] == ["accepted", "message"])
    }
}
