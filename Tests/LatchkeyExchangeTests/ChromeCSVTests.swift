import LatchkeyExchange
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Chrome CSV import` {
    struct Seen: Equatable {
        var line: Int
        var fields: [String] = []
        var refusal: RefusalReason?

        init(_ line: Int, _ fields: [String]) {
            self.line = line
            self.fields = fields
        }

        init(_ line: Int, _ refusal: RefusalReason) {
            self.line = line
            self.refusal = refusal
        }
    }

    /// Title, user, password, site and note of each row, or the reason for its refusal.
    private static func read(_ bytes: [UInt8]) throws -> [Seen] {
        var seen: [Seen] = []
        var source = ByteSource(bytes)
        try CSVTable.chrome.read(&source) { row in
            switch row.content {
            case .refused(let reason): seen.append(Seen(row.line, reason))
            case .login(let login):
                seen.append(
                    Seen(
                        row.line,
                        [
                            login.title, login.user, login.password?.reveal() ?? "-",
                            login.sites.map(\.text).joined(), login.notes?.reveal() ?? "-",
                        ]))
            }
        }
        return seen
    }

    private static let expected = [Seen(2, ["Example", "jane", "pass", "https://example.com/login", "a note"])]

    @Test(arguments: [
        "name,url,username,password,note\nExample,https://example.com/login,jane,pass,a note\n",
        // Columns in another order and case, line ends of Windows, all cells quoted.
        "note,password,username,url,name\r\na note,pass,jane,https://example.com/login,Example\r\n",
        "NAME,URL,Username,Password,Note\nExample,https://example.com/login,jane,pass,a note",
        "\"name\",\"url\",\"username\",\"password\",\"note\"\n\"Example\",\"https://example.com/login\",\"jane\",\"pass\",\"a note\"\n",
        "\u{FEFF}name,url,username,password,note\nExample,https://example.com/login,jane,pass,a note\n",
    ])
    func `reads every notation of Chrome's CSV`(text: String) throws {
        #expect(try Self.read(Array(text.utf8)) == Self.expected)
    }

    @Test func `reads Chrome's CSV without the columns note and name`() throws {
        #expect(
            try Self.read(Array("name,url,username,password\nE,https://e.example/,u,p\n".utf8))
                == [Seen(2, ["E", "u", "p", "https://e.example/", "-"])])
        #expect(
            try Self.read(Array("url,username,password\nhttps://e.example/,u,p\n".utf8))
                == [Seen(2, ["e.example", "u", "p", "https://e.example/", "-"])])
    }

    @Test func `keeps every byte of a password and a note in CSV`() throws {
        let text = """
            name,url,username,password,note
            a,https://a.example/,,"com,ma ""quote"" ünï 🔑","line one
            line two"
            b,android://hash==@com.example.app/,u, space ,
            c,https://c.example/,=1+1,=cmd|' /C calc'!A0,@x
            """
        #expect(
            try Self.read(Array(text.utf8)) == [
                Seen(2, ["a", "", "com,ma \"quote\" ünï 🔑", "https://a.example/", "line one\nline two"]),
                Seen(4, ["b", "u", " space ", "android://hash==@com.example.app/", "-"]),
                Seen(5, ["c", "=1+1", "=cmd|' /C calc'!A0", "https://c.example/", "@x"]),
            ])
    }

    @Test(
        arguments: [
            ("a,https://a.example/,u", RefusalReason.wrongFieldCount(expected: 4, found: 3)),
            ("a,https://a.example/,u,p,more", .wrongFieldCount(expected: 4, found: 5)),
            (",,,p", .missingSite), ("a,https://a.example/,,", .missingPassword),
            ("\(tower),https://a.example/,u,p", .tooManyMarks), ("a,https://a.example/,\(tower),p", .tooManyMarks),
            ("a,https://\(tower).example/,u,p", .tooManyMarks),
            ("a,https://a.example/,u,p\"w", .misplacedQuote), ("a,https://a.example/,u,p\rw", .bareCarriageReturn),
            ("a,https://a.example/,u," + String(repeating: "x", count: 1_100_000), .tooLong),
        ] as [(String, RefusalReason)])
    func `refuses an invalid CSV row with its line and the reason`(row: String, reason: RefusalReason) throws {
        let text = "name,url,username,password\ng,https://g.example/,u,p\n\(row)\nh,https://h.example/,u,p\n"
        let seen = try Self.read(Array(text.utf8))
        #expect(seen.count == 3)
        #expect(seen[1] == Seen(3, reason))
        #expect(seen[2] == Seen(4, ["h", "u", "p", "https://h.example/", "-"]))
    }

    @Test func `imports a CSV row without a valid site`() throws {
        let rows = try Self.read(Array("name,url,username,password\na,,u,p\nb,not a site,v,q\n,,w,r\n".utf8))
        #expect(rows.map(\.fields.first) == ["a", "b", "w"])
        #expect(rows.map { $0.fields[3] } == ["", "", ""])
    }

    /// A letter with more accents than the Stream-Safe Text Format allows.
    private static let tower = "a" + String(repeating: "\u{301}\u{316}", count: 16)

    @Test(.timeLimit(.minutes(3))) func `refuses a CSV header of combining marks in bounded time`() {
        let header = String(repeating: "\u{301}\u{316}", count: 250_000)
        #expect(throws: ExchangeError.self) { try Self.read(Array("\(header),url,username,password\n".utf8)) }
    }

    @Test(
        arguments: [
            ("", ExchangeError.noHeader), ("\n\n", .noHeader), ("\u{FEFF}", .noHeader),
            ("url,username\n", .wrongHeader(missing: ["password"], unknownCount: 0, repeated: [])),
            (
                "https://a.example/,jane,secret\n",
                .wrongHeader(missing: ["url", "username", "password"], unknownCount: 3, repeated: [])
            ),
            ("url,username,password,password\n", .wrongHeader(missing: [], unknownCount: 0, repeated: ["password"])),
            ("url,username,password,guid\n", .wrongHeader(missing: [], unknownCount: 1, repeated: [])),
            (
                "url|username|password\n",
                .wrongHeader(missing: ["url", "username", "password"], unknownCount: 1, repeated: [])
            ),
            ("url,username,password\nhttps://a.example/,u,\"p\n", .unterminatedQuote(line: 2)),
        ] as [(String, ExchangeError)])
    func `refuses a file that is not Chrome's CSV`(text: String, error: ExchangeError) {
        #expect(throws: error) { try Self.read(Array(text.utf8)) }
    }

    @Test(arguments: [
        ("name,url,username,password,note\n", true), ("url,username,password", true),
        ("name,url,username,password\na,b,c,\"a note that goes on behind the head", true),
        ("", false), ("{\"encrypted\":false}", false), ("Title,URL,Username,Password,Notes,OTPAuth\n", false),
        ("folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n", false),
        ("\"name,url,username,password", false), ("PK\u{3}\u{4}", false),
    ])
    func `recognizes Chrome's CSV by its header`(text: String, expected: Bool) {
        #expect(CSVTable.chrome.recognizes(Array(text.utf8)[...]) == expected)
    }

    @Test func `never traps on any bytes as Chrome's CSV`() throws {
        let pieces = Generator<String>.element(of: [
            "url", "username", "password", ",", "\n", "\"", "\r", "https://a.b/", "x",
        ])
        try forAll(pieces.list(upTo: 40), .bytes(), runs: 3000) { pieces, bytes in
            _ = try? Self.read(Array(pieces.joined().utf8))
            _ = try? Self.read(bytes)
            _ = try? Self.read(Array("url,username,password\n".utf8) + bytes)
            return true
        }
    }
}
