import Foundation
import Testing

/// The vault's program is killed at many points while it writes, alone and with a second program.
@Suite("Vault of a killed program") struct VaultDurabilityTests {
    private static let rows = 2000
    private static let passphrase = "--passphrase-fd 3 3<passphrase"

    private func makeHome() async throws -> TestHome {
        let home = try TestHome()
        try home.write("correct horse battery staple\n", to: "passphrase")
        let rows = (0..<Self.rows).map { "Site \($0),https://site\($0).example/,user\($0),password-\($0),\n" }
        try home.write("name,url,username,password,note\n" + rows.joined(), to: "export.csv")
        #expect(try await home.run("latchkey-vault create \(Self.passphrase)").last == "[0]")
        return home
    }

    /// Counts the logins; listing opens and checks the whole vault.
    private func count(in home: TestHome, _ query: String = "") async throws -> Int {
        let lines = try await home.run(
            "latchkey-vault list \(query) --json \(Self.passphrase) 2>errors | tee list | wc -c; cat errors")
        #expect(lines.first { $0.contains("\"error\":") } == nil)
        let list = try Data(contentsOf: URL(filePath: home.path).appending(path: "list"))
        let found = try #require(JSONSerialization.jsonObject(with: list) as? [String: [Any]])
        return try #require(found["logins"]).count
    }

    /// A file of Chrome, and one of KeePassXC that Windows has converted to UTF-16.
    @Test(arguments: ["chrome", "keepassxc"])
    func `a killed import adds all logins or none`(program: String) async throws {
        let home = try await makeHome()
        if program == "keepassxc" {
            let rows = (0..<Self.rows).map {
                "\"Root\",\"Site \($0)\",\"user\($0)\",\"password-\($0)\",\"https://site\($0).example/\",\"a\r\nb\"\r\n"
            }
            let header = "\u{FEFF}\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\r\n"
            let bytes = (header + rows.joined()).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            try Data(bytes).write(to: URL(filePath: home.path).appending(path: "export.csv"))
        }
        var counts: Set<Int> = []
        for delay in ["0.08", "0.15", "0.22", "0.3", "0.4", "0.5", "0.7", "0.9", "1.2"] {
            _ = try await home.run("timeout -s KILL \(delay) latchkey-vault import export.csv \(Self.passphrase)")
            counts.insert(try await count(in: home))
        }
        #expect(counts.isSubset(of: [0, Self.rows]))
        #expect(try await home.run("latchkey-vault import export.csv \(Self.passphrase) | tail -1").last == "[0]")
        #expect(try await count(in: home) == Self.rows)
    }

    /// During a large import, SQLite writes the pages that exceed its cache to the vault's file before the end.
    ///
    /// 20 000 rows are enough: they take more than ten MiB, and SQLite caches two. 100 000 rows would take a debug build
    /// 40 seconds.
    @Test func `a large import that is killed while writing leaves the vault unchanged`() async throws {
        let home = try await makeHome()
        let rows = (0..<20_000).map { "Site \($0),https://site\($0).example/,user\($0),password-\($0),a note\n" }
        try home.write("name,url,username,password,note\n" + rows.joined(), to: "export.csv")
        let add = "printf 'p\\n' | latchkey-vault add --title Kept --password-fd 0 \(Self.passphrase) >/dev/null 2>&1"
        #expect(try await home.run(add).last == "[0]")
        // Kills the import when the file has grown by two MiB; waits at most two minutes.
        try home.write(
            """
            vault=\(Self.vault)
            before=$(stat -c %s "$vault")
            latchkey-vault import export.csv \(Self.passphrase) >killed 2>&1 &
            for turn in $(seq 1200); do
                [ $(stat -c %s "$vault") -gt $((before + 2097152)) ] && break
                sleep 0.1
            done
            [ -s "$vault-journal" ] && echo half
            kill -KILL $!
            wait $! 2>/dev/null
            cat killed
            """, to: "kill")
        #expect(
            try await home.run("sh kill") == ["half", "latchkey-vault: reading export.csv as chrome-csv", "[0]"])
        #expect(try await count(in: home) == 1)
        // The same file with an unclosed quotation mark in the middle.
        try home.write(
            "name,url,username,password,note\n" + rows.prefix(10_000).joined() + "A,https://a.example/,u,\"p,\n"
                + rows.suffix(10_000).joined(), to: "broken.csv")
        let broken = try await home.run("latchkey-vault import broken.csv \(Self.passphrase) 2>&1 | grep error")
        #expect(broken == ["latchkey-vault: error: the quote in line 10002 is never closed", "[0]"])
        #expect(try await count(in: home) == 1)
    }

    private static let vault =
        ".local/share/latchkey/containers/org.latchkey.vault.provider/groups/org.latchkey.vault/vault.sqlite"

    @Test func `a killed program loses no writes of another program`() async throws {
        let home = try await makeHome()
        var added = 0
        for delay in ["0.2", "0.35", "0.6"] {
            let add = "latchkey-vault add --title Kept --user keeper\(added) --site https://kept.example/"
            // The other program waits for the lock of the killed one, then continues.
            let result = try await home.run(
                "timeout -s KILL \(delay) latchkey-vault import export.csv \(Self.passphrase) >killed 2>&1 & "
                    + "printf 'a-password\\n' | \(add) --password-fd 0 \(Self.passphrase) >/dev/null 2>added; "
                    + "status=$?; wait; exit $status")
            #expect(result.last == "[0]")
            added += 1
            #expect(try await count(in: home, "Kept") == added)
        }
    }

    // MARK: At every write

    private static let group = ".local/share/latchkey/containers/org.latchkey.vault.provider/groups/org.latchkey.vault"

    /// Shell functions for killing a program at each of its writes.
    ///
    /// - `killing CALL NUMBER COMMAND…` kills the program right before the system call of that number, and fails if the
    ///   program makes fewer calls. The program reads the passphrase from descriptor 3.
    /// - `count PASSPHRASE` counts the logins of the opened and checked vault.
    /// - `whole` prints the backups that do not open with any passphrase.
    private static let functions = """
        umask 077
        group=\(group)
        calls="pwrite64 fsync fdatasync ftruncate link linkat unlink unlinkat rename renameat renameat2"
        killing() {
            call=$1; number=$2; shift 2
            strace -f -qq -o trace -e trace=$call -e inject=$call:signal=KILL:when=$number "$@" >killed 2>&1 3<passphrase
            [ $? = 137 ]
        }
        count() {
            latchkey-vault list --json --passphrase-fd 3 3<$1 2>errors | grep -o '"id":' | wc -l
            grep -o 'no vault yet\\|damaged.*\\|not a vault' errors
        }
        copies() { find $group/backups -name 'vault-*.sqlite' 2>/dev/null; }
        whole() {
            for copy in $(copies); do
                rm -rf other; mkdir -p other/$group; cp $copy other/$group/vault.sqlite
                [ -f $copy-journal ] && cp $copy-journal other/$group/vault.sqlite-journal
                good=no
                for way in passphrase another; do
                    HOME=$PWD/other latchkey-vault list --passphrase-fd 3 3<$way >/dev/null 2>&1 && good=yes
                done
                [ $good = yes ] || echo "no whole copy: $copy"
            done
        }
        each() {
            for call in $calls; do
                number=1; step=1
                # There are many pages, which do not differ.
                [ $call = pwrite64 ] && step=8
                while reset; killing $call $number "$@"; do
                    check "$call $number"; number=$((number + step))
                done
                kinds="$kinds$([ $number = 1 ] || echo x)"
            done
        }
        """

    @Test(.enabled("strace is not installed") { await VaultDurabilityTests.canStop() })
    func `a creation that is killed at any write is complete, or can be repeated`() async throws {
        let home = try TestHome()
        try home.write("correct horse battery staple\n", to: "passphrase")
        try home.write(
            """
            \(Self.functions)
            reset() { rm -rf .local; }
            check() {
                latchkey-vault create --passphrase-fd 3 3<passphrase >/dev/null 2>refusal && return
                [ "$(count passphrase)" = 0 ] || echo "refused at $1: $(cat refusal)"
            }
            calls="pwrite64 fdatasync unlink"
            each latchkey-vault create --passphrase-fd 3
            [ ${#kinds} = 3 ] && echo stopped
            exit 0
            """, to: "kill")
        let result = try await home.run("timeout 400 bash kill 2>messages")
        #expect(result == ["stopped", "[0]"])
    }

    @Test(.enabled("strace is not installed") { await VaultDurabilityTests.canStop() })
    func `a backup that is killed at any write is complete or missing`() async throws {
        let home = try await makeHome()
        try home.write(
            """
            \(Self.functions)
            printf 'a\\n' | latchkey-vault add --title One --password-fd 0 \(Self.passphrase) >/dev/null 2>&1 || exit 98
            reset() { rm -rf $group/backups mine; mkdir mine; }
            check() {
                [ "$(count passphrase)" = 1 ] || echo "changed at $1"
                for copy in mine/*; do mkdir -p $group/backups; [ -f $copy ] && mv $copy $group/backups/vault-x.sqlite; done
                whole
            }
            each latchkey-vault backup --passphrase-fd 3
            calls="fsync rename renameat2 unlink"
            each latchkey-vault backup mine/copy.sqlite --passphrase-fd 3
            [ ${#kinds} -ge 6 ] && echo stopped
            latchkey-vault backup mine/last.sqlite \(Self.passphrase) >/dev/null && ls -A mine | grep -c last
            """, to: "kill")
        let result = try await home.run("timeout 400 bash kill 2>messages")
        #expect(result == ["stopped", "1", "[0]"])
    }

    @Test(.enabled("strace is not installed") { await VaultDurabilityTests.canStop() })
    func `a vault opens with its passphrase after its key's replacement was killed at any write`() async throws {
        let home = try await makeHome()
        let add = "--password-fd 0 \(Self.passphrase) >/dev/null 2>&1"
        try home.write(
            """
            \(Self.functions)
            printf 'a\\n' | latchkey-vault add --title One \(add)
            printf 'b\\n' | latchkey-vault add --title Two \(add) || exit 98
            cp -a $group before; cp -a .local/state known
            reset() { rm -rf $group .local/state; cp -a before $group; cp -a known .local/state; }
            check() { [ "$(count passphrase)" = 2 ] || echo "lost at $1: $(cat errors)"; whole; }
            each latchkey-vault rekey --passphrase-fd 3
            [ ${#kinds} -ge 4 ] && echo stopped
            count passphrase
            exit 0
            """, to: "kill")
        let result = try await home.run("timeout 400 bash kill 2>messages")
        #expect(result == ["stopped", "2", "[0]"])
    }

    /// To a new file, and over an old one.
    @Test(.enabled("strace is not installed") { await VaultDurabilityTests.canStop() }, arguments: [false, true])
    func `an export that is killed at any write leaves no partial file`(replacing: Bool) async throws {
        let home = try await makeHome()
        try home.write(
            """
            \(Self.functions)
            printf 'a\\n' | latchkey-vault add --title One --password-fd 0 \(Self.passphrase) >/dev/null 2>&1 || exit 98
            export="latchkey-vault export mine/out.csv --format csv \(replacing ? "--force" : "") --passphrase-fd 3"
            mkdir mine; $export 3<passphrase 2>/dev/null; mv mine/out.csv whole
            reset() { rm -rf mine; mkdir mine; \(replacing ? "echo old >mine/out.csv" : ":"); }
            check() {
                [ -f mine/out.csv ] && ! cmp -s mine/out.csv whole && [ "$(cat mine/out.csv)" != old ] && echo "part at $1"
                # Only a kill right before the rename leaves the complete hidden file.
                case $1 in rename*) return ;; esac
                [ -z "$(ls -A mine | grep -v '^out.csv$')" ] || echo "left at $1: $(ls -A mine)"
            }
            calls="write fsync linkat"
            each $export
            [ ${#kinds} = 3 ] && echo stopped
            if \(replacing); then
                for call in rename renameat renameat2; do reset; killing $call 1 $export && break; done
                ls -A mine | grep -c partial
            fi
            $export 3<passphrase 2>&1 | sed -n 's/ mine.*partial,/ FILE,/p'
            ls -A mine
            exit 0
            """, to: "kill")
        let result = try await home.run("timeout 400 bash kill 2>messages")
        let swept = ["1", "latchkey-vault: removed FILE, the unencrypted file of an interrupted export"]
        #expect(result == ["stopped"] + (replacing ? swept : []) + ["out.csv", "[0]"])
    }

    @Test(.enabled("strace is not installed") { await VaultDurabilityTests.canStop() }, arguments: [false, true])
    func `an export is synced before it gets its name, and its folder afterwards`(replacing: Bool) async throws {
        let home = try await makeHome()
        if replacing { try home.write("old", to: "out.csv") }
        let export = "latchkey-vault export out.csv --format csv --force \(Self.passphrase)"
        let status = try await home.run(
            "strace -f -qq -o trace -e trace=openat,fsync,linkat,/^rename \(export) 2>messages")
        #expect(status == ["[0]"])
        var (file, folder) = ("none", "none")
        var steps: [String] = []
        // The lines are as in: 1234 openat(AT_FDCWD, ".", O_WRONLY|O_CLOEXEC|O_TMPFILE, 0600) = 9
        for line in try await home.run("cat trace") {
            let result = line.split(separator: " ").last.map(String.init) ?? ""
            if line.contains("openat("), line.contains("O_TMPFILE") { file = result }
            if line.contains("openat("), line.contains("\".\""), !line.contains("O_TMPFILE") { folder = result }
            if line.contains("fsync(\(file))") { steps.append("sync file") }
            if line.contains("fsync(\(folder))") { steps.append("sync folder") }
            if line.contains("linkat("), line.contains("\"out.csv\""), result == "0" { steps.append("name") }
            if line.contains("rename"), line.contains("\"out.csv\"") { steps.append("name") }
        }
        #expect(steps == ["sync file", "name", "sync folder"])
    }

    /// Restores a backup of the same vault, of another vault, and over a damaged file.
    @Test(
        .enabled("strace is not installed") { await VaultDurabilityTests.canStop() },
        arguments: ["same", "other", "damaged"])
    func `a restore that is killed at any write leaves the old logins or the backup's`(
        present: String
    ) async throws {
        let home = try await makeHome()
        try home.write("quite another passphrase\n", to: "another")
        let add = "--password-fd 0 \(Self.passphrase) >/dev/null 2>&1"
        try home.write(
            """
            \(Self.functions)
            printf 'a\\n' | latchkey-vault add --title One \(add)
            printf 'b\\n' | latchkey-vault add --title Two \(add)
            latchkey-vault backup copy.sqlite \(Self.passphrase) >/dev/null || exit 98
            key=passphrase; old=1
            case \(present) in
            same) printf 'c\\n' | latchkey-vault add --title Three \(add); old=3 ;;
            other)
                key=another; old=0; rm $group/vault.sqlite
                latchkey-vault create --passphrase-fd 3 3<another >/dev/null 2>&1 ;;
            damaged) key=none; printf 'no database' >$group/vault.sqlite; printf 'its journal' >$group/vault.sqlite-journal ;;
            esac
            state=.local/state/latchkey
            cp -a $group before; cp -a $state before-state
            reset() { rm -rf $group $state; cp -a before $group; cp -a before-state $state; }
            check() {
                new=$(count passphrase)
                [ "$new" = 2 ] && news=x && return
                case \(present) in
                damaged) [ -f $group/vault.sqlite ] && cmp -s before/vault.sqlite $group/vault.sqlite || echo "gone at $1" ;;
                *) [ "$(count $key)" = $old ] || echo "neither at $1: $(cat errors)" ;;
                esac
                [ \(present) = damaged ] || whole
            }
            each latchkey-vault restore-backup copy.sqlite --yes --passphrase-fd 3
            [ ${#kinds} -ge 4 ] && echo stopped
            [ "$news" ] && echo new
            reset; latchkey-vault restore-backup copy.sqlite --yes \(Self.passphrase) 2>/dev/null; count passphrase
            exit 0
            """, to: "kill")
        let result = try await home.run("timeout 400 bash kill 2>messages")
        #expect(result == ["stopped", "new", "2", "[0]"])
    }

    private static func canStop() async -> Bool {
        let lines = try? await TestHome().run(
            "strace -f -qq -o trace -e inject=write:signal=KILL:when=1 cat /etc/passwd")
        return lines?.last == "[137]"
    }
}
