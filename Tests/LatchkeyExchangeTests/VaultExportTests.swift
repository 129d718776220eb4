import Foundation
import LatchkeyExchange
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@Suite struct `Export` {
    /// A login with every kind of value.
    private static var full: Login {
        var login = Login(
            title: "Exämple \"quoted\" \\ \u{1}", user: "jane@example.com",
            password: Secret("pä\u{7F}ss\n\"w\\ord\" 🔑"),
            sites: ["https://example.com/login?a=b#c", "example.org:8443", "http://[::1]/", "android://x@com.example"]
                .compactMap(Site.init),
            oneTimeCode: Secret(
                "otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA256&digits=8&period=45"
            ),
            passkeys: [0, 1].map { number in
                Passkey(
                    description: PasskeyDescription(
                        relyingPartyIdentifier: "example.com", credentialID: Data([1, 2, number]),
                        userHandle: Data([0xFB, 0xFF]), userName: "jane"),
                    privateKey: Secret(copying: ed25519Prefix + [UInt8](repeating: number, count: 32)))
            } + realPasskeys,
            notes: Secret("line one\r\nline \"two\"\ttab"),
            fields: [
                .concealed("PIN", "1234"), .plain("Branch", "Main St"), .plain("Branch", "again"), .plain("empty", ""),
            ],
            isFavorite: true, asksEveryTime: true)
        login.history = [PastPassword("old", 1_700_000_000.123), PastPassword("older", 1_600_000_000)]
        login.passwordExpiry = Date(timeIntervalSince1970: 1_900_000_000.5)
        login.oauthRefreshToken = Secret("refresh")
        login.authenticationType = "Bearer"
        login.hiddenPasskeys = [Data([1, 2, 1]), realPasskeys[0].description.credentialID]
        login.replacedPasskeys = [Data([1, 2, 1])]
        return login
    }

    /// The DER prefix of an Ed25519 private key.
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    /// A passkey of each algorithm that the vault creates, with all extensions.
    private static let realPasskeys: [Passkey] = [COSEAlgorithm.es256, .edDSA, .rs256].compactMap { algorithm in
        guard let key = try? PasskeyKey.make(algorithm) else { return nil }
        return Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: "example.com", credentialID: Data("real \(algorithm)".utf8),
                userHandle: Data([1]), userName: "jane", displayName: "Jane Doe",
                created: Date(timeIntervalSince1970: 1_640_000_000.125),
                lastUsed: Date(timeIntervalSince1970: 1_650_000_000.5)),
            privateKey: key.pkcs8,
            prfSecrets: PasskeyPRFSecrets(verified: .random(count: 32), unverified: .random(count: 32)),
            largeBlob: Secret(copying: [UInt8](repeating: 7, count: 3000) + [0, 255]))
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml]) func `exports passkeys that can still sign`(format: ExportFormat)
        throws
    {
        #expect(Self.realPasskeys.count == 3)
        let logins = Self.realPasskeys.map { Login(title: "A \($0.description.userName)", user: "u", passkeys: [$0]) }
        let read = try ReadExport(Self.export(logins, format).file)
        for (passkey, login) in zip(Self.realPasskeys, read.logins) {
            let back = try #require(login.passkeys.first)
            let key = try PasskeyKey(pkcs8: back.privateKey)
            #expect(key.publicKey == (try PasskeyKey(pkcs8: passkey.privateKey)).publicKey)
            #expect(key.publicKey.verifies(try key.sign([1, 2]), over: [1, 2]))
            if format != .xml { #expect(back == passkey) }
        }
        #expect(read.logins.count == 3)
    }

    /// Further logins: other kinds of codes, bare secrets, unusual notations, bytes that are not text, almost empty
    /// ones.
    private static var odd: [Login] {
        [
            Login(title: "HOTP", user: "a", oneTimeCode: Secret("otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=7")),
            Login(title: "Steam", user: "b", oneTimeCode: Secret("steam://JBSWY3DPEHPK3PXP")),
            Login(title: "Bare", user: "c", oneTimeCode: Secret("jbsw y3dp ehpk 3pxp")),
            Login(title: "Long period", oneTimeCode: Secret("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=86400")),
            Login(
                title: "Bytes", user: "d", password: Secret(copying: [0xFF, 0x00, 0x41]), notes: Secret(copying: [0xFE])
            ),
            Login(title: "Bytes alone", password: Secret(copying: [0xFF])),
            Login(title: "Empty password", user: "e", password: Secret("")),
            Login(title: "Only a note", notes: Secret("x")),
            Login(
                title: "Field of bytes",
                fields: [
                    CustomField(name: "", value: Secret(copying: [0xFF]), isConcealed: true), .plain("a", "b"),
                ]),
        ]
    }

    private static func export(
        _ logins: [Login], _ format: ExportFormat, options: VaultExport.Options = VaultExport.Options()
    ) -> (file: [UInt8], report: ExportReport) {
        let start = Date(timeIntervalSince1970: 1_650_000_000.25)
        let exported = logins.map { login in
            ExportedLogin(
                login: login, created: start, changed: start + 10, lastUsed: login.isFavorite ? start + 20 : nil)
        }
        return VaultExport.write(exported, as: format, options: options, at: start + 30)
    }

    @Test(arguments: [ExportFormat.json, .cxf]) func `exports and imports a login without loss`(format: ExportFormat)
        throws
    {
        let logins = [Self.full] + Self.odd
        let (file, report) = Self.export(logins, format)
        // CXF has time-based codes with periods up to 255 seconds only; the others are in Latchkey's extension.
        // CXF itself has no mark for a passkey that is not offered.
        let lost: [ExportLoss: [String]] = [
            .codes: ["HOTP", "Steam", "Long period"], .passkeyMarks: [Self.full.title],
        ]
        #expect(report.titles == (format == .json ? [:] : lost))
        let read = try ReadExport(file)
        #expect(read.format == (format == .json ? "latchkey-json" : "cxf"))
        #expect(read.logins == logins)
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_650_000_000.25))
        #expect(read.rows[0].lastUsed == Date(timeIntervalSince1970: 1_650_000_020.25))
    }

    @Test(arguments: [ExportFormat.json, .cxf]) func `adds nothing when an export is imported into another vault again`(
        format: ExportFormat
    ) throws {
        let (first, second) = (try UnlockedVault.inMemory(), try UnlockedVault.inMemory())
        for login in [Self.full] + Self.odd.dropLast(2) { try first.add(login) }
        let file = try VaultExport.run(format, of: first).file
        #expect(try LoginImport.run(ByteSource(file), into: second).added == 8)
        #expect(try second.logins() == first.logins())
        let again = try LoginImport.run(ByteSource(file), into: second)
        #expect(again.counts == [0, 8, 0, 0])
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml]) func `imports every date of a login`(format: ExportFormat) throws
    {
        let (first, second) = (try UnlockedVault.inMemory(), try UnlockedVault.inMemory())
        let day = Date(timeIntervalSince1970: 1_650_000_000.125)
        _ = try first.transaction { transaction in
            try transaction.add(
                Login(
                    title: "A", user: "u", password: Secret("p"),
                    history: [PastPassword("old", 1_650_000_003.25), PastPassword("older", 1_640_000_000.5)]),
                created: day, changed: day + 5, lastUsed: day + 7, passwordSince: day + 4)
        }
        _ = try LoginImport.run(ByteSource(try VaultExport.run(format, of: first).file), into: second)
        let records = try [first, second].map { try $0.record(#require(try $0.overviews().overviews.first?.id)) }
        #expect(records[0].login == records[1].login)
        let dates = records.map { record in
            [
                record.overview.created, record.overview.changed, record.overview.lastUsed,
                record.login.passwordSince(created: record.overview.created),
            ]
        }
        #expect(dates[0] == dates[1])
        #expect(dates[1] == [day, day + 5, day + 7, day + 4])
    }

    /// Logins with the same site, user and title, each with one different value.
    private static var alike: [Login] {
        func login(_ change: (inout Login) -> Void) -> Login {
            var login = Login(
                title: "A", user: "u", password: Secret("p"),
                sites: [Site("https://a.example/one.git")].compactMap(\.self))
            change(&login)
            return login
        }
        return [
            login { _ in }, login { $0.password = Secret("old") },
            login { $0.history = [PastPassword("old", 1_600_000_000)] },
            login { $0.sites = [Site("https://a.example/two.git")].compactMap(\.self) },
            login { $0.notes = Secret("n") }, login { $0.notes = Secret("m") }, login { _ in },
        ]
    }

    @Test(arguments: [ExportFormat.json, .cxf, .xml]) func `exports and imports similar logins without loss`(
        format: ExportFormat
    ) throws {
        let (first, second) = (try UnlockedVault.inMemory(), try UnlockedVault.inMemory())
        for login in Self.alike { try first.add(login) }
        let file = try VaultExport.run(format, of: first).file
        #expect(try LoginImport.run(ByteSource(file), into: second).counts == [7, 0, 0, 0])
        func described(_ vault: UnlockedVault) throws -> [String] {
            try vault.logins().map {
                "\($0.password?.reveal() ?? "") \($0.sites.map(\.text)) \($0.notes?.reveal() ?? "") "
                    + "\($0.history.map { $0.password.reveal() })"
            }.sorted()
        }
        #expect(try described(second) == described(first))
        let mark = try second.mark()
        #expect(try LoginImport.run(ByteSource(file), into: second).counts == [0, 7, 0, 0])
        #expect(try second.mark() == mark)
    }

    @Test(arguments: ExportFormat.allCases) func `exports no logins of the bin, and counts them`(format: ExportFormat)
        throws
    {
        let vault = try UnlockedVault.inMemory()
        try vault.add(Login(title: "Kept", user: "kept", password: Secret("p")))
        guard case .added(let gone) = try vault.add(Login(title: "Gone", user: "gone", password: Secret("p"))) else {
            Issue.record("nothing was added")
            return
        }
        try vault.remove(gone.id)
        let (file, report) = try VaultExport.run(format, of: vault)
        #expect(report.logins == 1)
        #expect(report.binned == 1)
        let text = String(decoding: file, as: UTF8.self)
        #expect(text.contains("Kept"))
        #expect(!text.contains("Gone"))
    }

    @Test func `exports CSV with Apple's columns and one row per site`() throws {
        let login = Login(
            title: "A, \"B\"", user: "jane", password: Secret("p\"w,\nx"),
            sites: ["https://a.example/", "b.example"].compactMap(Site.init), oneTimeCode: Secret("JBSWY3DPEHPK3PXP"),
            notes: Secret("n"))
        let (file, _) = Self.export([login, Login(title: "No site", user: "u", password: Secret("p"))], .csv)
        let code = "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
        #expect(
            String(decoding: file, as: UTF8.self) == """
                Title,URL,Username,Password,Notes,OTPAuth\r
                "A, ""B""\","https://a.example/","jane","p""w,\nx","n","\(code)"\r
                "A, ""B""\","https://b.example","jane","p""w,\nx","n","\(code)"\r
                "No site","","u","p","",""\r\n
                """)
        let read = try ReadExport(file)
        #expect(read.format == "apple-csv")
        #expect(read.logins.map { $0.password?.reveal() } == ["p\"w,\nx", "p"])
        #expect(read.logins[0].sites.map(\.text) == ["https://a.example/", "https://b.example"])
        #expect(read.logins[0].oneTimeCode == Secret(code))
    }

    private static let formulas = ["=1+1", "=cmd|' /C calc'!A0", "+49 30 1", "-1", "@sum", "\tx", "\rx"]

    @Test(arguments: formulas) func `exports no title or note that a spreadsheet would evaluate`(text: String) {
        let login = Login(title: text, user: "u", password: Secret("p"), notes: Secret(text))
        let file = String(decoding: Self.export([login], .csv).file, as: UTF8.self)
        #expect(file.hasSuffix("\"'\(text)\",\"\",\"u\",\"p\",\"'\(text)\",\"\"\r\n"))
    }

    @Test(arguments: formulas + ["'=1", "''@x", "'quoted'", "x"])
    func `imports each title and note of a CSV export unchanged`(text: String) throws {
        let login = Login(title: text, user: "u", password: Secret("p"), notes: Secret(text))
        let read = try ReadExport(Self.export([login], .csv).file)
        #expect(read.logins.map(\.title) == [text])
        #expect(read.logins.map { $0.notes?.reveal() } == [text])
    }

    @Test func `keeps user and password in CSV unless it is for a spreadsheet, and counts formulas`() throws {
        let login = Login(
            title: "T", user: "@jane", password: Secret("=p"), sites: [Site("a.example")].compactMap(\.self))
        let (file, report) = Self.export([login, Login(title: "U", user: "u", password: Secret("p"))], .csv)
        #expect(report.formulas == 1)
        #expect(try ReadExport(file).logins[0].user == "@jane")
        #expect(try ReadExport(file).logins[0].password == Secret("=p"))
        let guarded = Self.export([login], .csv, options: VaultExport.Options(isForSpreadsheet: true)).file
        #expect(String(decoding: guarded, as: UTF8.self).contains(#""T","https://a.example","'@jane","'=p","","""#))
    }

    @Test func `reports values that the export format cannot express`() {
        #expect(
            Self.export([Self.full, Login(title: "x", user: "u")], .csv).report.losses == [
                .passkeys: 1, .fields: 1, .history: 1, .settings: 1, .dates: 2, .sites: 1,
            ])
        let odd = Self.export(Self.odd, .csv).report
        #expect(odd.losses == [.bytes: 2, .fields: 1, .dates: 9])
        #expect(odd.titles[.bytes] == ["Bytes", "Bytes alone"])
        #expect(odd.titles[.fields] == ["Field of bytes"])
        #expect(Self.export([Self.full], .xml).report.losses == [.passkeys: 1, .settings: 1, .bytes: 1])
        #expect(Self.export(Self.odd, .xml).report.titles == [.bytes: ["Bytes", "Bytes alone", "Field of bytes"]])
        let alone = Login(title: "x", user: "u", passkeys: [Self.realPasskeys[0]])
        #expect(Self.export([alone], .xml).report.titles == [.passkeyExtensions: ["x"]])
        // Other programs offer the hidden passkeys.
        #expect(Self.export([Self.full, alone], .cxf).report.losses == [.passkeyMarks: 1])
        #expect(Self.export([Self.full, alone], .json).report.losses == [:])
    }

    @Test(arguments: [
        (ExportFormat.json, ["exact+https://example.com/login", "example.org"]),
        (.cxf, ["exact+https://example.com/login", "example.org"]),
        (.xml, ["exact+https://example.com/login", "example.org"]),
        (.csv, ["https://example.com/login", "https://example.org"]),
    ])
    func `writes the rule of an address for Latchkey only, and reports it`(format: ExportFormat, sites: [String]) throws
    {
        let login = Login(
            title: "Ruled", user: "u", password: Secret("p"),
            sites: ["exact+https://example.com/login", "example.org"].compactMap(Site.init))
        let (file, report) = Self.export([login, Login(title: "Other", password: Secret("p"))], format)
        #expect(report.titles[.siteRules] == (format == .json ? nil : ["Ruled"]))
        let rows = try ReadExport(file).logins
        #expect(rows.filter { $0.title == "Ruled" }.flatMap(\.sites).map(\.text) == sites)
        if format == .cxf || format == .xml {
            let text = String(decoding: file, as: UTF8.self).replacing("\\/", with: "/")
            #expect(
                text.contains("\"https://example.com/login\"") || text.contains("<Value>https://example.com/login<"))
        }
    }

    @Test func `exports KeePass XML with every value that KeePass has`() throws {
        var login = Self.full
        login.title = "Exämple <&>"
        let read = try ReadExport(Self.export([login], .xml).file)
        #expect(read.format == "keepass-xml")
        let back = try #require(read.logins.first)
        #expect(back.title == login.title)
        #expect(back.user == login.user)
        #expect(back.password == login.password)
        #expect(back.sites == login.sites)
        #expect(back.oneTimeCode == login.oneTimeCode)
        #expect(back.notes == login.notes)
        #expect(back.passkeys == [login.passkeys[0]])
        #expect(back.isFavorite && back.asksEveryTime)
        #expect(back.history == login.history)
        #expect(back.passwordExpiry == login.passwordExpiry)
        #expect(back.authenticationType == login.authenticationType)
        let row = read.rows[0]
        #expect(row.created == Date(timeIntervalSince1970: 1_650_000_000.25))
        #expect(row.lastUsed == Date(timeIntervalSince1970: 1_650_000_020.25))
        #expect(row.passwordSince == Date(timeIntervalSince1970: 1_700_000_000.123))
        #expect(row.changed == Date(timeIntervalSince1970: 1_650_000_010.25))
        #expect(back.fields == [.concealed("PIN", "1234"), .plain("Branch", "Main St"), .plain("Branch 2", "again")])
    }

    @Test func `ignores the dates in a KeePass entry that another program changed since`() throws {
        let file = String(decoding: Self.export([Self.full], .xml).file, as: UTF8.self)
        let changed = file.replacing("2022-04-15T05:20:10Z", with: "2023-01-01T00:00:00Z")
        #expect(changed != file)
        let read = try ReadExport(changed)
        #expect(read.rows[0].lastUsed == nil)
        #expect(read.logins[0].history.map { $0.replaced.timeIntervalSince1970 } == [1_672_531_200, 1_600_000_000])
        #expect(read.logins[0].fields.last?.name == "Expires")
    }

    @Test func `exports a counter-based code to KeePass XML so that KeePassXC shows no wrong code`() throws {
        let code = Secret(
            "otpauth://hotp/Shop:jane?secret=JBSWY3DPEHPK3PXP&issuer=Shop&algorithm=SHA256&digits=8&counter=7")
        let file = Self.export([Login(title: "HOTP", user: "u", oneTimeCode: code)], .xml).file
        let text = String(decoding: file, as: UTF8.self)
        #expect(!text.contains("<Key>otp</Key>"))
        #expect(text.contains("<Key>HmacOtp-Secret-Base32</Key>"))
        #expect(text.contains("<Key>HmacOtp-Counter</Key>"))
        let read = try ReadExport(file)
        #expect(read.logins[0].oneTimeCode == (try OneTimeCodeSecret(parsing: code).address))
        #expect(read.logins[0].fields == [])
    }

    @Test func `imports a CSV row for each site as one login`() throws {
        let vault = try UnlockedVault.inMemory()
        let sites = ["https://a.example/", "https://b.example/", "android://x@com.example"].compactMap(Site.init)
        try vault.add(Login(title: "A", user: "u", password: Secret("p"), sites: sites))
        try vault.add(Login(title: "A", user: "u", password: Secret("q"), sites: Array(sites.prefix(2))))
        let file = try VaultExport.run(.csv, of: vault).file
        let other = try UnlockedVault.inMemory()
        let report = try LoginImport.run(ByteSource(file), into: other)
        #expect(report.counts == [2, 0, 0, 0])
        #expect(report.isComplete)
        let texts = sites.map(\.text)
        #expect(try Set(other.logins().map { $0.sites.map(\.text) }) == [texts, Array(texts.prefix(2))])
        #expect(try LoginImport.run(ByteSource(file), into: other).counts == [0, 2, 0, 0])
        #expect(try LoginImport.run(ByteSource(file), into: vault).counts == [0, 2, 0, 0])
    }

    @Test func `imports a CSV export of sites without a scheme into its own vault without a change`() throws {
        let vault = try UnlockedVault.inMemory()
        let sites = ["a.example", "b.example:8443"].compactMap(Site.init)
        try vault.add(Login(title: "A", user: "u", password: Secret("p"), sites: sites))
        let file = try VaultExport.run(.csv, of: vault).file
        #expect(try LoginImport.run(ByteSource(file), into: vault).counts == [0, 1, 0, 0])
    }

    @Test func `exports and imports any texts`() throws {
        let text = Generator<String>.element(of: [
            "a", "\"", "\\", "\n", "\r", "\t", "\u{0}", "é", "🔑", "=", "'", ",", "<", "&", " ",
        ])
        .list(upTo: 12)
        try forAll(text, text, .bytes(), runs: 300) { title, password, bytes in
            let login = Login(
                title: "t" + title.joined(), user: password.joined(), password: Secret("p" + password.joined()),
                notes: Secret(copying: [0x78] + bytes))
            return try [ExportFormat.json, .cxf].allSatisfy {
                try ReadExport(Self.export([login], $0).file).logins == [login]
            }
        }
    }
}
