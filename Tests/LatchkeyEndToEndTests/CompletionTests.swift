import Foundation
import Glibc
import Testing

/// The completion of a shell, which asks the programs for candidates.
@Suite(.timeLimit(.minutes(3))) struct CompletionTests {
    /// The candidates for the last word of a command line, as the scripts of the shells ask for them.
    ///
    /// - Parameter argument: The argument in the parser's notation, such as `positional@0` or `--user`.
    private func candidates(
        for line: [String], _ argument: String, of command: [String], in world: World
    ) async throws -> [String] {
        let ending = try await world.run(
            "/usr/bin/env",
            ["SAP_SHELL=bash", Program.folder + "/" + line[0], "---completion"] + command
                + ["--", argument, String(line.count - 1), String(line.last?.count ?? 0)] + line)
        #expect(ending.status == 0, "\(ending)")
        #expect(ending.error == "")
        return ending.output.split(separator: "\n").map(String.init)
    }

    private func titles(_ typed: String, of command: String, in world: World) async throws -> [String] {
        try await candidates(
            for: ["latchkey-vault", command, typed], "positional@0", of: [command], in: world)
    }

    @Test(arguments: World.users) func `completes entries by title and user name only while the vault is unlocked`(
        user: UInt32?
    ) async throws {
        let world = try await World.withVault(as: user)
        try await world.addLogin("https://example.com", user: "ada", password: "planted-1")
        try await world.addLogin("https://example.org", user: "bob", password: "planted-2")
        try await world.vault("edit", "example.org", "--title", "My Bank")
        for command in ["show", "edit", "remove"] {
            #expect(try await titles("", of: command, in: world) == ["My Bank", "ada", "bob", "example.com"])
        }
        #expect(try await titles("ex", of: "show", in: world) == ["example.com"])
        #expect(try await titles("", of: "restore", in: world) == [])
        try await world.vault("remove", "My Bank")
        for command in ["restore", "purge"] {
            #expect(try await titles("", of: command, in: world) == ["My Bank", "bob"])
        }
        try await world.vault("lock")
        for command in ["show", "restore"] { #expect(try await titles("", of: command, in: world) == []) }
        #expect(try await world.vault("status", "--json").contains("\"state\":\"locked\""))
    }

    @Test func `completes addresses and user names while the vault is locked`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com/login", user: "ada", password: "planted-1")
        try await world.addLogin("https://example.org", user: "bob", password: "planted-2")
        try await world.vault("lock")
        for command in ["fill", "suggest", "list"] {
            func addresses(_ typed: String) async throws -> [String] {
                try await candidates(for: ["latchkey", command, typed], "positional@0", of: [command], in: world)
            }
            #expect(try await addresses("") == ["example.com", "example.org"])
            #expect(try await addresses("example.o") == ["example.org"])
            #expect(try await addresses("https://example.c") == ["https://example.com/"])
            #expect(try await addresses("nothing") == [])
        }
        let users = try await candidates(
            for: ["latchkey", "fill", "example.com", "--user", ""], "--user", of: ["fill"], in: world)
        #expect(users == ["ada", "bob"])
        // What is completed can be used.
        #expect(try await world.latchkey("suggest", "example.com").output.contains("ada"))
    }

    @Test func `completes providers and backups`() async throws {
        let world = try await World.withVault()
        let backup = try await world.vault("backup")
        let name = URL(filePath: backup.trimmingCharacters(in: .newlines)).lastPathComponent
        #expect(
            try await candidates(
                for: ["latchkey-vault", "restore-backup", "vault"], "positional@0", of: ["restore-backup"], in: world
            ).contains(name))
        for command in ["enable", "disable", "configure", "remove"] {
            let providers = try await candidates(
                for: ["latchkey", "providers", command, ""], "positional@0", of: ["providers", command], in: world)
            #expect(providers.contains(Bundles.vault), "\(command)")
        }
    }

    @Test func `offers nothing and starts no agent if none runs`() async throws {
        let world = try await World()
        #expect(try await titles("", of: "show", in: world) == [])
        #expect(
            try await candidates(for: ["latchkey", "fill", ""], "positional@0", of: ["fill"], in: world) == [])
        #expect(world.processes == [])
    }

    @Test func `offers nothing if the agent does not answer in time`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com", user: "ada", password: "planted-1")
        try world.agentProgram.send(SIGSTOP)
        #expect(try await titles("", of: "show", in: world) == [])
        #expect(
            try await candidates(for: ["latchkey", "fill", ""], "positional@0", of: ["fill"], in: world) == [])
        try world.agentProgram.send(SIGCONT)
        #expect(try await titles("", of: "show", in: world) == ["ada", "example.com"])
    }

    /// The line typed so far, and what Tab makes of its last word.
    @Test(arguments: [
        ("latchkey-vault show ex", "example.com"), ("latchkey-vault show My", "My Bank"),
        ("latchkey fill example.c", "example.com"),
        ("latchkey providers enable org.latchkey.v", "org.latchkey.vault.provider"),
        ("latchkey-vault restore-backup va", "vault-"),
    ])
    func `bash finds the candidates of a line`(line: String, word: String) async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com/login", user: "ada", password: "planted-1")
        try await world.addLogin("https://my.example", user: "bob", password: "planted-2")
        try await world.vault("edit", "my.example", "--title", "My Bank")
        try await world.vault("edit", "example.com", "--title", "example.com")
        try await world.vault("backup")
        let ending = try await complete(line, in: world)
        #expect(ending.output.hasPrefix(word), "\(ending)")
    }

    /// Loads the program's script, and calls its function as bash does for Tab; prints the candidates.
    private func complete(_ line: String, in world: World) async throws -> Program.Ending {
        try world.write(
            """
            PATH=\(Program.folder):$PATH
            program=${1%% *}
            eval "$($program --generate-completion-script bash)"
            COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_KEY=9
            read -ra COMP_WORDS <<<"$1"
            if [[ $1 == *" " ]]; then COMP_WORDS+=(""); fi
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            function=$(complete -p "$program" | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            "$function" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"

            """, to: "complete.bash")
        let ending = try await world.run("/bin/bash", ["--norc", world.path + "/complete.bash", line])
        #expect(ending.status == 0, "\(ending)")
        return ending
    }

    @Test func `bash runs nothing from a title or a user name`() async throws {
        let world = try await World.withVault()
        let file = world.path + "/pwned"
        try await world.addLogin("https://user.example", user: "$(touch \(file))", password: "planted-1")
        for (number, title) in [
            "$(touch \(file))", "`touch \(file)`", "${x:=$(touch \(file))}", "O'Brien", "say \"hi", "a\\", "--yes",
            "Müller & Co", "Müller, 2nd floor", "日本 語",
        ].enumerated() {
            try await world.addLogin("https://site\(number).example", user: "ada", password: "planted-2")
            try await world.vault("edit", "site\(number).example", "--title=" + title)
        }
        let safe = ["Müller, 2nd floor", "ada", "user.example", "日本 語"]
        let shown = try await complete("latchkey-vault show ", in: world)
        #expect(shown.output.split(separator: "\n").map(String.init).sorted() == safe.sorted(), "\(shown)")
        let filled = try await complete("latchkey fill user.example --user ", in: world)
        #expect(filled.output == "ada\n", "\(filled)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `Tab completes a title on a terminal`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://example.com", user: "ada", password: "planted-1")
        try world.write(
            "PATH=\(Program.folder):$PATH\neval \"$(latchkey-vault --generate-completion-script bash)\"\n", to: "bashrc"
        )
        try world.write("latchkey-vault show exam\t >title; exit\n", to: "keys")
        let ending = try await world.run(
            "/bin/sh",
            [
                "-c",
                "cd '\(world.path)' && /usr/bin/timeout 60 /usr/bin/script -qec 'bash --rcfile bashrc -i' /dev/null <keys",
            ])
        let shown = try String(contentsOfFile: world.path + "/title", encoding: .utf8)
        #expect(shown.contains("site      https://example.com"), "\(ending)")
        // The line that bash has run, as its terminal shows it.
        #expect(ending.output.contains("latchkey-vault show example.com "), "\(ending)")
    }
}
