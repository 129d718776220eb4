import Foundation
import GRDB
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

/// Import of passkeys: usable ones are imported, and the report names all others.
@Suite struct `Passkey import` {
    /// A format's notation of a login "Shop" of jane with a password and one passkey.
    struct Format: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Takes the private key in Base64url.
        let file: @Sendable (String) -> String

        static let all = [
            Format(testDescription: "Bitwarden JSON") { key in
                #"""
                {"encrypted": false, "items": [{"type": 1, "name": "Shop", "login": {"username": "jane", "password": "pass",
                "uris": [{"uri": "https://example.com"}], "fido2Credentials": [{"credentialId": "b64.AQI",
                "keyType": "public-key", "keyValue": "\#(key)", "rpId": "example.com", "userHandle": "Aw",
                "userName": "jane"}]}}]}
                """#
            },
            Format(testDescription: "Credential Exchange Format") { key in
                #"""
                {"version": {"major": 1, "minor": 0}, "exporterRpId": "x", "accounts": [{"items": [{"id": "a", "title": "Shop",
                "scope": {"urls": ["https://example.com"]}, "credentials": [
                {"type": "basic-auth", "username": {"value": "jane"}, "password": {"value": "pass"}},
                {"type": "passkey", "credentialId": "AQI", "rpId": "example.com", "username": "jane", "userHandle": "Aw",
                "key": "\#(key)"}]}]}]}
                """#
            },
            Format(testDescription: "KeePass XML") { key in
                let fields = [
                    "Title": "Shop", "UserName": "jane", "Password": "pass", "URL": "https://example.com",
                    "KPEX_PASSKEY_CREDENTIAL_ID": "AQI", "KPEX_PASSKEY_USER_HANDLE": "Aw",
                    "KPEX_PASSKEY_RELYING_PARTY": "example.com", "KPEX_PASSKEY_USERNAME": "jane",
                    "KPEX_PASSKEY_PRIVATE_KEY_PEM":
                        "-----BEGIN PRIVATE KEY-----\n\(base64(key))\n-----END PRIVATE KEY-----",
                ]
                let strings = fields.map { "<String><Key>\($0)</Key><Value>\($1)</Value></String>" }
                return """
                    <?xml version="1.0" encoding="UTF-8"?><KeePassFile><Meta/><Root><Group><Name>Root</Name>
                    <Entry>\(strings.joined())</Entry></Group></Root></KeePassFile>
                    """
            },
            Format(testDescription: "Latchkey JSON") { key in
                #"""
                {"format": "latchkey-vault", "version": 1, "logins": [{"title": "Shop", "user": "jane", "password": "pass",
                "sites": ["https://example.com"], "passkeys": [{"relyingPartyIdentifier": "example.com",
                "userName": "jane", "credentialID": "AQI", "userHandle": "Aw", "privateKey": "\#(key)",
                "isHidden": true}]}]}
                """#
            },
        ]

        private static func base64(_ text: String) -> String {
            let text = text.replacing("-", with: "+").replacing("_", with: "/")
            return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        }
    }

    /// A kind of key and its notice; `nil` if it is imported.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let key: String
        let notice: ImportNotice?

        static let all = [
            Kind(
                testDescription: "P-256",
                key:
                    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAEsRERERERERERERERERERERERERERERERERERERERGhRANCAARiYzhS"
                    + "XMAVVX29Hrx30Ijyis_RgCFCsODWl2oWJHhwUiwqSIn8f6VZvc5DWFG-WOIKOdOwo5IveKW74dcpibWs", notice: nil),
            Kind(
                testDescription: "P-256 with a short scalar",
                key: "MEACAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJjAkAgEBBB9LERERERERERERERERERERERERERERERERERERERER",
                notice: nil),
            Kind(
                testDescription: "P-256 with a scalar that was cut off",
                key: "MDUCAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEGzAZAgEBBBQREREREREREREREREREREREREREQ",
                notice: .passkeyKeyUnreadable),
            Kind(
                testDescription: "Ed25519",
                key: "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v_VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g", notice: nil),
            Kind(
                testDescription: "Ed25519, version 2",
                key:
                    "MFECAQEwBQYDK2VwBCIEIJ1hsZ3v_VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9ggSEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIa"
                    + "aPcHURo", notice: nil),
            Kind(
                testDescription: "P-384",
                key:
                    "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDW3BVZJqRu429muPsehCzTR7rhrV8goUcOSEUM4vUz899_j2PR0JSZZD-Z"
                    + "SUQenI-hZANiAASw2CDSYTtwjQrAE5C82JpzQSr7aFLjsdrLi3lwwQFnUQ-w5NQZGtFqlH7aGWunGJ5aXCH1EngLeCsm8eXw15fu"
                    + "nLAcuP3by2Lpk91RsvpjQWdh0ZC-Bgdb3ULIx0f5Dpo", notice: .passkeyKeyUnsupported),
            Kind(testDescription: "garbage", key: "AQIDBA", notice: .passkeyKeyUnreadable),
        ]
    }

    private static func vault() throws -> UnlockedVault {
        let queue = try DatabaseQueue(configuration: VaultDatabase.configuration())
        return try LockedVault.create(
            in: queue, passphrase: Secret("p"), cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        ).vault
    }

    @Test(arguments: Format.all, Kind.all)
    func `imports usable passkeys, and reports all others`(format: Format, kind: Kind) throws {
        let vault = try Self.vault()
        let report = try LoginImport.run(ByteSource(Array(format.file(kind.key).utf8)), into: vault)
        #expect(report.added == 1 && report.refusedCount == 0)
        #expect(report.remarks.map(\.notice) == [kind.notice].compactMap(\.self))
        // The rest of the login is imported in both cases.
        let overview = try #require(try vault.overviews().overviews.first)
        let login = try vault.record(overview.id).login
        #expect(login.user == "jane" && login.password == Secret("pass") && login.sites.count == 1)
        #expect(login.fields == [])
        #expect(login.passkeys.count == (kind.notice == nil ? 1 : 0))
        #expect(login.hiddenPasskeys.count <= login.passkeys.count)
        for passkey in login.passkeys {
            let key = try PasskeyKey(pkcs8: passkey.privateKey)
            #expect(key.publicKey.verifies(try key.sign([1, 2]), over: [1, 2]))
        }
    }

    @Test(arguments: Format.all) func `adds no passkey that is imported again`(format: Format) throws {
        let vault = try Self.vault()
        for kind in Kind.all where kind.notice == nil {
            _ = try LoginImport.run(ByteSource(Array(format.file(kind.key).utf8)), into: vault)
            let again = try LoginImport.run(ByteSource(Array(format.file(kind.key).utf8)), into: vault)
            #expect(again.same == 1 && again.changed == 0)
        }
    }

    @Test func `reports a KeePass passkey with an invalid key, and keeps its fields`() throws {
        let vault = try Self.vault()
        let file = Format.all[2].file("AQIDBA").replacing("BEGIN PRIVATE", with: "BEGIN ENCRYPTED")
        let report = try LoginImport.run(ByteSource(Array(file.utf8)), into: vault)
        #expect(report.remarks.map(\.notice) == [.passkeyKeyUnreadable])
        let overview = try #require(try vault.overviews().overviews.first)
        #expect(try vault.record(overview.id).login.fields.count == 5)
    }
}
