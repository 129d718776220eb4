import Foundation
import Testing

/// KeePassXC's own program exports the imported file.
@Suite("KeePassXC exports", .enabled(if: KeePassXC.isThere, "keepassxc-cli is not installed"))
struct KeePassXCTests {
    private static let passphrase = "--passphrase-fd 3 3<passphrase"

    @Test func `imports every field of KeePassXC's CSV and XML`() async throws {
        let home = try TestHome()
        try home.write("correct horse battery staple\n", to: "passphrase")
        try home.write(
            """
            export QT_QPA_PLATFORM=offscreen
            printf 'k\\nk\\n' | keepassxc-cli db-create -q -p k.kdbx 2>/dev/null || exit 99
            printf 'k\\n' | keepassxc-cli mkdir -q k.kdbx Work || exit 98
            printf 'k\\np "1", ü\\n' | keepassxc-cli add -q -p -u jürgen --url https://example.com/login \
                --notes 'line one\\nline two' k.kdbx Work/Example || exit 97
            printf 'k\\np2\\n' | keepassxc-cli add -q -p -u bob k.kdbx 'No site' || exit 96
            printf 'k\\np3\\n' | keepassxc-cli add -q -p -u gone k.kdbx Gone || exit 94
            printf 'k\\n' | keepassxc-cli rm -q k.kdbx Gone || exit 93
            umask 077; printf 'k\\n' | keepassxc-cli export -q -f csv k.kdbx >k.csv || exit 95
            printf 'k\\n' | keepassxc-cli export -q -f xml k.kdbx >k.xml || exit 92
            """, to: "make")
        #expect(try await home.run("sh make").last == "[0]")
        #expect(try await home.run("latchkey-vault create \(Self.passphrase) >/dev/null 2>&1").last == "[0]")
        #expect(
            try await home.run(
                "latchkey-vault import k.csv --json \(Self.passphrase) 2>/dev/null | sed 's/\"line\":[0-9]*,//'") == [
                    #"{"added":2,"changed":0,"changes":[],"encoding":"utf-8","format":"keepassxc-csv","isComplete":false,"isPreview":false,"mayBeCutOff":false,"read":3,"refusals":[{"message":"it is in the bin","reason":"inBin","title":"Gone"}],"refused":1,"remarks":[],"same":0}"#,
                    "[0]",
                ])
        let shown = try await home.run("latchkey-vault show Example --reveal \(Self.passphrase)")
        for line in [
            "title     Example", "user      jürgen", "site      https://example.com/login", #"password  p "1", ü"#,
            "Group     Passwords/Work",
        ] {
            #expect(shown.contains(line), "\(shown)")
        }
        let again = try await home.run("latchkey-vault import k.csv \(Self.passphrase) 2>/dev/null")
        #expect(again == ["added 0 logins (0 changed, 2 unchanged, 1 skipped)", "[0]"])
        // The XML identifies the bin by UUID and contains the same two logins.
        let xml = try await home.run("latchkey-vault import k.xml \(Self.passphrase) 2>/dev/null")
        #expect(xml == ["added 0 logins (0 changed, 2 unchanged, 1 skipped)", "[0]"])
    }

    @Test func `imports a database of KeePassXC with the command of the hint`() async throws {
        let home = try TestHome()
        try home.write("correct horse battery staple\n", to: "passphrase")
        try home.write(
            """
            export QT_QPA_PLATFORM=offscreen
            printf 'k\\nk\\n' | keepassxc-cli db-create -q -p k.kdbx 2>/dev/null || exit 99
            printf 'k\\np1\\n' | keepassxc-cli add -q -p -u jane --url https://example.com/ k.kdbx Example || exit 98
            """, to: "make")
        #expect(try await home.run("sh make").last == "[0]")
        #expect(try await home.run("latchkey-vault create \(Self.passphrase) >/dev/null 2>&1").last == "[0]")
        #expect(
            try await home.run("latchkey-vault import k.kdbx \(Self.passphrase) 2>&1") == [
                "latchkey-vault: error: the file is a KeePass database, which only KeePass programs open",
                "latchkey-vault: hint: run \"latchkey-vault unlock\", then \"keepassxc-cli export -f xml k.kdbx"
                    + " | latchkey-vault import -\"", "[1]",
            ])
        let piped = "printf 'k\\n' | QT_QPA_PLATFORM=offscreen keepassxc-cli export -f xml k.kdbx 2>/dev/null"
        let result = try await home.run("\(piped) | latchkey-vault import - \(Self.passphrase) 2>/dev/null")
        #expect(result == ["added 1 login (0 changed, 0 unchanged, 0 skipped)", "[0]"])
    }

    @Test func `keeps every field of a login that KeePassXC stored in between`() async throws {
        let home = try TestHome()
        try home.write("correct horse battery staple\n", to: "passphrase")
        try home.write(
            """
            {"format": "latchkey-vault", "version": 1, "logins": [
             {"title": "Dates", "user": "ada", "password": "p3", "passwordSince": 1700000000123,
              "sites": ["https://dates.example/", "b.example"], "asksEveryTime": true, "created": 1600000000500,
              "lastUsed": 1710000000250, "passwordExpiry": 1900000000500,
              "history": [{"password": "p2", "replaced": 1700000000123}, {"password": "p1", "replaced": 1650000000456}]},
             {"title": "Counter", "user": "ada", "password": "q", "sites": ["https://counter.example/"],
              "oneTimeCode": "otpauth://hotp/Shop:ada?secret=JBSWY3DPEHPK3PXP&issuer=Shop&algorithm=SHA1&digits=6&counter=7"}]}
            """, to: "all.json")
        try home.write(
            """
            export QT_QPA_PLATFORM=offscreen
            printf 'k\\nk\\n' | keepassxc-cli import -q -p latchkey.xml k.kdbx >/dev/null 2>&1 || exit 99
            umask 077; printf 'k\\n' | keepassxc-cli export -q -f xml k.kdbx >back.xml || exit 98
            """, to: "through")
        for command in [
            "umask 077; latchkey-vault create \(Self.passphrase) >/dev/null 2>&1",
            "latchkey-vault import all.json \(Self.passphrase) >/dev/null 2>&1",
            "latchkey-vault export before.json --format json \(Self.passphrase) 2>/dev/null",
            "latchkey-vault export latchkey.xml --format xml \(Self.passphrase) 2>/dev/null", "sh through",
            "latchkey-vault list --json \(Self.passphrase) | grep -o '\"id\":\"[^\"]*' | cut -d'\"' -f4 >ids",
            "while read id; do latchkey-vault remove $id \(Self.passphrase) || exit 1; done <ids >/dev/null 2>&1",
            "latchkey-vault import back.xml \(Self.passphrase) >/dev/null 2>&1",
            "latchkey-vault export after.json --format json \(Self.passphrase) 2>/dev/null",
        ] {
            #expect(try await home.run(command).last == "[0]", "\(command)")
        }
        let shown =
            "sed -E 's/\"(exported|changed)\":[0-9]+,?//g' before.json >1; "
            + "sed -E 's/\"(exported|changed)\":[0-9]+,?//g' after.json >2; diff 1 2"
        #expect(try await home.run(shown) == ["[0]"])
    }
}

private enum KeePassXC {
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/keepassxc-cli")
}
