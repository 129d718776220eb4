import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

@Suite struct `KeePass XML import` {
    /// A file with these entries in the notation of KeePassXC.
    private static func file(_ entries: String, before: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        \(before)<KeePassFile><Meta><Generator>KeePassXC</Generator><RecycleBinEnabled>True</RecycleBinEnabled>
        <RecycleBinUUID>AAECAwQFBgcICQoLDA0ODw==</RecycleBinUUID></Meta>
        <Root><Group><UUID>EAECAwQFBgcICQoLDA0ODw==</UUID><Name>Root</Name>\(entries)
        <Group><UUID>AAECAwQFBgcICQoLDA0ODw==</UUID><Name>Recycle Bin</Name>
        <Group><UUID>IAECAwQFBgcICQoLDA0ODw==</UUID><Name>Below</Name>
        <Entry>\(string("Title", "Gone"))\(string("Password", "x"))</Entry></Group></Group></Group></Root></KeePassFile>
        """
    }

    private static func string(_ key: String, _ value: String, isProtected: Bool = false) -> String {
        "<String><Key>\(key)</Key><Value\(isProtected ? " ProtectInMemory=\"True\"" : "")>\(value)</Value></String>"
    }

    private static let entry =
        """
        <Group><UUID>MAECAwQFBgcICQoLDA0ODw==</UUID><Name>Web &amp; more</Name>
        <Entry><UUID>QAECAwQFBgcICQoLDA0ODw==</UUID><IconID>0</IconID><Tags>bank;home</Tags>
        <Times><LastModificationTime>2024-03-01T00:00:00Z</LastModificationTime>
        <CreationTime>2023-01-01T00:00:00Z</CreationTime><ExpiryTime>2030-01-01T00:00:00Z</ExpiryTime>
        <Expires>True</Expires></Times>
        """ + string("Title", "Example") + string("UserName", "jane")
        + string("Password", "p&lt;ä&#x1F511;ss&#13;", isProtected: true) + string("URL", "https://example.com/login")
        + string("Notes", "line one\nline two") + string("KP2A_URL", "https://b.example/")
        + string("KP2A_URL_1", "c.example") + string("PIN", "1234", isProtected: true) + string("Branch", "Main")
        + string("otp", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", isProtected: true)
        + string("KPEX_PASSKEY_CREDENTIAL_ID", "AQI") + string("KPEX_PASSKEY_USER_HANDLE", "Aw")
        + string("KPEX_PASSKEY_RELYING_PARTY", "example.com") + string("KPEX_PASSKEY_USERNAME", "jane")
        + string("KPEX_PASSKEY_PRIVATE_KEY_PEM", "-----BEGIN PRIVATE KEY-----\nBAUG\n-----END PRIVATE KEY-----")
            + """
            <Binary><Key>photo.png</Key><Value Ref="0"/></Binary>
            <History>
            <Entry><Times><LastModificationTime>2023-01-01T00:00:00Z</LastModificationTime></Times>\(string("Password", "first"))</Entry>
            <Entry><Times><LastModificationTime>2023-06-01T00:00:00Z</LastModificationTime></Times>\(string("Password", "second"))</Entry>
            <Entry><Times><LastModificationTime>2023-07-01T00:00:00Z</LastModificationTime></Times>\(string("Password", "second"))</Entry>
            </History></Entry></Group>
            """

    @Test func `imports every field of a KeePass entry`() throws {
        let read = try ReadExport(Self.file(Self.entry))
        #expect(read.format == "keepass-xml")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("p<ä🔑ss\r"),
            sites: ["https://example.com/login", "https://b.example/", "c.example"].compactMap(Site.init),
            oneTimeCode: .code("x"),
            passkeys: [
                Passkey(
                    description: PasskeyDescription(
                        relyingPartyIdentifier: "example.com", credentialID: Data([1, 2]), userHandle: Data([3]),
                        userName: "jane"), privateKey: Secret(copying: [4, 5, 6]))
            ], notes: Secret("line one\nline two"))
        expected.fields = [
            .concealed("PIN", "1234"), .plain("Branch", "Main"), .plain("Group", "Web & more"),
            .plain("Tags", "bank, home"), .plain("Expires", "2030-01-01T00:00:00Z"),
        ]
        // The date at which each was replaced, which is when the next one was set.
        expected.history = [PastPassword("second", 1_709_251_200), PastPassword("first", 1_685_577_600)]
        #expect(read.logins == [expected])
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_672_531_200))
        #expect(read.rows[0].notices == [.attachmentLeftOut])
    }

    @Test func `refuses entries in KeePass's recycle bin with their lines`() throws {
        let read = try ReadExport(Self.file(Self.entry))
        #expect(read.refusals.map(\.reason) == [.inBin])
        #expect(read.refusals[0].row > read.rows[0].line)
    }

    @Test(arguments: [
        (
            ["TOTP Seed": "JBSWY3DPEHPK3PXP", "TOTP Settings": "60;8"],
            "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=8&period=60"
        ),
        (
            ["TOTP Seed": "JBSWY3DPEHPK3PXP", "TOTP Settings": "30;S"],
            "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=5&period=30&encoder=steam"
        ),
        (
            ["TimeOtp-Secret-Base32": "JBSWY3DPEHPK3PXP", "TimeOtp-Algorithm": "HMAC-SHA-256", "TimeOtp-Length": "8"],
            "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8&period=30"
        ),
        (
            ["otp": "key=JBSWY3DPEHPK3PXP&amp;step=45&amp;size=7"],
            "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=7&period=45"
        ),
        (
            ["TimeOtp-Secret-Hex": "48656c6c6f21deadbeef", "TimeOtp-Period": "60"],
            "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=60"
        ),
        (
            ["TimeOtp-Secret-Base64": "SGVsbG8h3q2+7w=="],
            "otpauth://totp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
        ),
        (
            ["TimeOtp-Secret": "12345678901234567890", "TimeOtp-Algorithm": "HMAC-SHA-512"],
            "otpauth://totp/?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA512&digits=6&period=30"
        ),
        (
            ["HmacOtp-Secret": "12345678901234567890", "HmacOtp-Counter": "7"],
            "otpauth://hotp/?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&counter=7"
        ),
        (
            ["HmacOtp-Secret-Hex": "48656c6c6f21deadbeef"],
            "otpauth://hotp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&counter=0"
        ),
        (
            ["HmacOtp-Secret-Base32": "jbswy3dpehpk3pxp", "HmacOtp-Counter": "1"],
            "otpauth://hotp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&counter=1"
        ),
        (
            ["HmacOtp-Secret-Base64": "SGVsbG8h3q2+7w==", "HmacOtp-Counter": "1"],
            "otpauth://hotp/?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&counter=1"
        ),
    ])
    func `reads every notation of a KeePass one-time code`(strings: [String: String], code: String) throws {
        let texts = strings.sorted { $0.key < $1.key }.map { Self.string($0.key, $0.value) }.joined()
        let read = try ReadExport(Self.file("<Entry>\(Self.string("Title", "E"))\(texts)</Entry>"))
        #expect(read.logins.first?.oneTimeCode == Secret(code))
        #expect(read.logins.first?.fields == [])
    }

    @Test(arguments: [
        ["TimeOtp-Secret-Hex": "xyz"], ["TimeOtp-Secret-Base64": "%"], ["TimeOtp-Secret": "x", "TimeOtp-Length": "40"],
        ["HmacOtp-Secret": "x", "HmacOtp-Counter": "-1"],
    ])
    func `keeps the fields of an invalid KeePass one-time code, with a notice`(strings: [String: String]) throws {
        let texts = strings.sorted { $0.key < $1.key }.map { Self.string($0.key, $0.value) }.joined()
        let read = try ReadExport(Self.file("<Entry>\(Self.string("Title", "E"))\(texts)</Entry>"))
        #expect(read.logins.first?.oneTimeCode == nil)
        #expect(read.logins.first?.fields.map(\.name) == strings.keys.sorted())
        #expect(read.rows[0].notices == [.codeKeptAsField])
    }

    // MARK: References

    private static let target =
        "<Entry><UUID>MAECAwQFBgcICQoLDA0ODw==</UUID>" + string("Title", "Target") + string("UserName", "jane")
        + string("Password", "secret", isProtected: true) + string("URL", "https://t.example") + "</Entry>"

    /// The identifier of ``target``.
    private static let identifier = "300102030405060708090A0B0C0D0E0F"

    @Test(arguments: [
        ("{REF:P@I:\(identifier)}", "secret"), ("{ref:u@i:\(identifier.lowercased())}", "jane"),
        ("a {REF:T@I:\(identifier)} and {REF:A@T:Target}", "a Target and https://t.example"),
        ("{REF:P@U:jane}", "secret"), ("{REF:U@P:secret}", "jane"), ("{REF:I@T:Target}", identifier),
        ("{REF:N@T:Target}", ""), ("{USERNAME} {x", "{USERNAME} {x"),
    ])
    func `resolves references between KeePass entries`(text: String, expected: String) throws {
        let entry =
            "<Entry>\(Self.string("Title", "E"))\(Self.string("Notes", text))\(Self.string("UserName", "u"))</Entry>"
        for entries in [entry + Self.target, Self.target + entry] {
            let read = try ReadExport(Self.file(entries))
            let row = try #require(read.rows.first { $0.title == "E" })
            #expect(row.notices == [])
            #expect(read.logins.first { $0.title == "E" }?.notes?.reveal() ?? "" == expected)
        }
    }

    @Test(arguments: ["{REF:P@I:00}", "{REF:P@T:Missing}", "{REF:Q@T:Target}", "{REF:P@T}", "{REF:}"])
    func `keeps a reference that names no entry, with a notice`(text: String) throws {
        let entry = "<Entry>\(Self.string("Title", "E"))\(Self.string("Password", text))</Entry>"
        let read = try ReadExport(Self.file(entry + Self.target))
        let row = try #require(read.rows.first { $0.title == "E" })
        #expect(row.notices == [.referenceKeptAsText])
        #expect(read.logins.first { $0.title == "E" }?.password == Secret(text))
    }

    @Test(.timeLimit(.minutes(1))) func `bounds references that refer to themselves or multiply`() throws {
        let loop = "<Entry>\(Self.string("Title", "Loop"))\(Self.string("Notes", "{REF:N@T:Loop}"))</Entry>"
        #expect(try ReadExport(Self.file(loop)).rows.last?.notices == [.referenceKeptAsText])
        let many = (0..<9).map { number in
            let text = String(repeating: "{REF:N@T:\(number + 1)}", count: 50)
            return "<Entry>\(Self.string("Title", "\(number)"))\(Self.string("Notes", text))</Entry>"
        }
        let last = "<Entry>\(Self.string("Title", "9"))\(Self.string("Notes", "x"))</Entry>"
        let read = try ReadExport(Self.file(many.joined() + last))
        #expect(read.refusals.filter { $0.reason == .tooLong }.count >= 6)
    }

    // MARK: Other programs

    @Test func `imports a passkey of Strongbox`() throws {
        let read = try ReadExport(vector: "samples/keepass.xml")
        let login = try #require(read.logins.first { $0.title == "Strongbox passkey" })
        #expect(login.passkeys.map(\.description.credentialID) == [Data([4, 5])])
        #expect(login.passkeys.map(\.description.userName) == ["jane at strongbox"])
        #expect(login.fields == [])
    }

    @Test func `imports auto-type, the override URL and custom data of KeePass as fields`() throws {
        let read = try ReadExport(vector: "samples/keepass.xml")
        let login = try #require(read.logins.first { $0.title == "Bank" })
        #expect(
            login.fields == [
                .plain("Tags", "bank, home"), .plain("Override URL", "cmd://firefox {URL}"),
                .plain("Auto-Type", "{USERNAME}{TAB}{PASSWORD}"),
                .plain("Auto-Type window", "Bank*: {PASSWORD}{ENTER}"),
                .plain("KeePassXC-Browser Settings", #"{"Allow":["bank.example"],"Deny":["evil.example"]}"#),
            ])
    }

    @Test func `reads binary dates of KeePass`() throws {
        // 2020-01-01T00:00:00Z in seconds since the year 1, little-endian.
        let times = "<Times><CreationTime>ANid1Q4AAAA=</CreationTime></Times>"
        let read = try ReadExport(
            Self.file("<Entry>\(times)\(Self.string("Title", "E"))\(Self.string("Password", "p"))</Entry>"))
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_577_836_800))
    }

    @Test func `refuses KeePass entries with encrypted or too long values`() throws {
        let encrypted = "<String><Key>Password</Key><Value Protected=\"True\">AAAA</Value></String>"
        let long = Self.string("Notes", String(repeating: "x", count: 1_100_000))
        let read = try ReadExport(Self.file("<Entry>\(encrypted)</Entry><Entry>\(long)</Entry>"))
        #expect(read.refusals.map(\.reason) == [.encryptedValue, .tooLong, .inBin])
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            // Expanding entities, external entities, and a declaration without entities.
            """
            <!DOCTYPE KeePassFile [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
            """,
            "<!DOCTYPE KeePassFile [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
            "<!DOCTYPE KeePassFile SYSTEM \"http://evil.example/x.dtd\">", "<!DOCTYPE KeePassFile>",
        ])
    func `refuses XML that declares a document type`(declaration: String) {
        let file = Self.file("<Entry>\(Self.string("Title", "&d;"))</Entry>", before: declaration)
        #expect(throws: ExchangeError.documentType) { try ReadExport(file) }
        let harmless = Self.file(Self.entry, before: declaration)
        #expect(throws: ExchangeError.documentType) { try ReadExport(harmless) }
    }

    @Test func `refuses deeply nested XML`() {
        let groups = String(repeating: "<Group>", count: 100_000)
        #expect(throws: ExchangeError.nestedTooDeeply(limit: 128)) { try ReadExport(Self.file(groups)) }
    }

    @Test(arguments: ["<KeePassFile><Root>", "<KeePassFile><a></b></KeePassFile>", "<KeePassFile>&nbsp;</KeePassFile>"])
    func `refuses invalid XML with the line of the error`(text: String) {
        #expect(throws: ExchangeError.notXML(line: 1)) { try ReadExport(text) }
    }
}
