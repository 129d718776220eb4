import Foundation
import Testing

/// Cuts the power of a simulated disk at every point of each command that changes the vault.
///
/// A trace of the system calls says what each command writes, renames and syncs. The simulated disk keeps, loses,
/// reorders or tears what was not synced; see ``SimulatedDisk``. Each resulting disk must have a vault that opens, passes
/// its own check, and has every change whose command had ended. LATCHKEY_POWER_CUTS=N tries N random disks at each point.
@Suite(
    "Vault after a power cut", .timeLimit(.minutes(10)),
    .enabled("strace is not installed") { await Tracing.works() })
struct PowerCutTests {
    /// A vault that is created, filled, changed and restored.
    private static func wholeLife() async throws -> VaultRecording {
        let recording = try VaultRecording()
        let rows = (0..<60).map { "Site \($0),https://site\($0).example/,user\($0),password-\($0),\n" }
        try recording.home.write("name,url,username,password,note\n" + rows.joined(), to: "export.csv")
        try await recording.record("create")
        try await recording.record("add --title One --site https://one.example --password-fd 4", input: "first")
        try await recording.record("add --title Two --password-fd 4", input: "second")
        try await recording.record("edit One --password-fd 4", input: "changed")
        try await recording.record("backup")
        try await recording.record("backup copy.sqlite")
        try await recording.record("import export.csv")
        try await recording.record("export out.csv --format csv")
        try await recording.record("export out.csv --format csv --force")
        try await recording.record("remove Two")
        try await recording.record("purge Two --yes")
        try await recording.record("restore-backup copy.sqlite --yes")
        try await recording.record("passwd --new-passphrase-fd 4", input: "quite another passphrase")
        try await recording.record("rekey", passphrase: "another")
        try await recording.record("add --title Three --password-fd 4", passphrase: "another", input: "third")
        try await recording.record("restore-backup copy.sqlite --yes")
        return recording
    }

    /// A backup of one vault that replaces another vault, and one that replaces a damaged file.
    private static func restore(overDamaged: Bool) async throws -> VaultRecording {
        let recording = try VaultRecording()
        let add = "latchkey-vault add --title One --no-password --passphrase-fd 3 3<passphrase"
        try await recording.prepare("latchkey-vault create --passphrase-fd 3 3<passphrase >/dev/null && \(add)")
        try await recording.prepare("latchkey-vault backup copy.sqlite --passphrase-fd 3 3<passphrase")
        let group = ".local/share/latchkey/containers/org.latchkey.vault.provider/groups/org.latchkey.vault"
        try await recording.prepare(
            overDamaged
                ? "printf 'no database' >\(group)/vault.sqlite"
                : "rm \(group)/vault.sqlite && latchkey-vault create --passphrase-fd 3 3<another >/dev/null")
        try await recording.record("restore-backup copy.sqlite --yes")
        return recording
    }

    /// An older copy of the vault that the user accepts.
    private static func acceptance() async throws -> VaultRecording {
        let recording = try VaultRecording()
        let add = "--no-password --passphrase-fd 3 3<passphrase"
        let vault =
            ".local/share/latchkey/containers/org.latchkey.vault.provider/groups/org.latchkey.vault/vault.sqlite"
        try await recording.prepare("latchkey-vault create --passphrase-fd 3 3<passphrase >/dev/null")
        try await recording.prepare(
            "cp \(vault) older && latchkey-vault add --title One \(add) && cp older \(vault) && rm older")
        try await recording.record("accept --yes")
        try await recording.record("add --title Two --no-password")
        return recording
    }

    @Test func `every command leaves the old state or the new one, and confirmed changes stay`() async throws {
        let recording = try await Self.wholeLife()
        for order in SimulatedDisk.NameOrder.allCases {
            let (faults, diskCount) = try await recording.cutPower(order)
            #expect(faults == [])
            #expect(diskCount > 200)
        }
    }

    @Test(arguments: [false, true]) func `a restore that replaces the file leaves the old file or the backup`(
        overDamaged: Bool
    ) async throws {
        let recording = try await Self.restore(overDamaged: overDamaged)
        for order in SimulatedDisk.NameOrder.allCases {
            let (faults, diskCount) = try await recording.cutPower(order)
            #expect(faults == [])
            #expect(diskCount > 10)
        }
    }

    @Test func `an accepted file stays accepted`() async throws {
        let recording = try await Self.acceptance()
        #expect(recording.steps.first?.before.isReplaced == true)
        #expect(recording.steps.first?.after.isReplaced == false)
        for order in SimulatedDisk.NameOrder.allCases {
            #expect(try await recording.cutPower(order).faults == [])
        }
    }

    /// The syncs without which a power cut loses something, by the end of their paths.
    private static let neededSyncs = [
        ".local", "/share", "/share/latchkey", "/containers", "/org.latchkey.vault.provider", "/groups", "/state",
        "/vault.sqlite", "/vault.sqlite-journal", "/groups/org.latchkey.vault", "/backups", ".partial",
        "/state/latchkey", "the unnamed file",
    ]

    @Test func `a missing sync is found`() async throws {
        let recording = try VaultRecording()
        try await recording.record("create")
        try await recording.record("add --title One --no-password")
        try await recording.record("backup")
        for end in Self.neededSyncs {
            let (faults, _) = try await recording.cutPower(.independent, limit: 1) { path in
                !(path ?? "/the unnamed file").hasSuffix(end)
            }
            #expect(faults.count == 1, "without a sync of \(end)")
        }
    }

    // MARK: The simulation

    @Test func `records a write to a descriptor that another thread is still closing`() throws {
        func string(_ text: String) -> String {
            "\"" + text.utf8.map { "\\x" + String($0, radix: 16) }.joined() + "\""
        }
        let lines = [
            "1 openat(AT_FDCWD, \(string("/disk/old")), O_RDONLY) = 8", "1 close(8 <unfinished ...>",
            "2 openat(AT_FDCWD, \(string("/disk/file")), O_WRONLY|O_CREAT, 0600) = 8",
            "1 <... close resumed>) = 0", "2 write(8, \(string("new")), 3) = 3", "2 close(8) = 0",
        ]
        var tree = DiskTree()
        tree.files["old"] = Data()
        var recorder = DiskRecorder(root: "/disk", DiskState(tree))
        _ = try recorder.record(SystemCallTrace(Data(lines.joined(separator: "\n").utf8)))
        #expect(recorder.live.tree.files["file"] == Data("new".utf8))
    }

    @Test(arguments: [false, true]) func `a renamed file may have lost its unsynced content`(
        isSynced: Bool
    ) throws {
        var old = DiskTree()
        old.files["file"] = Data("old".utf8)
        let (new, root) = (DiskNode(number: 9), DiskNode.root)
        var disk = SimulatedDisk(DiskState(old), order: .independent)
        disk.apply(.names([NameChange(folder: root, name: "new", node: new)]))
        disk.apply(.data(new, .write(offset: 0, Data("new".utf8))))
        if isSynced { disk.apply(.sync(new, path: nil)) }
        disk.apply(
            .names([
                NameChange(folder: root, name: "new", node: nil), NameChange(folder: root, name: "file", node: new),
            ]))
        var generator = SeededGenerator(seed: 1)
        var contents: Set<String> = []
        for names in SimulatedDisk.Loss.ofNames {
            for data in SimulatedDisk.Loss.certain {
                let tree = disk.afterCut(names: names, data: data, using: &generator).tree
                contents.insert(String(decoding: tree.files["file"] ?? Data("none".utf8), as: UTF8.self))
            }
        }
        #expect(contents.isSuperset(of: ["old", "new"]))
        #expect(contents.contains("") != isSynced)
        disk.apply(.sync(root, path: ""))
        let synced = disk.afterCut(names: .everything, data: .everything, using: &generator).tree
        #expect(synced.files == ["file": Data((isSynced ? "new" : "").utf8)])
    }
}

private enum Tracing {
    static func works() async -> Bool {
        let lines = try? await TestHome().run("strace -f -qq -o trace -e trace=read true")
        return lines?.last == "[0]"
    }
}
