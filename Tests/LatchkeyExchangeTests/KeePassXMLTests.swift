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
    ])
    func `reads every notation of a KeePass one-time code`(strings: [String: String], code: String) throws {
        let texts = strings.sorted { $0.key < $1.key }.map { Self.string($0.key, $0.value) }.joined()
        let read = try ReadExport(Self.file("<Entry>\(Self.string("Title", "E"))\(texts)</Entry>"))
        #expect(read.logins.first?.oneTimeCode == Secret(code))
        #expect(read.logins.first?.fields == [])
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
