import Foundation
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import Testing

@Suite struct `Google Authenticator migration` {
    /// A TOTP account, one with SHA-256 and eight digits, an HOTP account, and one with MD5; part 1 of 3.
    private static let four =
        "CiYKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNhZGEaA09uZSABKAEwAgoxCiAxMjM0NTY3ODkwMTIzNDU2Nzg5MDEyMzQ1Njc4OTAx"
        + "MhIHVHdvOmJvYiACKAIwAgowChQxMjM0NTY3ODkwMTIzNDU2Nzg5MBIJVGhyZWU6ZXZlGgVUaHJlZSADKAEwATgHCg4KAXgSA29s"
        + "ZCAEKAEwAhABGAMgASj7%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F8B"

    private func migration(_ data: String) throws(OneTimeCodeError) -> GoogleAuthenticatorMigration {
        try GoogleAuthenticatorMigration(parsing: "otpauth-migration://offline?data=\(data)")
    }

    @Test func `parses all valid accounts and refuses only the one with MD5`() throws {
        let read = try migration(Self.four)
        #expect(
            read.accounts == [
                try OneTimeCodeSecret(key: Secret("12345678901234567890"), issuer: "One", account: "ada"),
                try OneTimeCodeSecret(
                    key: Secret("12345678901234567890123456789012"), algorithm: .sha256, format: .decimal(digits: 8),
                    issuer: "Two", account: "bob"),
                try OneTimeCodeSecret(
                    key: Secret("12345678901234567890"), algorithm: .sha512, movingFactor: .counter(7),
                    issuer: "Three", account: "eve"),
            ])
        #expect(read.refusals == [.init(index: 3, name: "old", reason: .unusableParameter(.algorithm))])
        #expect(read.part == .init(transfer: -5, index: 1, count: 3))
    }

    @Test(arguments: [
        // The example that other parsers of this format use.
        "CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC",
        "CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC%3D%3D&x=y",
    ])
    func `removes the issuer prefix from the account name`(data: String) throws {
        let expected = try OneTimeCodeSecret(
            parsing: "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example")
        #expect(try migration(data).accounts == [expected])
        #expect(try migration(data).part == nil)
    }

    @Test(arguments: [
        // Standard alphabet, percent-encoded, and URL-safe without padding.
        "ChEKDPv//vv//vv//vv//hIBbgoZCgFrEgNuZWcgASgBMAE4////////////AQ==",
        "ChEKDPv%2F%2Fvv%2F%2Fvv%2F%2Fvv%2F%2FhIBbgoZCgFrEgNuZWcgASgBMAE4%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F%2FAQ%3D%3D",
        "ChEKDPv__vv__vv__vv__hIBbgoZCgFrEgNuZWcgASgBMAE4____________AQ",
    ])
    func `decodes both Base64 alphabets and refuses a negative counter`(data: String) throws {
        let read = try migration(data)
        #expect(
            read.accounts.map { $0.key.revealBytes() } == [
                Data([0xFB, 0xFF, 0xFE, 0xFB, 0xFF, 0xFE, 0xFB, 0xFF, 0xFE, 0xFB, 0xFF, 0xFE])
            ])
        #expect(read.refusals == [.init(index: 1, name: "neg", reason: .unusableParameter(.counter))])
    }

    @Test(arguments: [
        // No data, invalid Base64, truncated, groups, field 0, a varint of eleven bytes, lengths beyond the end.
        "", "!", "%00", "CjEKCkhlbGxv", "Cw==", "AgA=", "EAEY/////////////w==", "Cv///////////wFhYg==", "CgVhYg==",
        "CA==",
    ])
    func `throws for damaged data`(data: String) {
        #expect(throws: OneTimeCodeError.damagedMigration) { try migration(data) }
    }

    @Test(
        arguments: [
            ("otpauth-migration://offline", .damagedMigration), ("otpauth-migration://offline?x=y", .damagedMigration),
            ("otpauth://totp/a?secret=JBSWY3DP", .notACode), ("", .notACode),
        ] as [(String, OneTimeCodeError)])
    func `throws for other schemes and for missing data`(text: String, expected: OneTimeCodeError) {
        #expect(throws: expected) { try GoogleAuthenticatorMigration(parsing: text) }
    }

    @Test func `limits the length of the text and the number of accounts`() {
        #expect(throws: OneTimeCodeError.tooLong(limit: 65_536)) {
            try migration(String(repeating: "A", count: 65_536))
        }
        #expect(throws: OneTimeCodeError.tooLong(limit: 1000)) {
            try migration(Data(Array(repeating: [0x0A, 0], count: 1001).joined()).base64EncodedString())
        }
    }

    @Test func `lists the missing parts of an export`() throws {
        let parts = try [
            "Cg4KAmswEgJuMCABKAEwAhABGAMgAChN", "Cg4KAmsxEgJuMSABKAEwAhABGAMgAShN", "Cg4KAmsyEgJuMiABKAEwAhABGAMgAihN",
        ]
        .map { try migration($0) }
        #expect(parts.map(\.part) == (0..<3).map { .init(transfer: 77, index: $0, count: 3) })
        #expect(GoogleAuthenticatorMigration.missingParts(among: [parts[2]]) == [0, 1])
        #expect(GoogleAuthenticatorMigration.missingParts(among: parts) == [])
        // A part of another export does not count.
        #expect(GoogleAuthenticatorMigration.missingParts(among: [parts[0], try migration(Self.four)]) == [1, 2])
        #expect(GoogleAuthenticatorMigration.missingParts(among: []) == [])
    }

    @Test(arguments: ["GAUgCQ==", "GAAgAA=="]) func `ignores an invalid part number`(data: String) throws {
        #expect(try migration(data).part == nil)
    }

    @Test func `does not crash on any bytes`() throws {
        try forAll(.bytes(upTo: 200)) { bytes in
            _ = try? migration(Data(bytes).base64EncodedString())
            return true
        }
    }
}
