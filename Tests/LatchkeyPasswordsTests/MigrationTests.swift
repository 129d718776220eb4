import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyTesting
import Testing

@Suite struct `Google Authenticator's migration` {
    /// One account by time, a second with SHA-256 and eight digits, a third by counter, a fourth with MD5; part 1 of 3.
    private static let four =
        "CiYKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgNhZGEaA09uZSABKAEwAgoxCiAxMjM0NTY3ODkwMTIzNDU2Nzg5MDEyMzQ1Njc4OTAx"
        + "MhIHVHdvOmJvYiACKAIwAgowChQxMjM0NTY3ODkwMTIzNDU2Nzg5MBIJVGhyZWU6ZXZlGgVUaHJlZSADKAEwATgHCg4KAXgSA29s"
        + "ZCAEKAEwAhABGAMgASj7%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F8B"

    private func migration(_ data: String) throws(OneTimeCodeError) -> GoogleAuthenticatorMigration {
        try GoogleAuthenticatorMigration(parsing: "otpauth-migration://offline?data=\(data)")
    }

    @Test func `gives every account, and refuses one alone`() throws {
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
        // The example that every reader of this format knows.
        "CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC",
        "CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC%3D%3D&x=y",
    ])
    func `takes the issuer off the name`(data: String) throws {
        let expected = try OneTimeCodeSecret(
            parsing: "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example")
        #expect(try migration(data).accounts == [expected])
        #expect(try migration(data).part == nil)
    }

    @Test(arguments: [
        // Standard, percent-encoded, URL-safe, unpadded, with the plus taken for a blank.
        "ChEKDPv//vv//vv//vv//hIBbgoZCgFrEgNuZWcgASgBMAE4////////////AQ==",
        "ChEKDPv%2F%2Fvv%2F%2Fvv%2F%2Fvv%2F%2FhIBbgoZCgFrEgNuZWcgASgBMAE4%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F%2FAQ%3D%3D",
        "ChEKDPv__vv__vv__vv__hIBbgoZCgFrEgNuZWcgASgBMAE4____________AQ",
    ])
    func `takes either alphabet of Base64, and no negative counter`(data: String) throws {
        let read = try migration(data)
        #expect(
            read.accounts.map { $0.key.revealData() } == [
                Data([0xFB, 0xFF, 0xFE, 0xFB, 0xFF, 0xFE, 0xFB, 0xFF, 0xFE, 0xFB, 0xFF, 0xFE])
            ])
        #expect(read.refusals == [.init(index: 1, name: "neg", reason: .unusableParameter(.counter))])
    }

    @Test(arguments: [
        // No data, no Base64, cut off, groups, field 0, a number of eleven bytes, a length of 2^64-1, a length of 5 with 2.
        "", "!", "%00", "CjEKCkhlbGxv", "Cw==", "AgA=", "EAEY/////////////w==", "Cv///////////wFhYg==", "CgVhYg==",
        "CA==",
    ])
    func `refuses damage`(data: String) {
        #expect(throws: OneTimeCodeError.damagedMigration) { try migration(data) }
    }

    @Test(
        arguments: [
            ("otpauth-migration://offline", .damagedMigration), ("otpauth-migration://offline?x=y", .damagedMigration),
            ("otpauth://totp/a?secret=JBSWY3DP", .notACode), ("", .notACode),
        ] as [(String, OneTimeCodeError)])
    func `refuses other texts`(text: String, expected: OneTimeCodeError) {
        #expect(throws: expected) { try GoogleAuthenticatorMigration(parsing: text) }
    }

    @Test func `bounds the text and the number of accounts`() {
        #expect(throws: OneTimeCodeError.tooLong(limit: 65_536)) {
            try migration(String(repeating: "A", count: 65_536))
        }
        #expect(throws: OneTimeCodeError.tooLong(limit: 1000)) {
            try migration(Data(Array(repeating: [0x0A, 0], count: 1001).joined()).base64EncodedString())
        }
    }

    @Test func `says which parts are missing`() throws {
        let parts = try [
            "Cg4KAmswEgJuMCABKAEwAhABGAMgAChN", "Cg4KAmsxEgJuMSABKAEwAhABGAMgAShN", "Cg4KAmsyEgJuMiABKAEwAhABGAMgAihN",
        ]
        .map { try migration($0) }
        #expect(parts.map(\.part) == (0..<3).map { .init(transfer: 77, index: $0, count: 3) })
        #expect(GoogleAuthenticatorMigration.missingParts(among: [parts[2]]) == [0, 1])
        #expect(GoogleAuthenticatorMigration.missingParts(among: parts) == [])
        // A part of another transfer is none of this one.
        #expect(GoogleAuthenticatorMigration.missingParts(among: [parts[0], try migration(Self.four)]) == [1, 2])
        #expect(GoogleAuthenticatorMigration.missingParts(among: []) == [])
    }

    @Test(arguments: ["GAUgCQ==", "GAAgAA=="]) func `takes no impossible part`(data: String) throws {
        #expect(try migration(data).part == nil)
    }

    @Test func `takes any bytes`() throws {
        try forAll(.bytes(upTo: 200)) { bytes in
            _ = try? migration(Data(bytes).base64EncodedString())
            return true
        }
    }
}
