import Foundation
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Testing

/// A text and the secret expected from it.
private struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var key = Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF]
    var algorithm = OneTimeCodeSecret.Algorithm.sha1
    var factor = OneTimeCodeSecret.MovingFactor.time(period: 30)
    var format = OneTimeCodeSecret.Format.decimal(digits: 6)
    var issuer: String?
    var account = ""

    var testDescription: String { text }

    init(
        _ text: String, _ issuer: String? = nil, _ account: String = "",
        algorithm: OneTimeCodeSecret.Algorithm = .sha1, factor: OneTimeCodeSecret.MovingFactor = .time(period: 30),
        format: OneTimeCodeSecret.Format = .decimal(digits: 6)
    ) {
        (self.text, self.issuer, self.account) = (text, issuer, account)
        (self.algorithm, self.factor, self.format) = (algorithm, factor, format)
    }
}

@Suite struct `One-time code secrets` {
    @Test(arguments: [
        // The example of Google's key URI format, then without some of its parts.
        Row(
            "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example", "Example",
            "alice@google.com"),
        Row("otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP", "Example", "alice@google.com"),
        Row("otpauth://totp/alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example", "Example", "alice@google.com"),
        Row("otpauth://totp/alice@google.com?secret=JBSWY3DPEHPK3PXP", nil, "alice@google.com"),
        Row("otpauth://totp/?secret=JBSWY3DPEHPK3PXP"),
        Row("otpauth://totp?secret=JBSWY3DPEHPK3PXP"),
        // Percent-encoding: in the names, of the colon, and invalid.
        Row("otpauth://totp/Big%20Corp:%20ada%40b.c?secret=JBSWY3DPEHPK3PXP", "Big Corp", "ada@b.c"),
        Row("otpauth://totp/Big%20Corp%3Aada?secret=JBSWY3DPEHPK3PXP&issuer=Big%20Corp", "Big Corp", "ada"),
        Row("otpauth://totp/Big%3aCorp:ada?secret=JBSWY3DPEHPK3PXP", "Big:Corp", "ada"),
        Row("otpauth://totp/100%:a%4?secret=JBSWY3DPEHPK3PXP", "100%", "a%4"),
        Row("otpauth://totp/%C3%A9:%F0%9F%94%91?secret=JBSWY3DPEHPK3PXP", "é", "🔑"),
        Row("otpauth://totp/a%FFb?secret=JBSWY3DPEHPK3PXP", nil, "a\u{FFFD}b"),
        // The parameter takes precedence over the label.
        Row("otpauth://totp/Old:ada?secret=JBSWY3DPEHPK3PXP&issuer=New", "New", "ada"),
        Row("otpauth://totp/Old:ada?secret=JBSWY3DPEHPK3PXP&issuer=", "Old", "ada"),
        // Either case, unknown parameters, a fragment, surrounding whitespace.
        Row("OTPAUTH://TOTP/A:b?SECRET=jbswy3dpehpk3pxp&Issuer=A&ALGORITHM=sha1", "A", "b"),
        Row("otpauth://totp/A:b?image=x&secret=JBSWY3DPEHPK3PXP&color=red&&=&tag", "A", "b"),
        Row(" \r\notpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP#x?secret=y\n", "A", "b"),
        // Base32 with spaces, hyphens and padding.
        Row("otpauth://totp/A:b?secret=jbsw%20y3dp+ehpk-3pxp%3D%3D%3D", "A", "b"),
        // Algorithms, digits, periods, counters.
        Row(
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256&digits=8&period=60", nil, "a",
            algorithm: .sha256,
            factor: .time(period: 60), format: .decimal(digits: 8)),
        Row(
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=HmacSHA512&digits=7&period=15", nil, "a",
            algorithm: .sha512,
            factor: .time(period: 15), format: .decimal(digits: 7)),
        Row("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=sha-256&digits=&period=", nil, "a", algorithm: .sha256),
        Row("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&period=86400", nil, "a", factor: .time(period: 86_400)),
        Row("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&period=1", nil, "a", factor: .time(period: 1)),
        Row("otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=18446744073709551615", nil, "a", factor: .counter(.max)),
        Row("otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP", nil, "a", factor: .counter(0)),
        // Steam, in its three forms.
        Row("steam://JBSWY3DPEHPK3PXP", format: .steam),
        Row("STEAM://jbswy3dpehpk3pxp/", format: .steam),
        Row(
            "otpauth://totp/Steam:ada?secret=JBSWY3DPEHPK3PXP&issuer=Steam&digits=5&encoder=steam", "Steam", "ada",
            format: .steam),
        Row("otpauth://steam/Steam:ada?secret=JBSWY3DPEHPK3PXP", "Steam", "ada", format: .steam),
        // Bare secrets as users copy them.
        Row("JBSWY3DPEHPK3PXP"), Row("jbswy3dpehpk3pxp"), Row("jbsw y3dp ehpk 3pxp"), Row("JBSW-Y3DP-EHPK-3PXP"),
        Row("JBSWY3DPEHPK3PXP======"), Row("JBSWY3DPEHPK3PXP="), Row("  jbsw\ty3dp\nehpk 3pxp\r\n"),
        Row("JBSWY3DPEHPK3PXPA"),
    ])
    private func `parses every form that services and apps use`(row: Row) throws {
        let secret = try OneTimeCodeSecret(parsing: row.text)
        #expect(secret.key.revealBytes() == Data(row.key))
        #expect(secret.algorithm == row.algorithm)
        #expect(secret.movingFactor == row.factor)
        #expect(secret.format == row.format)
        #expect(secret.issuer == row.issuer)
        #expect(secret.account == row.account)
        #expect(try OneTimeCodeSecret(parsing: secret.address) == secret)
    }

    @Test(
        arguments: [
            ("", .missingSecret), ("  ", .missingSecret), ("A", .missingSecret), ("steam://", .missingSecret),
            ("otpauth://totp/a", .missingSecret), ("otpauth://totp/a?secret=", .missingSecret),
            ("otpauth://totp/a?secret=-%20", .missingSecret), ("otpauth://totp/a?sekret=JBSWY3DP", .missingSecret),
            ("hello, world", .notACode), ("JBSWY3DPEHPK3PX1", .notACode), ("JBSW====Y3DP", .notACode),
            ("https://example.com/?secret=JBSWY3DP", .notACode), ("JBSWY3DP\0", .notACode), ("JBSWY3DÉ", .notACode),
            ("otpauth://totp/a?secret=JBSWY3D0", .secretNotBase32), ("steam://JBSWY3D8", .secretNotBase32),
            ("otpauth://wotp/a?secret=JBSWY3DP", .unknownType), ("otpauth://", .unknownType),
            ("otpauth:///totp?secret=JBSWY3DP", .unknownType),
            ("otpauth://totp/a?secret=JBSWY3DP&secret=JBSWY3DQ", .repeatedParameter(.secret)),
            ("otpauth://totp/a?secret=JBSWY3DP&Period=30&period=60", .repeatedParameter(.period)),
            ("otpauth://totp/a?secret=JBSWY3DP&algorithm=MD5", .unusableParameter(.algorithm)),
            ("otpauth://totp/a?secret=JBSWY3DP&algorithm=HMAC", .unusableParameter(.algorithm)),
            ("otpauth://totp/a?secret=JBSWY3DP&digits=5", .unusableParameter(.digits)),
            ("otpauth://totp/a?secret=JBSWY3DP&digits=9", .unusableParameter(.digits)),
            ("otpauth://totp/a?secret=JBSWY3DP&digits=-6", .unusableParameter(.digits)),
            ("otpauth://totp/a?secret=JBSWY3DP&digits=99999999999999999999", .unusableParameter(.digits)),
            ("otpauth://totp/a?secret=JBSWY3DP&digits=18446744073709551615", .unusableParameter(.digits)),
            ("otpauth://totp/a?secret=JBSWY3DP&period=0", .unusableParameter(.period)),
            ("otpauth://totp/a?secret=JBSWY3DP&period=-30", .unusableParameter(.period)),
            ("otpauth://totp/a?secret=JBSWY3DP&period=86401", .unusableParameter(.period)),
            ("otpauth://totp/a?secret=JBSWY3DP&period=9223372036854775808", .unusableParameter(.period)),
            ("otpauth://totp/a?secret=JBSWY3DP&period=3%20", .unusableParameter(.period)),
            ("otpauth://hotp/a?secret=JBSWY3DP&counter=18446744073709551616", .unusableParameter(.counter)),
            ("otpauth://hotp/a?secret=JBSWY3DP&counter=-1", .unusableParameter(.counter)),
            ("otpauth://totp/a?secret=JBSWY3DP&encoder=battle.net", .unusableParameter(.encoder)),
            ("otpauth-migration://offline?data=CgA=", .severalAccounts),
        ] as [(String, OneTimeCodeError)])
    func `throws the specific error for an invalid text`(text: String, expected: OneTimeCodeError) {
        #expect(throws: expected) { try OneTimeCodeSecret(parsing: text) }
    }

    @Test func `limits the length of the text and of the key`() {
        #expect(throws: OneTimeCodeError.tooLong(limit: 8192)) {
            try OneTimeCodeSecret(parsing: String(repeating: "A", count: 8193))
        }
        #expect(throws: OneTimeCodeError.tooLong(limit: 1024)) {
            try OneTimeCodeSecret(parsing: String(repeating: "A", count: 1640))
        }
        #expect(throws: Never.self) { try OneTimeCodeSecret(parsing: String(repeating: "A", count: 1639)) }
    }

    @Test(arguments: [
        ("jbsw y3dp", "otpauth://totp/?secret=JBSWY3DP&algorithm=SHA1&digits=6&period=30"),
        (
            "otpauth://totp/Big%20Corp%3Aada%40b.c?secret=jbswy3dp====&foo=1&digits=8",
            "otpauth://totp/Big%20Corp:ada@b.c?secret=JBSWY3DP&issuer=Big%20Corp&algorithm=SHA1&digits=8&period=30"
        ),
        (
            "otpauth://totp/:a%3Ab?secret=JBSWY3DP",
            "otpauth://totp/:a%3Ab?secret=JBSWY3DP&algorithm=SHA1&digits=6&period=30"
        ),
        (
            "otpauth://hotp/x?secret=JBSWY3DP&counter=7",
            "otpauth://hotp/x?secret=JBSWY3DP&algorithm=SHA1&digits=6&counter=7"
        ),
        ("steam://JBSWY3DP", "otpauth://totp/?secret=JBSWY3DP&algorithm=SHA1&digits=5&period=30&encoder=steam"),
    ])
    func `writes the canonical URI of what it parsed`(text: String, expected: String) throws {
        #expect(try OneTimeCodeSecret(parsing: text).address.reveal() == expected)
    }

    @Test func `parses its own URI for any issuer and account`() throws {
        try forAll(.bytes(upTo: 40), .string(), Generator<String>.string().optional(), .int(in: 1...86_400)) {
            key, account, issuer, period in
            let secret = try OneTimeCodeSecret(
                key: Secret(copying: key + [1]), algorithm: .sha512, movingFactor: .time(period: period),
                format: .decimal(digits: 7), issuer: issuer, account: account)
            return try OneTimeCodeSecret(parsing: secret.address) == secret
        }
    }

    @Test(arguments: [
        // RFC 4648 §10, without padding.
        ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func `encodes and decodes the Base32 vectors of RFC 4648`(plain: String, encoded: String) throws {
        #expect(try OneTimeCodeSecret(parsing: encoded).key.reveal() == plain)
        #expect(try OneTimeCodeSecret(key: Secret(plain)).address.reveal().contains("secret=\(encoded)&"))
    }

    @Test func `redacts the key in descriptions`() throws {
        let secret = try OneTimeCodeSecret(parsing: "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP")
        for text in ["\(secret)", String(reflecting: secret), "\(try secret.code(at: .now))"] {
            #expect(!text.contains("JBSWY3DP") && !text.contains("Hello"))
            #expect(text.contains("<redacted>"))
        }
    }
}
