import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault
import Testing

@Suite struct `Bitwarden JSON import` {
    private static let file = #"""
        {"encrypted": false,
         "folders": [{"id": "f1", "name": "Work"}],
         "items": [
          {"passwordHistory": [{"lastUsedDate": "2024-01-02T03:04:05.678Z", "password": "old 1"},
                               {"lastUsedDate": "2024-02-02T03:04:05Z", "password": "old 2"}],
           "revisionDate": "2024-03-01T00:00:00.000Z", "creationDate": "2023-01-01T00:00:00.500Z", "deletedDate": null,
           "id": "i1", "organizationId": null, "folderId": "f1", "type": 1, "reprompt": 1, "name": "Example",
           "notes": "line one\nline two", "favorite": true,
           "fields": [{"name": "PIN", "value": "1234", "type": 1, "linkedId": null},
                      {"name": "Branch", "value": "Main St", "type": 0},
                      {"name": "Agreed", "value": "true", "type": 2},
                      {"name": "Linked", "value": null, "type": 3, "linkedId": 100}],
           "login": {"fido2Credentials": [{"credentialId": "00112233-4455-6677-8899-aabbccddeeff", "keyType": "public-key",
                       "keyAlgorithm": "ECDSA", "keyCurve": "P-256", "keyValue": "AQIDBA", "rpId": "example.com",
                       "userHandle": "BQY", "userName": "jane", "counter": "0", "rpName": "Example",
                       "userDisplayName": "Jane", "discoverable": "true", "creationDate": "2024-01-01T00:00:00.000Z"}],
                     "uris": [{"match": null, "uri": "https://example.com/login"}, {"match": 1, "uri": "example.org"},
                              {"match": 0, "uri": "androidapp://com.example"}],
                     "username": "jane", "password": "pä\"ss\u00e9 \ud83d\udd11", "totp": "JBSWY3DPEHPK3PXP"},
           "collectionIds": null},
          {"id": "i2", "type": 4, "name": "Jane", "identity": {"firstName": "Jane"}},
          {"id": "i3", "type": 1, "deletedDate": "2024-01-01T00:00:00.000Z", "name": "Gone", "login": {"password": "x"}},
          {"id": "i4", "type": 1, "name": "Wrong", "login":
            {"uris": [{"uri": "not a site"}], "username": "u", "password": "p", "totp": "%%%"}}
         ]}
        """#

    @Test func `imports every field of Bitwarden's JSON`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.format == "bitwarden-json")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("pä\"ssé 🔑"),
            sites: ["https://example.com/login", "host+https://example.org", "androidapp://com.example"]
                .compactMap(Site.init),
            oneTimeCode: .code(""),
            passkeys: [
                Passkey(
                    description: PasskeyDescription(
                        relyingPartyIdentifier: "example.com",
                        credentialID: Data([
                            0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE,
                            0xFF,
                        ]),
                        userHandle: Data([5, 6]), userName: "jane", displayName: "Jane",
                        created: Date(timeIntervalSince1970: 1_704_067_200)),
                    privateKey: Secret(copying: [1, 2, 3, 4]))
            ],
            notes: Secret("line one\nline two"), isFavorite: true, asksEveryTime: true)
        expected.fields = [
            .concealed("PIN", "1234"), .plain("Branch", "Main St"), .plain("Agreed", "true"),
            .plain("Linked", "linked to the user name"), .plain("Folder", "Work"),
            .plain("Passkey site", "Example"),
        ]
        expected.history = [PastPassword("old 2", 1_706_843_045), PastPassword("old 1", 1_704_164_645.678)]
        #expect(read.logins.first == expected)
        #expect(read.rows[0].created == Date(timeIntervalSince1970: 1_672_531_200.5))
        #expect(read.rows[0].notices == [])
    }

    @Test(
        arguments: [
            (#""https://a.example/x", "match": null"#, "https://a.example/x", []),
            (#""https://a.example/x", "match": 0"#, "https://a.example/x", []),
            (#""https://a.example:8443/x", "match": 1"#, "host+https://a.example:8443/x", []),
            (#""a.example", "match": 1"#, "host+https://a.example", []),
            (#""http://a.example/x", "match": 2"#, "start+http://a.example/x", []),
            (#""https://a.example/x", "match": 3"#, "exact+https://a.example/x", []),
            (#""https://a.example/x?a=1", "match": 1"#, "host+https://a.example/x?a=1", []),
            (
                #""https://a.example/x?a=1", "match": 2"#, "start+https://a.example/x?a=1",
                [.siteQueryIgnored("start+https://a.example/x")]
            ),
            (
                #""https://a.example/#/x", "match": 3"#, "exact+https://a.example/#/x",
                [.siteQueryIgnored("exact+https://a.example/")]
            ),
            (#""https://*.a.example", "match": 0"#, "https://*.a.example", [.invalidHost("https://*.a.example")]),
            (#""androidapp://com.example", "match": 3"#, "androidapp://com.example", [.siteRuleLeftOut]),
        ] as [(String, String, [ImportNotice])])
    func `imports the rule of Bitwarden's address`(uri: String, site: String, notices: [ImportNotice]) throws {
        let read = try ReadExport(
            #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p",
             "uris": [{"uri": \#(uri)}]}}]}
            """#)
        #expect(read.logins.map { $0.sites.map(\.text) } == [[site]])
        #expect(read.rows.map { $0.notices.filter { $0 != .suggestedNowhere } } == [notices])
    }

    @Test(arguments: ["https://a.example/x", "https://a.example", "a.example", "start+https://a.example/y"])
    func `reports a rule that a login of the vault lacks, and keeps the login's address`(stored: String) throws {
        let file = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"username": "u", "password": "p",
             "uris": [{"uri": "https://a.example/x", "match": 3}]}}]}
            """#
        let vault = try UnlockedVault.inMemory()
        try vault.add(
            Login(title: "A", user: "u", password: Secret("p"), sites: [Site(stored)].compactMap(\.self)))
        let report = try LoginImport.run(ByteSource(Array(file.utf8)), into: vault)
        #expect(report.counts == [0, 1, 0, 0])
        #expect(report.remarks.map(\.notice) == [.vaultKeptItsOwn([.address("exact+https://a.example/x")])])
        #expect(try vault.logins().map { $0.sites.map(\.text) } == [[stored]])
    }

    @Test(
        arguments: [
            (#""a.example", "match": 5"#, nil),
            (#""https://u:secret@*.a.example/?token=1", "match": 5"#, .exclusionIgnored("https://*.a.example/")),
            (#""androidapp://com.example", "match": 5"#, .exclusionIgnored("androidapp://com.example")),
            (#""no address", "match": 5"#, .exclusionIgnored(nil)),
        ] as [(String, ImportNotice?)])
    func `reports an excluded address without effect`(uri: String, notice: ImportNotice?) throws {
        let read = try ReadExport(
            #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"username": "u", "password": "p",
             "uris": [{"uri": "https://a.example"}, {"uri": \#(uri)}]},
             "fields": [{"name": "Address (never matched)", "value": "a secret", "type": 1}]}]}
            """#)
        #expect(read.rows.map(\.notices) == [notice.map { [$0] } ?? []])
    }

    @Test func `reports a second address that the login of the vault lacks`() throws {
        let file = #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"username": "u", "password": "p",
             "uris": [{"uri": "https://a.example/x"}, {"uri": "https://u:s@b.example/y?z"}, {"uri": "https://a.example:1"}]}}]}
            """#
        let vault = try UnlockedVault.inMemory()
        try vault.add(
            Login(title: "A", user: "u", password: Secret("p"), sites: [Site("https://a.example")].compactMap(\.self)))
        let report = try LoginImport.run(ByteSource(Array(file.utf8)), into: vault)
        #expect(report.counts == [0, 1, 0, 0])
        #expect(
            report.remarks.map(\.notice) == [
                .vaultKeptItsOwn([.address("https://b.example/y"), .address("https://a.example:1")])
            ])
    }

    @Test func `refuses Bitwarden items that are not logins or are in the bin, with their numbers`() throws {
        #expect(
            try ReadExport(Self.file).refusals == [
                ReadExport.Refusal(row: 2, reason: .notALogin), ReadExport.Refusal(row: 3, reason: .inBin),
            ])
    }

    @Test func `keeps invalid values of Bitwarden items as fields, with a notice`() throws {
        let read = try ReadExport(Self.file)
        #expect(read.logins.last?.fields == [.plain("Address", "not a site"), .concealed("One-time code", "%%%")])
        #expect(Set(read.rows[3].notices) == [.siteKeptAsField, .codeKeptAsField])
    }

    @Test(
        arguments: [
            (#""type": 0, "value": "x""#, .plain("F", "x"), []),
            (#""type": 1, "value": "x""#, .concealed("F", "x"), []),
            (#""type": 2, "value": "false""#, .plain("F", "false"), []),
            (#""type": 3, "value": null, "linkedId": 100"#, .plain("F", "linked to the user name"), []),
            (#""type": 3, "value": null, "linkedId": 101"#, .plain("F", "linked to the password"), []),
            (#""type": 3, "value": null, "linkedId": 400"#, nil, [.fieldLeftOut]),
            (#""type": 3, "value": null"#, nil, [.fieldLeftOut]),
        ] as [(String, CustomField?, [ImportNotice])])
    func `imports each kind of Bitwarden field`(field: String, expected: CustomField?, notices: [ImportNotice]) throws {
        let read = try ReadExport(
            #"""
            {"encrypted": false, "items": [{"type": 1, "name": "A", "login": {"password": "p"},
             "fields": [{"name": "F", \#(field)}]}]}
            """#)
        #expect(read.logins.map(\.fields) == [expected.map { [$0] } ?? []])
        #expect(read.rows.map(\.notices) == [notices])
    }

    @Test func `adds nothing when Bitwarden's JSON is imported again`() throws {
        let vault = try UnlockedVault.inMemory()
        let first = try LoginImport.run(ByteSource(Array(Self.file.utf8)), into: vault)
        #expect(first.counts == [2, 0, 0, 2])
        #expect(first.countsEntries)
        let second = try LoginImport.run(ByteSource(Array(Self.file.utf8)), into: vault)
        #expect(second.counts == [0, 2, 0, 2])
    }
}

@Suite struct `Encrypted Bitwarden JSON import` {
    private static let names = ["bitwarden-pbkdf2.json", "bitwarden-argon2id.json"]

    @Test(arguments: names) func `imports Bitwarden's encrypted JSON with its password`(name: String) throws {
        let read = try ReadExport(vector: name, password: "correct horse")
        #expect(read.format == "bitwarden-encrypted-json")
        var expected = Login(
            title: "Example", user: "jane", password: Secret("päss 1"),
            sites: ["https://example.com/login"].compactMap(Site.init), oneTimeCode: .code(""),
            isFavorite: true)
        expected.fields = [.plain("Folder", "Work")]
        #expect(read.logins == [expected])
    }

    @Test(arguments: names) func `distinguishes a wrong password from a missing one`(name: String) {
        #expect(throws: ExchangeError.wrongPassword) { try ReadExport(vector: name, password: "wrong horse") }
        #expect(throws: ExchangeError.passwordNeeded) { try ReadExport(vector: name) }
    }

    /// Replaces one text of the file.
    private static func changed(_ text: String, to other: String, in name: String = names[0]) throws -> [UInt8] {
        let file = String(decoding: try ReadExport.vector(name), as: UTF8.self)
        let changed = file.replacing(text, with: other)
        #expect(changed != file)
        return Array(changed.utf8)
    }

    @Test(arguments: names) func `refuses a modified ciphertext before decrypting it`(
        name: String
    ) throws {
        let file = String(decoding: try ReadExport.vector(name), as: UTF8.self)
        let data = try #require(file.firstRange(of: "\"data\": \"2.")?.upperBound)
        // A character of the vector, the ciphertext and the MAC.
        let parts = file[data...].indices(where: { $0 == "|" }).ranges.map(\.lowerBound)
        for place in [data, file.index(after: parts[0]), file.index(after: parts[1])] {
            var changed = file
            changed.replaceSubrange(place...place, with: file[place] == "A" ? "B" : "A")
            #expect(throws: ExchangeError.damagedEncryption) {
                try ReadExport(Array(changed.utf8), password: "correct horse")
            }
        }
    }

    @Test(
        arguments: [
            ("bitwarden-pbkdf2.json", "\"kdfIterations\": 5000", "\"kdfIterations\": 4000000000", .rounds),
            ("bitwarden-pbkdf2.json", "\"kdfIterations\": 5000", "\"kdfIterations\": 2000001", .rounds),
            ("bitwarden-pbkdf2.json", "\"kdfIterations\": 5000", "\"kdfIterations\": 0", .rounds),
            ("bitwarden-pbkdf2.json", "\"kdfIterations\": 5000", "\"kdfIterations\": -1", .rounds),
            ("bitwarden-pbkdf2.json", "\"kdfIterations\": 5000", "\"kdfIterations\": 9223372036854775807", .rounds),
            ("bitwarden-pbkdf2.json", "\"kdfType\": 0", "\"kdfType\": 2", .function),
            ("bitwarden-argon2id.json", "\"kdfMemory\": 16", "\"kdfMemory\": 1025", .memory),
            ("bitwarden-argon2id.json", "\"kdfMemory\": 16", "\"kdfMemory\": 1048576", .memory),
            ("bitwarden-argon2id.json", "\"kdfMemory\": 16", "\"kdfMemory\": -16", .memory),
            ("bitwarden-argon2id.json", "\"kdfMemory\": 16", "\"kdfMemory\": 9223372036854775807", .memory),
            ("bitwarden-argon2id.json", "\"kdfIterations\": 2", "\"kdfIterations\": 11", .passes),
            ("bitwarden-argon2id.json", "\"kdfIterations\": 2", "\"kdfIterations\": 4294967295", .passes),
            ("bitwarden-argon2id.json", "\"kdfParallelism\": 2", "\"kdfParallelism\": 17", .lanes),
            ("bitwarden-argon2id.json", "\"kdfParallelism\": 2", "\"kdfParallelism\": 4294967296", .lanes),
        ] as [(String, String, String, KeyDerivationSetting)])
    func `refuses key derivation settings beyond Bitwarden's limits`(
        name: String, text: String, other: String, setting: KeyDerivationSetting
    ) throws {
        let file = try Self.changed(text, to: other, in: name)
        #expect(throws: ExchangeError.keyDerivationRefused(setting)) {
            try ReadExport(file, password: "correct horse")
        }
    }

    /// The limits of Bitwarden's ranges: 600 000 to 2 million rounds; 16 to 1024 MiB, 2 to 10 iterations, 1 to 16
    /// lanes.
    @Test func `accepts every key derivation setting that Bitwarden offers`() throws {
        func work(_ settings: [String: Int]) throws -> BitwardenKeyDerivation.Function {
            var members = settings.mapValues { JSONValue.number("\($0)") }
            members["salt"] = .text(Array("salt".utf8))
            return try BitwardenKeyDerivation(members).function
        }
        for rounds in [5000, 600_000, 2_000_000] {
            #expect(try work(["kdfType": 0, "kdfIterations": rounds]) == .pbkdf2(rounds: rounds))
        }
        for mebibytes in [16, 64, 1024] {
            for passes in [2, 10] {
                for lanes in [1, 16] {
                    let found = try work([
                        "kdfType": 1, "kdfIterations": passes, "kdfMemory": mebibytes, "kdfParallelism": lanes,
                    ])
                    guard case .argon2id(let cost) = found else { throw ExchangeError.unknownFormat }
                    #expect(cost.memoryKiB == UInt32(mebibytes) * 1024)
                    #expect(cost.passes == UInt32(passes))
                    #expect(cost.lanes == UInt32(lanes))
                }
            }
        }
    }

    @Test func `refuses an export that is encrypted with the account's key`() throws {
        let text = #"{"encrypted": true, "encKeyValidation_DO_NOT_EDIT": "2.x|y|z", "folders": [], "items": []}"#
        #expect(throws: ExchangeError.encryptedForAccount) { try ReadExport(Array(text.utf8), password: "p") }
        let bound = try Self.changed("\"passwordProtected\": true", to: "\"passwordProtected\": false")
        #expect(throws: ExchangeError.encryptedForAccount) { try ReadExport(bound, password: "correct horse") }
    }
}
