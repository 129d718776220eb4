import Foundation
import LatchkeyExchange
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault
import Testing

@Suite struct `Credential Exchange Format import` {
    private static let file = #"""
        {"version": {"major": 1, "minor": 0}, "exporterRpId": "other.example", "exporterDisplayName": "Other",
         "timestamp": 1754000000, "accounts": [{"id": "YQ", "username": "", "email": "j@example.com",
          "collections": [{"id": "Yw", "title": "Bank", "items": [], "subCollections": [
            {"id": "ZA", "title": "Main", "items": [{"item": "aTE"}]}]}],
          "items": [
           {"id": "aTE", "creationAt": 1700000000, "modifiedAt": 1700000001, "title": "Example", "favorite": true,
            "scope": {"urls": ["https://example.com/login", "https://b.example"],
                      "androidApps": [{"bundleId": "com.example"}]},
            "tags": ["home"],
            "credentials": [
             {"type": "basic-auth", "username": {"id": "Zg", "fieldType": "string", "value": "jane"},
              "password": {"fieldType": "concealed-string", "value": "pass"}},
             {"type": "totp", "secret": "JBSWY3DPEHPK3PXP", "period": 45, "digits": 8, "algorithm": "sha256",
              "issuer": "Example", "username": "jane"},
             {"type": "passkey", "credentialId": "AQI", "rpId": "example.com", "username": "jane",
              "userDisplayName": "Jane", "userHandle": "Aw", "key": "BAUG"},
             {"type": "note", "content": {"fieldType": "string", "value": "a note"}},
             {"type": "custom-fields", "label": "Security", "fields": [
               {"fieldType": "concealed-string", "value": "1234", "label": "PIN"},
               {"fieldType": "boolean", "value": "true", "label": "Agreed"}]},
             {"type": "api-key", "key": {"fieldType": "concealed-string", "value": "k"}, "keyType":
               {"fieldType": "string", "value": "bearer"}},
             {"type": "file", "id": "Zg", "name": "photo.png", "decryptedSize": 1}]},
           {"id": "aTI", "title": "Wifi", "credentials": [{"type": "wifi", "ssid":
             {"fieldType": "string", "value": "Home"}}]},
           {"id": "aTM", "creationAt": -62135596800, "modifiedAt": -1, "title": "Generated",
            "credentials": [{"type": "generated-password", "password": "g"}]},
           {"id": "aTQ", "title": "Odd", "credentials": [
             {"type": "basic-auth", "password": {"fieldType": "concealed-string", "value": "p"}},
             {"type": "totp", "secret": "JBSWY3DPEHPK3PXP", "algorithm": "md5"},
             {"type": "passkey", "rpId": "x.example"}]}
          ]}]}
        """#

    @Test func `imports every field of a CXF login`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.format == "cxf")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("pass"),
            sites: ["https://example.com/login", "https://b.example", "androidapp://com.example"].compactMap(Site.init),
            oneTimeCode: Secret(
                "otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA256&digits=8&period=45"
            ),
            passkeys: [
                Passkey(
                    description: PasskeyDescription(
                        relyingPartyIdentifier: "example.com", credentialID: Data([1, 2]), userHandle: Data([3]),
                        userName: "jane", displayName: "Jane"), privateKey: Secret(copying: [4, 5, 6]))
            ], notes: Secret("a note"), isFavorite: true)
        expected.fields = [
            .concealed("Security: PIN", "1234"),
            .plain("Security: Agreed", "true"), .concealed("api-key: key", "k"),
            .plain("api-key: keyType", "bearer"), .plain("Collection", "Main"), .plain("Tags", "home"),
        ]
        #expect(read.logins.first == expected)
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(read.rows[0].notices == [.attachmentLeftOut])
    }

    /// A large blob as CTAP stores it: raw DEFLATE.
    private static func passkey(extensions: String) -> String {
        #"""
        {"version": {"major": 1, "minor": 0}, "exporterRpId": "o.example", "exporterDisplayName": "O", "timestamp": 1,
         "accounts": [{"id": "YQ", "username": "", "email": "", "collections": [], "items": [
          {"id": "aTE", "title": "A", "credentials": [{"type": "passkey", "credentialId": "AQI", "rpId": "example.com",
            "username": "jane", "userDisplayName": "", "userHandle": "Aw", "key": "BAUG", "fido2Extensions":
        """# + extensions + "}]}]}]}"
    }

    private static let secret = String(repeating: "A", count: 43)

    @Test func `imports the extensions of a CXF passkey`() throws {
        let read = try ReadExport(
            Self.passkey(
                extensions: #"""
                    {"hmacCredentials": {"algorithm": "hmac-sha256", "credWithUV": "\#(Self.secret)",
                      "credWithoutUV": "\#(Self.secret.dropLast() + "E")"},
                     "largeBlob": {"uncompressedSize": 5, "data": "y0jNyckHAA"}, "credBlob": "AA"}
                    """#))
        let passkey = try #require(read.logins.first?.passkeys.first)
        #expect(passkey.prfSecrets?.verified == Secret(copying: [UInt8](repeating: 0, count: 32)))
        #expect(passkey.prfSecrets?.unverified == Secret(copying: [UInt8](repeating: 0, count: 31) + [1]))
        #expect(passkey.largeBlob == Secret("hello"))
    }

    @Test(arguments: [
        "3", "{}", #"{"hmacCredentials": {"algorithm": "hmac-sha256", "credWithUV": "AA", "credWithoutUV": "AA"}}"#,
        #"{"hmacCredentials": {"algorithm": "other", "credWithUV": "S", "credWithoutUV": "S"}}"#,
        #"{"largeBlob": {"uncompressedSize": 5, "data": "AAAA"}}"#,
        #"{"largeBlob": {"uncompressedSize": 5, "data": "y0jNyckH"}}"#,
    ])
    func `imports a CXF passkey without its invalid extensions`(extensions: String) throws {
        let text = extensions.replacing("\"S\"", with: "\"\(Self.secret)\"")
        let passkey = try #require(try ReadExport(Self.passkey(extensions: text)).logins.first?.passkeys.first)
        #expect(passkey.prfSecrets == nil)
        #expect(passkey.largeBlob == nil)
        #expect(passkey.privateKey == Secret(copying: [4, 5, 6]))
    }

    @Test func `refuses CXF items that are not logins, and imports generated passwords`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.refusals == [ReadExport.Refusal(row: 2, reason: .notALogin)])
        #expect(read.logins[1] == Login(title: "Generated", password: Secret("g")))
    }

    @Test func `ignores CXF dates before 1970`() throws {
        let row = try ReadExport(Self.file).rows[2]
        #expect(row.created == nil)
        #expect(row.notices == [.timeLeftOut])
    }

    @Test func `reports invalid parts of a CXF login`() throws {
        let read = try ReadExport(Self.file)
        #expect(Set(read.rows[3].notices) == [.codeKeptAsField, .passkeyLeftOut])
        #expect(read.logins[2].oneTimeCode == nil)
        #expect(read.logins[2].fields.map(\.name) == ["One-time code"])
    }

    @Test func `refuses a later version of CXF`() {
        let later = Self.file.replacing("\"major\": 1", with: "\"major\": 2")
        #expect(throws: ExchangeError.newerVersion) { try ReadExport(later) }
    }
}
