import Foundation
import Testing

/// `latchkey doctor`, which changes nothing.
@Suite(.timeLimit(.minutes(3))) struct DoctorTests {
    private func files(of world: World) -> [String] {
        ((FileManager.default.enumerator(atPath: world.path)?.allObjects ?? []) as? [String] ?? []).sorted()
    }

    private func checks(_ ending: Program.Ending) throws -> [[String: String]] {
        try ending.checks()
    }

    @Test func `starts no agent and creates no folder if XDG_RUNTIME_DIR is missing`() async throws {
        let world = try await World()
        let before = files(of: world)
        let gone = world.path + "/gone"
        let ending = try await world.run(
            "/usr/bin/env", ["XDG_RUNTIME_DIR=\(gone)", Program.folder + "/latchkey", "doctor", "--json"])
        #expect(ending.status == 1)
        #expect(files(of: world) == before)
        #expect(world.processes == [])
        let found = try checks(ending)
        #expect(found.map { $0["name"] } == ["folders", "agent", "vault"])
        #expect(found.map { $0["verdict"] } == ["bad", "warning", "warning"])
        #expect(found[0]["finding"] == "XDG_RUNTIME_DIR is \(gone): No such file or directory")
        #expect(found[1]["finding"] == "not running; start it to check providers and isolation")
        #expect(found[2]["remedy"] == "run \"latchkey-vault create\"")
        for check in found { #expect(check["remedy"]?.contains("run \"") == true, "\(check)") }
    }

    @Test func `doctor finds no problem before the first use`() async throws {
        let world = try await World()
        #expect(try await world.latchkey("doctor").status == 0)
        #expect(world.processes == [])
    }

    @Test func `warns on a desktop without a program for the clipboard`() async throws {
        let world = try await World()
        // Only wl-copy can copy on Wayland without X; bubblewrap hides it where it is installed.
        let hidden =
            FileManager.default.fileExists(atPath: "/usr/bin/wl-copy")
            ? ["/usr/bin/bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/wl-copy"] : []
        let command = hidden + ["/usr/bin/env", "WAYLAND_DISPLAY=wayland-0", Program.folder + "/latchkey", "doctor"]
        let ending = try await world.run(command[0], Array(command.dropFirst()) + ["--json"])
        #expect(ending.status == 0)
        let check = try #require(checks(ending).first { $0["name"] == "clipboard" })
        #expect(check["verdict"] == "warning")
        #expect(check["remedy"] == "run \"apt install wl-clipboard\"")
        let bare = try await checks(world.latchkey("doctor", "--json"))
        #expect(!bare.contains { $0["name"] == "clipboard" })
    }

    @Test func `settings shows each value and a change that waits for a restart`() async throws {
        let world = try await World()
        try await world.startAgent()
        try await world.succeed(
            world.latchkey("settings", "sheet-mark", "--colour", "#1f549b", "--word", "Quiet Harbour"))
        let shown = try await world.latchkey("settings")
        #expect(shown.error == "", "\(shown)")
        let lines = shown.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines == ["keep-identities-in-memory off", "sheet-mark #1f549b Quiet Harbour"])
        try await world.succeed(world.latchkey("settings", "keep-identities-in-memory", "on"))
        let changed = try await world.latchkey("settings", "list", "--json")
        #expect(
            changed.output
                == "{\"keepsIdentitiesInMemory\":true,\"needsRestart\":true,\"sheetMark\":{\"color\":\"#1f549b\","
                + "\"word\":\"Quiet Harbour\"}}\n")
        let waiting = try await world.latchkey("settings")
        #expect(
            waiting.errorLines.first == "latchkey: identities will be kept in memory only after the agent restarts")
        #expect(try await world.latchkey("settings").output == waiting.output)
    }

    @Test func `reports why the agent cannot start, also before it was started`() async throws {
        let world = try await World()
        let folder = world.path + "/home/.config/latchkey"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let ending = try await world.latchkey("doctor", "--json")
        #expect(ending.status == 1)
        let check = try #require(checks(ending).first { $0["name"] == "agent" })
        #expect(check["verdict"] == "bad")
        #expect(check["finding"] == "latchkeyd did not start: \(folder) is open to others (mode 755)", "\(check)")
        #expect(check["remedy"] == "run \"chmod 700 \(folder)\"")
        #expect(world.processes == [])
    }

    @Test func `reports why the agent did not start the last time`() async throws {
        let world = try await World()
        let state = world.path + "/home/.local/state/latchkey"
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try world.write(
            "2026-11-23T12:00:00Z latchkeyd: started\n2026-11-23T12:01:00Z latchkeyd: error: the disk is full\n"
                + "2026-11-23T12:01:00Z latchkeyd: hint: run \"df -h\"\n", to: "home/.local/state/latchkey/agent.log")
        let check = try #require(checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "agent" })
        #expect(check["verdict"] == "bad" && check["remedy"] == "run \"df -h\"", "\(check)")
        #expect(check["finding"] == "latchkeyd did not start: the disk is full")
        try await world.startAgent()
        #expect(
            try checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "agent" }?["verdict"] == "good")
    }

    @Test func `reports settings and permissions that were damaged and set aside`() async throws {
        let world = try await World()
        let files = [("home/.config/latchkey", "settings.json"), ("home/.local/state/latchkey", "clients.json")]
        for (folder, name) in files {
            try FileManager.default.createDirectory(
                atPath: world.path + "/" + folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try world.write("{\"keepsIdentitiesInMemory\" : true, broken", to: folder + "/" + name)
        }
        try await world.startAgent()
        let ending = try await world.latchkey("doctor", "--json")
        #expect(ending.status == 0, "\(ending)")
        let found = try checks(ending).filter { $0["name"] == "settings" }
        #expect(found.map { $0["verdict"] } == ["warning", "warning"], "\(found)")
        let settings = world.path + "/home/.config/latchkey"
        let kept = try #require(
            FileManager.default.contentsOfDirectory(atPath: settings).first { $0.contains("damaged") })
        #expect(
            found[0]["finding"]
                == "settings.json was damaged and kept as \(settings)/\(kept); the providers, their order and "
                + "the sheet mark were reset; keep-identities-in-memory was on and is off now, so that names of sites and "
                + "users are on the disk")
        #expect(found[0]["remedy"]?.hasSuffix("then run \"rm \(settings)/\(kept)\"") == true)
        #expect(found[1]["finding"]?.contains("clients.json.damaged; all other programs lost their permission") == true)
        try await world.succeed(world.latchkey("settings", "keep-identities-in-memory", "on"))
        let later = try checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "settings" }
        #expect(later?["finding"]?.hasSuffix("the sheet mark were reset") == true, "\(later as Any)")
        try FileManager.default.removeItem(atPath: settings + "/" + kept)
        #expect(try checks(await world.latchkey("doctor", "--json")).count { $0["name"] == "settings" } == 1)
    }

    @Test func `doctor reports a missing vault until one is created`() async throws {
        let world = try await World()
        try await world.startAgent()
        #expect(try checks(await world.latchkey("doctor", "--json")).contains { $0["name"] == "vault" })
        try world.write(World.passphrase + "\n", to: "passphrase")
        try await world.vault("create", "--passphrase-fd", "3", descriptor3: "passphrase")
        #expect(try checks(await world.latchkey("doctor", "--json")).contains { $0["name"] == "vault" } == false)
    }

    @Test(arguments: [
        ("{", "Latchkey's record of the vault's latest state is damaged: ~/.local/state/latchkey/anchors.json"),
        (
            "{\"version\":9}",
            "a newer Latchkey wrote the record of the vault's latest state: ~/.local/state/latchkey/anchors.json"
        ),
    ])
    func `reports a record of the vault's latest state that cannot be read`(
        content: String, finding: String
    ) async throws {
        let world = try await World()
        let folder = world.path + "/home/.local/state/latchkey"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try world.write(content, to: "home/.local/state/latchkey/anchors.json")
        let ending = try await world.latchkey("doctor")
        #expect(ending.status == 1)
        let text = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("bad anchor " + finding), "\(ending)")
        #expect(try String(contentsOfFile: folder + "/anchors.json", encoding: .utf8) == content)
    }

    @Test func `warns that suspend and screen lock are not noticed without logind`() async throws {
        let world = try await World()
        try await world.startAgent(options: ["--system-bus", "unix:path=/nowhere"])
        try await eventually("the agent has found no logind") { world.agentLog.contains("logind is not available") }
        let ending = try await world.latchkey("doctor", "--json")
        #expect(ending.status == 0)
        let check = try #require(checks(ending).first { $0["name"] == "logind" })
        #expect(check["verdict"] == "warning")
        #expect(check["finding"] == "suspend and screen lock are not noticed, because logind cannot be reached")
        #expect(check["remedy"]?.contains("run \"systemctl status dbus systemd-logind\"") == true)
    }

    /// As an ordinary user: root may lock any amount.
    @Test(arguments: [(limit: 0, verdict: "warning"), (8 << 20, "good")])
    func `warns if secrets cannot be locked into RAM`(limit: Int, verdict: String) async throws {
        let world = try await World(user: World.users.last ?? nil)
        try await world.startAgent(under: ["/usr/bin/prlimit", "--memlock=\(limit):\(limit)"])
        let check = try #require(
            checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "memory" })
        #expect(check["verdict"] == verdict)
        #expect(
            check["finding"]
                == (limit == 0
                    ? "secrets can reach the swap space; the limit on locked memory is 0 KiB"
                    : "secrets are locked into RAM"))
    }

    /// The response of the session's pinentry to `GETINFO flavor`, and the expected check.
    @Test(arguments: [
        ("echo 'D qt'; echo OK", "good", "pinentry (qt) asks on the session's display"),
        ("echo ERR 83886355", "good", "pinentry (of an unknown kind) asks on the session's display"),
        (
            "echo 'D gnome3:curses'; echo OK", "warning",
            "pinentry (gnome3:curses) needs a terminal and cannot ask on the session's display"
        ),
        ("exit 1", "warning", "pinentry ended before it answered"),
        ("exec sleep 600", "warning", "pinentry ended before it answered"),
    ])
    func `checks whether pinentry can ask on the session's display`(
        answer: String, verdict: String, finding: String
    ) async throws {
        let world = try await World()
        try await world.startAgentInSession(pinentryFlavor: answer)
        let check = try #require(
            checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "pinentry" })
        #expect(check["verdict"] == verdict && check["finding"] == finding, "\(check)")
        #expect(try world.pinentryRecord() == ["started :7 wayland-7 unix:path=/nowhere/7", "GETINFO flavor"])
    }

    @Test func `warns if the user's service manager names no display`() async throws {
        let world = try await World()
        try await world.startAgentInSession(hasDisplay: false)
        let check = try #require(
            checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "pinentry" })
        #expect(check["finding"]?.contains("names no display") == true)
        #expect(check["remedy"]?.contains("systemctl --user import-environment DISPLAY") == true)
    }

    @Test func `reports a lost vault if only its passkeys are still suggested`() async throws {
        let world = try await World.withVault()
        let key = "MC4CAQAwBQYDK2VwBCIEIHNlY3JldC1rZXktc2VjcmV0LWtleS1zZWNyZXQta2V5"
        try world.write(
            """
            {"format": "latchkey-vault", "version": 1, "logins": [{"title": "Alone", "user": "bob", "passkeys": [
                {"relyingPartyIdentifier": "example.org", "userName": "bob", "credentialID": "AQQ", "userHandle": "BQ",
                "privateKey": "\(key)"}]}]}
            """, to: "logins.json")
        try await world.vault("import", world.path + "/logins.json")
        let folder = world.container(Bundles.vault) + "/groups/org.latchkey.vault"
        for name in ["vault.sqlite", "backups"] { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
        let vault = try #require(checks(await world.latchkey("doctor", "--json")).first { $0["name"] == "vault" })
        #expect(vault["verdict"] == "bad")
        #expect(vault["finding"]?.hasPrefix("the vault's file is missing") == true)
    }
}
