import LatchkeyExchange
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

/// Reads the CSV of each program, with every field.
@Suite("CSV tables of programs") struct ProgramTablesTests {
    private static let otpauth = "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
    private static let example =
        "otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30"

    /// File, format and rows.
    static let tables: [(file: String, format: String, rows: [String])] = [
        (
            "chrome", "chrome-csv",
            [
                "2 example.com | user=jürgen | password=p,\"w | site=https://example.com/login",
                "3 com.example.app | user=jane | password=secret | site=android://mNg3UB==@com.example.app/"
                    + " | notes=line one⏎line two | (suggestedNowhere)",
                "5 refused: missingPassword",
            ]
        ),
        (
            "edge", "chrome-csv",
            ["2 example.com | user=anna@example.com | password==1+1 | site=https://example.com/"]
        ),
        (
            "firefox", "firefox-csv",
            [
                "2 example.com | user=jane | password=p1 | site=https://example.com"
                    + " | formActionOrigin=https://login.example.com | created=1588889840.0 | used=1700000000.5",
                "3 router.example | user=admin | password=p2 | site=https://router.example:8443"
                    + " | httpRealm=Router 3000 | (timeLeftOut)",
                "4 same.example | user= | password=p3 | site=https://same.example | (timeLeftOut) | (timeLeftOut)",
                "5 refused: notALogin",
            ]
        ),
        (
            "apple", "apple-csv",
            [
                "2 example.com (jane) | user=jane | password=p1 | site=https://example.com/ | code=\(example)"
                    + " | notes=line one⏎line two",
                "4 Only a code | user= | site=https://code.example/ | code="
                    + "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
                "5 No site | user=jane | password=p2",
            ]
        ),
        (
            "bitwarden", "bitwarden-csv",
            [
                "2 Example | user=jane | password=p1 | site=https://example.com/a,b?c=1,2 | site=https://other.example"
                    + " | site=androidapp://com.example | code=\(otpauth) | notes=line one⏎line two"
                    + " | Folder=Work/Mail | *PIN=1234 | *Answer=first⏎second | favorite | asks",
                "6 Steam | user=gabe | password=p2 | site=https://steam.example | code=otpauth://totp/"
                    + "?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=5&period=30&encoder=steam",
                "7 Broken | user=joe | password=p3 | Address=http:// | *One-time code=not a code!"
                    + " | (siteKeptAsField) | (codeKeptAsField)",
                "8 Wifi | kind=note | user= | notes=the key is 1234",
            ]
        ),
        (
            "bitwarden-organisation", "bitwarden-csv",
            ["2 Example | user=jane | password=p1 | site=https://example.com | Collections=Team,Shared"]
        ),
        (
            "1password", "1password-csv",
            [
                "2 Example | user=jane | password=p1 | site=https://example.com/ | code=otpauth://totp/Example:jane"
                    + "?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA256&digits=8&period=60"
                    + " | notes=line one⏎line two | Tags=work;mail | favorite",
                "4 Old | user=jane | password=p2 | site=https://old.example/ | Archived=true | (wasArchived)",
            ]
        ),
        (
            "keepassxc", "keepassxc-csv",
            [
                "2 Example | user=jürgen | password=p \"1\" | site=https://example.com/login"
                    + " | code=\(example.replacing("jane", with: "j")) | notes=line one⏎line two | Group=Root/Work"
                    + " | created=1551355200.0",
                "4 Steam | user=gabe | password=p2 | code=otpauth://totp/Steam:g?secret=JBSWY3DPEHPK3PXP"
                    + "&issuer=Steam&algorithm=SHA1&digits=5&period=30&encoder=steam | Group=Root | (timeLeftOut)",
                "5 A note | user= | notes=only text | Group=Root | created=1551355200.0",
            ]
        ),
        (
            "protonpass", "protonpass-csv",
            [
                "2 Example | user=jane | password=p1 | site=https://example.com/ | site=https://other.example/"
                    + " | code=\(example) | notes=line one⏎line two | Email=jane@example.com | Vault=Personal"
                    + " | created=1689182868.0",
                "4 Mail only | user=jane@example.com | password=p2 | site=https://mail.example/ | Vault=Personal"
                    + " | (timeLeftOut)",
                "5 refused: notALogin",
                "6 Note | kind=note | user= | notes=text | Vault=Personal | created=1689182868.0",
                "7 Card | kind=card | user= | notes=the blue one | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=2030-12 | *Security code=123 | *PIN=0000 | *coming=later | Vault=Personal"
                    + " | created=1689182868.0",
            ]
        ),
        (
            "dashlane", "dashlane-csv",
            [
                "2 Example | user=jane | password=p1 | site=https://example.com/ | code=\(example)"
                    + " | notes=line one⏎line two | username2=jane@example.com | Category=Work",
                "4 Second | user=joe@example.com | password=p2 | username3=third",
            ]
        ),
        (
            "dashlane-older", "dashlane-csv",
            ["2 Example | user=jane | password=p1 | site=https://example.com/ | code=\(otpauth)"]
        ),
        (
            "lastpass", "lastpass-csv",
            [
                "2 Example | user=jane | password=p1 | site=https://example.com/ | code=\(otpauth)"
                    + " | notes=line one⏎line two | Folder=Work\\Mail | favorite",
                "4 No site | user=joe | password=p2",
                "5 Card | kind=card | user= | notes=first: line⏎second | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=December,2030 | *Security code=123 | Brand=Visa",
                "15 Door | kind=note | user= | notes=two⏎lines | Folder=Home", "17 refused: notALogin",
            ]
        ),
        (
            "enpass", "enpass-csv",
            [
                "1 Example | user=jane | password=p1 | site=https://example.com/ | code=\(otpauth)"
                    + " | notes=line one⏎line two | E-mail=jane@example.com | *PIN=1234 | Security question=pet",
                "3 Mail only | user=joe@example.com | password=p2 | site=https://mail.example/",
                "4 refused: notALogin", "5 Only a note | kind=note | user= | notes=the text",
                "6 Gold card | kind=card | user= | notes=the blue one | Cardholder=Jane Doe | *Card number=4111"
                    + " | Expiry date=12/30 | *Security code=123 | *PIN=0000 | Address=https://bank.example",
            ]
        ),
        (
            "enpass-header", "enpass-csv",
            ["2 Beispiel | user=anna | password=p1 | site=https://beispiel.example/"]
        ),
    ]

    @Test(arguments: tables)
    func `recognizes and reads every program's CSV`(file: String, format: String, rows: [String]) throws {
        let (found, read) = try ProgramTable.read(ProgramTable.bytes(file))
        #expect(found == format)
        #expect(read == rows)
    }

    @Test(arguments: tables)
    func `reads every program's CSV in every encoding and chunk size`(file: String, format: String, rows: [String])
        throws
    {
        let text = String(decoding: try ProgramTable.bytes(file), as: UTF8.self)
        var spellings: [[UInt8]] = [[0xEF, 0xBB, 0xBF] + Array(text.utf8)]
        for isBigEndian in [false, true] {
            for mark in ["\u{FEFF}", ""] {
                spellings.append(
                    (mark + text).utf16.flatMap {
                        isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                    })
            }
        }
        // In Windows-1252, all letters of these files have their Unicode numbers.
        spellings.append(text.unicodeScalars.map { UInt8($0.value) })
        for bytes in spellings {
            for size in [1, 13, 4096] {
                let (found, read) = try ProgramTable.read(bytes, inPiecesOf: size)
                #expect(found == format)
                #expect(read == rows)
            }
        }
    }

    @Test(arguments: tables, ["\r\n", "\r"])
    func `reads each program's CSV with each line end`(
        table: (file: String, format: String, rows: [String]), lineEnd: String
    ) throws {
        let text = String(decoding: try ProgramTable.bytes(table.file), as: UTF8.self)
            .replacing("\r\n", with: "\n").replacing("\n", with: lineEnd)
        let (found, read) = try ProgramTable.read(Array(text.utf8))
        #expect(found == table.format)
        #expect(read.map { $0.replacing(lineEnd, with: "⏎") } == table.rows)
    }

    @Test func `reads CSV with semicolons, as spreadsheets save it`() throws {
        let text = "Title;URL;Username;Password;Notes;OTPAuth\r\nExample;https://example.com/;jane;\"a;b,c\";;\r\n"
        let (format, rows) = try ProgramTable.read(Array(text.utf8))
        #expect(format == "apple-csv")
        #expect(rows == ["2 Example | user=jane | password=a;b,c | site=https://example.com/"])
    }

    @Test func `imports an unknown CSV column as a field`() throws {
        let text = "url,username,password,totp,extra,name,grouping,fav,newcolumn\nhttps://a.example/,u,p,,,A,,0,kept\n"
        let (format, rows) = try ProgramTable.read(Array(text.utf8))
        #expect(format == "lastpass-csv")
        #expect(rows == ["2 A | user=u | password=p | site=https://a.example/ | *newcolumn=kept"])
    }

    @Test func `refuses only the CSV row with undecodable bytes`() throws {
        let head = Array("\u{FEFF}name,url,username,password\nA,https://a.example/,u,p\nB,https://b.example/,u,".utf8)
        let (_, rows) = try ProgramTable.read(head + [0xE4] + Array("\nC,https://c.example/,u,p\n".utf8))
        #expect(rows.count == 3)
        #expect(rows[1] == "3 refused: notUTF8")
    }

    @Test(arguments: [
        "-1", "-62135596800000", "9223372036854775807", "-9223372036854775808", "99999999999999999999999", "1e308",
        "NaN",
        "inf", "0x10", " 1", "1.5", "253402300800000", "\u{661}",
    ])
    func `ignores an invalid date, and imports the login`(time: String) throws {
        let header =
            "url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged"
        let (_, rows) = try ProgramTable.read(
            Array("\(header)\nhttps://a.example,u,p,,,,\(time),,\(time)\n".utf8))
        #expect(rows == ["2 a.example | user=u | password=p | site=https://a.example | (timeLeftOut)"])
    }
}
