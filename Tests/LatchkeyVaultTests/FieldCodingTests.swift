import Foundation
import LatchkeyCore
import LatchkeyTesting
@testable import LatchkeyVault
import Testing

@Suite struct `Field coding` {
    private static let tag = [UInt8](repeating: 7, count: 16)

    private static func overview(_ login: Login) -> Overview {
        Overview(
            id: RecordIdentifier(), revision: 3, login: login,
            digest: PasswordDigest(bytes: [UInt8](repeating: 9, count: 16)),
            created: Date(timeIntervalSince1970: 1_000_000_000), changed: Date(timeIntervalSince1970: 1_000_000_001.5))
    }

    private static let logins = Generator<Login> { source, size in
        let text = Generator<String>.string()
        let secret = Generator<[UInt8]>.bytes().map { Secret(copying: $0) }
        let date = Generator<Int64>.int(in: -1_000_000_000_000...4_000_000_000_000).map { Date(milliseconds: $0) }
        let data = Generator<[UInt8]>.bytes().map { Data($0) }
        var login = Login(title: text.next(using: &source, size: size), user: text.next(using: &source, size: size))
        login.password = secret.optional().next(using: &source, size: size)
        login.oneTimeCode = secret.optional().next(using: &source, size: size)
        login.notes = secret.optional().next(using: &source, size: size)
        login.sites = text.list(upTo: 4).next(using: &source, size: size).compactMap { Site($0) }
        login.isFavorite = Bool.random(using: &source)
        login.asksEveryTime = Bool.random(using: &source)
        for _ in 0..<Int.random(in: 0...2, using: &source) {
            let description = PasskeyDescription(
                relyingPartyIdentifier: text.next(using: &source, size: size),
                credentialID: data.next(using: &source, size: size), userHandle: data.next(using: &source, size: size),
                userName: text.next(using: &source, size: size),
                displayName: text.optional().next(using: &source, size: size),
                created: date.optional().next(using: &source, size: size),
                lastUsed: date.optional().next(using: &source, size: size))
            let keys = Generator<[UInt8]>.bytes().map { bytes in
                Secret(copying: (bytes + [UInt8](repeating: 0, count: 32)).prefix(32))
            }
            var passkey = Passkey(description: description, privateKey: secret.next(using: &source, size: size))
            passkey.largeBlob = secret.optional().next(using: &source, size: size)
            if Bool.random(using: &source) {
                passkey.prfSecrets = PasskeyPRFSecrets(
                    verified: keys.next(using: &source, size: size), unverified: keys.next(using: &source, size: size))
            }
            login.passkeys.append(passkey)
            login.history.append(
                PastPassword(
                    password: secret.next(using: &source, size: size), replaced: date.next(using: &source, size: size)))
            login.fields.append(
                CustomField(
                    name: text.next(using: &source, size: size), value: secret.next(using: &source, size: size),
                    isConcealed: Bool.random(using: &source)))
        }
        return login
    }

    @Test func `a decoded login equals the encoded one and encodes to the same bytes`() throws {
        try forAll(Self.logins) { login in
            let overview = Self.overview(login)
            let first = overview.encoded(detailsTag: Self.tag)
            let second = login.encodedDetails()
            let back = try Overview(id: overview.id, revision: 3, decoding: first[...])
            let loginBack = try Login(back, decodingDetails: second[...])
            return back == overview && loginBack == login && back.encoded(detailsTag: Self.tag) == first
                && loginBack.encodedDetails() == second && first.count % 32 == 0 && second.count % 64 == 0
        }
    }

    @Test func `reads and writes passkeys without extension data as the first version did`() throws {
        var login = Login(title: "A")
        login.passkeys = [
            Passkey(
                description: PasskeyDescription(
                    relyingPartyIdentifier: "a", credentialID: Data([1]), userHandle: Data(), userName: "u"),
                privateKey: Secret("k"))
        ]
        // The exact bytes of the first version.
        let details: [UInt8] = [1, 3, 0, 0, 0, 1, 0x6B, 0]
        #expect(login.encodedDetails() == details + [UInt8](repeating: 0, count: 56))
        let overview = Self.overview(login)
        var reader = try FieldReader(overview.encoded(detailsTag: Self.tag)[...], prefixCount: 16)
        var tags: [UInt8] = []
        while let field = try reader.next() { tags.append(field.tag) }
        #expect(tags == [1, 4, 6, 7, 10, 11])
        #expect(try Login(overview, decodingDetails: details[...]) == login)
    }

    @Test func `assigns extension data by credential and drops that of removed passkeys`() throws {
        func passkey(_ name: UInt8) -> Passkey {
            Passkey(
                description: PasskeyDescription(
                    relyingPartyIdentifier: "a", credentialID: Data([name]), userHandle: Data(), userName: "u"),
                privateKey: Secret(copying: [name]))
        }
        var passkeys = [passkey(2), passkey(3)]
        let fields: [[UInt8]] = [[1, 0, 0, 0, 1, 1, 4, 0, 0, 0, 1, 11], [1, 0, 0, 0, 1, 3, 4, 0, 0, 0, 1, 33]]
        try passkeys.decodeExtensions(fields.map { $0[...] })
        #expect(passkeys.map(\.largeBlob) == [nil, Secret(copying: [33])])
        var descriptions = passkeys.map(\.description)
        let time: [UInt8] = [0, 0, 0, 0, 0, 0, 0x03, 0xE8]
        try descriptions.decodeCreationTimes(
            [[1, 0, 0, 0, 1, 1, 2, 0, 0, 0, 8] + time, [1, 0, 0, 0, 1, 2, 2, 0, 0, 0, 8] + time].map { $0[...] })
        #expect(descriptions.map(\.created) == [Date(timeIntervalSince1970: 1), nil])
        try descriptions.decodeAccounts(
            [[1, 0, 0, 0, 1, 1, 2, 0, 0, 0, 1, 0x41], [1, 0, 0, 0, 1, 3, 2, 0, 0, 0, 1, 0x42, 3, 0, 0, 0, 8] + time]
                .map { $0[...] })
        #expect(descriptions.map(\.displayName) == [nil, "B"])
        #expect(descriptions.map(\.lastUsed) == [nil, Date(timeIntervalSince1970: 1)])
    }

    @Test(arguments: [
        ("Ada Lovelace", "Ada Lovelace" as String?), ("u", nil), ("", nil),
        (String(repeating: "é", count: 200), String(repeating: "é", count: 126) + "…"),
        ("a" + String(repeating: "\u{301}", count: 100), nil),
    ])
    func `stores only a display name that is readable and differs from the user name`(given: String, kept: String?) {
        var passkey = PasskeyDescription(
            relyingPartyIdentifier: "a", credentialID: Data(), userHandle: Data(), userName: "u", displayName: given)
        #expect(passkey.displayName == kept)
        passkey.rename(to: "v", displayName: given)
        #expect(passkey.displayName == (given == "u" ? "u" : kept))
    }

    @Test(arguments: [
        // No credential, one secret of two, a secret of a wrong length, an unknown tag.
        [] as [UInt8], [1, 0, 0, 0, 1, 7, 2, 0, 0, 0, 1, 7], [1, 0, 0, 0, 1, 7, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0],
        [1, 0, 0, 0, 1, 7, 9, 0, 0, 0, 0],
    ])
    func `rejects malformed passkey extension data`(field: [UInt8]) throws {
        var passkeys: [Passkey] = []
        #expect(throws: MalformedFields.self) { try passkeys.decodeExtensions([field[...]]) }
    }

    @Test func `decoding records never traps on any bytes`() throws {
        let overview = Self.overview(try .full)
        try forAll(.bytes(upTo: 200), runs: 3000) { bytes in
            let versioned = [1] + Self.tag + bytes
            _ = try? Overview(id: overview.id, revision: 1, decoding: bytes[...])
            _ = try? Overview(id: overview.id, revision: 1, decoding: versioned[...])
            _ = try? Login(overview, decodingDetails: ([1] + bytes)[...])
            return true
        }
    }

    @Test func `rejects every truncated record`() throws {
        let login = try Login.full
        let overview = Self.overview(login)
        let first = overview.encoded(detailsTag: Self.tag)
        let end = try #require(first.lastIndex { $0 != 0 })
        for length in 0...end {
            #expect(throws: MalformedFields.self) {
                try Overview(id: overview.id, revision: 1, decoding: first.prefix(length))
            }
        }
        let second = login.encodedDetails()
        let secondEnd = try #require(second.lastIndex { $0 != 0 })
        for length in 0...secondEnd {
            #expect(throws: MalformedFields.self) { try Login(overview, decodingDetails: second.prefix(length)) }
        }
    }

    @Test func `decoding a record with one changed byte never traps`() throws {
        let login = try Login.full
        let overview = Self.overview(login)
        for bytes in [overview.encoded(detailsTag: Self.tag), login.encodedDetails()] {
            for index in bytes.indices {
                for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[index] = value
                    _ = try? Overview(id: overview.id, revision: 1, decoding: changed[...])
                    _ = try? Login(overview, decodingDetails: changed[...])
                }
            }
        }
    }

    @Test func `keeps fields of a later version in the order of their tags`() throws {
        var login = try Login.full
        login.unknownOverviewFields = [UnknownField(tag: 200, bytes: [1, 2]), UnknownField(tag: 99, bytes: [])]
        login.unknownDetailsFields = [
            UnknownField(tag: 77, bytes: Array("later".utf8)), UnknownField(tag: 255, bytes: [3]),
        ]
        let overview = Self.overview(login)
        let back = try Overview(
            id: overview.id, revision: 3, decoding: overview.encoded(detailsTag: Self.tag)[...])
        let loginBack = try Login(back, decodingDetails: login.encodedDetails()[...])
        #expect(
            loginBack.unknownOverviewFields == [
                UnknownField(tag: 99, bytes: []), UnknownField(tag: 200, bytes: [1, 2]),
            ])
        #expect(
            loginBack.unknownDetailsFields == [
                UnknownField(tag: 77, bytes: Array("later".utf8)), UnknownField(tag: 255, bytes: [3]),
            ])
        #expect(loginBack.encodedDetails() == login.encodedDetails())
    }

    @Test(arguments: [
        [] as [UInt8],
        // Another version of the encoding.
        [2, 0],
        // No end.
        [1], [1, 200, 0, 0, 0, 0],
        // A length beyond the end, and one beyond every address.
        [1, 200, 0, 0, 0, 2, 1, 0], [1, 200, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        // Tags that descend, a single field twice, something after the end.
        [1, 201, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [1, 0, 0, 1],
    ])
    func `rejects malformed fields`(bytes: [UInt8]) throws {
        let overview = Self.overview(Login(title: ""))
        #expect(throws: MalformedFields.self) { try Login(overview, decodingDetails: bytes[...]) }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `clamps dates out of range`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect([1 << 50, -(1 << 50)].contains(date.milliseconds))
    }

    @Test(arguments: [Int64.max, .min, (1 << 50) + 1])
    func `rejects stored dates out of range`(milliseconds: Int64) throws {
        var output = ByteWriter([1] + Self.tag)
        for tag in [4, 6, 7] as [UInt8] {
            output.write([tag, 0, 0, 0, tag == 4 ? 1 : 8])
            if tag == 4 { output.write(byte: 0) } else { output.write(milliseconds) }
        }
        output.write(byte: 0)
        let (id, bytes) = (RecordIdentifier(), output.bytes)
        #expect(throws: MalformedFields.self) { try Overview(id: id, revision: 1, decoding: bytes[...]) }
    }
}
