import LatchkeyCore
import LatchkeyExchange
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Authenticator import` {
    private static func code(
        _ label: String, _ secret: String = "JBSWY3DPEHPK3PXP", issuer: String? = nil, algorithm: String = "SHA1",
        digits: Int = 6, factor: String = "period=30", type: String = "totp"
    ) -> String {
        "code=otpauth://\(type)/\(label)?secret=\(secret)" + (issuer.map { "&issuer=\($0)" } ?? "")
            + "&algorithm=\(algorithm)&digits=\(digits)&\(factor)"
    }

    private static let steam = "JRZCL47CMXVOQMNPZR2F7J4RGI"

    static let files: [(file: String, format: String, rows: [String])] = [
        (
            "aegis.json", "aegis-json",
            [
                "1 Keep Issuer & Co | user=keep-name | "
                    + code(
                        "Keep%20Issuer%20%26%20Co:keep-name", issuer: "Keep%20Issuer%20%26%20Co", algorithm: "SHA256",
                        digits: 8, factor: "period=60") + " | notes=keep-note | Group=keep-group | favorite",
                "2 keep-counter | user=keep-counter | "
                    + code("keep-counter", "MFRGGZDF", factor: "counter=50", type: "hotp") + " | Group=keep-old-group",
                "3 Keep Steam | user=keep-gabe | "
                    + code("Keep%20Steam:keep-gabe", steam, issuer: "Keep%20Steam", digits: 5) + "&encoder=steam",
                "4 Keep Yandex | user=keep-ya | *PIN=keep-pin | *One-time code=otpauth://yandex/Keep%20Yandex:keep-ya"
                    + "?secret=KEEPYANDEX&issuer=Keep%20Yandex&algorithm=SHA256&digits=8&period=30 | (codeKeptAsField)",
            ]
        ),
        (
            "2fas.json", "2fas-json",
            [
                "1 Keep Service | user=keep-account | "
                    + code(
                        "Keep%20Issuer:keep-account", issuer: "Keep%20Issuer", algorithm: "SHA512", digits: 7,
                        factor: "period=20") + " | Label=keep-label"
                    + " | *Link=otpauth://totp/x?secret=JBSWY3DPEHPK3PXP | Group=keep-group",
                "2 Keep Counter | user=keep-james | "
                    + code(
                        "Keep%20Counter:keep-james", "MFRGGZDF", issuer: "Keep%20Counter", factor: "counter=1",
                        type: "hotp"),
                "3 Keep Steam | user=keep-sophia | "
                    + code("Keep%20Steam:keep-sophia", steam, issuer: "Keep%20Steam", digits: 5) + "&encoder=steam",
                "4 Keep Odd | user=keep-odd | *One-time code=otpauth://totp/Keep%20Odd:keep-odd?secret=MFRGGZDF"
                    + "&issuer=Keep%20Odd&algorithm=SHA224 | (codeKeptAsField)",
            ]
        ),
        (
            "andotp.json", "andotp-json",
            [
                "1 Keep Issuer | user=keep-label | " + code("Keep%20Issuer:keep-label", issuer: "Keep%20Issuer")
                    + " | Tag=keep-tag | Tag=keep-tag-2 | used=1608146844.162",
                "2 Keep Old - keep-name | user=Keep Old - keep-name | "
                    + code(
                        "Keep%20Old%20-%20keep-name", "MFRGGZDF", algorithm: "SHA256", digits: 7, factor: "counter=50",
                        type: "hotp"),
                "3 Keep Steam | user=keep-sophia | "
                    + code("Keep%20Steam:keep-sophia", steam, issuer: "Keep%20Steam", digits: 5)
                    + "&encoder=steam | used=1608146877.325",
            ]
        ),
        (
            "freeotp.json", "freeotp-json",
            [
                "1 Keep Issuer | user=keep-label | "
                    + code(
                        "Keep%20Issuer:keep-label", "JBSWY3DPEHPK3PXP", issuer: "Keep%20Issuer", algorithm: "SHA512",
                        digits: 8, factor: "period=50") + " | Label in FreeOTP+=keep-alias",
                "2 Keep Other | user=keep-counter | "
                    + code(
                        "Keep%20Other:keep-counter", "MFRGGZDF", issuer: "Keep%20Other", factor: "counter=50",
                        type: "hotp") + " | Issuer=keep-prefix",
                "3 refused: notACode",
            ]
        ),
        (
            "proton-authenticator.json", "proton-authenticator-json",
            [
                "1 Keep Issuer | user=keep-account | "
                    + code(
                        "Keep%20Issuer:keep-account", issuer: "Keep%20Issuer", algorithm: "SHA256", digits: 7,
                        factor: "period=20") + " | notes=keep-note",
                "2 keep-steam | user=keep-steam | " + code("", steam, digits: 5) + "&encoder=steam",
            ]
        ),
        (
            "stratum.json", "stratum-json",
            [
                "1 Keep Issuer | user=keep-name | "
                    + code(
                        "Keep%20Issuer:keep-name", issuer: "Keep%20Issuer", algorithm: "SHA256", digits: 8,
                        factor: "period=60") + " | Category=keep-category",
                "2 Keep Counter | user= | "
                    + code("Keep%20Counter:", "MFRGGZDF", issuer: "Keep%20Counter", factor: "counter=50", type: "hotp"),
                "3 Keep Steam | user=keep-gabe | "
                    + code("Keep%20Steam:keep-gabe", steam, issuer: "Keep%20Steam", digits: 5) + "&encoder=steam",
                "4 Keep Yandex | user=keep-ya | *PIN=keep-pin | *One-time code=otpauth://yandex/Keep%20Yandex:keep-ya"
                    + "?secret=KEEPYANDEX&issuer=Keep%20Yandex | (codeKeptAsField)",
            ]
        ),
        (
            "otpauth.txt", "otpauth-list",
            [
                "2 Keep Issuer | user=keep-name | "
                    + code(
                        "Keep%20Issuer:keep-name", issuer: "Keep%20Issuer", algorithm: "SHA256", digits: 8,
                        factor: "period=60") + " | notes=keep-note | Tag=keep-tag | *keepLater=keep-later | favorite"
                    + " | used=1700000000.0",
                "4 keep-counter | user=keep-counter | "
                    + code("keep-counter", "MFRGGZDF", algorithm: "SHA512", factor: "counter=50", type: "hotp")
                    + " | *image=https://keep-image.example/",
                "5 Keep Steam | user=keep-gabe | "
                    + code("Keep%20Steam:keep-gabe", steam, issuer: "Keep%20Steam", digits: 5) + "&encoder=steam",
                "6 refused: inBin",
                "7 One-time code | user= | *One-time code=otpauth://totp/keep-broken?secret=keep-not!base32"
                    + " | (codeKeptAsField)",
                "8 refused: notACode",
                "9 Keep Google | user=keep-one | " + code("Keep%20Google:keep-one", issuer: "Keep%20Google"),
                "9 keep-two | user=keep-two | " + code("keep-two", "MFRGGZDF", factor: "counter=7", type: "hotp"),
                "10 refused: notACode", "10 refused: missingQRCode(number: 2, count: 3)",
            ]
        ),
    ]

    @Test(arguments: files)
    func `reads every value of an authenticator's export`(file: String, format: String, rows: [String]) throws {
        let read = try ReadExport(vector: "samples/\(file)")
        #expect(read.format == format)
        #expect(read.rows.map(\.everything) == rows)
    }

    @Test(arguments: files)
    func `adds nothing when an authenticator's export is imported again`(file: String, format: String, rows: [String])
        throws
    {
        let vault = try UnlockedVault.inMemory()
        let bytes = try ReadExport.vector("samples/\(file)")
        let first = try LoginImport.run(ByteSource(bytes), into: vault)
        let again = try LoginImport.run(ByteSource(bytes), into: vault)
        #expect(first.added == rows.count { !$0.contains("refused") })
        #expect(again.counts == [0, first.added, 0, first.refusedCount])
    }

    @Test func `names what it does not import from an authenticator's export`() throws {
        let list = try ReadExport(vector: "samples/otpauth.txt").rows
        #expect(list.filter { $0.content.isRefused }.map(\.title) == ["drop-binned", "", "drop-md5", ""])
        #expect(try ReadExport(vector: "samples/freeotp.json").rows[2].title == "drop-bad")
        let proton = try ReadExport(#"{"version": 1, "entries": [{"content": {"name": "a", "entry_type": "Totp"}}]}"#)
        #expect(proton.rows.map(\.everything) == ["1 refused: notACode"] && proton.rows[0].title == "a")
    }

    @Test(arguments: [
        (#"[{"secret": "MFRGGZDF", "label": "a", "type": "TOTP", "algorithm": "SHA1", "later": "value"}]"#, "later"),
        (#"{"tokens": [{"issuerExt": "", "label": "a", "secret": [1], "later": {"deep": "value"}}]}"#, "later.deep"),
        (
            #"{"version": 1, "entries": [{"content": {"uri": "otpauth://totp/a?secret=MFRGGZDF"}, "later": "value"}]}"#,
            "later"
        ),
        (
            #"{"header": {"slots": null, "params": null}, "db": {"entries": [{"name": "a", "later": "value"}]}}"#,
            "later"
        ),
        (#"{"services": [{"name": "a", "secret": "MFRGGZDF", "otp": {"later": "value"}}]}"#, "otp.later"),
        (#"{"Authenticators": [{"Type": 2, "Issuer": "a", "Secret": "MFRGGZDF", "Later": "value"}]}"#, "Later"),
        (#"{"records": [{"title": "a", "login": "u", "$type": "login", "later": "value"}]}"#, "later"),
    ])
    func `names the members of later versions that it does not import`(text: String, name: String) throws {
        let read = try ReadExport(text)
        #expect(read.rows.map(\.notices) == [[.valuesLeftOut([name])]])
    }

    @Test func `keeps the parameters of a URI in Proton Authenticator's export`() throws {
        let uri = "otpauth://totp/a?secret=MFRGGZDF&image=https%3A%2F%2Fa.example%2F"
        let read = try ReadExport(#"{"version": 1, "entries": [{"content": {"uri": "\#(uri)", "name": "b"}}]}"#)
        #expect(read.logins.first?.fields == [.concealed("image", "https://a.example/")])
    }

    @Test func `keeps two codes of one account as two logins`() throws {
        let vault = try UnlockedVault.inMemory()
        let text = "otpauth://totp/A:jane?secret=JBSWY3DPEHPK3PXP\notpauth://totp/A:jane?secret=MFRGGZDF\n"
        let report = try LoginImport.run(ByteSource(Array(text.utf8)), into: vault)
        #expect(report.counts == [2, 0, 0, 0])
        #expect(report.remarks == [.init(line: 2, notice: .hasTwin, title: "A")])
        #expect(try LoginImport.run(ByteSource(Array(text.utf8)), into: vault).counts == [0, 2, 0, 0])
    }

    @Test(arguments: ["\n", "\r\n", "\r"], [1, 3, 4096])
    func `reads a list of codes with each line end and in chunks of any size`(lineEnd: String, size: Int) throws {
        let text = ["otpauth://totp/a?secret=MFRGGZDF", "", "x", "  OTPAUTH://totp/b?secret=MFRGGZDF  "].joined(
            separator: lineEnd)
        let (_, rows) = try ProgramTable.read(Array(text.utf8), inPiecesOf: size)
        #expect(
            rows == [
                "1 a | user=a | " + Self.code("a", "MFRGGZDF"), "3 refused: notACode",
                "4 b | user=b | " + Self.code("b", "MFRGGZDF"),
            ])
    }

    @Test func `refuses a line of a megabyte, and reads the lines around it`() throws {
        let code = "otpauth://totp/a?secret=MFRGGZDF"
        let read = try ReadExport("\(code)\n\(code)\(String(repeating: "A", count: 1 << 20))\n\(code)\n")
        #expect(read.rows.map(\.line) == [1, 2, 3])
        #expect(read.refusals == [ReadExport.Refusal(row: 2, reason: .tooLong)])
    }

    @Test func `refuses the line of a list that is not UTF-8`() throws {
        let line = Array("otpauth://totp/ü?secret=MFRGGZDF\n".utf8)
        let read = try ReadExport(line + Array("otpauth://totp/".utf8) + [0xFF, 0x0A] + line)
        #expect(read.refusals == [ReadExport.Refusal(row: 2, reason: .notUTF8)])
        #expect(read.logins.count == 2)
    }

    @Test func `keeps a code whose parameters are hostile as a field`() throws {
        let entries = [
            #""secret": "MFRGGZDF", "digits": 99999999999999999999"#, #""secret": "MFRGGZDF", "period": 0"#,
            #""secret": "MFRGGZDF", "digits": -6"#, #""secret": "MFRGGZDF", "algo": "&secret=AAAA""#,
            #""secret": "A&digits=8""#, #""secret": "\#(String(repeating: "A", count: 10_000))""#,
        ]
        let list = entries.map { #"{"type": "totp", "name": "a", "issuer": "", "info": {\#($0)}}"# }
        let read = try ReadExport(
            #"{"version": 1, "header": {"slots": null, "params": null}, "db": {"entries": [\#(list.joined(separator: ","))]}}"#
        )
        #expect(read.rows.allSatisfy { $0.notices == [.codeKeptAsField] })
        #expect(read.logins.allSatisfy { $0.oneTimeCode == nil && $0.fields.map(\.name) == ["One-time code"] })
        #expect(read.logins.count == entries.count)
    }
}

@Suite struct `Files that another program must export` {
    @Test(arguments: [
        ("aegis-encrypted.json", UnreadableFile.encryptedAegis), ("2fas-encrypted.json", .encryptedTwoFAS),
        ("proton-authenticator-encrypted.json", .encryptedProtonAuthenticator),
        ("ente-encrypted.json", .encryptedEnte),
    ])
    func `names an encrypted export of an authenticator`(file: String, kind: UnreadableFile) throws {
        #expect(throws: ExchangeError.unreadable(kind)) { try ReadExport(vector: file) }
    }

    @Test(
        arguments: [
            ([0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 1, 0, 4, 0], UnreadableFile.kdbx),
            ([0x03, 0xD9, 0xA2, 0x9A, 0x66, 0xFB, 0x4B, 0xB5], .kdbx),
            ([0x03, 0xD9, 0xA2, 0x9A, 0x65, 0xFB, 0x4B, 0xB5], .kdb),
        ] as [([UInt8], UnreadableFile)])
    func `names a database of KeePass by its signature`(head: [UInt8], kind: UnreadableFile) {
        #expect(throws: ExchangeError.unreadable(kind)) { try ReadExport(head + [UInt8](repeating: 0, count: 64)) }
    }

    @Test(
        arguments: [
            ("AUTHENTICATORPRO", UnreadableFile.encryptedStratum), ("AuthenticatorPro", .encryptedStratum),
            ("GnomeKeyring\n\r\0\n", .gnomeKeyring), ("KWALLET\n\r\0\r\n", .kwallet), ("PWS3", .passwordSafe),
            ("SQLite format 3\0", .database),
            ("SQLite format 3\0" + String(repeating: "\0", count: 52) + "LKVT", .latchkeyVault),
            (
                #"{"nextId":2,"logins":[{"id":1,"hostname":"https://a.example","encryptedUsername":"MDo","encryptedPassword":"MDo"}]}"#,
                .firefoxLogins
            ),
            (
                #"{"uuid":"1","typeName":"webforms.WebForm","secureContents":{"fields":[]},"title":"a"}"#
                    + "\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\n", .onePasswordInterchange
            ),
            (#"var profile={"lastUpdatedBy":"Dropbox"};"#, .onePasswordVault),
            (#"ld({"A1":{"category":"001"}});"#, .onePasswordVault),
            // The signatures of Buttercup's VAULT_FORMAT.md.
            ("b~>buttercup/a4uYN+3eU3pUSNx7gpI9Wzz05kiG", .buttercup), ("b~>buttercup/b4uYN", .buttercup),
            ("LS0tLS1CRUdJTiBQR1AgU0lHTkVEIE1FU1NBR0UtLS0tLQpIYXNoOiBTSEE1MTIK", .passboltAccountKit),
            ("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nxYYEY", .openPGPKey),
            ("-----BEGIN PGP MESSAGE-----\n\nhF4D", .openPGPMessage),
            (
                #"{"folders":[{"name":"Web","items":[{"type":"website_password","name":"a","website_password_title":"a","#
                    + #""website_password_username":"u","website_password_password":"p","website_password_url":"https://a.example","#
                    + #""callback_url":"","callback_user":"","callback_pass":""}]}]}"#, .psono
            ),
            (#"{"items":[{"type":"note","name":"a","note_title":"a","callback_user":"","callback_pass":""}]}"#, .psono),
        ] as [(String, UnreadableFile)])
    func `names the program of a password store that is no export`(head: String, kind: UnreadableFile) {
        #expect(throws: ExchangeError.unreadable(kind)) {
            try ReadExport(Array(head.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 200))
        }
    }

    @Test(arguments: [[0x03, 0xD9, 0xA2, 0x9A], [0x03, 0xD9, 0xA2, 0x9A, 0x68, 0xFB, 0x4B, 0xB5]] as [[UInt8]])
    func `does not recognize a file with half of KeePass's signature`(head: [UInt8]) {
        #expect(throws: ExchangeError.unknownFormat) { try ReadExport(head) }
    }
}

extension ImportedRow.Content {
    fileprivate var isRefused: Bool {
        if case .refused = self { true } else { false }
    }
}
