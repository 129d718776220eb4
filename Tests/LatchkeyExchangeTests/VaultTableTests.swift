import Foundation
import LatchkeyCore
import LatchkeyExchange
import LatchkeyTesting
import LatchkeyVault
import Testing

/// The exports of further password managers.
@Suite struct `Exports of further password managers` {
    private static let code = "code=otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
    private static let example =
        "code=otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30"

    static let tables: [(file: String, format: String, rows: [String])] = [
        (
            "nordpass", "nordpass-csv",
            [
                "2 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example/login"
                    + " | site=https://keep-b.example/ | site=keep-c.example | notes=keep-note⏎keep-line"
                    + " | Folder=keep-folder | *keep-label=keep-pin | Branch=keep-branch",
                "4 Card | kind=card | user= | Cardholder=keep-holder | *Card number=4111111111111111"
                    + " | Expiry date=12/2030 | *Security code=123 | *PIN=keep-0000",
                "5 Note | kind=note | user= | notes=keep-text",
                "6 Broken | user=u2 | password=keep-p2 | site=keep-d.example | site=keep-not-json"
                    + " | *Custom fields=keep-not-json-either",
                "7 refused: notALogin",
            ]
        ),
        (
            "nordpass-older", "nordpass-csv",
            [
                "2 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example/"
                    + " | Folder=keep-folder",
                "3 Keep card | user= | Cardholder=keep-holder | *Card number=keep-4111111111111111"
                    + " | Expiry date=keep-12-30 | *Security code=keep-123",
            ]
        ),
        (
            "roboform", "roboform-csv",
            [
                "2 Keep Example | user=keep-user | password=keep-pass,word | site=https://keep-a.example/login"
                    + " | site=https://keep-b.example | \(code) | notes=keep-note⏎keep-line | Folder=/keep-folder"
                    + " | keep-question=keep-a, keep-b | *keep-pin=keep-1234",
                "4 Keep safenote | user= | notes=keep-text", "5 refused: missingPassword",
                "6 refused: wrongFieldCount(expected: 8, found: 1)",
            ]
        ),
        (
            "keeper", "keeper-csv",
            [
                "1 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example/ | \(example)"
                    + " | notes=keep-note⏎keep-line | Folder=keep-folder | Shared folder=keep-shared"
                    + " | *keep-pin=keep-1234",
                "3 Keep second | user=keep-user2 | password=keep-password2",
                "4 refused: wrongFieldCount(expected: 7, found: 2)",
            ]
        ),
        (
            "keepass1", "keepass1-csv",
            [
                #"2 Keep "quoted", title | user=keep-user | password=keep-\back"slash | site=https://keep-a.example/"#
                    + " | notes=keep-note⏎keep-line",
                "4 Keep only | user= | password=keep-p2",
            ]
        ),
        (
            "zohovault", "zohovault-csv",
            [
                "2 Keep Example | user=keep-user | password=keep-pass:word | site=https://keep-a.example/"
                    + " | site=https://keep-b.example/ | \(example) | notes=keep-note"
                    + " | *keep-name=keep-value⏎keep-continued | Description=keep-description | Tags=keep-tag"
                    + " | Classification=Enterprise | Folder=keep-folder | favorite",
                "8 Keep bank | user= | Type=Bank Account | *Account Number=keep-number | Classification=Personal",
            ]
        ),
        (
            "strongbox", "csv",
            [
                "2 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example | \(example)"
                    + " | notes=keep-note⏎keep-line | Email=keep-mail@keep-d.example",
                "4 Keep mail | user=keep-mail2@keep-d.example | password=keep-p2",
            ]
        ),
        (
            "dropbox", "csv",
            [
                "2 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example"
                    + " | notes=keep-note",
                "3 Keep secure note | user= | notes=keep-text",
                "4 Keep other | user=keep-user2 | password=keep-password2 | site=https://keep-b.example",
            ]
        ),
        ("avast", "csv", ["2 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example/"]),
        (
            "kaspersky", "csv",
            [
                "2 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example/"
                    + " | notes=keep-note"
            ]
        ),
    ]

    @Test(arguments: tables)
    func `recognizes and reads each password manager's CSV sample`(file: String, format: String, rows: [String]) throws
    {
        let bytes = try ProgramTable.bytes(file)
        for size in [1, 13, 4096] {
            let (found, read) = try ProgramTable.read(bytes, inPiecesOf: size)
            #expect(found == format)
            #expect(read == rows)
        }
    }

    @Test(arguments: tables)
    func `adds nothing when the CSV is imported again`(file: String, format: String, rows: [String]) throws {
        let vault = try UnlockedVault.inMemory()
        let bytes = try ProgramTable.bytes(file)
        let first = try LoginImport.run(ByteSource(bytes), into: vault)
        #expect(first.added == rows.count { !$0.contains("refused") })
        #expect(try LoginImport.run(ByteSource(bytes), into: vault).counts == [0, first.added, 0, first.refusedCount])
    }

    @Test func `reads every value of Keeper's JSON`() throws {
        let read = try ReadExport(vector: "samples/keeper.json")
        #expect(read.format == "keeper-json")
        #expect(
            read.rows.map(\.everything) == [
                "1 Keep Example | user=keep-user | password=keep-password | site=https://keep-a.example/login"
                    + " | site=https://keep-b.example/ | \(Self.example) | notes=keep-note⏎keep-line"
                    + " | *oneTimeCode=keep-second-code | keep-label=keep-text | *keep-hidden:part=keep-secret"
                    + " | keep-name: first=keep-first | keep-name: last=keep-last | phone: number=keep-555"
                    + " | phone: ext=keep-1 | phone: number=keep-556 | keep-no-number=keep-text-2"
                    + " | *keep-old-name=keep-old-value"
                    + " | Folder=keep-folder\\keep-sub | Shared folder=keep-shared",
                "2 Keep general | user=keep-user2 | password=keep-p2 | (attachmentLeftOut)",
                "3 Keep server | user=keep-root | password=keep-p3 | Type=serverCredentials"
                    + " | host: hostName=keep-host.example | host: port=2222",
                "4 keep-card | kind=card | user= | Cardholder=keep-jane | *Card number=keep-4242 | Expiry date=12/2030"
                    + " | *Security code=keep-999 | *PIN=keep-0000 | keep-limit=keep-500",
                "5 keep-note-title | kind=note | user= | notes=keep-text | date=keep-date", "6 refused: notALogin",
            ])
        #expect(read.rows[0].passwordSince?.timeIntervalSince1970 == 1_700_000_000)
    }

    @Test func `reads every value of Kaspersky's text file`() throws {
        let read = try ReadExport(vector: "samples/kaspersky.txt")
        #expect(read.format == "kaspersky-text")
        #expect(
            read.rows.map(\.everything) == [
                "3 Keep Example | user=keep-user | password=keep-password | site=keep-a.example"
                    + " | notes=keep-note⏎keep-line: keep-colon⏎⏎Password: keep-in-the-comment"
                    + " | Login name=keep-login-name",
                "17 Keep app | user=keep-user2 | password=keep-p2", "27 refused: missingPassword",
                "37 keep-note-name | kind=note | user= | notes=keep-note-text⏎Password: keep-note-password",
            ])
    }

    @Test(arguments: [
        ("csv/nordpass.csv", ["Jane (identity)"]), ("csv/keeper.csv", ["short"]),
        ("csv/roboform.csv", ["Bookmark", "One cell"]),
        ("exchange/samples/keeper.json", ["drop-licence (driverLicense)"]),
        ("exchange/samples/kaspersky.txt", ["Keep nothing"]), ("csv/lastpass.csv", ["Server key (SSH Key)"]),
        ("exchange/samples/1password.json", ["Passport (passport)"]),
        ("exchange/samples/cxf.json", ["Passport (passport)"]),
        ("exchange/samples/protonpass.json", ["Binned", "Jane (identity)"]),
        ("exchange/samples/enpass.json", ["Passport (license)"]), ("csv/enpass.csv", ["Wifi"]),
    ])
    func `names refused entries of further programs with title and kind`(path: String, titles: [String]) throws {
        let report = try LoginImport.run(ByteSource(ReadExport.vector("../\(path)")), into: .inMemory())
        #expect(report.refused.map { $0.title + ($0.kind.map { " (\($0))" } ?? "") } == titles)
        #expect(!report.isComplete)
    }

    @Test(arguments: [
        (#"[""https://a.example/"",5]"#, #"site=https://b.example/ | Address=["https://a.example/",5]"#, ""),
        ("", "site=https://b.example/", #"[{""label"":""a"",""value"":{""b"":""c""}}]"#),
        ("", "site=https://b.example/", #"[{""label"":""a"",""value"":""b"",""later"":""c""}]"#),
    ])
    func `keeps a cell of NordPass that does not have the usual form`(sites: String, site: String, fields: String)
        throws
    {
        let header = "name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,custom_fields\n"
        let read = try ReadExport("\(header)A,https://b.example/,\"\(sites)\",u,p,,,,,\"\(fields)\"\n")
        let rest = fields.isEmpty ? " | (siteKeptAsField)" : " | *Custom fields=\(fields.replacing("\"\"", with: "\""))"
        #expect(read.rows.map(\.everything) == ["2 A | user=u | password=p | \(site)\(rest)"])
    }

    @Test func `keeps a mark of a favorite that is not a usual one`() throws {
        let rows = try CSVMappingTests.read(
            "t,u,p,f\nA,u,p,yes\nB,u,p,No\nC,u,p,best\n", "title=t,password=p,favorite=f")
        #expect(
            rows == [
                "2 A | user= | password=p | *u=u | favorite", "3 B | user= | password=p | *u=u",
                "4 C | user= | password=p | Favorite=best | *u=u",
            ])
    }

    @Test func `takes a repeated name in Kaspersky's text for a part of the previous value`() throws {
        let text = "Websites\n\nWebsite name: A\nLogin: u\nPassword: p\nLogin: v\nComment:\n\n---\n"
        #expect(try ReadExport(text).rows.map(\.everything) == ["3 A | user=u | password=p⏎Login: v"])
    }

    /// Values that begin with `keep` must be in the vault after the import; those that begin with `drop` must not.
    @Test(arguments: [
        "csv/nordpass.csv", "csv/nordpass-older.csv", "csv/roboform.csv", "csv/keeper.csv", "csv/keepass1.csv",
        "csv/zohovault.csv", "csv/strongbox.csv", "csv/dropbox.csv", "csv/avast.csv", "csv/kaspersky.csv",
        "exchange/samples/keeper.json", "exchange/samples/kaspersky.txt", "exchange/samples/aegis.json",
        "exchange/samples/2fas.json", "exchange/samples/andotp.json", "exchange/samples/freeotp.json",
        "exchange/samples/proton-authenticator.json", "exchange/samples/otpauth.txt",
        "exchange/samples/stratum.json",
    ])
    func `loses no value of an export`(path: String) throws {
        let bytes = try ReadExport.vector("../\(path)")
        let vault = try UnlockedVault.inMemory()
        _ = try LoginImport.run(ByteSource(bytes), into: vault)
        let rows = try vault.logins().map { ImportedRow(line: 0, content: .login($0)).everything }
        let imported = rows.joined(separator: " ")
        let text = String(decoding: bytes, as: UTF8.self)
        let values = Set(text.matches(of: /\b[Kk]eep\b[-A-Za-z0-9.]*/).map { String($0.output) })
        #expect(values.count > 1)
        for value in values { #expect(imported.contains(value), "\(value)") }
        #expect(!imported.contains("drop-"))
    }
}

@Suite("CSV with any columns") struct CSVMappingTests {
    fileprivate static func read(_ text: String, _ columns: String) throws -> [String] {
        var source = ByteSource(Array(text.utf8))
        var rows: [String] = []
        let mapping: CSVMapping = try CSVMapping(parsing: columns)
        try MappedCSV(mapping).read(&source) { rows.append($0.everything) }
        return rows
    }

    @Test func `reads the columns that the user names`() throws {
        let text = "Site;Who;What;Why\nhttps://a.example/;jane;p1;because\n"
        #expect(
            try Self.read(text, "url=Site,username=who, password = What") == [
                "2 a.example | user=jane | password=p1 | site=https://a.example/ | *Why=because"
            ])
        // Without a title, user and site, nothing names the login.
        #expect(try Self.read(text, "password=3,notes=4") == ["2 refused: missingSite"])
        #expect(
            try Self.read(text, "title=4,password=3") == [
                "2 because | user= | password=p1 | *Site=https://a.example/ | *Who=jane"
            ])
    }

    @Test func `a number chooses among columns with one name`() throws {
        let text = "Password,Name,Password,,\nold,A,secret,x,y\n"
        #expect(
            try Self.read(text, "title=2,password=3,notes=5") == [
                "2 A | user= | password=secret | notes=y | *Password=old | *Column 4=x"
            ])
    }

    @Test func `prefers the user name to the email address in any order`() throws {
        let rows = try Self.read("m,u,p\nj@a.example,jane,p1\nk@a.example,,p2\n", "email=m,username=u,password=p")
        #expect(
            rows == [
                "2 jane | user=jane | password=p1 | Email=j@a.example",
                "3 k@a.example | user=k@a.example | password=p2",
            ])
    }

    @Test(arguments: [
        ("", CSVMapping.Mistake.notAPair("")), ("title", .notAPair("title")), ("title=", .notAPair("title=")),
        ("=Name", .notAPair("=Name")), ("title=a,", .notAPair("")), ("password=a,,title=b", .notAPair("")),
        ("name=Name", .unknownValues(["name"])),
        ("title=a,user=Login,password=b,site=c", .unknownValues(["user", "site"])),
        ("title=a,title=b", .repeatedValue(.title)),
    ])
    func `names the mistake in a list of columns`(text: String, mistake: CSVMapping.Mistake) {
        #expect(throws: mistake) { try CSVMapping(parsing: text) }
    }

    @Test(arguments: [
        ("Konto,Kennung,Kennwort,Adresse\na,b,c,d\n", ExchangeError.unknownColumns(count: 4)),
        ("Konto;Kennung\r\na;b\r\n", .unknownColumns(count: 2)), ("a,b\nc,d", .unknownColumns(count: 2)),
        ("Dear Ada,\nthis is, as you know, a letter.\n", .unknownFormat), ("one\ntwo\n", .unknownFormat),
        ("Konto,Kennung\n", .unknownFormat), ("a,\"b\nc,d\n", .unknownFormat),
    ])
    func `recognizes CSV with columns of no known program`(text: String, error: ExchangeError) {
        var source = ByteSource(Array(text.utf8))
        #expect(throws: error) { try ImportFormats.recognize(&source) }
    }

    @Test func `names the columns that the file lacks`() throws {
        #expect(throws: ExchangeError.missingColumns(["Nope", "9"])) {
            try Self.read("a,b\n1,2\n", "title=a,username=Nope,password=9")
        }
        #expect(throws: ExchangeError.noHeader) { try Self.read("", "title=a") }
        #expect(throws: ExchangeError.self) { try Self.read("a,a\n1,2\n", "password=a") }
    }

    @Test(arguments: [
        ("Title,Login,Pwd", "title=Title,username=Login,password=Pwd"),
        (
            "nickname,url,username,password,additionalInfo,twofactorSecret,status,tags",
            "title=nickname,username=username,password=password,url=url,notes=additionalInfo,otp=twofactorSecret,"
                + "tags=tags"
        ),
        (
            "Bezeichnung;Benutzername;Passwort;Webseite;Notizen",
            "title=Bezeichnung,username=Benutzername,password=Passwort,url=Webseite,notes=Notizen"
        ),
        ("Account,Password,URL", "username=Account,password=Password,url=URL"),
        ("Account,Login,Password", "title=Account,username=Login,password=Password"),
        ("Name,Account,Password", "title=Name,username=Account,password=Password"),
        ("\"User, name\",Password", "username=1,password=Password"),
        ("\u{1B}Name,Password", "title=1,password=Password"),
    ])
    func `guesses the columns by their names`(header: String, mapping: String) throws {
        var source = ByteSource(Array("\(header)\n".utf8))
        let found = try ImportFormats.recognize(&source)
        let format = try #require(found as? MappedCSV)
        let guessed = try format.guess(from: &source)
        let guess = try #require(guessed)
        #expect(guess.description == mapping)
        #expect(try CSVMapping(parsing: guess.description) == guess)
    }

    @Test(arguments: [
        "hello", "a,b,c", "Title,URL", "password", "jane,secret,https://a.example", "Title,Password,a,b,c",
        "Password,Password,Title", "\"Title,Password",
    ])
    func `does not guess the columns of other text`(text: String) {
        #expect(throws: ExchangeError.self) { try ReadExport("\(text)\n1,2,3\n") }
    }

    @Test func `imports nothing if most rows do not fit the guessed columns`() throws {
        let vault = try UnlockedVault.inMemory()
        let text = "Name,Login,Password,URL\nA,u,p,https://a.example\nB,u,,https://b.example\nC,u,,https://c.example\n"
        let guess = try CSVMapping(parsing: "title=Name,username=Login,password=Password,url=URL")
        #expect(throws: ExchangeError.wrongGuess(guess, unfit: 2, rows: 3)) {
            try LoginImport.run(ByteSource(Array(text.utf8)), into: vault)
        }
        #expect(try vault.overviews().count == 0)
        var source = ByteSource(Array(text.utf8))
        let report = try LoginImport.run(&source, of: MappedCSV(guess), into: vault)
        #expect(report.counts == [3, 0, 0, 0])
        #expect(report.format == "csv")
    }

    @Test func `never traps on any columns and cells`() throws {
        let pieces = Generator<String>.element(of: [
            "title", "Password", "login", "url", ",", "\n", "\"", "\\", "=", "1", "x", "\u{301}",
        ])
        try forAll(pieces.list(upTo: 30), runs: 3000) { pieces in
            let text = pieces.joined()
            for columns in ["password=Password,title=title", "title=1,password=2"] { _ = try? Self.read(text, columns) }
            _ = try? CSVMapping(parsing: text)
            _ = try? ReadExport(text)
            return true
        }
    }
}
